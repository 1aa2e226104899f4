/// @file
/// What is wrong with a game.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace philidor {

/// Why a game was left out, or not read to its end.
enum class PgnFault : std::uint8_t {
    other_variant,  ///< it is not chess: the game is left out
    bad_start,      ///< its FEN is not a legal position: the game is left out
    bad_move,       ///< a move cannot be played: the game ends before it
    null_move,      ///< a side passes: the game ends before it
    open_comment,   ///< a comment is never closed: it may hide moves
    cut_off,        ///< the file ends inside a move: the game ends before it
};

/// A game that could not be read as it stands, and where.
struct PgnProblem {
    PgnFault fault;       ///< for programs
    std::size_t game;     ///< its number in the file, from 1
    std::size_t line;     ///< in the file, from 1
    std::string message;  ///< for people; it quotes the text that is wrong

    /// Equal in everything.
    friend bool operator==(const PgnProblem&, const PgnProblem&) = default;
};

}  // namespace philidor
