/// @file
/// A set of positions that several threads fill.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "philidor/chess/bitboard.hpp"
#include "philidor/index/detail/tile_place.hpp"

namespace philidor::detail {

/// A set of places that threads add to while others look.
class PlaceSet {
  public:
    /// The empty set of places in this many tiles.
    explicit PlaceSet(std::size_t tile_count) : rows_(tile_count * 2 * square_count) {}

    /// The squares of the black king that go with these men.
    [[nodiscard]] std::uint64_t row(std::size_t tile, Color side_to_move, Square white_king) const {
        return rows_[row_of(tile, side_to_move, white_king)].load(std::memory_order_relaxed);
    }
    /// Whether a place is in the set.
    [[nodiscard]] bool has(const TilePlace& place) const {
        return Bitboard::from_bits(row(place.tile, place.side_to_move, place.white_king))
            .has(place.black_king);
    }
    /// Adds all places of another set. No other thread works on either.
    void add_all(const PlaceSet& other) {
        for (std::size_t i = 0; i < rows_.size(); ++i) rows_[i] |= other.rows_[i];
    }
    /// Adds a place.
    void add(const TilePlace& place) {
        rows_[row_of(place.tile, place.side_to_move, place.white_king)].fetch_or(
            Bitboard(place.black_king).bits(), std::memory_order_relaxed);
    }

  private:
    [[nodiscard]] static std::size_t row_of(std::size_t tile, Color side_to_move, Square white_king) {
        return (tile * 2 + static_cast<std::size_t>(side_to_move)) * square_count + index_of(white_king);
    }

    std::vector<std::atomic<std::uint64_t>> rows_;
};

}  // namespace philidor::detail
