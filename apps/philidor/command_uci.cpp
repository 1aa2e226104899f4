#include "command_uci.hpp"

#include <cstdio>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "interrupt.hpp"
#include "philidor/engine/detail/uci_session.hpp"

namespace philidor::cli {

namespace {

void print(std::string_view text) {
    fmt::print("{}\n", text);
    std::fflush(stdout);  // so that the GUI need not wait
}

void run(const std::vector<std::string>& words) {
    end_at_interrupt();
    UciSession session("Philidor " PHILIDOR_VERSION, print);
    if (!words.empty()) {
        (void)session.receive(fmt::format("{}", fmt::join(words, " ")));
    } else {
        for (std::string line; std::getline(std::cin, line);) {
            if (!session.receive(line)) return;
        }
    }
    session.finish();
}

}  // namespace

void run_uci() { run(std::vector<std::string>{}); }

void add_uci_command(CLI::App& program) {
    CLI::App* command = program.add_subcommand("uci", "Run as a UCI engine, for chess GUIs");
    const auto words = std::make_shared<std::vector<std::string>>();
    command->add_option("COMMAND", *words, "A single UCI command, instead of commands from standard input")
        ->type_name("");
    command->footer(
        "Reads UCI commands from standard input until `quit`. Three more commands: `go perft N` counts\n"
        "positions, `bench [DEPTH]` searches a fixed set of positions, always with the same number of "
        "nodes.\n"
        "`d` shows the board. The option TablePath lists stores of tables, SyzygyPath folders of Syzygy's "
        "tables, "
        "separated by\ncolons.\n"
        "For GUIs that pass no arguments, there is the link philidor-uci; the program does the same if its "
        "input is a pipe.\n"
        "Examples:\n"
        "  philidor uci\n"
        "  philidor uci bench 10");
    command->callback([words] { run(*words); });
}

}  // namespace philidor::cli
