/// @file
/// Hash keys of positions.
///
/// A key is the exclusive or of 64-bit numbers: one for each piece on its square, one for each rook that may
/// castle, one for the file of a legal en passant capture, and one if Black is to move. The numbers are the
/// output of splitmix64 from the seed `zobrist::seed`, drawn in this order: for each kind from pawn to king,
/// for White then Black, squares a1 to h8; then castling rooks a1 to h1 and a8 to h8; then en passant files a
/// to h; then Black to move. They are the same in every process, on every machine and in every version, so
/// stored data may rely on them.
#pragma once

#include <cstdint>

#include "philidor/base/inline.hpp"
#include "philidor/chess/bitboard.hpp"
#include "philidor/chess/board.hpp"
#include "philidor/chess/indexed_array.hpp"
#include "philidor/chess/piece.hpp"
#include "philidor/chess/square.hpp"

namespace philidor::zobrist {

/// The seed of the numbers: "PHILIDOR" in ASCII.
inline constexpr std::uint64_t seed = 0x5048494C49444F52;

/// All the numbers.
struct Numbers {
    ByPiece<BySquare<Key>> pieces;                ///< for each piece on each square
    BySquare<Key> castling_rooks;                 ///< for each rook that may castle, by its square
    IndexedArray<File, Key, 8> en_passant_files;  ///< for a legal en passant capture, by its file
    Key black_to_move = 0;                        ///< if Black is to move
};

/// The numbers, computed at compile time.
extern const Numbers numbers;

/// The exclusive or of the numbers of these castling rooks.
[[nodiscard]] PHILIDOR_INLINE Key castling_key(Bitboard rooks) {
    Key key = 0;
    for (const Square square : rooks) key ^= numbers.castling_rooks[square];
    return key;
}

}  // namespace philidor::zobrist
