/// @file
/// What is asked of every position of a table.
#pragma once

#include <array>

#include "philidor/chess/piece.hpp"
#include "philidor/table/detail/table.hpp"

namespace philidor {

/// "Which positions does the attacker win?" A table answers it for both colours, and each answer stands on
/// its own: it depends on the children's answers to the same question alone. Where children are absent, the
/// proved wins take what they hide as not won, the possible wins as won. Under the 50-move rule the clock
/// stands at 0, as it does whenever a table is entered, and the attacker has to win or to leave the table for
/// a position that it wins, within 100 plies.
struct Question {
    Color attacker;
    Certainty certainty;
    Rule rule = Rule::none;

    /// The other side.
    [[nodiscard]] constexpr Color defender() const { return !attacker; }

    /// The wins that are asked for.
    [[nodiscard]] constexpr WinKind wins() const { return {certainty, rule}; }

    /// The same question.
    friend constexpr bool operator==(Question, Question) = default;
};

/// All four, for range-for: what settles a value without the 50-move rule.
inline constexpr std::array all_questions{
    Question{Color::white, Certainty::proved}, Question{Color::white, Certainty::possible},
    Question{Color::black, Certainty::proved}, Question{Color::black, Certainty::possible}};

}  // namespace philidor
