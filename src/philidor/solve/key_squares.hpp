/// @file
/// Where the kings of a pawn ending should stand: the theory of corresponding squares, computed.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "philidor/chess/bitboard.hpp"
#include "philidor/chess/board.hpp"
#include "philidor/chess/indexed_array.hpp"
#include "philidor/solve/position_solver.hpp"

namespace philidor {

/// What a placement of the two kings means, with either side to move. Where only one of them can be to move,
/// since the other's king is attacked, that one decides.
enum class KeySquare : std::uint8_t {
    unavailable,         ///< no such position is legal
    open,                ///< not everything is known
    white_wins,          ///< whoever is to move
    black_wins,          ///< whoever is to move
    drawn,               ///< whoever is to move
    white_wins_to_move,  ///< and else it is a draw
    black_wins_to_move,  ///< and else it is a draw
    mover_wins,          ///< whoever is to move wins
    mutual_zugzwang,     ///< whoever is to move would rather not
};

/// The key squares of a pawn ending.
struct KeySquares {
    BySquare<KeySquare> white_king{};    ///< by its square; the black king stands where it is
    BySquare<KeySquare> black_king{};    ///< by its square; the white king stands where it is
    BySquare<Bitboard> corresponding{};  ///< by the white king's square: where the black king makes a mutual
                                         ///< zugzwang, as far as it is known
};

/// Squares far from the play can take as long to settle as a hundred positions; a map is not worth that.
inline constexpr std::chrono::seconds most_time_for_key_squares{5};

/// Finds the key squares of a position of kings and pawns, from what a solver has proved that was made for
/// it. The squares of one king with the other where it stands are settled as far as one promoted piece does
/// it, and until the deadline, if there is one; more would take long for squares that nobody asks about.
[[nodiscard]] KeySquares find_key_squares(const Board& root,
                                          const PositionSolver& solver,
                                          std::optional<std::chrono::steady_clock::time_point> deadline = {});

}  // namespace philidor
