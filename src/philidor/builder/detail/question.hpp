/// @file
/// What is asked of every position of a table.
#pragma once

#include "philidor/chess/piece.hpp"
#include "philidor/table/detail/table.hpp"

namespace philidor {

/// "Which positions does the attacker win?" A table answers it for both colours, and each answer stands on
/// its own: it depends on the children's answers to the same question alone. Where children are absent, the
/// proved wins take what they hide as not won, the possible wins as won.
struct Question {
    Color attacker;
    Certainty certainty;

    /// The other side.
    [[nodiscard]] constexpr Color defender() const { return !attacker; }

    /// The same question.
    friend constexpr bool operator==(Question, Question) = default;
};

}  // namespace philidor
