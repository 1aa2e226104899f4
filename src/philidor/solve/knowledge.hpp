/// @file
/// What a proof has found out so far.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>

#include "philidor/builder/question.hpp"
#include "philidor/builder/win_table.hpp"
#include "philidor/chess/board.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/table/wdl.hpp"

namespace philidor {

/// The best answers so far, by question and key. Keys are not canonical: everything is seen as on the root's
/// board.
class Knowledge {
  public:
    /// The answer to a question about a key, or null.
    [[nodiscard]] const WinTable* find(Question question, const MaterialKey& key) const;

    /// Keeps an answer, in place of an earlier one.
    void put(Question question, std::unique_ptr<const WinTable> answer);

    /// What follows for a position; nobody may castle.
    [[nodiscard]] WdlBounds bounds_of(const Board& board) const;

    /// How much memory the answers take.
    [[nodiscard]] std::uint64_t byte_count() const { return bytes_; }

  private:
    using Answers = std::unordered_map<MaterialKey, std::unique_ptr<const WinTable>>;

    [[nodiscard]] WdlBounds bounds_in_tables(const Board& board) const;
    [[nodiscard]] bool may_win(const Board& board, Question question) const;

    ByColor<ByCertainty<Answers>> answers_;  ///< by attacker and certainty
    std::uint64_t bytes_ = 0;
};

}  // namespace philidor
