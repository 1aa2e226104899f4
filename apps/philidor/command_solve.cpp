#include "command_solve.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/resource.h>
#include <unistd.h>

#include "exit_code.hpp"
#include "interrupt.hpp"
#include "number_text.hpp"
#include "philidor/chess/fen.hpp"
#include "philidor/chess/movegen.hpp"
#include "philidor/chess/san.hpp"
#include "philidor/chess/uci_move.hpp"
#include "philidor/solve/line_finder.hpp"
#include "philidor/solve/position_solver.hpp"
#include "philidor/solve/solution.hpp"
#include "progress_bar.hpp"
#include "read_input.hpp"
#include "table_options.hpp"
#include "value_text.hpp"

namespace philidor::cli {

namespace {

using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

/// What the command line asks for.
struct Arguments {
    std::string fen;
    SolveOptions options;
    std::optional<double> seconds;
    std::size_t line_plies = 24;
    Goal goal = Goal::value;
    bool wants_value_only = false;
    bool wants_moves_only = false;
    bool wants_json = false;

    [[nodiscard]] SolutionScope scope() const {
        if (wants_value_only || goal != Goal::value) return SolutionScope::value;
        return wants_moves_only ? SolutionScope::moves : SolutionScope::everything;
    }
};

std::uint64_t half_of_memory() {
    return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
           static_cast<std::uint64_t>(sysconf(_SC_PAGE_SIZE)) / 2;
}

/// The most memory that this process ever had.
std::uint64_t peak_memory() {
    struct rusage usage = {};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

/// Shows how far an attempt is. Each has a bar of its own, since nobody knows how many will follow.
class AttemptBar {
  public:
    void show(const SolveProgress& progress, const PositionSolver& solver, const Board& root) {
        if (attempt_ != progress.attempt) bar_.emplace();
        attempt_ = progress.attempt;
        bar_->show(progress.share, [&](std::chrono::duration<double>) {
            return fmt::format("  attempt {} of {} tables, {} in memory, {} so far", progress.attempt,
                               with_separators(progress.attempt_tables), bytes_text(progress.bytes),
                               text_of(solver.bounds_of(root)));
        });
    }

  private:
    std::size_t attempt_ = 0;
    std::optional<ProgressBar> bar_;
};

/// A position, and all that was found out about it.
struct Report {
    Board board;
    Solution solution;
    std::optional<int> dtz;
    std::vector<Move> line;
    double seconds = 0;
};

/// Why the value is open, and what would help; empty if it is not.
std::string_view name_of(SolveEnd end) {
    switch (end) {
        case SolveEnd::settled: return "";
        case SolveEnd::out_of_time: return "time";
        case SolveEnd::out_of_memory: return "memory";
        case SolveEnd::interrupted: return "interrupted";
        case SolveEnd::exhausted: return "pieces";
    }
    return "";
}

std::string advice(SolveEnd end, const SolveOptions& options) {
    switch (end) {
        case SolveEnd::settled: return "";
        case SolveEnd::out_of_time: return "The time was up; --time gives more.";
        case SolveEnd::out_of_memory:
            return fmt::format("{} of memory did not suffice; --memory gives more.",
                               bytes_text(options.memory_bytes));
        case SolveEnd::interrupted: return "It was interrupted.";
        case SolveEnd::exhausted:
            return fmt::format(
                "Nothing is left to try with {} pieces on the board; --max-pieces allows more.",
                options.most_pieces);
    }
    return "";
}

void print_board(const Board& board) {
    for (unsigned row = 8; row-- > 0;) {
        fmt::print("  {}  ", row + 1);
        for (unsigned column = 0; column < 8; ++column) {
            const Piece piece = board.piece_on(square_at(8 * row + column));
            fmt::print("{}{}", piece == Piece::none ? '.' : letter_of(piece), column == 7 ? "\n" : " ");
        }
    }
    fmt::print("\n     a b c d e f g h\n\n");
}

std::string_view in_words(Color color) { return color == Color::white ? "White" : "Black"; }

/// "White to move wins."
std::string sentence(const Board& board, WdlBounds bounds) {
    const std::string_view side = in_words(board.side_to_move());
    const auto verb = [](Wdl value) {
        if (value == Wdl::draw) return "draws";
        return value == Wdl::win ? "wins" : "loses";
    };
    if (bounds.is_exact()) return fmt::format("{} to move {}.", side, verb(bounds.worst));
    if (bounds == WdlBounds{}) return fmt::format("{} to move: nothing is proved.", side);
    return fmt::format("{} to move {} or {}: which of them is open.", side, verb(bounds.worst),
                       verb(bounds.best));
}

std::string zugzwang_sentence(const Report& report) {
    const Solution& solution = report.solution;
    if (!solution.other_side) return "";
    const std::string other = sentence(*with_other_side_to_move(report.board), *solution.other_side);
    if (!solution.is_mutual_zugzwang) return other + " Whether this is a mutual zugzwang is open.";
    return other + (*solution.is_mutual_zugzwang ? " So this is a mutual zugzwang." : " No mutual zugzwang.");
}

/// "1. Kb1 Kb7 2. Kc1", or "1... Kb7 2. Kc1".
std::string line_text(const Report& report) {
    Board board = report.board;
    std::string text;
    for (const Move move : report.line) {
        const unsigned number = board.fullmove_number();
        if (board.side_to_move() == Color::white) {
            text += fmt::format("{}. ", number);
        } else if (text.empty()) {
            text += fmt::format("{}... ", number);
        }
        text += to_san(board, move) + ' ';
        board.play(move);
    }
    if (!text.empty()) text.pop_back();
    return text;
}

Json line_json(const Report& report) {
    Board board = report.board;
    Json line{{"san", Json::array()}, {"uci", Json::array()}};
    for (const Move move : report.line) {
        line["san"].push_back(to_san(board, move));
        line["uci"].push_back(to_uci(board, move));
        board.play(move);
    }
    return line;
}

void print_text(const Report& report, const SolveOptions& options) {
    const Solution& solution = report.solution;
    fmt::print("{}\n\n", to_fen(report.board));
    print_board(report.board);
    fmt::print("{}\n", sentence(report.board, solution.bounds));
    if (!solution.bounds.is_exact()) fmt::print("{}\n", advice(solution.end, options));
    if (solution.moves.empty()) fmt::print("{}\n", report.board.is_check() ? "Checkmate." : "Stalemate.");
    fmt::print("\n");
    print_moves(report.board, solution.moves);
    if (!report.line.empty()) fmt::print("\n{}\n", line_text(report));
    if (const std::string text = zugzwang_sentence(report); !text.empty()) fmt::print("\n{}\n", text);
    fmt::print("\n{} tables, {} positions, {:.2f} s, {} of memory\n",
               with_separators(solution.statistics.tables), with_separators(solution.statistics.positions),
               report.seconds, bytes_text(peak_memory()));
}

void print_json(const Report& report) {
    const Solution& solution = report.solution;
    Json json{{"fen", to_fen(report.board)}};
    add_value(json, solution.bounds, report.dtz);
    json["stopped_by"] = solution.end == SolveEnd::settled ? Json() : Json(name_of(solution.end));
    json["moves"] = json_of(report.board, solution.moves);
    json["line"] = line_json(report);
    json["mutual_zugzwang"] = solution.is_mutual_zugzwang ? Json(*solution.is_mutual_zugzwang) : Json();
    json["tables"] = solution.statistics.tables;
    json["positions"] = solution.statistics.positions;
    json["seconds"] = report.seconds;
    json["peak_memory_bytes"] = peak_memory();
    fmt::print("{}\n", json.dump());
}

/// A position whose tables without promotions do not fit has no hope.
void refuse_hopeless(const SolveStatistics& statistics, const SolveOptions& options) {
    if (statistics.least_tables == 0) return;
    throw CommandFailure(
        ExitCode::failed,
        fmt::format("out of reach: the tables without any promotion, {} or more, would take {} of memory or "
                    "more; --memory allows {}",
                    with_separators(statistics.least_tables), bytes_text(statistics.least_bytes),
                    bytes_text(options.memory_bytes)));
}

void find_line(PositionSolver& solver, std::size_t plies, Report& report) {
    LineFinder finder(solver);
    const WdlBounds value = report.solution.bounds;
    report.dtz = finder.dtz_of(report.board, value);
    for (MoveAnswer& answer : report.solution.moves) {
        answer.dtz = finder.dtz_of(report.board, answer.move, answer.bounds);
    }
    sort_best_first(report.solution.moves);
    report.line = finder.line_from(report.board, value, plies);
}

void run(Arguments& arguments) {
    const Clock::time_point begin = Clock::now();
    SolveOptions& options = arguments.options;
    Report report{read_board(arguments.fen), {}, {}, {}, 0};
    if (!report.board.castling().none()) {
        throw CommandFailure(
            ExitCode::bad_input,
            fmt::format("somebody may still castle, of which tables know nothing: \"{}\"", arguments.fen));
    }
    if (arguments.seconds) {
        options.deadline = begin + std::chrono::duration_cast<Clock::duration>(
                                       std::chrono::duration<double>(*arguments.seconds));
    }
    {
        AttemptBar bar;
        const PositionSolver* shown = nullptr;
        options.progress = [&](const SolveProgress& progress) {
            if (shown != nullptr && progress.attempt != 0) bar.show(progress, *shown, report.board);
            return !is_interrupted();
        };
        PositionSolver solver(report.board, options);
        shown = &solver;
        report.solution = find_solution(report.board, solver, options, arguments.scope(), arguments.goal);
        if (arguments.scope() == SolutionScope::everything) find_line(solver, arguments.line_plies, report);
    }
    refuse_hopeless(report.solution.statistics, options);
    report.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    if (arguments.wants_json) {
        print_json(report);
    } else {
        print_text(report, options);
    }
    if (is_interrupted()) throw interruption();
}

void add_work_options(CLI::App& command, Arguments& arguments) {
    SolveOptions& options = arguments.options;
    command
        .add_option("--max-pieces", options.most_pieces,
                    "The most queens, rooks, bishops and knights of both sides together")
        ->type_name("N")
        ->check(CLI::Range(0U, 6U).description(""))
        ->capture_default_str();
    options.memory_bytes = half_of_memory();
    add_memory_option(command, options.memory_bytes, "Memory for the tables, such as 8G");
    command.get_option("--memory")->default_str("half of what there is");
    command.add_option("--time", arguments.seconds, "Stop after so many seconds")
        ->type_name("SECONDS")
        ->check(CLI::PositiveNumber.description(""));
    add_threads_option(command, options.threads);
}

}  // namespace

void add_solve_command(CLI::App& program) {
    CLI::App* command = program.add_subcommand("solve", "Prove the value of a position of any number of men");
    const auto arguments = std::make_shared<Arguments>();
    command->add_option("FEN", arguments->fen, "A position without castling rights")
        ->type_name("")
        ->required();
    add_work_options(*command, *arguments);
    command->add_option("--line", arguments->line_plies, "The most plies of the line of play")
        ->type_name("PLIES")
        ->capture_default_str();
    CLI::Option* value =
        command->add_flag("--value-only", arguments->wants_value_only, "Leave out the values of the moves");
    command
        ->add_flag("--moves-only", arguments->wants_moves_only,
                   "Only the position and its moves: leave out the line of play and zugzwang")
        ->excludes(value);
    command
        ->add_option("--prove", arguments->goal,
                     "Stop as soon as it is settled whether the side to move wins, or at least draws")
        ->type_name("win|draw")
        ->transform(CLI::Transformer(std::map<std::string, Goal>{{"win", Goal::win}, {"draw", Goal::loss}})
                        .description(""));
    command->add_flag("--json", arguments->wants_json, "Print a line of JSON");
    command->footer(
        "Proves the value by tables that play can reach, and needs no store. Where time, memory or pieces "
        "did not\nsuffice, the answer is an interval, which is proved; Ctrl-C gives the interval reached so "
        "far.\n"
        "Example:\n"
        "  philidor solve '8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1'");
    command->callback([arguments] { run(*arguments); });
}

}  // namespace philidor::cli
