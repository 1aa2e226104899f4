/// @file
/// Which moves there are.
#pragma once

#include "philidor/chess/board.hpp"
#include "philidor/chess/move.hpp"
#include "philidor/chess/move_list.hpp"

namespace philidor {

/// All legal moves. The order is fixed, but says nothing about their worth.
[[nodiscard]] MoveList legal_moves(const Board& board);

/// The legal moves of the men on these squares.
[[nodiscard]] MoveList legal_moves(const Board& board, Bitboard movers);

/// All moves that may leave the king in check, and the legal ones among them. Castling, which no later
/// look at the king could judge, is listed only if it is legal; captures en passant only if one is legal.
[[nodiscard]] MoveList pseudo_legal_moves(const Board& board);

/// How many legal moves there are; faster than listing them.
[[nodiscard]] unsigned count_legal_moves(const Board& board);

/// Whether there is a legal move.
[[nodiscard]] inline bool has_legal_move(const Board& board) { return count_legal_moves(board) != 0; }

/// Whether a move, any 16 bits at all, is legal on this board.
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
