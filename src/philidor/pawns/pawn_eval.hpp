/// @file
/// What the pawns of a position are worth.
#pragma once

#include <vector>

#include "philidor/chess/bitboard.hpp"
#include "philidor/chess/board.hpp"
#include "philidor/chess/color.hpp"
#include "philidor/chess/indexed_array.hpp"
#include "philidor/pawns/pawn_structure.hpp"
#include "philidor/pawns/pawn_term.hpp"
#include "philidor/pawns/score.hpp"

namespace philidor {

/// The weights that ship: fitted to games and to exact values, see docs/pawns.md.
extern const PawnWeights tuned_pawn_weights;

/// What depends on pawns alone. All scores are White's: what Black has is taken off.
struct StructureScore {
    Score score;
    ByColor<Bitboard> passed;  ///< for the terms that depend on the rest, so that nobody looks for them again
};

/// The terms of the structure. It needs no board, so that it can be remembered by the pawns.
[[nodiscard]] StructureScore score_structure(const PawnStructure& structure, const PawnWeights& weights);

/// The terms of passed pawns that depend on the rest of the position.
[[nodiscard]] Score score_passers(const Board& board,
                                  const ByColor<Bitboard>& passed,
                                  const PawnWeights& weights);

/// All of it, without a hash.
[[nodiscard]] Score evaluate_pawns(const Board& board, const PawnWeights& weights = tuned_pawn_weights);

/// A term of one side, and where it comes from.
struct PawnTermCount {
    PawnTerm term;
    Color color;
    Bitboard squares;  ///< the pawns it is about, or the squares
    double times = 0;  ///< how often it counts; half for a blocked passed pawn
    Score score;       ///< seen from White
};

/// Every term that occurs, in the order of the terms, White's before Black's. The scores add up to that of
/// `evaluate_pawns`.
[[nodiscard]] std::vector<PawnTermCount> explain_pawns(const Board& board,
                                                       const PawnWeights& weights = tuned_pawn_weights);

}  // namespace philidor
