/// @file
/// How a game ended.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

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

}  // namespace philidor
