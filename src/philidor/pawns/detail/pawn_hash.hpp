/// @file
/// A cache for pawn structures.
#pragma once

#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "philidor/base/inline.hpp"
#include "philidor/chess/board.hpp"
#include "philidor/chess/piece.hpp"
#include "philidor/pawns/detail/pawn_eval.hpp"
#include "philidor/pawns/detail/pawn_structure.hpp"
#include "philidor/pawns/pawn_hash_statistics.hpp"
#include "philidor/pawns/pawn_term.hpp"

namespace philidor {

/// Caches the scores of structures by the key of their pawns, in a table of fixed size where a new structure
/// replaces the old one in its slot. Piece moves leave the pawns unchanged, so a search finds nearly every
/// structure here. Not thread-safe: each thread needs its own.
class PawnHash {
  public:
    /// The default number of entries, which takes 512 KiB.
    static constexpr std::size_t usual_entries = std::size_t{1} << 14U;

    /// A hash for these weights. The number of entries must be a power of two.
    explicit PawnHash(const PawnWeights& weights = tuned_pawn_weights, std::size_t entries = usual_entries)
        : weights_(weights), entries_(entries) {
        assert(std::has_single_bit(entries));
    }

    /// The score of a board's pawn structure, from the cache or computed. The reference is valid until the
    /// next probe.
    [[nodiscard]] PHILIDOR_INLINE const StructureScore& probe(const Board& board) {
        const Key key = board.pawn_key();
        Entry& entry = entries_[key & (entries_.size() - 1)];
        ++statistics_.probes;
        if (entry.key == key) [[likely]] {
            ++statistics_.hits;
        } else {
            entry = {key, score_structure(PawnStructure::of(board), weights_)};
        }
        return entry.structure;
    }

    /// The same score as `evaluate_pawns` without a hash.
    [[nodiscard]] Score evaluate(const Board& board) {
        const StructureScore& structure = probe(board);
        if ((structure.passed[Color::white] | structure.passed[Color::black]).is_empty())
            return structure.score;
        return structure.score + score_passers(board, structure.passed, weights_);
    }

    /// The statistics since construction.
    [[nodiscard]] const PawnHashStatistics& statistics() const { return statistics_; }

  private:
    /// Half a cache line. Without pawns both key and score are 0, so an empty entry is already correct.
    struct Entry {
        Key key = 0;
        StructureScore structure;
    };
    static_assert(sizeof(Entry) == 32);

    PawnWeights weights_;
    std::vector<Entry> entries_;
    PawnHashStatistics statistics_;
};

}  // namespace philidor
