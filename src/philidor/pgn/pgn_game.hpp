/// @file
/// A game as it stands in a file.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "philidor/chess/game.hpp"
#include "philidor/pgn/game_result.hpp"
#include "philidor/pgn/pgn_problem.hpp"

namespace philidor {

/// What a file says about a game, such as `[White "Philidor"]`.
struct PgnTag {
    std::string name;
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
