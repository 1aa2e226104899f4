/// @file
/// What the program tells the shell.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace philidor::cli {

/// The program's exit codes.
enum class ExitCode : std::uint8_t {
    done = 0,           ///< everything that was asked for
    failed = 1,         ///< something went wrong that was not the user's doing
    bad_input = 2,      ///< wrong usage, or input that cannot be read
    interrupted = 130,  ///< by Ctrl-C; the code that shells use for it
};

/// Ends a command: main() prints the message, if there is one, to standard error and returns the code.
class CommandFailure : public std::runtime_error {
  public:
    /// The failure with this code and message.
    CommandFailure(ExitCode code, const std::string& message) : std::runtime_error(message), code_(code) {}

    /// What to return to the shell.
    [[nodiscard]] ExitCode code() const { return code_; }

  private:
    ExitCode code_;
};

}  // namespace philidor::cli
