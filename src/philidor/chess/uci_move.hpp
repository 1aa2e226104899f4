/// @file
/// Moves as chess engines write them: e2e4, e7e8q.
#pragma once

#include <string>
#include <string_view>

#include "philidor/base/result.hpp"
#include "philidor/chess/board.hpp"
#include "philidor/chess/move.hpp"
#include "philidor/chess/move_error.hpp"

namespace philidor {

/// Writes a legal move. Castling names the square where the king will stand (e1g1), on a board of a Chess960
/// castling style the square of the rook (e1h1).
[[nodiscard]] std::string to_uci(const Board& board, Move move);

/// Reads a legal move. Boards of a Chess960 style take castling in either form; what is an ordinary step of
/// the king as well means the step.
[[nodiscard]] Result<Move, MoveError> parse_uci(const Board& board, std::string_view text);

}  // namespace philidor
