// Reads the input as a PGN file. The reader must report the same however the file is cut into pieces, and
// also if it is stopped after each game; every move that it plays must be legal; and a visitor that skips
// games, or reads the pieces of a splitter, must meet the same number of games.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "philidor/chess/movegen.hpp"
#include "philidor/pgn/detail/byte_stream.hpp"
#include "philidor/pgn/detail/game_replay.hpp"
#include "philidor/pgn/detail/game_splitter.hpp"
#include "philidor/pgn/detail/pgn_reader.hpp"
#include "require.hpp"

namespace {

using namespace philidor;
using namespace philidor::detail;

/// Counts what it is told.
class Counter final : public GameReplay {
  public:
    std::size_t games = 0;
    std::size_t problems = 0;
    std::uint64_t sum = 0;  ///< of the keys of all positions and the lines of all problems
    NextStep after_game = NextStep::read_on;

    [[nodiscard]] bool operator==(const Counter& other) const {
        return games == other.games && problems == other.problems && sum == other.sum;
    }

  private:
    void started(const Board& start) override {
        before_ = start;
        sum += start.key();
    }
    void played(Move move, const Board& after) override {
        fuzz::require(is_legal(before_, move));
        before_ = after;
        sum = sum * 3 + after.key();
    }
    [[nodiscard]] NextStep finished(const GameEnd& end) override {
        ++games;
        sum = sum * 5 + static_cast<std::uint64_t>(end.result);
        return after_game;
    }
    void problem(const PgnProblem& found) override {
        ++problems;
        sum += found.line * 7 + found.game;
    }

    Board before_;
};

/// Skips everything it can.
class Skipper final : public PgnVisitor {
  public:
    void begin_game(const PgnReader& reader) override { last_ = reader.game(); }
    void tag(std::string_view /*name*/, std::string_view /*value*/) override {}
    [[nodiscard]] NextStep word(std::string_view /*text*/) override { return NextStep::skip_game; }
    [[nodiscard]] NextStep end_game(GameResult /*result*/) override {
        ++games;
        fuzz::require(games == last_);
        return NextStep::read_on;
    }

    std::size_t games = 0;

  private:
    std::size_t last_ = 0;
};

/// Reads the text in pieces of this size. Returns the number of games, or nothing if it is not text.
std::optional<std::size_t> read(std::span<const std::byte> text, std::size_t piece, PgnVisitor& visitor) {
    MemoryStream stream(text, piece);
    PgnReader reader(stream);
    if (!reader.read(visitor)) return std::nullopt;
    return reader.game();
}

/// Reads the text game by game.
void read_stepwise(std::span<const std::byte> text, Counter& counter) {
    MemoryStream stream(text);
    PgnReader reader(stream);
    counter.after_game = NextStep::stop;
    std::size_t games = 0;
    do {
        games = counter.games;
        if (!reader.read(counter)) return;
        fuzz::require(counter.games <= games + 1);
    } while (counter.games != games);
}

/// Reads the pieces of a split text, one after the other; how many games they have, or nothing if it is no
/// text.
std::optional<std::size_t> read_split(std::span<const std::byte> text) {
    MemoryStream stream(text);
    GameSplitter splitter(stream, 1 + text.size() / 5);
    std::size_t games = 0;
    while (const auto piece = splitter.next()) {
        PgnReader reader(*piece);
        Counter counter;
        if (!reader.read(counter)) return std::nullopt;
        games += reader.game();
    }
    return games;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto text = std::as_bytes(std::span(data, size));
    Counter whole;
    const auto games = read(text, size + 1, whole);
    fuzz::require(whole.games <= games.value_or(0));
    Counter in_pieces;
    fuzz::require(read(text, 1 + size / 3, in_pieces) == games);
    fuzz::require(whole == in_pieces);
    Counter stepwise;
    read_stepwise(text, stepwise);
    fuzz::require(whole == stepwise);
    fuzz::require(read_split(text) == games);
    Skipper skipper;
    fuzz::require(read(text, size + 1, skipper) == games);
    return 0;
}
