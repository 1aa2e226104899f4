/// @file
/// Moves as chess engines write them: e2e4, e7e8q.
#pragma once

#include <string>
#include <string_view>

#include "philidor/base/result.hpp"
#include "philidor/chess/board.hpp"
#include "philidor/chess/move.hpp"

namespace philidor {

/// Writes a move, which must be legal. Castling names the square where the king will stand (e1g1), or on a
/// board with a Chess960 castling style the square of the rook (e1h1).
[[nodiscard]] std::string to_uci(const Board& board, Move move);

/// Reads a legal move. Boards with a Chess960 castling style accept castling in either form; if the text also
/// fits an ordinary king move, it means that move.
[[nodiscard]] Result<Move, MoveError> parse_uci(const Board& board, std::string_view text);

}  // namespace philidor
