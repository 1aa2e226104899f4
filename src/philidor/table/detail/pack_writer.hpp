/// @file
/// Writes packs.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "philidor/base/detail/checksum.hpp"
#include "philidor/base/detail/output_file.hpp"
#include "philidor/base/result.hpp"
#include "philidor/table/detail/block_file.hpp"
#include "philidor/table/detail/pack_format.hpp"
#include "philidor/table/table_error.hpp"

namespace philidor::detail {

/// A pack being written, aside and from front to back. It takes its name with `finish`; until then, and if
/// that is never called, there is no pack. The same tables give the same bytes.
class PackWriter {
  public:
    /// Begins a pack.
    [[nodiscard]] static Result<PackWriter, TableError> open(const std::string& path);

    /// Appends a table. Tables come in the order of their names, each once.
    [[nodiscard]] Result<void, TableError> add(const EncodedTable& table);

    /// What was written.
    struct Summary {
        std::uint64_t tables = 0;    ///< how many
        std::uint64_t bytes = 0;     ///< of the whole file
        std::uint64_t checksum = 0;  ///< of all but the footer
    };

    /// Writes the index, gives the pack its name, and waits until it is on the disk. The last call.
    [[nodiscard]] Result<Summary, TableError> finish();

  private:
    struct Entry {
        PackName name;
        std::uint64_t size;
    };

    explicit PackWriter(std::unique_ptr<OutputFile> file) : file_(std::move(file)) {}

    [[nodiscard]] Result<void, TableError> write(ByteView bytes);

    std::unique_ptr<OutputFile> file_;
    RunningChecksum checksum_;
    std::uint64_t written_ = 0;
    std::vector<Entry> entries_;
};

}  // namespace philidor::detail
