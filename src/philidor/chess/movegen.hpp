/// @file
/// The legal moves of a position.
#pragma once

#include "philidor/chess/board.hpp"
#include "philidor/chess/move.hpp"

namespace philidor {

/// All legal moves. Their order is fixed, but says nothing about how good they are.
[[nodiscard]] MoveList legal_moves(const Board& board);

/// The legal moves of the pieces on these squares.
[[nodiscard]] MoveList legal_moves(const Board& board, Bitboard movers);

/// All pseudo-legal moves: the legal ones, and those that leave the king in check. Castling is listed only if
/// it is legal, since a later test of the king's square alone could not decide that; en passant captures only
/// if at least one is legal.
[[nodiscard]] MoveList pseudo_legal_moves(const Board& board);

/// The number of legal moves; faster than listing them.
[[nodiscard]] unsigned count_legal_moves(const Board& board);

/// Whether there is a legal move.
[[nodiscard]] inline bool has_legal_move(const Board& board) { return count_legal_moves(board) != 0; }

/// Whether a move, made of any 16 bits, is legal on this board.
[[nodiscard]] bool is_legal(const Board& board, Move move);

/// Whether the side to move is checkmated.
[[nodiscard]] inline bool is_checkmate(const Board& board) {
    return board.is_check() && !has_legal_move(board);
}

/// Whether the side to move is stalemated.
[[nodiscard]] inline bool is_stalemate(const Board& board) {
    return !board.is_check() && !has_legal_move(board);
}

}  // namespace philidor
