/// @file
/// Stops a fuzzer.
#pragma once

#include <cstdlib>

namespace philidor::fuzz {

/// Tells the fuzzer that this input is a find.
inline void require(bool holds) {
    if (!holds) std::abort();
}

}  // namespace philidor::fuzz
