/// @file
/// What a proof has found out so far.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "philidor/builder/question.hpp"
#include "philidor/builder/win_table.hpp"
#include "philidor/chess/board.hpp"
#include "philidor/chess/move.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/table/wdl.hpp"

namespace philidor {

/// A step of a proof that was found move by move.
struct ProvedPosition {
    Board board;
    std::optional<Move> move;  ///< what the attacker plays, if it is to move
};

/// Equal positions, whatever the clocks say.
struct SamePosition {
    /// Compares men, side to move and rights.
    bool operator()(const Board& a, const Board& b) const {
        return a.side_to_move() == b.side_to_move() && a.position() == b.position();
    }
};

/// The hash that goes with `SamePosition`.
struct PositionHash {
    /// The board's own key.
    std::size_t operator()(const Board& board) const { return board.key(); }
};

/// Whether an answer to this question counts a board of its key as won by the attacker. An en passant square
/// is ignored.
[[nodiscard]] bool wins(const WinTable& answer, Question question, const Board& board);

/// The best answers so far, by question and key. Keys are not canonical: everything is seen as on the root's
/// board.
class Knowledge {
  public:
    /// The answer to a question about a key, or null.
    [[nodiscard]] const WinTable* find(Question question, const MaterialKey& key) const;

    /// Keeps an answer, in place of an earlier one.
    void put(Question question, std::unique_ptr<WinTable> answer);

    /// Notes a position that the attacker wins.
    void put(Color attacker, const ProvedPosition& position);

    /// How to go on in a position whose win was proved move by move; empty if it was not, or if the other
    /// side is to move.
    [[nodiscard]] std::optional<Move> winning_move(const Board& board) const;

    /// The positions of a key that were proved move by move as won by the attacker.
    [[nodiscard]] std::vector<Board> proved_positions(const MaterialKey& key, Color attacker) const;

    /// What follows for a position; nobody may castle.
    [[nodiscard]] WdlBounds bounds_of(const Board& board) const;

    /// Whether the attacker wins a position, proved or possible: one half of its bounds.
    [[nodiscard]] bool says_win(const Board& board, Question question) const;

    /// How much memory the answers take.
    [[nodiscard]] std::uint64_t byte_count() const { return bytes_; }

  private:
    using Answers = std::unordered_map<MaterialKey, std::unique_ptr<WinTable>>;

    ByColor<ByCertainty<Answers>> answers_;  ///< by attacker and certainty
    std::unordered_map<Board, ProvedPosition, PositionHash, SamePosition> positions_;  ///< proved one by one
    std::uint64_t bytes_ = 0;
};

}  // namespace philidor
