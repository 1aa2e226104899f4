/// @file
/// The exit codes of the program.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace philidor::cli {

/// The exit codes of the program.
enum class ExitCode : std::uint8_t {
    done = 0,           ///< success
    failed = 1,         ///< a failure that is not the user's mistake
    bad_input = 2,      ///< wrong usage or invalid input
    interrupted = 130,  ///< Ctrl-C; the usual code of shells for it
    terminated = 143,   ///< SIGTERM; the same
};

/// Ends a command. The program prints the message to standard error and returns the code.
class CommandFailure : public std::runtime_error {
  public:
    /// A failure with this code and message.
    CommandFailure(ExitCode code, const std::string& message) : std::runtime_error(message), code_(code) {}

    /// The exit code.
    [[nodiscard]] ExitCode code() const { return code_; }

  private:
    ExitCode code_;
};

}  // namespace philidor::cli
