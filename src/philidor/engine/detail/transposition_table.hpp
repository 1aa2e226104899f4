/// @file
/// What the search has learned about positions, shared by all threads.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "philidor/chess/board.hpp"
#include "philidor/chess/move.hpp"
#include "philidor/engine/value.hpp"

namespace philidor {

/// How a value returned by a search relates to the true value.
enum class Bound : std::uint8_t {
    upper = 1,  ///< the true value is not higher
    lower = 2,  ///< the true value is not lower
    exact = 3,
};

/// What is remembered about a position. Values are relative to the position itself, not to the root.
struct Remembered {
    Move move;                   ///< the best one; none if no move was good enough
    Value value;                 ///< the result of the search
    Value estimate;              ///< the static evaluation
    std::int8_t depth = 0;       ///< how deep the search was
    Bound bound = Bound::upper;  ///< how `value` relates to the true value
};

/// A hash table of fixed size without locks. Several threads may find and store at once; `age` and `clear`
/// must not be called meanwhile. An entry is two words:
///
///       word 0   key of the position, exclusive or word 1
///       word 1   bit 63-58 generation   57-56 bound   55-48 depth   47-32 estimate   31-16 value   15-0 move
///
/// If two threads write at once and their words get mixed, the first word does not match the second, and the
/// entry is ignored. Four entries fill a cache line. A new entry replaces the least valuable one, which is
/// old or was searched to little depth.
class TranspositionTable {
  public:
    /// A table of at most this size, but at least one cache line.
    explicit TranspositionTable(std::size_t bytes);

    /// What is remembered about the position with this key.
    [[nodiscard]] std::optional<Remembered> find(Key key) const;

    /// Stores what is known about a position.
    void store(Key key, const Remembered& what);

    /// Prefetches the entries of a key that will soon be looked up.
    void prefetch(Key key) const { __builtin_prefetch(&cluster_of(key)); }

    /// Starts a new search: entries of earlier ones are replaced first.
    void age() { generation_ = (generation_ + 1) % generations; }

    /// Forgets everything.
    void clear();

    /// The share of entries from the current search, in thousandths, estimated from a sample.
    [[nodiscard]] unsigned fullness() const;

  private:
    struct Entry {
        std::atomic<std::uint64_t> check = 0;
        std::atomic<std::uint64_t> data = 0;
    };
    struct alignas(64) Cluster {
        std::array<Entry, 4> entries;
    };

    static constexpr unsigned generations = 64;

    [[nodiscard]] Cluster& cluster_of(Key key) { return clusters_[place_of(key)]; }
    [[nodiscard]] const Cluster& cluster_of(Key key) const { return clusters_[place_of(key)]; }
    [[nodiscard]] std::size_t place_of(Key key) const {
        // The high half of a product: as good as a remainder, but without a division.
        return static_cast<std::size_t>((key >> 32U) * clusters_.size() >> 32U);
    }
    [[nodiscard]] int worth_of(std::uint64_t data) const;

    std::vector<Cluster> clusters_;
    unsigned generation_ = 0;
};

}  // namespace philidor
