/// @file
/// Counts the keys of the games of a file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "philidor/pgn/detail/game_replay.hpp"
#include "philidor/pgn/detail/key_counts.hpp"
#include "philidor/pgn/pgn_index.hpp"

namespace philidor::detail {

/// Plays games and counts their keys: a game's positions are its start position and the one after every move
/// of its main line. Only keys of at most `most_men` men are counted.
class GameCounter final : public GameReplay {
  public:
    /// Counts keys of at most this many men. `report` is told about games that cannot be read as they stand.
    GameCounter(unsigned most_men, std::function<void(const PgnProblem&)> report);

    /// Sets what is added to the numbers of all games from now on; not in the middle of a game.
    void set_games_before(std::uint64_t games) { games_before_ = games; }

    /// What was counted since the counts were last taken.
    [[nodiscard]] const KeyCounts& counts() const { return counts_; }

    /// Hands the counts over and starts again from none; not in the middle of a game.
    [[nodiscard]] KeyCounts take_counts();

    /// The totals of all games so far.
    [[nodiscard]] const GameTotals& totals() const { return totals_; }

    /// Asked after each game whether to go on.
    std::function<bool()> goes_on = [] { return true; };

  private:
    void started(const Board& board) override;
    void played(Move move, const Board& board) override;
    [[nodiscard]] NextStep finished(const GameEnd& end) override;
    void problem(const PgnProblem& found) override;

    void count_position();
    void find_key(const Board& board);

    static constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

    unsigned most_men_;
    std::function<void(const PgnProblem&)> report_;
    KeyCounts counts_;
    GameTotals totals_;
    std::uint64_t games_before_ = 0;
    unsigned men_ = 0;
    std::size_t place_ = nowhere;  ///< of the key on the board, if it is counted
    std::uint64_t ply_ = 0;
    std::uint64_t serial_ = 0;                 ///< of the game, from 1
    std::vector<std::size_t> places_;          ///< of the keys of this game, each once
    std::vector<std::uint64_t> last_serials_;  ///< by place: the last game that had the key
};

}  // namespace philidor::detail
