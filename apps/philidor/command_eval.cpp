#include "command_eval.hpp"

#include <memory>
#include <string>

#include <fmt/format.h>

#include "pawn_report.hpp"
#include "philidor/serve/report_json.hpp"
#include "read_input.hpp"
#include "write_file.hpp"

namespace philidor::cli {

namespace {

/// The arguments of the command.
struct EvalArguments {
    std::string fen;
    std::string svg_path;  ///< empty for no picture
    bool wants_json = false;
};

void run(const EvalArguments& arguments) {
    const PawnReport report = report_on_pawns(read_board(arguments.fen));
    if (!arguments.svg_path.empty()) write_file(arguments.svg_path, pawn_svg(report));
    if (arguments.wants_json) {
        fmt::print("{}\n", json_of(report).dump());
    } else {
        print(report);
    }
}

}  // namespace

void add_eval_command(CLI::App& program) {
    CLI::App* command =
        program.add_subcommand("eval", "Evaluate the pawns of a position and explain the score");
    const auto arguments = std::make_shared<EvalArguments>();
    add_fen_argument(*command, arguments->fen, "A position");
    command->add_option("--svg", arguments->svg_path, "Draw the pawns to this file")->type_name("FILE.svg");
    command->add_flag("--json", arguments->wants_json, "Print one line of JSON instead of text");
    command->footer(
        "Scores are in centipawns, from White's point of view, for the middlegame and the endgame. The total "
        "lies\nbetween them, depending on the pieces left. Material does not count. docs/pawns.md explains "
        "every term.\n"
        "Example:\n"
        "  philidor eval '8/5k2/1p3p1p/1P1P1P2/2P4P/4K3/8/8 w - - 0 1' --svg pawns.svg");
    command->callback([arguments] { run(*arguments); });
}

}  // namespace philidor::cli
