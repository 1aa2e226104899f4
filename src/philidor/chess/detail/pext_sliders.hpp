/// @file
/// Slider attacks with the PEXT instruction, only for kernels compiled for BMI2.
#pragma once

#include "philidor/base/inline.hpp"
#include "philidor/chess/bitboard.hpp"
#include "philidor/chess/indexed_array.hpp"

namespace philidor::detail {

/// Where to find slider attacks: at `attacks[square][pext(occupied, relevant[square])]`. They share one
/// struct so that one register reaches all of it.
struct PextTables {
    BySquare<Bitboard> rook_relevant;
    BySquare<const Bitboard*> rook_attacks;
    BySquare<Bitboard> bishop_relevant;
    BySquare<const Bitboard*> bishop_attacks;
};

/// The tables, filled when the program starts.
extern const PextTables pext_tables;

#ifdef __BMI2__

/// Slider attacks for the BMI2 kernels.
struct PextSliders {
    /// The squares a rook on `square` attacks.
    [[nodiscard]] PHILIDOR_INLINE static Bitboard rook_attacks(Square square, Bitboard occupied) {
        const auto relevant = pext_tables.rook_relevant[square].bits();
        return pext_tables.rook_attacks[square][__builtin_ia32_pext_di(occupied.bits(), relevant)];
    }

    /// The squares a bishop on `square` attacks.
    [[nodiscard]] PHILIDOR_INLINE static Bitboard bishop_attacks(Square square, Bitboard occupied) {
        const auto relevant = pext_tables.bishop_relevant[square].bits();
        return pext_tables.bishop_attacks[square][__builtin_ia32_pext_di(occupied.bits(), relevant)];
    }
};

#endif

}  // namespace philidor::detail
