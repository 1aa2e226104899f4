/// @file
/// Positions whose results are known.
#pragma once

#include <cstdint>
#include <string_view>

#include "philidor/base/result.hpp"
#include "philidor/chess/board.hpp"
#include "philidor/tune/tune_error.hpp"

namespace philidor {

/// A position with the result of its game, or with its result under perfect play.
struct LabelledPosition {
    Board board;              ///< the position
    double result = 0.5;      ///< for White: 1 for a win, 0.5 for a draw, 0 for a loss
    std::uint64_t group = 0;  ///< the same for all positions of a game or a structure; see `is_held_out`
};

/// Reads a line of three fields separated by tabs: a FEN, a result (1-0, 1/2-1/2 or 0-1), and a text that is
/// the same for all positions of one game.
[[nodiscard]] Result<LabelledPosition, TuneError> parse_labelled(std::string_view line);

/// Whether the positions of a group are held out for judging. One group in five is. Groups are held out as a
/// whole; otherwise what is learned from one move of a game would be judged by the next move of the same
/// game.
[[nodiscard]] bool is_held_out(std::uint64_t group, std::uint64_t seed);

}  // namespace philidor
