/// @file
/// Games of PGN files, one after another.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "philidor/base/result.hpp"
#include "philidor/chess/game.hpp"

namespace philidor {

/// How a game ended, as the score says.
enum class GameResult : std::uint8_t { unknown, white_wins, draw, black_wins };

/// "*", "1-0", "1/2-1/2" or "0-1".
[[nodiscard]] constexpr std::string_view text_of(GameResult result) {
    constexpr std::array<std::string_view, 4> texts{"*", "1-0", "1/2-1/2", "0-1"};
    return texts[static_cast<std::size_t>(result)];
}

/// The result with exactly this text; unknown for any other text.
[[nodiscard]] constexpr GameResult result_from(std::string_view text) {
    for (const GameResult result : {GameResult::white_wins, GameResult::draw, GameResult::black_wins}) {
        if (text == text_of(result)) return result;
    }
    return GameResult::unknown;
}

/// Why a game was left out, or not read to its end.
enum class PgnFault : std::uint8_t {
    other_variant,  ///< it is not chess: the game is left out
    bad_start,      ///< its FEN is not a legal position: the game is left out
    bad_move,       ///< a move cannot be played: the game ends before it
    null_move,      ///< a side passes: the game ends before it
    open_comment,   ///< a comment is never closed: it may hide moves
    cut_off,        ///< the file ends inside a move: the game ends before it
    too_large,      ///< there are more moves or nested variations than are kept: the rest is left out
};

/// A game that could not be read as it stands, and where.
struct PgnProblem {
    PgnFault fault;       ///< for programs
    std::size_t game;     ///< its number in the file, from 1
    std::size_t line;     ///< in the file, from 1
    std::string message;  ///< for people; it quotes the text that is wrong

    /// Equal in everything.
    friend bool operator==(const PgnProblem&, const PgnProblem&) = default;
};

/// What a file says about a game, such as `[White "Philidor"]`.
struct PgnTag {
    std::string name;   ///< such as White
    std::string value;  ///< plain text, without the backslashes of PGN

    /// Equal in both.
    friend bool operator==(const PgnTag&, const PgnTag&) = default;
};

/// A game of a file: the main line as a `Game`, with all that a Game can tell about its moves and its board,
/// and what the file says besides. If a move could not be played, the game has the moves before it.
struct PgnGame : Game {
    using Game::Game;

    std::size_t number = 0;                   ///< in the file, from 1
    std::vector<PgnTag> tags;                 ///< in the order of the file
    GameResult result = GameResult::unknown;  ///< the one behind the moves, or else that of the tag
    std::optional<PgnProblem> problem;        ///< why moves may be missing; empty if none are

    /// The value of a tag; empty if there is none of this name.
    [[nodiscard]] std::string_view tag(std::string_view name) const {
        for (const PgnTag& tag : tags) {
            if (tag.name == name) return tag.value;
        }
        return {};
    }
};

/// The games of a file, to be read once, by one thread:
///
///     GameRange games = games_in("games.pgn.zst");
///     for (const PgnGame& game : games) std::cout << game.tag("White") << '\n';
///     if (games.error()) std::cerr << games.error()->message << '\n';
///
/// An input range: a game is valid until the next one is read. Memory is that of one game, however large the
/// file is. Games of other variants and those that begin from no legal position are left out.
class GameRange {
  public:
    class Iterator;

    /// Goes on where the other stands.
    GameRange(GameRange&&) noexcept;
    /// Goes on where the other stands.
    GameRange& operator=(GameRange&&) noexcept;
    ~GameRange();

    /// The next game; reads on in the file.
    [[nodiscard]] Iterator begin();
    /// Where the games end: with the file, or where it cannot be read.
    [[nodiscard]] std::default_sentinel_t end() const { return {}; }

    /// Why the games end early; empty if the file was read to its end, or is still being read. A file that
    /// cannot be opened has its error from the start.
    [[nodiscard]] const std::optional<Error<FileError>>& error() const { return error_; }

    /// How many games were left out so far.
    [[nodiscard]] std::size_t left_out() const;

  private:
    class Reading;
    friend GameRange games_in(const std::string& path, std::function<void(const PgnProblem&)> report);

    explicit GameRange(std::unique_ptr<Reading> reading);
    explicit GameRange(Error<FileError> error);
    void advance();
    [[nodiscard]] const PgnGame& game() const;

    std::unique_ptr<Reading> reading_;  ///< null if the file could not be opened
    std::optional<Error<FileError>> error_;
    bool is_over_ = false;
};

/// Goes through the games of a range.
class GameRange::Iterator {
  public:
    using value_type = PgnGame;                        ///< what it points to
    using difference_type = std::ptrdiff_t;            ///< as the standard asks for it
    using iterator_concept = std::input_iterator_tag;  ///< each game is read once

    /// The game.
    [[nodiscard]] const PgnGame& operator*() const { return range_->game(); }
    /// What the game has.
    [[nodiscard]] const PgnGame* operator->() const { return &range_->game(); }
    /// Reads the next game.
    Iterator& operator++() {
        range_->advance();
        return *this;
    }
    /// Reads the next game.
    void operator++(int) { ++*this; }
    /// Whether there are no more games.
    [[nodiscard]] bool operator==(std::default_sentinel_t) const { return range_->is_over_; }

  private:
    friend class GameRange;
    explicit Iterator(GameRange& range) : range_(&range) {}

    GameRange* range_;
};

/// The games of a PGN file, plain or compressed by zstd or gzip; `-` is standard input. docs/pgn_index.md
/// says what is read. `report`, which may be empty, is told about every problem, also those of games that are
/// left out. It does not throw, whatever is in the file.
[[nodiscard]] GameRange games_in(const std::string& path,
                                 std::function<void(const PgnProblem&)> report = nullptr);

}  // namespace philidor
