/// @file
/// What is wrong with a game.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace philidor {

/// Why a game was left out, or not read to its end.
enum class PgnFault : std::uint8_t {
    other_variant,  ///< not chess: no positions
    bad_start,      ///< the FEN is no position: no positions
    bad_move,       ///< a move cannot be played: the positions before it are good
    null_move,      ///< somebody passes: the positions before it are good
    open_comment,   ///< a comment is never closed: what it has hidden is not known
    cut_off,        ///< the file ends inside a move: the positions before it are good
};

/// A game that could not be read as it stands, and where.
struct PgnProblem {
    PgnFault fault;
    std::size_t game;  ///< its number in the file, from 1
    std::size_t line;  ///< from 1
    std::string message;

    /// The same in all.
    friend bool operator==(const PgnProblem&, const PgnProblem&) = default;
};

}  // namespace philidor
