/// @file
/// The reasons why positions cannot be learned from.
#pragma once

#include <cstdint>

namespace philidor {

/// What can go wrong when labelled positions are read or made.
enum class TuneError : std::uint8_t {
    fields,       ///< a line without exactly three fields
    position,     ///< a field that is not a position
    result,       ///< a field that is not a result
    family,       ///< a text that does not name a family of endings
    tables,       ///< tables that could not be built or read
    interrupted,  ///< the caller asked to stop
};

}  // namespace philidor
