/// @file
/// The words of the lichess tablebase for what a position is worth.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "philidor/chess/board.hpp"
#include "philidor/table/answer.hpp"
#include "philidor/table/wdl.hpp"

namespace philidor {

/// What a position is worth to the side to move under the 50-move rule. docs/serving.md explains when each
/// category is used.
enum class Category : std::uint8_t {
    win,         ///< won, and the 50-move rule does not change it
    maybe_win,   ///< won, but whether the 50-move rule makes it a draw is not known
    draw,        ///< drawn
    maybe_loss,  ///< lost, but whether the 50-move rule makes it a draw is not known
    loss,        ///< lost, and the 50-move rule does not change it
    unknown,     ///< no value is proved, or only bounds
};

/// The name in the API: "win", "maybe-win" and so on.
[[nodiscard]] std::string_view name_of(Category category);

/// The category that follows from the value without the 50-move rule, the distance and the board's clock.
[[nodiscard]] Category category_of(const Board& board, WdlBounds bounds, std::optional<int> dtz);

/// The category of the position after a move, for the side to move then.
[[nodiscard]] Category category_after(const Board& board, const MoveAnswer& answer);

}  // namespace philidor
