/// @file
/// Ctrl-C as a state that commands check.
#pragma once

#include <stop_token>

#include "exit_code.hpp"

namespace philidor::cli {

/// From now on the first Ctrl-C only makes `is_interrupted` true. A second one ends the program at once.
void catch_interrupt();

/// Whether Ctrl-C has been pressed.
[[nodiscard]] bool is_interrupted();

/// A token for work in the library; Ctrl-C stops it.
[[nodiscard]] std::stop_token interrupt_token();

/// The failure that a command throws after Ctrl-C.
[[nodiscard]] CommandFailure interruption();

}  // namespace philidor::cli
