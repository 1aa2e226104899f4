/// @file
/// A cache of perft counts.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "philidor/chess/bitboard.hpp"
#include "philidor/chess/board.hpp"
#include "philidor/chess/piece.hpp"

namespace philidor::detail {

/// Remembers the number of move sequences of a given length from a board. All threads share one table without
/// locks. An entry is two words,
///
///       check   key ^ data
///       data    bit  63-6   5-0
///                    nodes  depth
///
/// and an entry that two threads wrote half each does not yield the key of either.
///
/// A hit must mean the same position, or the count is wrong. If bits of the key chose the bucket, they would
/// add no evidence there, and in a count that takes days a false hit could occur. So a second hash, of the
/// sets of pieces, chooses the bucket, and a false hit needs a collision of both.
class PerftTable {
  public:
    /// An empty table of about this size, with at least one bucket.
    explicit PerftTable(std::size_t bytes) : buckets_(bytes < sizeof(Bucket) ? 1 : bytes / sizeof(Bucket)) {}

    /// The count of a board, if it is known.
    [[nodiscard]] std::optional<std::uint64_t> find(const Board& board, unsigned depth) const {
        for (const Entry& entry : buckets_[place_of(board, depth)].entries) {
            const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
            const std::uint64_t check = entry.check.load(std::memory_order_relaxed);
            if ((check ^ data) == board.key() && depth_of(data) == depth) return data >> depth_bits;
        }
        return std::nullopt;
    }

    /// Stores the count of a board in place of the shallowest entry of its bucket; `depth` is 1 to 63. Counts
    /// of 2^58 and more, which would take years, are not stored.
    void insert(const Board& board, unsigned depth, std::uint64_t nodes) {
        if (nodes >> (64U - depth_bits) != 0) return;
        auto& entries = buckets_[place_of(board, depth)].entries;
        Entry* place = entries.data();
        for (Entry& entry : entries) {
            if (depth_of(entry) < depth_of(*place)) place = &entry;
        }
        const std::uint64_t data = nodes << depth_bits | depth;
        place->data.store(data, std::memory_order_relaxed);
        place->check.store(board.key() ^ data, std::memory_order_relaxed);
    }

  private:
    static constexpr unsigned depth_bits = 6;

    struct Entry {
        std::atomic<std::uint64_t> check = 0;
        std::atomic<std::uint64_t> data = 0;
    };
    struct alignas(64) Bucket {  // a cache line
        std::array<Entry, 4> entries;
    };

    [[nodiscard]] static unsigned depth_of(std::uint64_t data) {
        return static_cast<unsigned>(data & ((1U << depth_bits) - 1U));
    }
    [[nodiscard]] static unsigned depth_of(const Entry& entry) {
        return depth_of(entry.data.load(std::memory_order_relaxed));
    }

    [[nodiscard]] std::size_t place_of(const Board& board, unsigned depth) const {
        std::uint64_t hash = depth;
        const auto mix = [&hash](Bitboard set) {
            hash = (hash ^ set.bits()) * 0x9E3779B97F4A7C15;  // 2^64 divided by the golden ratio
            hash ^= hash >> 32U;
        };
        for (const PieceType type : all_piece_types) mix(board.pieces(type));
        mix(board.pieces(Color::white));
        return hash % buckets_.size();
    }

    std::vector<Bucket> buckets_;
};

}  // namespace philidor::detail
