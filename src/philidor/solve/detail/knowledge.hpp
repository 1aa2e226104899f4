/// @file
/// What a proof has found out so far.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "philidor/builder/detail/question.hpp"
#include "philidor/builder/detail/retrograde_solver.hpp"
#include "philidor/builder/detail/win_table.hpp"
#include "philidor/chess/board.hpp"
#include "philidor/chess/move.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/table/wdl.hpp"

namespace philidor {

class SyzygyTables;

/// One position of a proof that was found by searching moves.
struct ProvedPosition {
    Board board;               ///< the attacker wins this position
    std::optional<Move> move;  ///< the attacker's winning move, if the attacker is to move
};

/// Whether two boards show the same position. The move counters are ignored.
struct SamePosition {
    /// Compares the men, the side to move, and the castling and en passant rights.
    bool operator()(const Board& a, const Board& b) const {
        return a.side_to_move() == b.side_to_move() && a.position() == b.position();
    }
};

/// The hash that goes with `SamePosition`.
struct PositionHash {
    /// The board's own key.
    std::size_t operator()(const Board& board) const { return board.key(); }
};

/// Whether the answer to this question has the attacker winning on a board of its key. An en passant square
/// is ignored.
[[nodiscard]] bool wins(const WinTable& answer, Question question, const Board& board);

/// The best answers so far, by question and key. The keys are not canonical: colours and files are those of
/// the root position. Not thread-safe while it is being changed.
class Knowledge {
  public:
    /// Knowledge that is empty but for Syzygy's tables, which may be null and must outlive it.
    explicit Knowledge(const SyzygyTables* syzygy = nullptr) : syzygy_(syzygy) {}

    /// The answer to a question about a key, or null if there is none.
    [[nodiscard]] const WinTable* find(Question question, const MaterialKey& key) const;

    /// The answers about the wins of a side in a key, as far as there are any.
    [[nodiscard]] KnownWins find_wins(Color attacker, const MaterialKey& key) const {
        return {find({attacker, Certainty::proved}, key), find({attacker, Certainty::possible}, key)};
    }

    /// Whether it is open in some position of a key if the attacker wins, as far as the tables tell.
    [[nodiscard]] bool is_open(Color attacker, const MaterialKey& key) const;

    /// Keeps an answer and drops the earlier one, if there is one.
    void put(Question question, std::unique_ptr<WinTable> answer);

    /// Keeps positions that the attacker wins: all that a proof stands on.
    void put(Color attacker, std::span<const ProvedPosition> proof);

    /// The winning move in a position that was proved by searching moves. Empty if it was proved in another
    /// way, or if the defender is to move.
    [[nodiscard]] std::optional<Move> winning_move(const Board& board) const;

    /// The positions of a key that were proved, by searching moves, to be won by the attacker.
    [[nodiscard]] std::vector<Board> proved_positions(const MaterialKey& key, Color attacker) const;

    /// The bounds that follow for a position. Neither side may have castling rights.
    [[nodiscard]] WdlBounds bounds_of(const Board& board) const;

    /// The answer to one question about a position: whether a win of the attacker is proved, or still
    /// possible.
    [[nodiscard]] bool says_win(const Board& board, Question question) const;

    /// The value of a position in Syzygy's tables, with a clock of 0. Empty without them.
    [[nodiscard]] std::optional<RuledValue> syzygy_value(const Board& board) const;

    /// The memory used by the answers.
    [[nodiscard]] std::uint64_t byte_count() const { return bytes_; }

  private:
    void add_to_table(Color attacker, const Board& board, std::optional<unsigned> most_plies);

    using Answers = ByColor<ByCertainty<std::unique_ptr<WinTable>>>;  ///< by attacker and certainty

    const SyzygyTables* syzygy_;
    std::unordered_map<MaterialKey, Answers> answers_;
    /// Positions proved by searching moves.
    std::unordered_map<Board, ProvedPosition, PositionHash, SamePosition> positions_;
    std::uint64_t bytes_ = 0;
};

}  // namespace philidor
