#include "command_study.hpp"

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "exit_code.hpp"
#include "interrupt.hpp"
#include "philidor/chess/fen.hpp"
#include "philidor/chess/notation.hpp"
#include "philidor/games/study_check.hpp"
#include "problem_text.hpp"
#include "read_input.hpp"
#include "table_options.hpp"
#include "write_file.hpp"

namespace philidor::cli {

namespace {

using StudyJson = nlohmann::ordered_json;

struct StudyArguments {
    std::string file;
    std::string output;  ///< empty for no annotated games
    double seconds = 10;
    SolveOptions options;
    bool wants_json = false;
};

std::string study_name(const GameTree& game) {
    std::string name;
    for (const std::string_view tag : {"White", "Black", "Event", "Date"}) {
        const std::string_view value = game.tag(tag);
        if (value.empty() || value.starts_with('?')) continue;
        if (!name.empty()) name += ", ";
        name += value;
    }
    return name.empty() ? to_fen(game.start) : name;
}

std::vector<std::string> sans(const Board& board, const std::vector<Move>& moves) {
    std::vector<std::string> names;
    names.reserve(moves.size());
    for (const Move move : moves) names.push_back(to_san(board, move));
    return names;
}

StudyJson json_of_study(const GameTree& game, const StudyReport& report) {
    StudyJson moves = StudyJson::array();
    for (const StudyMove& move : report.moves) {
        moves.push_back({{"fen", to_fen(move.board)},
                         {"san", to_san(move.board, move.move)},
                         {"main_line", move.is_main_line},
                         {"verdict", name_of(move.verdict)},
                         {"duals", sans(move.board, move.duals)},
                         {"wastes", sans(move.board, move.wastes)},
                         {"open", sans(move.board, move.open)},
                         {"refutations", sans(move.board.after(move.move), move.refutations)},
                         {"mutual_zugzwang", move.is_zugzwang}});
    }
    StudyJson json{{"game", game.number}, {"name", study_name(game)}, {"fen", to_fen(game.start)}};
    json["stipulation"] = !report.stipulation                       ? StudyJson()
                          : *report.stipulation == Stipulation::win ? StudyJson("win")
                                                                    : StudyJson("draw");
    json["true"] = report.is_true ? StudyJson(*report.is_true) : StudyJson();
    json["value"] = to_string(report.value);
    json["problem"] = report.problem.empty() ? StudyJson() : StudyJson(report.problem);
    json["moves"] = std::move(moves);
    return json;
}

std::string joined(const std::vector<std::string>& words) {
    return fmt::format("{}", fmt::join(words, ", "));
}

/// What the moves column says about a move.
std::string remark_text(const StudyMove& move) {
    std::string text;
    const auto add = [&](std::string_view what, const std::vector<Move>& moves, const Board& board) {
        if (moves.empty()) return;
        text += fmt::format("{}{}{}", text.empty() ? "" : "; ", what, joined(sans(board, moves)));
    };
    add("also ", move.duals, move.board);
    add("waste of time: ", move.wastes, move.board);
    add("open: ", move.open, move.board);
    add(move.refutations.size() == 1 ? "fails only to " : "fails to ", move.refutations,
        move.board.after(move.move));
    if (move.is_zugzwang) text += fmt::format("{}mutual zugzwang", text.empty() ? "" : "; ");
    return text;
}

void print_study(const GameTree& game, const StudyReport& report) {
    fmt::print("{}. {}\n", game.number, study_name(game));
    if (!report.problem.empty()) return fmt::print("   not checked: {}\n\n", report.problem);
    const std::string_view side = report.solver == Color::white ? "White" : "Black";
    const std::string_view truth = !report.is_true ? "open" : *report.is_true ? "true" : "NOT TRUE";
    if (report.stipulation) {
        fmt::print("   {} {}: {}; proved: {}\n", side,
                   *report.stipulation == Stipulation::win ? "wins" : "draws", truth,
                   to_string(report.value));
    } else {
        fmt::print("   no stipulation; proved: {} for {}\n", to_string(report.value), side);
    }
    for (const StudyMove& move : report.moves) {
        const bool is_white = move.board.side_to_move() == Color::white;
        const std::string text = fmt::format("{}{}{}", move.board.fullmove_number(), is_white ? ". " : "... ",
                                             to_san(move.board, move.move));
        fmt::print("   {:<14}{:<8}{:<8}{}\n", text, move.is_main_line ? "" : "var.", name_of(move.verdict),
                   remark_text(move));
    }
    fmt::print("\n");
}

void run_study(StudyArguments& arguments) {
    SolveOptions& options = arguments.options;
    options.time = std::chrono::duration<double>(arguments.seconds);
    options.stop = interrupt_token();
    std::string annotated;
    std::size_t games = 0;
    const auto use = [&](GameTree&& game) {
        ++games;
        const StudyReport report = check_study(game, options);
        if (is_interrupted()) return false;
        if (arguments.wants_json) {
            fmt::print("{}\n", json_of_study(game, report).dump());
        } else {
            print_study(game, report);
        }
        if (!arguments.output.empty()) annotated += to_pgn(annotated_study(std::move(game), report));
        return true;
    };
    const auto report = [&](const PgnProblem& problem) { print_problem(arguments.file, problem); };
    value_or_failure(read_game_trees(arguments.file, use, report));
    if (is_interrupted()) throw interruption();
    if (games == 0)
        throw CommandFailure(ExitCode::bad_input, fmt::format("{}: no studies in it", arguments.file));
    if (!arguments.output.empty()) write_file(arguments.output, annotated);
}

}  // namespace

void add_study_command(CLI::App& program) {
    CLI::App* command = program.add_subcommand("study", "Check whether endgame studies are sound and unique");
    const auto arguments = std::make_shared<StudyArguments>();
    command->add_option("FILE", arguments->file, "A PGN file of studies; `-` is standard input")
        ->type_name("")
        ->required();
    command->add_option("--out", arguments->output, "Write the studies with what was found out")
        ->type_name("FILE");
    command->add_option("--time", arguments->seconds, "The most seconds for a position")
        ->type_name("SECONDS")
        ->check(seconds_up_to(1e9))
        ->capture_default_str();
    arguments->options.memory_bytes = std::uint64_t{4} << 30U;
    add_memory_option(*command, arguments->options.memory_bytes, "Memory for the tables, such as 8G");
    add_threads_option(*command, arguments->options.threads);
    command->add_flag("--json", arguments->wants_json, "Print a line of JSON for each study");
    command->footer(
        "Every move of the solver, in the main line and in variations, is\n"
        "  unique  it alone keeps the value\n"
        "  waste   others keep it too, but must come back to the same position\n"
        "  dual    others keep it too\n"
        "  try     a variation that fails, with all replies to which it fails\n"
        "  wrong   a move of the solution that fails\n"
        "  open    not settled within the limits\n"
        "The stipulation is the result of the game, or the word win or draw in the Event tag. The 50-move "
        "rule is "
        "not\nconsidered.\n"
        "Example:\n"
        "  philidor study studies.pgn --time 20 --out checked.pgn");
    command->callback([arguments] { run_study(*arguments); });
}

}  // namespace philidor::cli
