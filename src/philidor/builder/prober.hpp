/// @file
/// What the tables say about a position and its moves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "philidor/base/result.hpp"
#include "philidor/builder/recently_used.hpp"
#include "philidor/builder/table_cache.hpp"
#include "philidor/chess/board.hpp"
#include "philidor/chess/move.hpp"
#include "philidor/material/canonical_key.hpp"
#include "philidor/table/distance_reader.hpp"
#include "philidor/table/distance_table.hpp"
#include "philidor/table/table_reader.hpp"
#include "philidor/table/table_store.hpp"
#include "philidor/table/wdl.hpp"

namespace philidor {

/// Why there is no answer. That a table is absent is no reason: the answer is then less certain.
enum class ProbeError : std::uint8_t {
    castling,  ///< somebody may still castle: tables know nothing of that
    store,     ///< a table could not be read
};

/// What is known about a move, seen from the side that makes it.
struct MoveAnswer {
    Move move;
    WdlBounds bounds;
    std::optional<int> dtz;  ///< as in `Answer`; 1 or -1 for a capture, a pawn move or mate
};

/// Sorts moves by what is certain, then by what is possible, then by distance: a winner's shortest way and a
/// loser's longest one come first. Equal moves stay in their order.
void sort_best_first(std::vector<MoveAnswer>& moves);

/// The distance of a position that has moves, from those of its moves: see `Answer::dtz`.
[[nodiscard]] std::optional<int> dtz_from_moves(WdlBounds bounds, std::span<const MoveAnswer> moves);

/// What is known about a position, seen from the side to move.
struct Answer {
    WdlBounds bounds;

    /// Plies until the next capture, pawn move or mate if the winner hurries, among the moves that keep the
    /// win, and the loser delays. Positive for the winner, negative for the loser, -1 for a side that is
    /// mated, 0 for a draw. Empty if the value is open, or if it cannot be told without an absent table.
    std::optional<int> dtz;

    /// All legal moves, as `sort_best_first` orders them.
    std::vector<MoveAnswer> moves;
};

/// What a Prober may take.
struct ProberOptions {
    std::uint64_t memory_bytes = std::uint64_t{4} << 30U;  ///< for measuring distances, and to remember
    unsigned threads = 1;                                  ///< to measure distances
};

/// Answers questions from the tables of a store. En passant is exact, and mate, stalemate and positions that
/// nobody can win need no table. Distances that are not stored are measured when they are asked for, which
/// takes about as long as solving the table. A Prober remembers what it has read: after the store has
/// changed, make a new one. Several threads may use it at once.
class Prober {
  public:
    /// The store must outlive the prober.
    explicit Prober(const TableStore& store, const ProberOptions& options = {});

    /// The value of a position as its own table tells it: one block of one table is read. Empty if that is
    /// absent and nothing else tells.
    [[nodiscard]] Result<std::optional<WdlBounds>, ProbeError> value_of(const Board& board);

    /// The distance of a position whose value is known: see `Answer::dtz`. Its distances must be stored, or
    /// all children of its table.
    [[nodiscard]] Result<std::optional<int>, ProbeError> dtz_of(const Board& board, WdlBounds value);

    /// All that is known. The tables that the moves lead to count as well, so that an answer may be more
    /// certain than `value_of`.
    [[nodiscard]] Result<Answer, ProbeError> answer(const Board& board);

    /// All distances of a table, stored or measured; empty if they are not stored and a child is absent or
    /// not exact, or memory does not suffice.
    using Distances = std::optional<DistanceTable>;

    /// The distances of all positions of a key.
    [[nodiscard]] Result<std::shared_ptr<const Distances>, ProbeError> distances_of(const CanonicalKey& key);

  private:
    using Reader = std::shared_ptr<const TableReader>;

    [[nodiscard]] Result<Reader, ProbeError> find_reader(const CanonicalKey& key);
    [[nodiscard]] Result<std::optional<WdlBounds>, ProbeError> stored_value(const Board& board);
    [[nodiscard]] Result<std::optional<unsigned>, ProbeError> stored_distance(const Board& board);
    [[nodiscard]] Result<std::shared_ptr<const DistanceReader>, ProbeError> find_distance_reader(
        const CanonicalKey& key);
    [[nodiscard]] Result<Distances, ProbeError> load(const DistanceReader& reader) const;
    [[nodiscard]] Result<Distances, ProbeError> measure(const CanonicalKey& key);
    [[nodiscard]] Result<bool, ProbeError> has_exact_children(const CanonicalKey& key);
    [[nodiscard]] Result<MoveAnswer, ProbeError> answer(const Board& board, Move move);

    const TableStore& store_;
    ProberOptions options_;
    RecentlyUsed<CanonicalKey, TableReader> readers_;
    RecentlyUsed<CanonicalKey, DistanceReader> distance_readers_;
    RecentlyUsed<CanonicalKey, Distances> distances_;
    TableCache tables_;
    std::mutex measuring_;  ///< one table at a time, since each takes much memory
};

}  // namespace philidor
