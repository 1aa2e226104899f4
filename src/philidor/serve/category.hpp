/// @file
/// The words of the lichess tablebase for what a position is worth.
#pragma once

#include <cstdint>
#include <string_view>

#include "philidor/table/wdl.hpp"

namespace philidor {

/// What a position is worth to the side to move under the 50-move rule. docs/serving.md explains when each
/// category is used.
enum class Category : std::uint8_t {
    win,           ///< won, and the 50-move rule does not change it
    maybe_win,     ///< won, but whether the 50-move rule makes it a draw is not known
    cursed_win,    ///< won, but the 50-move rule makes it a draw
    draw,          ///< drawn
    blessed_loss,  ///< lost, but the 50-move rule makes it a draw
    maybe_loss,    ///< lost, but whether the 50-move rule makes it a draw is not known
    loss,          ///< lost, and the 50-move rule does not change it
    unknown,       ///< no value is proved, or only bounds
};

/// The name in the API: "win", "maybe-win" and so on.
[[nodiscard]] std::string_view name_of(Category category);

/// The category of a value, in which the clock of the position counts.
[[nodiscard]] Category category_of(RuledValue value);

}  // namespace philidor
