/// @file
/// Standard algebraic notation, the moves of books and game scores: e4, Nbd7, exd6, O-O, e8=Q#.
#pragma once

#include <string>
#include <string_view>

#include "philidor/base/result.hpp"
#include "philidor/chess/board.hpp"
#include "philidor/chess/move.hpp"
#include "philidor/chess/move_error.hpp"

namespace philidor {

/// Writes a legal move with as few letters as the legal moves of the board allow.
[[nodiscard]] std::string to_san(const Board& board, Move move);

/// Reads a legal move. What the text says about the move must be true of exactly one of them, but habits of
/// writing are forgiven: 0-0; origin squares that need not be there (Ng1f3, e2-e4); x, + and # missing or
/// wrong; ! and ? behind; e8Q, e8(Q) and e8=q; xd5 if only one pawn can; e.p. behind a capture en passant. A
/// pawn move that names neither x nor a file (d5) is no capture, and castling is never written as a move of
/// the king.
[[nodiscard]] Result<Move, MoveError> parse_san(const Board& board, std::string_view text);

}  // namespace philidor
