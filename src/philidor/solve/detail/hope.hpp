/// @file
/// What the prover of an attempt can still hope for.
#pragma once

#include <cstddef>
#include <memory>
#include <unordered_map>

#include "philidor/base/budget.hpp"
#include "philidor/builder/detail/child_table.hpp"
#include "philidor/builder/detail/question.hpp"
#include "philidor/builder/detail/win_table.hpp"
#include "philidor/chess/board.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/solve/detail/attempt.hpp"
#include "philidor/solve/detail/knowledge.hpp"

namespace philidor::detail {

/// The view of an optimist. An attempt proves something with certain resources, and solves tables with new
/// pieces for it, one after the other. Those that it has solved are as good as they will get. Of all others
/// that its resources allow, the optimist expects the best. Where even the optimist sees no proof, there is
/// none with these resources; where there is one, the optimist's way shows which tables to solve next.
///
/// For an attempt to prove a win the optimist's answer has all wins that may be proved yet; for one to refute
/// a win it has only those that will not be refuted. So it answers the opposite question.
class Hope {
  public:
    /// Everything must outlive the hope, and stay as it is meanwhile. `root` is the key whose pieces come
    /// from no promotion. When the budget ends, the optimist looks no further than the knowledge, and hopes
    /// for more than it might.
    Hope(const MaterialKey& root, const Attempt& attempt, const Knowledge& knowledge, const Budget& budget)
        : root_(root), attempt_(attempt), knowledge_(knowledge), budget_(budget) {}

    /// The question of the attempt.
    [[nodiscard]] Question question() const { return attempt_.question; }

    /// The question that the optimist answers.
    [[nodiscard]] Question hopeful_question() const;

    /// Whether a key has pieces that must come from promotions.
    [[nodiscard]] bool has_new_pieces(const MaterialKey& key) const {
        return philidor::has_new_pieces(root_, key);
    }

    /// Whether a key with new pieces was solved by the attempt.
    [[nodiscard]] bool is_solved(const MaterialKey& key) const { return attempt_.solved.contains(key); }

    /// The optimist's answer about a key without new pieces, of which the knowledge has answers. With pieces
    /// on the board it is what the knowledge says: to find out more would take too long.
    [[nodiscard]] const WinTable& answer(const MaterialKey& key);

    /// The same, or null if the knowledge has no answer.
    [[nodiscard]] const WinTable* find(const MaterialKey& key);

    /// What the optimist sees in a table that a move leads to from a key without new pieces.
    [[nodiscard]] ChildTable child(const MaterialKey& key);

    /// Whether the attempt may still settle its question for this position.
    [[nodiscard]] bool is_alive(const Board& board);

    /// Whether there is still time to look further.
    [[nodiscard]] bool goes_on();

  private:
    [[nodiscard]] bool sees_win(const Board& board);

    const MaterialKey& root_;
    const Attempt& attempt_;
    const Knowledge& knowledge_;
    const Budget& budget_;
    std::size_t questions_ = 0;  ///< how often `goes_on` was asked
    bool goes_on_ = true;
    std::unordered_map<MaterialKey, std::unique_ptr<WinTable>> answers_;
};

}  // namespace philidor::detail
