/// @file
/// Tiles in few bytes, quick to write and to read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "philidor/index/detail/tile.hpp"

namespace philidor {

/// Appends a tile in few bytes. `superset` is a set that contains it and that the reader knows, or null.
///
/// When the white king takes a step, what the black king's squares are worth changes little. So the rows are
/// put into an order in which each is next to the one before it, row by row or column by column of the board,
/// and only the bytes are written in which a row differs from the last one. Placements that are not in the
/// superset may be read as anything, so they count as unchanged. Without a superset there is a frame in its
/// place: the kings are apart, the white king is on one of certain squares, and the black king likewise.
///
///     header   1 byte   bit 0: what comes before the first row, nothing or everything; bit 1: the order, by
///                       ranks or by files; bits 2 to 7: how many rows differ, 63 for a tile as it stands
///     frame    16 bytes the squares of the white king and of the black king, if there is no superset;
///                       left out for the empty tile
///     rows              the places in the order of the rows that differ; from nine on, a mask of 8 bytes
///     bytes             for each of them a mask of the bytes that differ, and these bytes, exclusive-or
void pack_tile(const Tile& tile, const Tile* superset, std::vector<std::uint8_t>& bytes);

/// Reads a tile. Returns where its bytes end.
const std::uint8_t* unpack_tile(const std::uint8_t* bytes, const Tile* superset, Tile& tile);

/// Reads only the row of one square of the white king. `superset` is the same row of the superset, or null.
/// Returns where the bytes of the tile end.
const std::uint8_t* unpack_row(const std::uint8_t* bytes,
                               unsigned index,
                               const std::uint64_t* superset,
                               std::uint64_t& row);

}  // namespace philidor
