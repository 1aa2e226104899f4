/// @file
/// What a PGN file says, told piece by piece.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "philidor/pgn/games_in.hpp"

namespace philidor::detail {

class PgnReader;

/// What the reader does next, as its visitor chooses.
enum class NextStep : std::uint8_t {
    read_on,    ///< reads what follows
    skip_game,  ///< passes over the rest of this game
    stop,       ///< stops reading; `PgnReader::read` returns
};

/// Is told what `PgnReader` finds, in the order of the file. Texts are valid during the call only. The reader
/// knows where in the file it is: `PgnReader::line` and `PgnReader::game`.
class PgnVisitor {
  public:
    PgnVisitor() = default;
    PgnVisitor(const PgnVisitor&) = delete;
    PgnVisitor& operator=(const PgnVisitor&) = delete;
    virtual ~PgnVisitor() = default;

    /// A game begins.
    virtual void begin_game(const PgnReader& reader) = 0;

    /// A tag, such as `[White "Philidor"]`. The value is as in the file, with its backslashes.
    virtual void tag(std::string_view name, std::string_view value) = 0;

    /// A word of the main line that may be a move: not a number, a result, a comment or a sign. All tags of
    /// the game have been told before.
    [[nodiscard]] virtual NextStep word(std::string_view text) = 0;

    /// Whether variations are told as well: their words, comments and glyphs, between `begin_variation` and
    /// `end_variation`.
    [[nodiscard]] virtual bool reads_variations() const { return false; }

    /// A variation begins: what follows replaces the last move.
    virtual void begin_variation() {}

    /// The variation is over: what follows goes on where it began.
    virtual void end_variation() {}

    /// A comment of the main line without its braces, or a part of one if it is very long.
    virtual void comment(std::string_view /*text*/) {}

    /// A comment that began on this line, in the game that the reader is at, was never closed.
    virtual void unclosed_comment(const PgnReader& /*reader*/, std::size_t /*line*/) {}

    /// A numeric glyph of the main line, such as 4 for a blunder.
    virtual void glyph(unsigned /*number*/) {}

    /// The game is over. `result` is the one behind the moves, or unknown if there is none.
    [[nodiscard]] virtual NextStep end_game(GameResult result) = 0;
};

}  // namespace philidor::detail
