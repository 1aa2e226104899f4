#include <cstdio>
#include <exception>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "command_analyze.hpp"
#include "command_annotate.hpp"
#include "command_build.hpp"
#include "command_copy.hpp"
#include "command_eval.hpp"
#include "command_generate.hpp"
#include "command_index_pgn.hpp"
#include "command_key.hpp"
#include "command_manifest.hpp"
#include "command_perft.hpp"
#include "command_plan.hpp"
#include "command_probe.hpp"
#include "command_serve.hpp"
#include "command_show.hpp"
#include "command_solve.hpp"
#include "command_stats.hpp"
#include "command_status.hpp"
#include "command_submit.hpp"
#include "command_tune.hpp"
#include "command_uci.hpp"
#include "command_verify.hpp"
#include "exit_code.hpp"
#include "interrupt.hpp"
#include "keep_memory.hpp"

namespace philidor::cli {

namespace {

void describe(CLI::App& program) {
    program.description("Exact chess endgames, one table per pawn structure.");
    program.footer(
        "Example:\n"
        "  philidor perft 5    counts the positions five plies after the start of the game\n\n"
        "`philidor COMMAND --help` explains a command. Exit codes: 0 done, 1 failed, 2 wrong usage or "
        "input,\n"
        "130 interrupted, 143 terminated. Both keep what is done by then.");
    program.set_help_flag("-h,--help", "Print this help and exit");
    program.set_version_flag("--version", "philidor " PHILIDOR_VERSION, "Print the version and exit");
    program.require_subcommand(0, 1);
    add_perft_command(program);
    add_key_command(program);
    add_generate_command(program);
    add_plan_command(program);
    add_build_command(program);
    add_submit_command(program);
    add_status_command(program);
    add_probe_command(program);
    add_solve_command(program);
    add_serve_command(program);
    add_eval_command(program);
    add_tune_command(program);
    add_show_command(program);
    add_list_command(program);
    add_verify_command(program);
    add_export_command(program);
    add_import_command(program);
    add_manifest_command(program);
    add_index_pgn_command(program);
    add_stats_command(program);
    add_annotate_command(program);
    add_analyze_command(program);
    add_uci_command(program);
}

ExitCode run(CLI::App& program, int argument_count, const char* const* arguments) {
    try {
        program.parse(argument_count, arguments);  // runs the command
        if (program.get_subcommands().empty()) {
            fmt::print(stderr, "{}", program.help());
            return ExitCode::bad_input;
        }
        if (std::fflush(stdout) == 0) return ExitCode::done;
        fmt::print(stderr, "philidor: cannot write to standard output\n");
    } catch (const CLI::ParseError& error) {
        return program.exit(error) == 0 ? ExitCode::done : ExitCode::bad_input;
    } catch (const CommandFailure& failure) {
        fmt::print(stderr, "philidor: {}\n", failure.what());
        return failure.code();
    } catch (const std::bad_alloc&) {
        fmt::print(stderr, "philidor: not enough memory\n");
    } catch (const std::exception& error) {
        fmt::print(stderr, "philidor: {}\n", error.what());
    }
    return ExitCode::failed;
}

}  // namespace

}  // namespace philidor::cli

int main(int argument_count, char** arguments) {
    philidor::cli::keep_freed_memory();
    philidor::cli::catch_interrupt();
    CLI::App program("", "philidor");
    philidor::cli::describe(program);
    return static_cast<int>(philidor::cli::run(program, argument_count, arguments));
}
