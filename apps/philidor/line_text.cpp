#include "line_text.hpp"

#include <fmt/format.h>

#include "philidor/chess/notation.hpp"

namespace philidor::cli {

void LineText::add(Move move, std::string_view sign) {
    const bool is_first = text_.empty();
    if (!is_first) text_ += ' ';
    if (board_.side_to_move() == Color::white) {
        text_ += fmt::format("{}. ", board_.fullmove_number());
    } else if (is_first) {
        text_ += fmt::format("{}... ", board_.fullmove_number());
    }
    text_ += to_san(board_, move);
    text_ += sign;
    board_.play(move);
}

}  // namespace philidor::cli
