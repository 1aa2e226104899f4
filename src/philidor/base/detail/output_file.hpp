/// @file
/// A file that a command writes for its user.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "philidor/base/result.hpp"

namespace philidor::detail {

/// A file that is written aside, piece by piece, and takes its name with `finish`. Until then, and if that is
/// never called, an older file of this name stays as it is; so a command may read the file that it writes.
/// Links are followed: the file behind them is replaced. A pipe, a device, or an output of our own such as
/// /dev/stdout has no older content and is written at once.
class OutputFile {
  public:
    /// Opens a file for writing. It is an error if there is no permission to write it.
    [[nodiscard]] static Result<std::unique_ptr<OutputFile>, FileError> open(const std::string& path);

    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;
    virtual ~OutputFile() = default;

    /// Appends a text.
    [[nodiscard]] virtual Result<void, FileError> write(std::string_view text) = 0;

    /// Makes what was written the content of the file, and waits until it is on the disk. The last call.
    [[nodiscard]] virtual Result<void, FileError> finish() = 0;

  protected:
    OutputFile() = default;
};

}  // namespace philidor::detail
