/// @file
/// What search has found out about positions, shared by all threads.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "philidor/chess/move.hpp"
#include "philidor/chess/zobrist.hpp"
#include "philidor/engine/value.hpp"

namespace philidor {

/// What a value that a search returned says about the true one.
enum class Bound : std::uint8_t {
    upper = 1,  ///< it is not more
    lower = 2,  ///< it is not less
    exact = 3,
};

/// What is remembered of a position. Values are seen from the position itself, not from the root.
struct Remembered {
    Move move;  ///< the best one; none if no move was good enough
    Value value;
    Value estimate;  ///< the static evaluation
    std::int8_t depth = 0;
    Bound bound = Bound::upper;
};

/// A hash table of fixed size without locks. An entry is two words:
///
///       word 0   key of the position, exclusive or word 1
///       word 1   bit 63-58 generation   57-56 bound   55-48 depth   47-32 estimate   31-16 value   15-0 move
///
/// If two threads write at once and their words are mixed, the first word does not fit the second, and nobody
/// believes the entry. Four entries make a cache line; a new one takes the place of the one that is least
/// worth keeping: searched to little depth, or long ago.
class TranspositionTable {
  public:
    /// A table of at most this size; at least one cache line.
    explicit TranspositionTable(std::size_t bytes);

    /// What is remembered of the position with this key.
    [[nodiscard]] std::optional<Remembered> find(Key key) const;

    /// Remembers a position.
    void store(Key key, const Remembered& what);

    /// Asks the processor to fetch the place of a key that will be looked up soon.
    void prefetch(Key key) const { __builtin_prefetch(&cluster_of(key)); }

    /// A new search begins: what earlier ones have left is replaced first.
    void age() { generation_ = (generation_ + 1) % generations; }

    /// Forgets everything.
    void clear();

    /// How full it is of entries of the current search, in thousandths, by a sample.
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
        // The high half of a product: as good as a remainder, without a division.
        return static_cast<std::size_t>((key >> 32U) * clusters_.size() >> 32U);
    }
    [[nodiscard]] int worth_of(std::uint64_t data) const;

    std::vector<Cluster> clusters_;
    unsigned generation_ = 0;
};

}  // namespace philidor
