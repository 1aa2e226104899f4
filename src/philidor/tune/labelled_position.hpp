/// @file
/// Positions whose results are known.
#pragma once

#include <cstdint>
#include <string_view>

#include "philidor/base/result.hpp"
#include "philidor/chess/board.hpp"
#include "philidor/tune/tune_error.hpp"

namespace philidor {

/// A position and how it ended, or how it must end.
struct LabelledPosition {
    Board board;
    double result = 0.5;  ///< of White: 1 for a win, 0.5 for a draw, 0 for a loss
    std::uint64_t group =
        0;  ///< positions of one game, or of one structure, have the same; see `is_held_out`
};

/// Reads a line of three fields with tabs between: a FEN, a result (1-0, 1/2-1/2 or 0-1), and a text that is
/// the same for all positions of one game.
[[nodiscard]] Result<LabelledPosition, TuneError> parse_labelled(std::string_view line);

/// Whether the positions of a group are kept for judging. One group in five is, and a group is so as a whole:
/// else what is learnt from a game would be judged by its next move.
[[nodiscard]] bool is_held_out(std::uint64_t group, std::uint64_t seed);

}  // namespace philidor
