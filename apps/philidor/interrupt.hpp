/// @file
/// Ctrl-C, and being asked to end, as a state that commands check.
#pragma once

#include <stop_token>
#include <string>

#include "exit_code.hpp"

namespace philidor::cli {

/// From now on the first Ctrl-C or SIGTERM only makes `is_interrupted` true, so that commands keep what they
/// have. A second one ends the program at once.
void catch_interrupt();

/// From now on Ctrl-C or SIGTERM ends the program at once, with the same message and exit code: for a command
/// that has nothing to keep.
void end_at_interrupt();

/// Whether Ctrl-C has been pressed, or SIGTERM was received.
[[nodiscard]] bool is_interrupted();

/// The same as a token for a `Budget`. No `std::stop_callback` may be registered with it: it would run in a
/// signal handler.
[[nodiscard]] std::stop_token interrupt_token();

/// The failure that a command throws after Ctrl-C or SIGTERM. The text says what came of the work; it may be
/// empty.
[[nodiscard]] CommandFailure interruption(const std::string& text = "");

}  // namespace philidor::cli
