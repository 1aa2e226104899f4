/// @file
/// Counts the keys of the games of a file.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "philidor/pgn/game_replay.hpp"
#include "philidor/pgn/key_counts.hpp"

namespace philidor {

/// Figures about games and positions, whatever their keys.
struct GameTotals {
    std::uint64_t games = 0;     ///< that have positions
    std::uint64_t left_out = 0;  ///< that have none: other variants, bad start positions
    std::uint64_t stopped = 0;   ///< by a move that cannot be played; their positions up to there count
    std::uint64_t with_fen = 0;  ///< that began from a position of their own
    std::array<std::uint64_t, 33> positions_by_men{};
    std::array<std::uint64_t, 33> games_by_last_men{};  ///< by the number of men at their end

    /// All positions.
    [[nodiscard]] std::uint64_t positions() const;

    /// Adds up.
    GameTotals& operator+=(const GameTotals& other);
};

/// Plays games and counts their keys: a game's positions are its start position and that after every move of
/// its main line. Only keys of at most `most_men` men are counted.
class GameCounter final : public GameReplay {
  public:
    /// Counts keys of at most this many men. `report` is told about games that cannot be read.
    GameCounter(unsigned most_men, std::function<void(const PgnProblem&)> report);

    /// What is added to the numbers of games that are read from now on; not in the middle of a game.
    void set_games_before(std::uint64_t games) { games_before_ = games; }

    /// What was counted since it was last taken.
    [[nodiscard]] const KeyCounts& counts() const { return counts_; }

    /// Gives the counts away and begins anew; not in the middle of a game.
    [[nodiscard]] KeyCounts take_counts();

    /// What was counted besides.
    [[nodiscard]] const GameTotals& totals() const { return totals_; }

    /// Asked after each game; whether to go on.
    std::function<bool()> goes_on = [] { return true; };

  private:
    void started(const Board& board) override;
    void played(Move move, const Board& board) override;
    [[nodiscard]] Wish finished(const Ending& ending) override;
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

}  // namespace philidor
