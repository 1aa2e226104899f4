/// @file
/// Fills the attack tables of the sliders, for any hash that finds the entries.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "philidor/chess/bitboard.hpp"
#include "philidor/chess/detail/slow_attacks.hpp"
#include "philidor/chess/square.hpp"

namespace philidor::detail {

/// The squares whose occupation can change a slider's attacks: its rays without the last square of each,
/// since nothing lies beyond the edge of the board.
[[nodiscard]] constexpr Bitboard relevant_squares(Square square, const std::array<slow::Step, 4>& steps) {
    Bitboard relevant;
    for (const slow::Step step : steps) {
        for (const Square on_ray : slow::ray(square, step)) {
            if (slow::step_from(on_ray, step).any()) relevant.add(on_ray);
        }
    }
    return relevant;
}

/// One way to occupy a ray: its part of the hash key, and the squares that remain attacked.
struct RayVariant {
    std::uint64_t key = 0;
    Bitboard attacked;
};

/// Every way to occupy one ray; a ray has at most six relevant squares.
struct RayVariants {
    std::array<RayVariant, 64> variants{};
    std::size_t count = 0;
};

/// Lists the variants of a ray. `key_of` maps a set of occupied squares to its hash key.
template <class KeyOf>
[[nodiscard]] RayVariants ray_variants(Square square, slow::Step step, KeyOf key_of) {
    const Bitboard relevant = relevant_squares(square, {step, step, step, step});
    RayVariants result;
    Bitboard occupied;
    do {
        result.variants[result.count++] = {key_of(occupied), slow::ray(square, step, occupied)};
        occupied = Bitboard::from_bits((occupied.bits() - relevant.bits()) & relevant.bits());
    } while (occupied.any());
    return result;
}

/// Fills the entries of one square. Both hashes in use are sums over the occupied squares, so the key of four
/// rays is the sum of their keys. This way all entries are filled in less than a millisecond. `index_of_key`
/// turns the sum into an index in the table.
template <class Table, class KeyOf, class IndexOfKey>
void fill_square(Table& table,
                 Square square,
                 const std::array<slow::Step, 4>& steps,
                 KeyOf key_of,
                 IndexOfKey index_of_key) {
    std::array<RayVariants, 4> rays;
    for (std::size_t i = 0; i < 4; ++i) rays[i] = ray_variants(square, steps[i], key_of);
    for (std::size_t a = 0; a < rays[0].count; ++a) {
        for (std::size_t b = 0; b < rays[1].count; ++b) {
            for (std::size_t c = 0; c < rays[2].count; ++c) {
                const std::uint64_t key =
                    rays[0].variants[a].key + rays[1].variants[b].key + rays[2].variants[c].key;
                const Bitboard attacked = rays[0].variants[a].attacked | rays[1].variants[b].attacked |
                                          rays[2].variants[c].attacked;
                for (std::size_t d = 0; d < rays[3].count; ++d) {
                    table[index_of_key(key + rays[3].variants[d].key)] =
                        attacked | rays[3].variants[d].attacked;
                }
            }
        }
    }
}

}  // namespace philidor::detail
