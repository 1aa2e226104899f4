/// @file
/// Why there is nothing to learn from.
#pragma once

#include <cstdint>

namespace philidor {

/// What can go wrong while labelled positions are read or made.
enum class TuneError : std::uint8_t {
    fields,       ///< a line without exactly three fields
    position,     ///< a field that is no position
    result,       ///< a field that is no result
    family,       ///< a text that names no family of endings
    tables,       ///< tables that could not be built or read
    interrupted,  ///< the caller asked to stop
};

}  // namespace philidor
