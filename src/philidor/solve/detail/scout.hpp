/// @file
/// Which tables would help a search of moves.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "philidor/base/budget.hpp"
#include "philidor/builder/detail/question.hpp"
#include "philidor/chess/piece.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/solve/detail/knowledge.hpp"
#include "philidor/solve/detail/proof_graph.hpp"
#include "philidor/solve/detail/resources.hpp"
#include "philidor/solve/detail/win_search.hpp"

namespace philidor::detail {

/// Chooses tables for a search of moves. A search gets stuck in positions about which no table knows enough,
/// and it gets stuck in few structures: a pawn has promoted, and the win is a matter of technique; or the
/// kings walk around. This finds the tables in which it spends most of its time, compared with what they
/// cost. They need neither the tables without promotions nor an attempt, so they reach endings that are far
/// too large for either.
class Scout {
  public:
    /// A scout for wins of this side. `root` is the key whose pieces come from no promotion, and no table has
    /// more than `most_pieces` pieces.
    Scout(const MaterialKey& root, Color attacker, unsigned most_pieces);

    /// What the tables may hold, cheap first: a queen of the attacker alone; then one of each side.
    [[nodiscard]] const std::array<Resources, 2>& ladder() const { return ladder_; }

    /// The tables to solve after a search that met these keys, with the resources of a rung of the ladder:
    /// new ones of at most this many tiles together, and tables that were solved when less was known below
    /// them. The knowledge gets their answers, and must have got those of the graphs before.
    [[nodiscard]] ProofGraph choose(std::size_t rung,
                                    const KeyVisits& visits,
                                    std::uint64_t most_tiles,
                                    Knowledge& knowledge,
                                    const Budget& budget);

  private:
    struct Wish;

    [[nodiscard]] std::vector<Wish> find_wishes(std::size_t rung,
                                                const KeyVisits& visits,
                                                std::uint64_t most_tiles,
                                                Knowledge& knowledge,
                                                const Budget& budget);
    void add_outdated(const KeyVisits& visits, std::uint64_t most_tiles, ProofGraph& graph) const;
    [[nodiscard]] bool is_outdated(const MaterialKey& key, const ProofGraph& graph) const;
    [[nodiscard]] std::uint32_t round_of(const MaterialKey& key) const;
    void add(const MaterialKey& key,
             std::uint64_t most_tiles,
             const Knowledge& knowledge,
             const Budget& budget,
             ProofGraph& graph);
    [[nodiscard]] bool is_done(const MaterialKey& key, const Knowledge& knowledge);

    MaterialKey root_;
    Question question_;
    std::array<Resources, 2> ladder_;
    std::unordered_map<MaterialKey, std::uint64_t> too_large_;  ///< the tiles that were not enough for a key
    std::unordered_map<MaterialKey, std::uint32_t> rounds_;     ///< when a table was last chosen
    std::unordered_map<MaterialKey, bool> settled_;  ///< whether all wins in a table were known at first
    std::uint32_t round_ = 0;
};

}  // namespace philidor::detail
