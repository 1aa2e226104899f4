/// @file
/// Weights of the pawn terms as text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "philidor/base/result.hpp"
#include "philidor/pawns/pawn_term.hpp"

namespace philidor {

/// What can be wrong with a text of weights.
enum class PawnWeightsError : std::uint8_t {
    line,      ///< a line that is not a name and two numbers
    term,      ///< a name that is no term
    repeated,  ///< a term that was there before
    absent,    ///< a term without a line
};

/// One line for each term: its name, and centipawns for the middlegame and the endgame.
[[nodiscard]] std::string to_text(const PawnWeights& weights);

/// Reads such lines, in any order. Empty lines and those that begin with # are ignored.
[[nodiscard]] Result<PawnWeights, PawnWeightsError> parse_pawn_weights(std::string_view text);

}  // namespace philidor
