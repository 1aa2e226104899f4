#include "value_text.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include <fmt/format.h>

#include "philidor/chess/notation.hpp"

namespace philidor::cli {

std::string text_of(std::optional<int> dtz) { return dtz ? std::to_string(*dtz) : "?"; }

void print_moves(const Board& board, std::span<const MoveAnswer> moves) {
    std::size_t width = 0;
    for (const MoveAnswer& move : moves) width = std::max(width, to_san(board, move.move).size());
    for (const MoveAnswer& move : moves) {
        fmt::print("  {:<{}}  {:<12}  {:>5}\n", to_san(board, move.move), width, to_string(move.bounds),
                   text_of(move.dtz));
    }
}

}  // namespace philidor::cli
