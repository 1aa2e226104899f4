#include "command_solve.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "exit_code.hpp"
#include "interrupt.hpp"
#include "key_squares_map.hpp"
#include "number_text.hpp"
#include "philidor/games/solution_game.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/serve/report_json.hpp"
#include "philidor/solve/detail/forced_win.hpp"
#include "philidor/solve/solve.hpp"
#include "progress_bar.hpp"
#include "read_input.hpp"
#include "solution_text.hpp"
#include "table_options.hpp"
#include "write_file.hpp"

namespace philidor::cli {

namespace {

/// The arguments of the command.
struct SolveArguments {
    std::string fen;
    std::vector<std::string> stores;  ///< if empty, nothing is read or stored
    std::string syzygy;
    SolveOptions options;
    std::optional<double> seconds;
    std::string line;      ///< empty for the usual line
    std::string map_path;  ///< empty for no map
    std::string pgn_path;  ///< empty for no game
    VariationLimits variations;
    bool wants_value_only = false;
    bool wants_moves_only = false;
    bool wants_json = false;
};

constexpr std::string_view full_line = "full";
constexpr std::size_t most_line_plies = 10'000;

std::uint64_t half_of_memory() {
    return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
           static_cast<std::uint64_t>(sysconf(_SC_PAGE_SIZE)) / 2;
}

/// Shows the progress of a proof. How many attempts will follow is not known, so there is no bar, and what is
/// left is the time that is allowed.
class ProofLine {
  public:
    explicit ProofLine(std::optional<double> seconds) : seconds_(seconds) {}

    void show(const SolveProgress& progress) {
        line_.show_text([&](std::chrono::duration<double> elapsed) {
            return text_of_times(elapsed) + text_of_work(progress);
        });
    }

  private:
    /// "0:12 elapsed, 0:48 left".
    [[nodiscard]] std::string text_of_times(std::chrono::duration<double> elapsed) const {
        using std::chrono::floor;
        using std::chrono::seconds;
        std::string spent = clock_text(floor<seconds>(elapsed)) + " elapsed";
        if (!seconds_) return spent;
        const std::chrono::duration<double> left(std::max(0.0, *seconds_ - elapsed.count()));
        return fmt::format("{}, {} left", spent, clock_text(std::chrono::ceil<seconds>(left)));
    }

    [[nodiscard]] static std::string text_of_work(const SolveProgress& progress) {
        if (progress.attempt_tables == 0)
            return fmt::format("  searching; {} so far", to_string(progress.bounds));
        return fmt::format("  {}: {:.0f}% of {} tables, {}; {} so far", text_of(progress.aim),
                           std::floor(progress.share * 100), with_separators(progress.attempt_tables),
                           bytes_text(progress.bytes), to_string(progress.bounds));
    }

    std::optional<double> seconds_;
    ProgressBar line_;
};

/// Gives up on a position of which nothing is known, if not even its first table fits into memory.
void refuse_hopeless(const Solution& solution, const SolveOptions& options) {
    const SolveStatistics& statistics = solution.statistics;
    const bool is_known = solution.value() != WdlBounds{};
    if (is_known || statistics.least_bytes == 0 || statistics.tables != 0) return;
    throw CommandFailure(
        ExitCode::failed,
        fmt::format("out of reach: there is no short mate, and the tables without promotions alone need more "
                    "than the {} of memory that --memory allows",
                    bytes_text(options.memory_bytes)));
}

/// Ends the command if the position cannot be solved as the arguments ask.
void check(const Ending& ending, const SolveArguments& arguments) {
    if (!arguments.map_path.empty() && MaterialKey::from_board(ending.board()).piece_count() != 0) {
        throw CommandFailure(
            ExitCode::bad_input,
            fmt::format("--map is for endings of kings and pawns only: \"{}\"", arguments.fen));
    }
}

/// "full" or a number of plies, which was checked before.
LineLimits line_limits_of(const std::string& text) {
    if (text.empty()) return {};
    if (text == full_line) return {most_line_plies, LineExtent::mate};
    return {std::stoul(text), LineExtent::mate};
}

SolutionScope scope_of(const SolveArguments& arguments) {
    if (arguments.wants_value_only || arguments.options.goal != Goal::value) return SolutionScope::value;
    return arguments.wants_moves_only ? SolutionScope::moves : SolutionScope::everything;
}

void print_as_asked(const Solution& solution, const SolveArguments& arguments, const std::string& pgn) {
    if (arguments.pgn_path == "-") {
        fmt::print("{}", pgn);
    } else if (arguments.wants_json) {
        fmt::print("{}\n", json_of(solution).dump());
    } else {
        print(solution, arguments.options);
    }
}

/// A board with castling rights has no table, but it may have a short mate.
void run_with_castling(const SolveArguments& arguments, const Board& board, const std::string& refusal) {
    const auto solution = find_forced_win(board, arguments.options.effort().budget);
    if (!solution || !arguments.pgn_path.empty()) throw CommandFailure(ExitCode::bad_input, refusal);
    print_as_asked(*solution, arguments, "");
}

/// The files that were asked for, opened before the work so that none of it is in vain.
struct SolveFiles {
    std::unique_ptr<detail::OutputFile> map;
    std::unique_ptr<detail::OutputFile> game;

    explicit SolveFiles(const SolveArguments& arguments) {
        if (!arguments.map_path.empty()) map = open_output(arguments.map_path);
        if (!arguments.pgn_path.empty() && arguments.pgn_path != "-") game = open_output(arguments.pgn_path);
    }
};

/// Prints the solution and writes the files.
void deliver(const Solution& solution,
             const SolveArguments& arguments,
             const std::string& pgn,
             const SolveFiles& files) {
    print_as_asked(solution, arguments, pgn);
    std::fflush(stdout);  // what follows can take long; a failure is met again at the end
    if (solution.key_squares)
        write_and_finish(*files.map, key_squares_svg(solution.answer.board, *solution.key_squares));
    if (files.game) write_and_finish(*files.game, pgn);
}

/// Solves the position as the arguments ask, shows the progress, and keeps what was proved.
Solution solve_as_asked(SolveArguments& arguments,
                        const Ending& ending,
                        TableStore* store,
                        const SolveFiles& files) {
    SolveOptions& options = arguments.options;
    std::optional<ProofLine> line(arguments.seconds);
    options.progress = [&](const SolveProgress& progress) {
        if (line) line->show(progress);
    };
    options.stop = interrupt_token();
    options.store = store;
    options.scope = scope_of(arguments);
    options.line = line_limits_of(arguments.line);
    if (!arguments.map_path.empty()) options.time_for_key_squares = usual_time_for_key_squares;
    Proof proof(ending, options.store, options.effort(), options.most_pieces);
    options.answered = [&](const Solution& solution) {
        refuse_hopeless(solution, options);
        std::string pgn;
        if (!arguments.pgn_path.empty()) pgn = to_pgn(game_of(solution, proof, arguments.variations));
        line.reset();
        deliver(solution, arguments, pgn, files);
    };
    return solve(ending, options, proof);
}

void run(SolveArguments& arguments) {
    if (arguments.seconds) arguments.options.time = std::chrono::duration<double>(*arguments.seconds);
    const Board board = read_board(arguments.fen);
    const auto checked = Ending::from(board);
    if (!checked) return run_with_castling(arguments, board, checked.error().message);
    const Ending& ending = *checked;
    check(ending, arguments);
    std::unique_ptr<TableStore> store;
    if (!arguments.stores.empty()) store = stores_or_failure(arguments.stores, StoreUse::writes);
    const auto syzygy = syzygy_if_usable(arguments.syzygy);
    arguments.options.syzygy = syzygy.get();
    const SolveFiles files(arguments);
    const Solution solution = solve_as_asked(arguments, ending, store.get(), files);
    if (solution.store_failure) throw CommandFailure(ExitCode::failed, solution.store_failure->message);
    if (is_interrupted()) throw interruption();
}

void add_line_option(CLI::App& command, std::string& line) {
    const CLI::Range plies(std::size_t{0}, most_line_plies);
    command
        .add_option("--line", line,
                    "How far to show best play: \"full\" for to mate, or a number of plies; otherwise to the "
                    "capture or promotion that leaves no doubt")
        ->type_name("full|PLIES")
        ->check(CLI::Validator(
            [plies](std::string& text) { return text == full_line ? std::string() : plies(text); }, ""));
}

void add_work_options(CLI::App& command, SolveArguments& arguments) {
    SolveOptions& options = arguments.options;
    command
        .add_option("--max-pieces", options.most_pieces,
                    "The most queens, rooks, bishops and knights in any table, both sides together")
        ->type_name("N")
        ->check(CLI::Range(0U, 6U).description(""))
        ->capture_default_str();
    options.memory_bytes = half_of_memory();
    add_memory_option(command, options.memory_bytes, "Memory for the tables, such as 8G");
    command.get_option("--memory")->default_str("half of the machine's memory");
    command.add_option("--time", arguments.seconds, "Stop after this many seconds")
        ->type_name("SECONDS")
        ->check(seconds_up_to(1e9));
    add_threads_option(command, options.threads);
}

}  // namespace

void add_solve_command(CLI::App& program) {
    CLI::App* command =
        program.add_subcommand("solve", "Prove the value of a position with any number of men");
    const auto arguments = std::make_shared<SolveArguments>();
    add_fen_argument(*command, arguments->fen,
                     "A position; with castling rights it is only searched for a short mate");
    add_store_option(*command, arguments->stores);
    command->get_option("--store")
        ->description(
            "Where results are kept for the next time: a folder, or an SQLite file if the name ends in .db; "
            "created if missing")
        ->default_str("none");
    add_syzygy_option(*command, arguments->syzygy);
    command->get_option("--syzygy")
        ->description(
            "Folders of Syzygy's tables, separated by colons: asked where a search of moves meets "
            "positions of few men");
    add_work_options(*command, *arguments);
    add_line_option(*command, arguments->line);
    CLI::Option* value =
        command->add_flag("--value-only", arguments->wants_value_only, "Leave out the values of the moves");
    command
        ->add_flag("--moves-only", arguments->wants_moves_only,
                   "Only solve the position and its moves: leave out the line of play and zugzwang")
        ->excludes(value);
    command
        ->add_option("--prove", arguments->options.goal,
                     "Stop as soon as it is known whether the side to move wins, or at least draws")
        ->type_name("win|draw")
        ->transform(CLI::Transformer(std::map<std::string, Goal>{{"win", Goal::win}, {"draw", Goal::loss}})
                        .description(""));
    command
        ->add_option(
            "--map", arguments->map_path,
            "For endings of kings and pawns: show where each king should stand while the other stays in "
            "place, and draw this map to a file")
        ->type_name("FILE.svg")
        ->excludes(value);
    command
        ->add_option("--pgn", arguments->pgn_path,
                     "Write the solution as a game, with tries, their refutations and other replies as "
                     "variations; `-` prints it and nothing else")
        ->type_name("FILE")
        ->excludes(value);
    command
        ->add_option("--replies", arguments->variations.replies,
                     "In the game: for how many moves all replies of the other side are shown")
        ->type_name("MOVES")
        ->check(CLI::Range(std::size_t{0}, std::size_t{100}).description(""))
        ->capture_default_str();
    command->add_flag("--json", arguments->wants_json, "Print a line of JSON");
    command->footer(
        "Proves the value with the tables that play can reach. No store is needed. If time, memory or pieces "
        "do not suffice,\nthe answer is a proved interval; Ctrl-C prints the interval reached so far. The "
        "values of bad moves may take\nlonger than that of the position.\n"
        "Example:\n"
        "  philidor solve '8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1' --map squares.svg\n"
        "  philidor solve '8/8/1KP5/3r4/8/8/8/k7 w - - 0 1' --line full --pgn saavedra.pgn");
    command->callback([arguments] { run(*arguments); });
}

}  // namespace philidor::cli
