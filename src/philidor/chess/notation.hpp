/// @file
/// Moves as text. Standard algebraic notation, as in books and game scores: e4, Nbd7, exd6, O-O, e8=Q#. And
/// UCI notation, as chess engines write them: e2e4, e7e8q.
#pragma once

#include <string>
#include <string_view>

#include "philidor/base/result.hpp"
#include "philidor/chess/board.hpp"
#include "philidor/chess/move.hpp"

namespace philidor {

/// Writes a move, which must be legal, with as few letters as the legal moves of the board allow.
[[nodiscard]] std::string to_san(const Board& board, Move move);

/// Reads a legal move. What the text says must be true of exactly one legal move, but common variations are
/// accepted: 0-0; unnecessary origin squares (Ng1f3, e2-e4); missing or wrong x, + and #; a final ! or ?;
/// e8Q, e8(Q) and e8=q; xd5 if only one pawn can capture there; e.p. after an en passant capture. A pawn move
/// with neither an x nor a file (d5) is never a capture, and castling is never written as a king move.
[[nodiscard]] Result<Move, MoveError> parse_san(const Board& board, std::string_view text);

/// Writes a move, which must be legal. Castling names the square where the king will stand (e1g1), or on a
/// board with a Chess960 castling style the square of the rook (e1h1).
[[nodiscard]] std::string to_uci(const Board& board, Move move);

/// Reads a legal move. Boards with a Chess960 castling style accept castling in either form; if the text also
/// fits an ordinary king move, it means that move.
[[nodiscard]] Result<Move, MoveError> parse_uci(const Board& board, std::string_view text);

}  // namespace philidor
