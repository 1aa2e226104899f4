/// @file
/// Finds the games in a file of any size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "philidor/base/result.hpp"
#include "philidor/pgn/detail/byte_stream.hpp"
#include "philidor/pgn/detail/pgn_visitor.hpp"
#include "philidor/pgn/games_in.hpp"

namespace philidor::detail {

/// Finds games, tags and words in PGN as it occurs in practice, and tells a visitor. It knows only how moves
/// are written, not the rules of chess, and no text makes it fail. Memory is a buffer of fixed size, however
/// large the file is.
///
/// What a game is: a tag begins one, unless it follows other tags. A game ends with its result, or where tags
/// follow its moves, or with the file. Without tags, a game begins with a move number and a first move. Other
/// text between games is ignored. So are empty lines, with one exception: after an empty line, a second Event
/// tag begins a new game even if the one before has no moves.
///
/// How it is written, outside tags: braces hold comments and do not nest, and a comment that is never closed
/// ends where the next game seems to begin (`find_comment_end`); a semicolon begins a comment up to the end
/// of the line; a line that begins with % is skipped; parentheses hold variations, which are skipped unless
/// the visitor reads them. A tag is `[Name "value"]` on one line; a line that begins like a tag but is not
/// one is skipped.
class PgnReader {
  public:
    /// Reads a stream, which must outlive the reader. `first_line` is the number of its first line.
    explicit PgnReader(ByteStream& stream, std::size_t first_line = 1);

    /// Reads to the end of the stream, or until the visitor stops it; in that case another call reads on
    /// from there. A stream that cannot be read, or is not PGN at all, is the only error; what came
    /// before it has been told.
    [[nodiscard]] Result<void, FileError> read(PgnVisitor& visitor);

    /// The number of the game that the visitor is told about, from 1.
    [[nodiscard]] std::size_t game() const { return game_; }

    /// The number of the line that the visitor is told about, from 1.
    [[nodiscard]] std::size_t line() const { return line_; }

    /// Whether the file ends right behind the word that the visitor is told: it may be part of a longer one.
    [[nodiscard]] bool is_cut() const { return is_at_end_ && place_ == end_; }

  private:
    enum class State : std::uint8_t { outside, tags, moves };

    [[nodiscard]] char* at(std::size_t place) { return buffer_.data() + place; }
    [[nodiscard]] std::string_view rest() { return {at(place_), end_ - place_}; }
    [[nodiscard]] bool is_told() const {
        return state_ != State::outside && (depth_ == 0 || visitor_->reads_variations()) &&
               next_step_ == NextStep::read_on;
    }
    [[nodiscard]] bool ensure(std::size_t count);
    void fill();
    [[nodiscard]] Result<void, FileError> begin();
    void end_line();
    void skip_line();
    void skip_escapes();
    void skip_line_end();
    void read_brace_comment();
    void read_line_comment();
    void read_tag();
    void read_glyph();
    void read_word();
    void skip_long_word();
    [[nodiscard]] bool begins_game(std::string_view tag_name) const;
    void take_tag(std::string_view name, std::string_view value);
    void take_word(std::string_view word);
    void take_digits(std::string_view word);
    void take_word_outside(std::string_view word);
    void tell_word(std::string_view word);
    void skip_sign();
    void open_variation();
    void close_variation();
    void begin_game();
    void end_game(GameResult result);

    ByteStream& stream_;
    PgnVisitor* visitor_ = nullptr;
    Result<void, FileError> failure_;
    std::vector<char> buffer_;
    std::size_t place_ = 0;  ///< what is read next
    std::size_t end_ = 0;    ///< behind the last byte of the buffer that is there
    bool is_begun_ = false;
    bool is_at_end_ = false;

    std::size_t line_;

    State state_ = State::outside;
    NextStep next_step_ = NextStep::read_on;
    std::size_t game_ = 0;
    std::size_t depth_ = 0;         ///< of variations
    bool is_line_start_ = true;     ///< only blanks so far on this line
    bool has_tag_on_line_ = false;  ///< a tag so far on this line
    bool is_after_gap_ = false;     ///< an empty line since the last tag
    bool has_event_ = false;        ///< among the tags of this game
    bool is_after_number_ = false;  ///< outside a game: a move number stands before
};

}  // namespace philidor::detail
