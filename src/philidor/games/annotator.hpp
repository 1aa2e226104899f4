/// @file
/// What the tables say about the moves of games.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "philidor/base/result.hpp"
#include "philidor/builder/prober.hpp"
#include "philidor/chess/board.hpp"
#include "philidor/chess/move.hpp"
#include "philidor/pgn/detail/game_replay.hpp"
#include "philidor/pgn/detail/pgn_writer.hpp"
#include "philidor/table/wdl.hpp"

namespace philidor {

/// Figures about what was annotated.
struct AnnotationTotals {
    std::uint64_t games = 0;     ///< that were written
    std::uint64_t moves = 0;     ///< of those games
    std::uint64_t valued = 0;    ///< those with a value
    std::uint64_t mistakes = 0;  ///< those that changed the result
};

/// Copies games. Behind every move in a position that the tables know, it writes what the move is worth to
/// the side that made it: {win}, {draw}, {loss}, or {draw or win} if that is all they know. A move that
/// changed the result gets a ? and is followed by a move that would have kept it: Kb2? {draw; Kb1 wins}.
/// Tags, comments and glyphs stay; variations are left out. One thread at a time.
class Annotator final : public detail::GameReplay {
  public:
    /// Asks `prober` and writes with `writer`; both must outlive it. `report` is told about games that cannot
    /// be read as they stand.
    Annotator(Prober& prober, PgnWriter& writer, std::function<void(const PgnProblem&)> report);

    /// What has been written so far.
    [[nodiscard]] const AnnotationTotals& totals() const { return totals_; }

    /// Why the work has ended early: a table could not be read. Empty if all could.
    [[nodiscard]] const std::optional<Error<TableError>>& failure() const { return failure_; }

    /// Asked after each game whether to go on.
    std::function<bool()> goes_on = [] { return true; };

    void tag(std::string_view name, std::string_view value) override;
    void comment(std::string_view text) override;
    void glyph(unsigned number) override;

  private:
    void started(const Board& board) override;
    void played(Move move, const Board& board) override;
    [[nodiscard]] detail::NextStep finished(const GameEnd& end) override;
    void problem(const PgnProblem& found) override;

    [[nodiscard]] std::optional<WdlBounds> value_of(const Board& board);
    [[nodiscard]] std::string keeping_move(const Board& before, Wdl value);
    void forget_beginning();
    void write_value();

    Prober& prober_;
    PgnWriter& writer_;
    std::function<void(const PgnProblem&)> report_;
    std::vector<std::pair<std::string, std::string>> tags_;  ///< until the game has started
    std::vector<std::string> early_comments_;                ///< the same
    std::string stop_;                                       ///< why the game was not read to its end
    std::string value_text_;                                 ///< of the last move, until its glyphs have come
    Board before_;                                           ///< the move that is played
    std::optional<WdlBounds> value_before_;
    AnnotationTotals totals_;
    std::optional<Error<TableError>> failure_;
};

}  // namespace philidor
