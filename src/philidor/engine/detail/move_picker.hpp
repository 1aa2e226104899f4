/// @file
/// The order in which moves are tried.
#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "philidor/chess/board.hpp"
#include "philidor/chess/move.hpp"
#include "philidor/engine/detail/move_history.hpp"

namespace philidor {

/// What a picker knows at the start.
struct PickerHints {
    Move remembered;  ///< from the transposition table
    Move answer;      ///< to the opponent's last move
    int ply = 0;      ///< distance from the root, for the killer moves
};

/// Hands out the legal moves of a position, the most promising first: the remembered move; captures and
/// promotions that do not lose material, with the most valuable victim first; killers and answers; other
/// quiet moves by their history; and captures that lose material. The earlier the best move is tried, the
/// less there is to search.
class MovePicker {
  public:
    /// Hands out all moves. Board and history must outlive the picker.
    MovePicker(const Board& board, const MoveHistory& history, const PickerHints& hints);

    /// Hands out only captures and promotions to queens, and of these only those that do not lose material.
    [[nodiscard]] static MovePicker noisy(const Board& board, const MoveHistory& history, Move remembered);

    /// The next move; empty after the last one.
    [[nodiscard]] std::optional<Move> next();

    /// From now on hands out only captures and promotions.
    void leave_out_quiet_moves() { leaves_out_quiet_moves_ = true; }

    /// The number of moves, handed out or not.
    [[nodiscard]] std::size_t size() const { return moves_.size(); }

    /// Whether the last move handed out is a capture that loses material.
    [[nodiscard]] bool is_losing_capture() const { return score_of_last_ < losing_limit; }

  private:
    enum class Kind : bool { all, noisy };

    MovePicker(const Board& board, const MoveHistory& history, const PickerHints& hints, Kind kind);

    /// Scores. Each kind of move has its own range.
    static constexpr int remembered_score = 4'000'000;
    static constexpr int noisy_score = 2'000'000;
    static constexpr int killer_score = 1'000'000;
    static constexpr int losing_limit = -1'000'000;

    [[nodiscard]] int score_of(Move move) const;
    [[nodiscard]] int prey_score(Move move) const;
    [[nodiscard]] std::optional<std::size_t> find_best() const;

    const Board& board_;
    const MoveHistory& history_;
    PickerHints hints_;
    Kind kind_;
    MoveList moves_;
    std::array<int, MoveList::capacity> scores_;  // filled as far as there are moves
    std::size_t handed_out_ = 0;
    bool leaves_out_quiet_moves_ = false;
    int score_of_last_ = 0;
};

}  // namespace philidor
