#include "command_eval.hpp"

#include <fstream>
#include <iterator>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "pawn_report.hpp"
#include "philidor/pawns/detail/pawn_eval.hpp"
#include "philidor/pawns/detail/pawn_weights_text.hpp"
#include "philidor/serve/report_json.hpp"
#include "read_input.hpp"
#include "write_file.hpp"

namespace philidor::cli {

namespace {

/// The arguments of the command.
struct EvalArguments {
    std::string fen;
    std::string weights = "tuned";  ///< "tuned", "starting" or a file
    std::string svg_path;           ///< empty for no picture
    bool wants_json = false;
};

PawnWeights read_weights(const std::string& name) {
    if (name == "tuned") return tuned_pawn_weights;
    if (name == "starting") return starting_pawn_weights;
    std::ifstream file(name);
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    if (!file) {
        throw CommandFailure(
            ExitCode::bad_input,
            fmt::format(R"(--weights is neither "tuned" nor "starting" nor a file that can be read: "{}")",
                        name));
    }
    const auto weights = parse_pawn_weights(text);
    if (!weights) throw CommandFailure(ExitCode::bad_input, name + ": " + weights.error().message);
    return *weights;
}

void run(const EvalArguments& arguments) {
    const PawnReport report = report_on_pawns(read_board(arguments.fen), read_weights(arguments.weights));
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
    command
        ->add_option(
            "--weights", arguments->weights,
            "Weights: tuned, starting (those that tuning starts from) or a file that `tune --weights` "
            "wrote")
        ->type_name("WEIGHTS")
        ->capture_default_str();
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
