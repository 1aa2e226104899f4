/// @file
/// A solved ending as a game with variations.
#pragma once

#include <cstddef>
#include <cstdint>

#include "philidor/chess/ending.hpp"
#include "philidor/pgn/game_tree.hpp"
#include "philidor/solve/proof.hpp"
#include "philidor/solve/solution.hpp"

namespace philidor {

/// The numeric glyphs that are used.
enum class Glyph : std::uint8_t {
    good = 1,             ///< !: the only move that keeps the value
    mistake = 2,          ///< ?: it gives half a point away
    blunder = 4,          ///< ??: it gives a whole point away
    white_zugzwang = 22,  ///< White is in zugzwang
    black_zugzwang = 23,  ///< Black is in zugzwang
};

/// Which variations a solution gets.
struct VariationLimits {
    std::size_t replies = 3;       ///< for how many of its moves the other side's replies are all shown
    std::size_t tries = 6;         ///< the most tries at one move
    std::size_t try_plies = 6;     ///< the most plies of the line that refutes a try
    std::size_t reply_plies = 12;  ///< the most plies of the line after another reply
};

/// Makes a game of a solution with a line, which a proof has found. The side that has something to show, the
/// winner or the side to move in a draw, makes tries that fail, each with its refutation; the other side's
/// replies are shown for the first moves. Only moves, mutual zugzwangs and mistakes have glyphs, and values
/// are comments. What the proof has not settled yet is found within its limits, or left out.
[[nodiscard]] GameTree game_of(const Solution& solution, Proof& proof, const VariationLimits& limits = {});

}  // namespace philidor
