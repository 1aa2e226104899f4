#include "command_solve.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "exit_code.hpp"
#include "interrupt.hpp"
#include "key_squares_map.hpp"
#include "number_text.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/serve/report_json.hpp"
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
    SolveOptions options;
    std::optional<double> seconds;
    std::string map_path;  ///< empty for no map
    bool wants_value_only = false;
    bool wants_moves_only = false;
    bool wants_json = false;
};

std::uint64_t half_of_memory() {
    return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
           static_cast<std::uint64_t>(sysconf(_SC_PAGE_SIZE)) / 2;
}

/// Shows the progress of an attempt. Each attempt has its own bar, because it is not known how many will
/// follow.
class AttemptBar {
  public:
    void show(const SolveProgress& progress) {
        if (attempt_ != progress.attempt) bar_.emplace();
        attempt_ = progress.attempt;
        if (attempt_ == 0) return;
        bar_->show(progress.share, [&](std::chrono::duration<double>) {
            return fmt::format("  {}: {} tables, {} in memory, {} so far", text_of(progress.aim),
                               with_separators(progress.attempt_tables), bytes_text(progress.bytes),
                               to_string(progress.bounds));
        });
    }

  private:
    std::size_t attempt_ = 0;
    std::optional<ProgressBar> bar_;
};

/// Gives up on a position if not even its first table fits into memory.
void refuse_hopeless(const SolveStatistics& statistics, const SolveOptions& options) {
    if (statistics.least_bytes == 0 || statistics.tables != 0) return;
    throw CommandFailure(
        ExitCode::failed,
        fmt::format("out of reach: the tables without promotions alone need at least {} of memory; "
                    "--memory allows {}",
                    bytes_text(statistics.least_bytes), bytes_text(options.memory_bytes)));
}

/// Reads the position. Ends the command if it cannot be solved as the arguments ask.
Ending read_position(const SolveArguments& arguments) {
    const Ending ending = read_ending(arguments.fen);
    if (!arguments.map_path.empty() && MaterialKey::from_board(ending.board()).piece_count() != 0) {
        throw CommandFailure(
            ExitCode::bad_input,
            fmt::format("--map is for endings of kings and pawns only: \"{}\"", arguments.fen));
    }
    return ending;
}

SolutionScope scope_of(const SolveArguments& arguments) {
    if (arguments.wants_value_only || arguments.options.goal != Goal::value) return SolutionScope::value;
    return arguments.wants_moves_only ? SolutionScope::moves : SolutionScope::everything;
}

/// Solves the position as the arguments ask, and shows the progress.
Solution solve_as_asked(SolveArguments& arguments, const Ending& ending, TableStore* store) {
    SolveOptions& options = arguments.options;
    AttemptBar bar;
    options.progress = [&](const SolveProgress& progress) { bar.show(progress); };
    options.stop = interrupt_token();
    options.store = store;
    options.scope = scope_of(arguments);
    if (arguments.seconds) options.time = std::chrono::duration<double>(*arguments.seconds);
    if (!arguments.map_path.empty()) options.time_for_key_squares = usual_time_for_key_squares;
    return solve(ending, options);
}

void run(SolveArguments& arguments) {
    const Ending ending = read_position(arguments);
    std::unique_ptr<TableStore> store;
    if (!arguments.stores.empty()) store = stores_or_failure(arguments.stores, StoreUse::writes);
    const Solution solution = solve_as_asked(arguments, ending, store.get());
    refuse_hopeless(solution.statistics, arguments.options);
    if (arguments.wants_json) {
        fmt::print("{}\n", json_of(solution).dump());
    } else {
        print(solution, arguments.options);
    }
    if (solution.key_squares) {
        write_file(arguments.map_path, key_squares_svg(ending.board(), *solution.key_squares));
    }
    if (solution.store_failure) throw CommandFailure(ExitCode::failed, solution.store_failure->message);
    if (is_interrupted()) throw interruption();
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
    command->add_option("FEN", arguments->fen, "A position without castling rights")
        ->type_name("")
        ->required();
    add_store_option(*command, arguments->stores);
    command->get_option("--store")
        ->description(
            "Where results are kept for the next time: a folder, or an SQLite file if the name ends in .db; "
            "created if missing")
        ->default_str("none");
    add_work_options(*command, *arguments);
    command->add_option("--line", arguments->options.line_plies, "The most plies of the line of play")
        ->type_name("PLIES")
        ->capture_default_str();
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
    command->add_flag("--json", arguments->wants_json, "Print a line of JSON");
    command->footer(
        "Proves the value with the tables that play can reach. No store is needed. If time, memory or pieces "
        "do not suffice,\nthe answer is a proved interval; Ctrl-C prints the interval reached so far. The "
        "values of bad moves may take\nlonger than that of the position.\n"
        "Example:\n"
        "  philidor solve '8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1' --map squares.svg");
    command->callback([arguments] { run(*arguments); });
}

}  // namespace philidor::cli
