/// @file
/// Stops a fuzzer.
#pragma once

#include <cstdlib>

namespace philidor::fuzz {

/// Reports this input to the fuzzer as a failure unless the condition holds.
inline void require(bool holds) {
    if (!holds) std::abort();
}

}  // namespace philidor::fuzz
