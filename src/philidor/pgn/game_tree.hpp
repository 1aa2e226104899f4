/// @file
/// Games with variations and comments.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "philidor/base/budget.hpp"
#include "philidor/base/result.hpp"
#include "philidor/chess/board.hpp"
#include "philidor/chess/move.hpp"
#include "philidor/pgn/games_in.hpp"

namespace philidor {

/// A move of a game, and all that follows it.
struct GameNode {
    Move move;  ///< legal in the position before it
    // NOLINTBEGIN(readability-redundant-member-init): callers may leave them out
    std::vector<unsigned> glyphs = {};  ///< numeric glyphs, such as 1 for a good move
    std::string comment = {};           ///< behind the move
    std::vector<GameNode> next = {};    ///< what may follow: the main line first, then variations
    // NOLINTEND(readability-redundant-member-init)
};

/// A game with its variations.
struct GameTree {
    Board start;                              ///< where it begins
    std::size_t number = 0;                   ///< in the file, from 1
    std::vector<PgnTag> tags;                 ///< in the order of the file
    std::string comment;                      ///< before the first move
    std::vector<GameNode> next;               ///< the main line first, then variations
    GameResult result = GameResult::unknown;  ///< the one behind the moves, or else that of the tag
    std::optional<PgnProblem> problem;  ///< why moves of the main line may be missing; empty if none are

    /// The value of a tag; empty if there is none of this name.
    [[nodiscard]] std::string_view tag(std::string_view name) const;

    /// Sets the value of a tag, or adds it.
    void set_tag(std::string_view name, std::string value);
};

/// The game as PGN, ready to be followed by another one. The seven tags that every game has are there, and
/// those of the start position if it is not the usual one.
[[nodiscard]] std::string to_pgn(const GameTree& game);

/// Reads the games of a file as `games_in` does, with their variations, and calls `use` for each until it
/// returns false. `report`, which may be empty, is told about every problem. The budget is told the bytes
/// that are read, after each game and at the end, and may stop the reading. Returns an error if the file
/// cannot be read, or not to its end.
[[nodiscard]] Result<void, FileError> read_game_trees(
    const std::string& path,
    const std::function<bool(GameTree&&)>& use,
    const std::function<void(const PgnProblem&)>& report = nullptr,
    const Budget& budget = {});

}  // namespace philidor
