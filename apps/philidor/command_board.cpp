#include "command_board.hpp"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "board_diagram.hpp"
#include "board_text.hpp"
#include "exit_code.hpp"
#include "philidor/base/detail/in_quotes.hpp"
#include "philidor/chess/notation.hpp"
#include "read_input.hpp"
#include "write_file.hpp"

namespace philidor::cli {

namespace {

struct BoardArguments {
    std::string fen;
    std::string svg_path;  ///< empty to print the board as text
    std::vector<std::string> arrows;
    std::vector<std::string> squares;
    std::string last_move;
};

Square square_or_failure(std::string_view text) {
    const auto square = parse_square(text);
    if (!square) throw CommandFailure(ExitCode::bad_input, fmt::format("no square: {}", in_quotes(text)));
    return *square;
}

/// Two squares, such as c6c7.
std::pair<Square, Square> squares_or_failure(const std::string& text) {
    if (text.size() != 4)
        throw CommandFailure(ExitCode::bad_input,
                             fmt::format("not two squares, such as e2e4: {}", in_quotes(text)));
    const std::pair squares(square_or_failure(text.substr(0, 2)), square_or_failure(text.substr(2)));
    if (squares.first == squares.second)
        throw CommandFailure(ExitCode::bad_input, fmt::format("twice the same square: {}", in_quotes(text)));
    return squares;
}

void run_board(const BoardArguments& arguments) {
    const Board board = read_board(arguments.fen);
    DiagramMarks marks;
    for (const std::string& arrow : arguments.arrows) marks.arrows.push_back(squares_or_failure(arrow));
    for (const std::string& square : arguments.squares) marks.squares.push_back(square_or_failure(square));
    if (!arguments.last_move.empty()) marks.last_move.push_back(squares_or_failure(arguments.last_move));
    if (arguments.svg_path.empty()) return print_board(board);
    const std::string svg = diagram_svg(board, marks);
    if (arguments.svg_path == "-") {
        fmt::print("{}", svg);
    } else {
        write_file(arguments.svg_path, svg);
    }
}

}  // namespace

void add_board_command(CLI::App& program) {
    CLI::App* command = program.add_subcommand("board", "Draw a position");
    const auto arguments = std::make_shared<BoardArguments>();
    add_fen_argument(*command, arguments->fen, "A position");
    CLI::Option* svg = command->add_option("--svg", arguments->svg_path, "Write a picture; `-` prints it")
                           ->type_name("FILE");
    command->add_option("--arrow", arguments->arrows, "Draw an arrow, such as e2e4; may be repeated")
        ->type_name("SQUARES")
        ->needs(svg);
    command->add_option("--mark", arguments->squares, "Colour a square, such as d5; may be repeated")
        ->type_name("SQUARE")
        ->needs(svg);
    command->add_option("--last-move", arguments->last_move, "Colour the squares of a move, such as e2e4")
        ->type_name("SQUARES")
        ->needs(svg);
    command->footer(
        "Without --svg the board is printed as text.\n"
        "Example:\n"
        "  philidor board '8/8/1KP5/3r4/8/8/8/k7 w - - 0 1' --svg saavedra.svg --arrow c6c7 --mark d6");
    command->callback([arguments] { run_board(*arguments); });
}

}  // namespace philidor::cli
