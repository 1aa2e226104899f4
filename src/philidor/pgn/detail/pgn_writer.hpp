/// @file
/// Writes games as PGN that every program reads.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "philidor/chess/board.hpp"
#include "philidor/chess/move.hpp"
#include "philidor/pgn/games_in.hpp"

namespace philidor {

/// Writes one game after another: tags, then moves in lines of at most 80 letters with comments and glyphs,
/// then the result. Call it in that order, from one thread at a time.
class PgnWriter {
  public:
    /// Gives the text to `write`, a few lines at a time.
    explicit PgnWriter(std::function<void(std::string_view)> write) : write_(std::move(write)) {}

    /// Writes a tag. Backslashes are put before quotes and backslashes, unless they are there already.
    void tag(std::string_view name, std::string_view value);

    /// Writes a legal move from this board. `mark` stands right behind it, such as ? for a mistake.
    void move(const Board& before, Move move, std::string_view mark = {});

    /// Writes a numeric glyph behind the last move, such as 4 for a blunder.
    void glyph(unsigned number);

    /// Writes a comment; a closing brace in it becomes a parenthesis.
    void comment(std::string_view text);

    /// Begins a variation, in place of the last move.
    void begin_variation();

    /// Ends a variation.
    void end_variation();

    /// Writes the result, which ends the game.
    void end_game(GameResult result);

  private:
    void begin_moves();
    void add_word(std::string_view word);
    void end_line();

    std::function<void(std::string_view)> write_;
    std::string line_;
    bool opens_variation_ = false;  ///< before the next word
    bool has_tags_ = false;
    bool is_in_moves_ = false;
    bool needs_number_ = true;  ///< before a move by Black
};

}  // namespace philidor
