/// @file
/// Who is told what a PGN file says.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "philidor/pgn/game_result.hpp"

namespace philidor::detail {

class PgnReader;

/// What the reader does next, as its visitor chooses.
enum class NextStep : std::uint8_t {
    read_on,    ///< reads what follows
    skip_game,  ///< passes over the rest of this game
    stop,       ///< stops reading; `PgnReader::read` returns
};

/// Is told what `PgnReader` finds, in the order in which it stands there. Texts are valid during the call
/// only. The reader knows where in the file it is: `PgnReader::line` and `PgnReader::game`.
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

    /// A word of the main line that may be a move: no number, result, comment or sign. It need not be one.
    /// Whatever comes before the first move, such as tags, has come.
    [[nodiscard]] virtual NextStep word(std::string_view text) = 0;

    /// A comment of the main line without its braces, or a part of one if it is very long.
    virtual void comment(std::string_view /*text*/) {}

    /// A comment that began on this line, in the game that the reader is at, was never closed.
    virtual void unclosed_comment(const PgnReader& /*reader*/, std::size_t /*line*/) {}

    /// A numeric glyph of the main line, such as 4 for a blunder.
    virtual void glyph(unsigned /*number*/) {}

    /// The game is over. `result` is what stands behind the moves; unknown if nothing does.
    [[nodiscard]] virtual NextStep end_game(GameResult result) = 0;
};

}  // namespace philidor::detail
