/// @file
/// Forsyth-Edwards notation: positions as text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "philidor/base/result.hpp"
#include "philidor/chess/board.hpp"
#include "philidor/chess/setup.hpp"

namespace philidor {

/// Which castling fields a FEN may have.
enum class Variant : std::uint8_t {
    standard,  ///< KQkq, with kings on the e-file and rooks in the corners
    chess960,  ///< X-FEN (KQkq means the outermost rook) and Shredder-FEN (HAha) too
};

/// Reads a FEN of six fields, or of four; the clocks are then 0 and 1. Each field must be in its usual form,
/// so that `to_fen` writes back exactly the text that was read.
[[nodiscard]] Result<Setup, PositionError> parse_setup(std::string_view text,
                                                       Variant variant = Variant::standard);

/// Reads a FEN and checks that the position is legal.
[[nodiscard]] Result<Board, PositionError> parse_fen(std::string_view text,
                                                     Variant variant = Variant::standard);

/// A position, and what was odd about its FEN.
struct ReadFen {
    Board board;         ///< a legal position
    std::string remark;  ///< what was changed to make a usual FEN; empty if nothing was
};

/// Reads a FEN as people have it: with any blanks, with two to six fields, with castling letters in any
/// order. Rights to castle or to capture en passant that cannot be are left out. Whatever was odd, but for
/// blanks and missing fields, is told in the remark.
[[nodiscard]] Result<ReadFen, PositionError> read_fen(std::string_view text,
                                                      Variant variant = Variant::standard);

/// Writes a FEN of six fields.
[[nodiscard]] std::string to_fen(const Setup& setup);

/// Writes a FEN of six fields.
[[nodiscard]] std::string to_fen(const Board& board);

}  // namespace philidor
