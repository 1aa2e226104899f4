/// @file
/// Slider attacks by multiplication ("magic bitboards"): fast on every processor.
#pragma once

#include <array>
#include <cstdint>

#include "philidor/base/inline.hpp"
#include "philidor/chess/bitboard.hpp"
#include "philidor/chess/detail/slider_table.hpp"
#include "philidor/chess/indexed_array.hpp"

namespace philidor::detail {

/// Where to find the attacks of a slider on one square: at `offset + ((occupied & relevant) * magic >>
/// shift)`.
struct MagicHash {
    Bitboard relevant;
    std::uint64_t magic = 0;
    std::uint32_t offset = 0;
    std::uint32_t shift = 0;
};

extern const BySquare<MagicHash> rook_magic_hashes;
extern const BySquare<MagicHash> bishop_magic_hashes;
extern const std::array<Bitboard, rook_table_size> rook_magic_table;
extern const std::array<Bitboard, bishop_table_size> bishop_magic_table;

/// Slider attacks for the portable kernels and for all code outside the kernels.
struct MagicSliders {
    /// The squares a rook on `square` attacks.
    [[nodiscard]] PHILIDOR_INLINE static Bitboard rook_attacks(Square square, Bitboard occupied) {
        const MagicHash& hash = rook_magic_hashes[square];
        const auto key = (occupied & hash.relevant).bits() * hash.magic >> hash.shift;
        return rook_magic_table.data()[hash.offset + key];
    }

    /// The squares a bishop on `square` attacks.
    [[nodiscard]] PHILIDOR_INLINE static Bitboard bishop_attacks(Square square, Bitboard occupied) {
        const MagicHash& hash = bishop_magic_hashes[square];
        const auto key = (occupied & hash.relevant).bits() * hash.magic >> hash.shift;
        return bishop_magic_table.data()[hash.offset + key];
    }
};

}  // namespace philidor::detail
