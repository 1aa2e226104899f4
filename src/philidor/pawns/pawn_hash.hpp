/// @file
/// A memory for pawn structures.
#pragma once

#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "philidor/base/inline.hpp"
#include "philidor/chess/board.hpp"
#include "philidor/chess/color.hpp"
#include "philidor/chess/zobrist.hpp"
#include "philidor/pawns/pawn_eval.hpp"
#include "philidor/pawns/pawn_structure.hpp"
#include "philidor/pawns/score.hpp"

namespace philidor {

/// How often a hash was asked, and how often it knew the answer.
struct PawnHashStatistics {
    std::uint64_t probes = 0;
    std::uint64_t hits = 0;

    /// The share of hits; 0 before the first probe.
    [[nodiscard]] double hit_rate() const {
        return probes == 0 ? 0 : static_cast<double>(hits) / static_cast<double>(probes);
    }
};

/// Remembers the scores of structures by the key of their pawns: a table of fixed size, where a new
/// structure takes the place of the one that was there. Moves of pieces leave the pawns alone, so that a
/// search finds nearly every structure here. Belongs to one thread, and so needs no locks.
class PawnHash {
  public:
    /// The usual number of entries; 512 KiB.
    static constexpr std::size_t usual_entries = std::size_t{1} << 14U;

    /// The hash for these weights, with a power of two of entries.
    explicit PawnHash(const PawnWeights& weights = tuned_pawn_weights, std::size_t entries = usual_entries)
        : weights_(weights), entries_(entries) {
        assert(std::has_single_bit(entries));
    }

    /// The score of a board's structure, remembered or computed. It stays until the next probe.
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

    /// All that `evaluate_pawns` without a hash finds.
    [[nodiscard]] Score evaluate(const Board& board) {
        const StructureScore& structure = probe(board);
        if ((structure.passed[Color::white] | structure.passed[Color::black]).is_empty())
            return structure.score;
        return structure.score + score_passers(board, structure.passed, weights_);
    }

    /// What was asked since the beginning.
    [[nodiscard]] const PawnHashStatistics& statistics() const { return statistics_; }

  private:
    /// Half a cache line. Without pawns the key is 0 and so is the score: an entry that nobody has filled is
    /// right as it is.
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
