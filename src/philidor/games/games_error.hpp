/// @file
/// Why games and tables could not be brought together.
#pragma once

#include <cstdint>

namespace philidor {

/// What could not be read.
enum class GamesError : std::uint8_t {
    index,        ///< the index of games
    store,        ///< a table
    interrupted,  ///< nothing: the caller asked to stop
};

}  // namespace philidor
