/// @file
/// The evaluation of pawns, with all details for a report.
#pragma once

#include <string_view>
#include <vector>

#include "philidor/chess/board.hpp"
#include "philidor/pawns/pawn_term.hpp"

namespace philidor {

/// Everything to report about a position.
struct PawnReport {
    Board board;                       ///< the position
    std::vector<PawnTermCount> terms;  ///< every term that occurs, in the order of the terms
    Score score;                       ///< the sum of the terms
    int phase = 0;                     ///< 24 in the opening, 0 in a pure endgame
    int total = 0;  ///< the score tapered by the phase, in centipawns, from White's point of view
};

/// Evaluates the pawns of a board with the weights that the engine plays with.
[[nodiscard]] PawnReport report_on_pawns(const Board& board);

/// The same with other weights.
[[nodiscard]] PawnReport report_on_pawns(const Board& board, const PawnWeights& weights);

/// The names of the features of the pawn on this square.
[[nodiscard]] std::vector<std::string_view> pawn_features_of(const Board& board, Square pawn);

}  // namespace philidor
