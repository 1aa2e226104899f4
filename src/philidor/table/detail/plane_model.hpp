/// @file
/// Codes a tile of bits as a sequence of decisions. docs/table_format.md, "Planes", is normative.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "philidor/base/inline.hpp"
#include "philidor/index/detail/tile.hpp"
#include "philidor/table/detail/range_coder.hpp"

namespace philidor::detail {

/// What has been learned about planes of one kind.
struct PlaneChances {
    Chance any{2048};              ///< the plane has a bit set
    std::array<Chance, 8> rows;    ///< a row has a surprise
    std::array<Chance, 16> ranks;  ///< a rank of a row has a surprise
    std::array<Chance, 128> bits;  ///< a bit is set
    std::uint64_t first_row = 0;   ///< of the previous plane: it predicts that of the next

    /// The state before anything has been seen.
    PlaneChances() {
        rows.fill(Chance(819));
        ranks.fill(Chance(1228));
        for (unsigned context = 0; context < bits.size(); ++context) {
            const auto neighbours = static_cast<unsigned>(std::popcount(context & 0x1BU));
            bits[context] = Chance(614 + 717 * neighbours);
        }
    }
};

/// The open bits of a plane, and what is known about its neighbourhood.
struct PlaneHints {
    const Tile& open;  ///< the bits to be coded
    const Tile& foreseen;
    const Tile& takes;
};

/// Codes the open bits of a plane row by row. If `Coder` is a `RangeEncoder`, `plane` holds the bits; if it
/// is a `RangeDecoder`, `plane` is filled with them. In both cases the bits that are not open are set to what
/// their neighbours suggest.
///
/// Rows are white king squares. A row is predicted from the rows to its west, south and south-west. Where
/// west and south differ, the bits are coded one by one. Elsewhere surprises are rare: one decision tells
/// whether the row has any, and if so, one for each rank tells where to expect them.
template <class Coder>
class PlaneModel {
  public:
    /// Uses this coder and these chances.
    PlaneModel(Coder& coder, PlaneChances& chances) : coder_(coder), chances_(chances) {}

    /// Codes a plane.
    void code(Tile& plane, const PlaneHints& hints) {
        std::uint64_t open = 0;
        std::uint64_t set = 0;
        for (std::size_t row = 0; row < 64; ++row) {
            open |= hints.open.rows[row];
            set |= hints.open.rows[row] & plane.rows[row];
        }
        if (open == 0 || !coder_.code(chances_.any, set != 0)) {
            plane = {};
        } else {
            std::array<std::uint8_t, 64> surprises{};  // by row: the ranks with surprises
            for (unsigned row = 0; row < 64; ++row) {
                code_row(row, neighbours_of(plane, row), plane, hints, surprises);
            }
        }
        chances_.first_row = plane.rows[0];
    }

  private:
    /// Rows that are already known, and what they suggest.
    struct Neighbours {
        std::uint64_t west;
        std::uint64_t south;
        std::uint64_t south_west;
        /// Continues the pattern: of west and south, the one that differs from south-west.
        [[nodiscard]] std::uint64_t suggestion() const {
            return (west & south) | ((west | south) & ~south_west);
        }
    };

    [[nodiscard]] Neighbours neighbours_of(const Tile& plane, unsigned row) const {
        const bool has_west = row % 8 != 0;
        const bool has_south = row >= 8;
        if (has_west && has_south) return {plane.rows[row - 1], plane.rows[row - 8], plane.rows[row - 9]};
        const std::uint64_t only = has_west    ? plane.rows[row - 1]
                                   : has_south ? plane.rows[row - 8]
                                               : chances_.first_row;
        return {only, only, only};
    }

    void code_row(unsigned row,
                  const Neighbours& neighbours,
                  Tile& plane,
                  const PlaneHints& hints,
                  std::array<std::uint8_t, 64>& surprises) {
        const std::uint64_t open = hints.open.rows[row];
        const std::uint64_t unsure = (neighbours.west ^ neighbours.south) & open;
        const std::uint64_t sure = open & ~unsure;
        const std::uint64_t truth = plane.rows[row];
        const std::uint64_t suggestion = neighbours.suggestion();
        std::uint64_t todo = unsure;
        if (sure != 0) {
            const std::uint8_t west = row % 8 != 0 ? surprises[row - 1] : std::uint8_t{0};
            const std::uint8_t south = row >= 8 ? surprises[row - 8] : std::uint8_t{0};
            const std::uint64_t surprising = (truth ^ suggestion) & sure;
            const std::size_t context =
                (west != 0 ? 1U : 0U) | (south != 0 ? 2U : 0U) | (unsure != 0 ? 4U : 0U);
            if (coder_.code(chances_.rows[context], surprising != 0)) {
                surprises[row] = code_ranks(surprising, sure, unsure, west, south);
                todo |= open & spread(surprises[row]);
            }
        }
        plane.rows[row] =
            code_bits(todo, truth, suggestion, neighbours, hints.foreseen.rows[row], hints.takes.rows[row]);
    }

    /// Codes for each rank of a row whether it has a surprise.
    [[nodiscard]] std::uint8_t code_ranks(
        std::uint64_t surprising, std::uint64_t sure, std::uint64_t unsure, unsigned west, unsigned south) {
        unsigned found = 0;
        for (unsigned rank = 0; rank < 8; ++rank) {
            const std::uint64_t bits = std::uint64_t{0xFF} << (8 * rank);
            if ((sure & bits) == 0) continue;
            const unsigned before = rank == 0 ? 0 : found >> (rank - 1) & 1U;
            const std::size_t context = ((unsure & bits) != 0 ? 1U : 0U) | (west >> rank & 1U) << 1U |
                                        (south >> rank & 1U) << 2U | before << 3U;
            if (coder_.code(chances_.ranks[context], (surprising & bits) != 0)) found |= 1U << rank;
        }
        return static_cast<std::uint8_t>(found);
    }

    /// Codes single bits of a row, starting from a1.
    [[nodiscard]] std::uint64_t code_bits(std::uint64_t todo,
                                          std::uint64_t truth,
                                          std::uint64_t suggestion,
                                          const Neighbours& neighbours,
                                          std::uint64_t foreseen,
                                          std::uint64_t takes) {
        constexpr std::uint64_t a_file = 0x0101010101010101;
        std::uint64_t row = suggestion;
        for (; todo != 0; todo &= todo - 1) {
            const auto bit = static_cast<unsigned>(std::countr_zero(todo));
            const std::uint64_t known = (neighbours.west >> bit & 1U) | (neighbours.south >> bit & 1U) << 1U |
                                        (neighbours.south_west >> bit & 1U) << 2U |
                                        (foreseen >> bit & 1U) << 5U | (takes >> bit & 1U) << 6U;
            const std::uint64_t before = row << 1U & ~a_file;
            const std::uint64_t below = row << 8U;
            const std::uint64_t context = known | (before >> bit & 1U) << 3U | (below >> bit & 1U) << 4U;
            const bool is_set = coder_.code(chances_.bits[context], (truth >> bit & 1U) != 0);
            row = (row & ~(std::uint64_t{1} << bit)) | std::uint64_t{is_set} << bit;
        }
        return row;
    }

    /// The squares of the ranks whose bits are set.
    [[nodiscard]] static std::uint64_t spread(std::uint8_t ranks) {
        std::uint64_t bits = 0;
        for (unsigned rank = 0; rank < 8; ++rank) {
            if ((ranks >> rank & 1U) != 0) bits |= std::uint64_t{0xFF} << (8 * rank);
        }
        return bits;
    }

    Coder& coder_;
    PlaneChances& chances_;
};

}  // namespace philidor::detail
