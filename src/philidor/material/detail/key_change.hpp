/// @file
/// What a move does to a key.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "philidor/chess/piece.hpp"
#include "philidor/chess/square.hpp"
#include "philidor/material/piece_counts.hpp"

namespace philidor {

/// The ways in which a move leads to another key.
enum class ChangeKind : std::uint8_t {
    piece_taken,       ///< a king or piece takes a piece; it makes no difference which one takes
    pawn_taken,        ///< a king or piece takes a pawn
    push,              ///< a pawn moves one square
    double_push,       ///< a pawn moves two squares
    pawn_takes_pawn,   ///< a pawn takes a pawn, other than en passant
    en_passant,        ///< a pawn takes a pawn en passant
    pawn_takes_piece,  ///< a pawn takes a piece and stays a pawn
    promotion,         ///< a pawn moves to the last rank and becomes a piece
    taking_promotion,  ///< a pawn takes a piece on the last rank and becomes a piece
};

/// One way in which a move leads to another key: the cause of a child key.
struct KeyChange {
    ChangeKind kind;             ///< what kind of change it is
    Color mover;                 ///< the side that moves
    std::optional<Square> from;  ///< the pawn that moves
    std::optional<Square> to;    ///< where that pawn goes, unless it promotes; or the pawn that a piece takes
    std::optional<PieceKind> taken;      ///< the piece that is taken
    std::optional<PieceKind> promotion;  ///< what the pawn becomes

    /// Whether all fields are equal.
    friend constexpr bool operator==(const KeyChange&, const KeyChange&) = default;
};

/// The change in words: "white pawn e7 promotes to a queen, taking a rook".
[[nodiscard]] std::string describe(const KeyChange& change);

}  // namespace philidor
