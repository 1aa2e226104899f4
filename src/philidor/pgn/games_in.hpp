/// @file
/// The games of a file, one after another.
#pragma once

#include <cstddef>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <string>

#include "philidor/base/file_error.hpp"
#include "philidor/base/result.hpp"
#include "philidor/pgn/pgn_game.hpp"

namespace philidor {

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
