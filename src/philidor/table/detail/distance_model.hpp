/// @file
/// Predicts distances. docs/table_format.md, part 7, is normative for every number here.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "philidor/index/detail/tile.hpp"
#include "philidor/table/detail/distance_table.hpp"
#include "philidor/table/detail/range_coder.hpp"

namespace philidor::detail {

/// Codes the distances of tiles, one after the other. Reads or writes, depending on the coder.
template <class Coder>
class DistanceModel {
  public:
    /// Uses the coder, which must outlive the model.
    explicit DistanceModel(Coder& coder) : coder_(coder) {}

    /// Codes the distances of the legal positions. Those of illegal ones are left unchanged.
    void code(const Tile& legal, TileDistances& distances) {
        for (unsigned row = 0; row < 64; ++row) {
            for (const Square square : legal.row(square_at(row))) {
                const unsigned bit = index_of(square);
                const auto at = [&](bool exists, unsigned other_row, unsigned other_bit) {
                    return exists ? distances[other_row * 64 + other_bit] : std::uint16_t{0};
                };
                code({at(bit % 8 != 0, row, bit - 1), at(bit >= 8, row, bit - 8),
                      at(row % 8 != 0, row - 1, bit), at(row >= 8, row - 8, bit)},
                     distances[row * 64 + bit]);
            }
        }
    }

  private:
    /// The distances with the black king one file or one rank before, and with the white king likewise.
    using Neighbours = std::array<std::uint16_t, 4>;

    void code(const Neighbours& neighbours, std::uint16_t& distance) {
        std::size_t decided = 0;
        std::uint16_t guess = last_;
        for (std::size_t i = neighbours.size(); i > 0; --i) {
            if (neighbours[i - 1] == 0) continue;
            decided |= std::size_t{1} << (i - 1);
            guess = neighbours[i - 1];
        }
        if (!coder_.code(decided_[decided], distance != 0)) {
            distance = 0;
            return;
        }
        std::size_t alike = 0;
        for (const std::uint16_t neighbour : neighbours) alike += neighbour == guess ? 1 : 0;
        if (coder_.code(same_[alike], distance == guess)) {
            distance = guess;
        } else {
            code_difference(guess, distance);
        }
        last_ = distance;
    }

    /// Codes the direction, then the size: the number of binary digits, and the digits after the first,
    /// highest one first.
    void code_difference(std::uint16_t guess, std::uint16_t& distance) {
        const auto difference = static_cast<std::int16_t>(distance - guess);
        const bool is_up = coder_.code(up_, difference > 0);
        const auto wanted = static_cast<unsigned>(is_up ? difference : -difference);
        unsigned digits = 0;
        while (digits < 15 && coder_.code(longer_[digits], wanted >> (digits + 1) != 0)) ++digits;
        unsigned size = 1;
        for (unsigned digit = digits; digit > 0; --digit) {
            size = size << 1U |
                   (coder_.code(digits_[digits][digit - 1], (wanted >> (digit - 1) & 1U) != 0) ? 1U : 0U);
        }
        distance = static_cast<std::uint16_t>(is_up ? guess + size : guess - size);
    }

    Coder& coder_;
    std::uint16_t last_ = 1;
    std::array<Chance, 16> decided_;
    std::array<Chance, 5> same_;
    Chance up_;
    std::array<Chance, 15> longer_;
    std::array<std::array<Chance, 15>, 16> digits_;
};

}  // namespace philidor::detail
