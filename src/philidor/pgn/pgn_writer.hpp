/// @file
/// Writes games as PGN that every program reads.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "philidor/chess/board.hpp"
#include "philidor/chess/move.hpp"
#include "philidor/pgn/game_result.hpp"

namespace philidor {

/// Writes one game after the other: tags, then moves in lines of at most 80 letters with comments and glyphs,
/// then the result.
class PgnWriter {
  public:
    /// Gives the text to `write`, some lines at a time.
    explicit PgnWriter(std::function<void(std::string_view)> write) : write_(std::move(write)) {}

    /// A tag; the value as PGN has it, with backslashes before quotes and backslashes.
    void tag(std::string_view name, std::string_view value);

    /// A move from this board. `mark` stands right behind it, such as ? for a mistake.
    void move(const Board& before, Move move, std::string_view mark = {});

    /// A numeric glyph.
    void glyph(unsigned number);

    /// A comment.
    void comment(std::string_view text);

    /// The end of the game.
    void end_game(GameResult result);

  private:
    void begin_moves();
    void add_word(std::string_view word);
    void end_line();

    std::function<void(std::string_view)> write_;
    std::string line_;
    bool has_tags_ = false;
    bool is_in_moves_ = false;
    bool needs_number_ = true;  ///< before a move of Black's
};

}  // namespace philidor
