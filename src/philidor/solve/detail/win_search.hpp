/// @file
/// Proves a win move by move.
#pragma once

#include <cstddef>
#include <unordered_map>
#include <vector>

#include "philidor/base/budget.hpp"
#include "philidor/chess/board.hpp"
#include "philidor/chess/move.hpp"
#include "philidor/chess/piece.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/solve/detail/knowledge.hpp"

namespace philidor::detail {

/// How often a search met positions of a key that it could not settle.
using KeyVisits = std::unordered_map<MaterialKey, std::uint32_t>;

/// Looks for a forced win by proof numbers (df-pn): always where the fewest positions are missing from a
/// proof. It ends at positions that the knowledge settles, so it needs to see only as far as the tables do
/// not. Races and mating attacks, in which both sides promote, are a few thousand moves for it and thousands
/// of large tables otherwise.
class WinSearch {
  public:
    /// The knowledge must outlive the search.
    WinSearch(const Knowledge& knowledge, Color attacker) : knowledge_(knowledge), attacker_(attacker) {}

    /// Searches this many more positions, unless the budget ends the search.
    void search(const Board& root, std::size_t most_nodes, const Budget& budget = {});

    /// The positions of the proof that was found, the root among them. Empty if there is none. Every step is
    /// checked anew, position by position, so that no accident of a hash can make a proof.
    [[nodiscard]] std::vector<ProvedPosition> proof(const Board& root) const;

    /// How far a search is from a win of this position: the fewest positions that have to be settled for it.
    [[nodiscard]] std::uint32_t distance_to_proof(const Board& root) const;

    /// Where tables that know more would have helped.
    [[nodiscard]] const KeyVisits& visits() const { return visits_; }

  private:
    /// How many positions at least have to be settled to prove or to disprove a win.
    struct Numbers {
        std::uint32_t proof = 1;
        std::uint32_t disproof = 1;

        /// Whether nothing is open.
        [[nodiscard]] bool is_settled() const { return proof == 0 || disproof == 0; }
    };
    struct Entry {
        Numbers numbers;
        std::uint32_t proved_at = 0;  ///< when a win was proved: after the wins that it stands on
        bool is_on_path = false;      ///< it is being searched, so that to come back to it is a repetition
    };
    /// The moves of a position, seen from the side to move: for its goal, which is to win or not to lose, it
    /// needs one of them; the other side has to settle all.
    struct Choice {
        std::uint32_t best;     ///< what the most promising move needs
        std::uint32_t second;   ///< what the next one needs
        std::uint32_t total;    ///< what all moves need together
        const Board* next;      ///< the position after the most promising move; null if no move has hope
        std::uint32_t of_next;  ///< its part of the total
    };
    class Verifier;

    [[nodiscard]] bool is_attacking(const Board& board) const { return board.side_to_move() == attacker_; }
    void count_node();
    void expand(const Board& board, Numbers most);
    [[nodiscard]] Choice choose(const std::vector<Board>& children, bool is_attacking);
    [[nodiscard]] bool is_enough(Numbers now, Numbers most) const;
    [[nodiscard]] static Numbers limits_of_next(const Choice& choice, Numbers most, bool is_attacking);
    [[nodiscard]] Numbers numbers_of(const Board& board);
    [[nodiscard]] Numbers evaluate(const Board& board) const;

    const Knowledge& knowledge_;
    Color attacker_;
    std::unordered_map<Key, Entry> entries_;
    KeyVisits visits_;
    std::uint32_t time_ = 0;  ///< how many wins were proved
    std::size_t path_length_ = 0;
    std::size_t most_nodes_ = 0;
    std::size_t nodes_left_ = 0;
    const Budget* budget_ = nullptr;
};

}  // namespace philidor::detail
