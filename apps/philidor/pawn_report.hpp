/// @file
/// The evaluation of pawns, for people, for programs and as a picture.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "philidor/chess/board.hpp"
#include "philidor/pawns/pawn_eval.hpp"
#include "philidor/pawns/score.hpp"

namespace philidor::cli {

/// What there is to report about a position.
struct PawnReport {
    Board board;
    std::vector<PawnTermCount> terms;
    Score score;    ///< the sum of the terms
    int phase = 0;  ///< see `phase_of`
    int total = 0;  ///< between middlegame and endgame, in centipawns, seen from White
};

/// Evaluates the pawns of a board.
[[nodiscard]] PawnReport report_on_pawns(const Board& board);

/// Prints the board with the features of each pawn, and every term for both sides.
void print(const PawnReport& report);

/// The same for programs.
[[nodiscard]] nlohmann::ordered_json json_of(const PawnReport& report);

/// The same as a picture: the text of an SVG file that needs nothing else.
[[nodiscard]] std::string pawn_svg(const PawnReport& report);

}  // namespace philidor::cli
