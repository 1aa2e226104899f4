/// @file
/// Why games and tables could not be brought together.
#pragma once

#include <cstdint>

namespace philidor {

/// What could not be read.
enum class GamesError : std::uint8_t {
    file,     ///< the file of games
    index,    ///< the index of games
    store,    ///< a table
    stopped,  ///< nothing: the budget asked to stop, or its time is up
};

}  // namespace philidor
