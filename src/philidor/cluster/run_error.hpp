/// @file
/// What goes wrong with runs.
#pragma once

#include <cstdint>

namespace philidor {

/// Why a run could not be planned or go on.
enum class RunError : std::uint8_t {
    input,            ///< a class that cannot be read, or that has too many keys
    too_many_tables,  ///< more tables are needed than are allowed
    other_version,    ///< the plan was made by another version of the program
    bad_plan,         ///< the plan is damaged, or there is none
    missing_part,     ///< a part of a lower level has not been built
    interrupted,      ///< the work was stopped; what was built until then is kept
    failed,           ///< a table or file could not be made, read or written
};

}  // namespace philidor
