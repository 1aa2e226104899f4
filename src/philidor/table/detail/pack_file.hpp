/// @file
/// A pack that is read.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "philidor/base/detail/mapped_file.hpp"
#include "philidor/base/result.hpp"
#include "philidor/table/detail/block_file.hpp"
#include "philidor/table/detail/pack_format.hpp"
#include "philidor/table/table_error.hpp"

namespace philidor::detail {

/// A pack, mapped into memory. Opening it reads the directory, some 0.3 bytes for each table; finding a table
/// reads one page of the index. Every byte is checked before it is used, and an error names the pack. Several
/// threads may read at once.
class PackFile {
  public:
    /// Opens a pack.
    [[nodiscard]] static Result<std::shared_ptr<const PackFile>, TableError> open(const std::string& path);

    /// The file.
    [[nodiscard]] const std::string& path() const { return path_; }

    /// The number of tables, of both kinds.
    [[nodiscard]] std::uint64_t table_count() const { return footer_.tables; }

    /// The number of bytes.
    [[nodiscard]] std::uint64_t byte_count() const { return footer_.file_size; }

    /// The checksum of all but the footer.
    [[nodiscard]] std::uint64_t checksum() const { return footer_.content_checksum; }

    /// Where a table lies; empty if the pack does not have it.
    [[nodiscard]] Result<std::optional<PackPlace>, TableError> find(const PackName& name) const;

    /// Opens the table that lies at a place that `find` has given.
    [[nodiscard]] Result<BlockFile, TableError> open_table(const PackPlace& place,
                                                           TableKind kind,
                                                           const CanonicalKey& key) const;

    /// Calls `use` for every table, in the order of the index.
    [[nodiscard]] Result<void, TableError> for_each(const std::function<void(const NamedTable&)>& use) const;

    /// Reads the whole pack and compares its checksum.
    [[nodiscard]] Result<void, TableError> check() const;

  private:
    PackFile(std::shared_ptr<const MappedFile> file, std::string path, const PackFooter& footer)
        : file_(std::move(file)), path_(std::move(path)), footer_(footer) {}

    [[nodiscard]] ByteView directory() const {
        return file_->view().subspan(footer_.directory(), footer_.directory_size());
    }
    [[nodiscard]] ByteView page_name(std::uint64_t page) const {
        return directory().subspan(page * pack_name_size, pack_name_size);
    }
    [[nodiscard]] Result<ByteView, TableError> entries_of(std::uint64_t page) const;

    std::shared_ptr<const MappedFile> file_;
    std::string path_;
    PackFooter footer_;
};

}  // namespace philidor::detail
