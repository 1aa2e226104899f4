/// @file
/// The reasons why a position has no index, or an index no position.
#pragma once

#include <cstdint>

namespace philidor {

/// What is wrong with a board or an index.
enum class IndexError : std::uint8_t {
    too_many_pieces,    ///< the key has more pieces than a layout can place
    material_mismatch,  ///< the board has other pieces than the key, or pawns on other squares
    out_of_range,       ///< the index is not below the size
    shared_square,      ///< two men would stand on one square
    illegal_position,   ///< the kings are adjacent, or the side to move could take the king
};

}  // namespace philidor
