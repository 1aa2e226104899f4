#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command_analyze.hpp"
#include "command_annotate.hpp"
#include "command_board.hpp"
#include "command_build.hpp"
#include "command_copy.hpp"
#include "command_eval.hpp"
#include "command_generate.hpp"
#include "command_handout.hpp"
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
#include "command_study.hpp"
#include "command_submit.hpp"
#include "command_tune.hpp"
#include "command_uci.hpp"
#include "command_verify.hpp"
#include "exit_code.hpp"
#include "interrupt.hpp"
#include "keep_memory.hpp"
#include "most_similar.hpp"
#include "philidor/base/detail/in_quotes.hpp"

namespace philidor::cli {

namespace {

void describe(CLI::App& program) {
    program.description("Exact chess endgames, one table per pawn structure.");
    program.footer(
        "Examples:\n"
        "  philidor solve '8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1'    who wins, and how\n"
        "  philidor serve                                              the same in a browser\n"
        "  philidor analyze '8/8/8/8/4k3/8/4P3/4K3 w - - 0 1'          the best moves, by proof or search\n"
        "  philidor annotate games.pgn --store tables.db               what tables say about games\n\n"
        "`philidor COMMAND --help` explains a command. Exit codes: 0 done, 1 failed, 2 wrong usage or "
        "input,\n"
        "130 interrupted, 143 terminated. Both keep what is done by then.");
    program.set_help_flag("-h,--help", "Print this help and exit");
    program.set_version_flag("--version", "philidor " PHILIDOR_VERSION, "Print the version and exit");
    program.require_subcommand(0, 1);
    add_solve_command(program);
    add_serve_command(program);
    add_analyze_command(program);
    add_annotate_command(program);
    add_study_command(program);
    add_board_command(program);
    add_handout_command(program);
    add_probe_command(program);
    add_generate_command(program);
    add_list_command(program);
    add_show_command(program);
    add_verify_command(program);
    add_manifest_command(program);
    add_export_command(program);
    add_import_command(program);
    add_plan_command(program);
    add_build_command(program);
    add_submit_command(program);
    add_status_command(program);
    add_key_command(program);
    add_index_pgn_command(program);
    add_stats_command(program);
    add_eval_command(program);
    add_tune_command(program);
    add_perft_command(program);
    add_uci_command(program);
}

/// GUIs cannot pass arguments as a rule: they start a link called philidor-uci, or the program with a pipe.
bool is_started_as_engine(int argument_count, const char* const* arguments) {
    if (argument_count != 1) return false;
    if (std::filesystem::path(arguments[0]).filename() == "philidor-uci") return true;
    struct stat input{};
    return fstat(STDIN_FILENO, &input) == 0 && (S_ISFIFO(input.st_mode) || S_ISSOCK(input.st_mode));
}

/// The arguments, with commands by the names that the seeds of the project have for them.
std::vector<std::string> with_known_names(int argument_count, const char* const* arguments) {
    std::vector<std::string> words(arguments, arguments + argument_count);
    if (words.size() < 2) return words;
    if (words[1] == "index_pgn") words[1] = "index-pgn";
    if (words[1] == "perft_divide") {
        words[1] = "perft";
        words.emplace_back("--divide");
    }
    return words;
}

/// Ends the program if its first argument is meant as a command and is none.
void check_command(const CLI::App& program, const std::vector<std::string>& words) {
    if (words.size() < 2 || words[1].starts_with('-')) return;
    const std::string& word = words[1];
    std::vector<std::string> names;
    for (const CLI::App* command : program.get_subcommands(nullptr)) names.push_back(command->get_name());
    const bool is_known = std::ranges::any_of(
        program.get_subcommands(nullptr), [&](const CLI::App* command) { return command->check_name(word); });
    if (is_known) return;
    const std::string likely = most_similar(word, names);
    throw CommandFailure(ExitCode::bad_input,
                         fmt::format("there is no command {}{}; `philidor --help` lists all", in_quotes(word),
                                     likely.empty() ? "" : fmt::format("; did you mean {}?", likely)));
}

ExitCode run(CLI::App& program, int argument_count, const char* const* arguments) {
    try {
        if (is_started_as_engine(argument_count, arguments)) {
            run_uci();
            return ExitCode::done;
        }
        const std::vector<std::string> words = with_known_names(argument_count, arguments);
        check_command(program, words);
        std::vector<const char*> pointers;
        pointers.reserve(words.size());
        for (const std::string& word : words) pointers.push_back(word.c_str());
        program.parse(static_cast<int>(pointers.size()), pointers.data());  // runs the command
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
