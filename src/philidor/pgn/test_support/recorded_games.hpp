/// @file
/// Games as tests look at them.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "philidor/chess/fen.hpp"
#include "philidor/pgn/detail/byte_stream.hpp"
#include "philidor/pgn/detail/game_replay.hpp"
#include "philidor/pgn/detail/pgn_reader.hpp"

namespace philidor::detail {

/// A game that was read.
struct RecordedGame {
    std::size_t number = 0;     ///< in the file
    std::size_t positions = 0;  ///< 0 if it could not be started
    std::string last;           ///< the last position: placement and side to move
    GameResult result = GameResult::unknown;
    bool is_stopped = false;
    bool has_fen = false;

    /// The same in all.
    friend bool operator==(const RecordedGame&, const RecordedGame&) = default;
};

/// Remembers all that it is told.
class GameRecorder final : public GameReplay {
  public:
    std::vector<RecordedGame> games;  ///< only those that were started
    std::vector<PgnProblem> problems;

  private:
    void started(const Board& /*board*/) override { games.push_back({reader().game(), 1, "", {}, {}, {}}); }
    void played(Move /*move*/, const Board& /*board*/) override { ++games.back().positions; }
    [[nodiscard]] NextStep finished(const GameEnd& end) override {
        const std::string fen = to_fen(board());
        games.back().last = fen.substr(0, fen.find(' ') + 2);
        games.back().result = end.result;
        games.back().is_stopped = end.is_stopped;
        games.back().has_fen = end.has_fen;
        return NextStep::read_on;
    }
    void problem(const PgnProblem& found) override { problems.push_back(found); }
};

/// What a reading gave.
struct Recording {
    std::vector<RecordedGame> games;
    std::vector<PgnProblem> problems;
    std::string error;  ///< of the stream; empty if there was none
};

/// Reads a stream.
[[nodiscard]] inline Recording record(ByteStream& stream) {
    GameRecorder recorder;
    PgnReader reader(stream);
    const auto read = reader.read(recorder);
    return {std::move(recorder.games), std::move(recorder.problems), read ? "" : read.error().message};
}

/// Reads a text that comes in pieces of this size.
[[nodiscard]] inline Recording record(std::string_view text, std::size_t piece = 1'000'000) {
    MemoryStream stream(std::as_bytes(std::span(text)), piece);
    return record(stream);
}

}  // namespace philidor::detail
