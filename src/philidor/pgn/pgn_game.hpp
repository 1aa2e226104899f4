/// @file
/// A game as it stands in a file.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

}  // namespace philidor
