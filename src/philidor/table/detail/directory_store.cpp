#include "philidor/table/detail/directory_store.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "philidor/base/detail/in_quotes.hpp"
#include "philidor/material/material_key.hpp"

namespace philidor {

namespace {

/// ".wdl" or ".dtz".
std::string ending_of(TableKind kind) { return '.' + std::string(name_of(kind)); }

/// The key of a table that is stored in a file of this name; empty if it is no such name.
std::optional<CanonicalKey> key_of_file(TableKind kind, std::string_view name) {
    const std::string ending = ending_of(kind);
    if (!name.ends_with(ending)) return std::nullopt;
    const std::string text(name.substr(0, name.size() - ending.size()));
    const auto key = parse_key(text);
    if (!key) return std::nullopt;
    const CanonicalKey canonical = canonicalize(*key).key;
    return to_string(canonical) == text ? std::optional(canonical) : std::nullopt;
}

/// Files up to this size are read whole, with one system call instead of several.
constexpr std::uint64_t small_file = std::uint64_t{1} << 16U;

tl::unexpected<Error<TableError>> as_table_error(const Error<FileError>& error) {
    switch (error.kind) {
        case FileError::absent: return fail(TableError::absent, error.message);
        case FileError::unreadable: return fail(TableError::unreadable, error.message);
        default: return fail(TableError::unwritable, error.message);
    }
}

}  // namespace

DirectoryStore::DirectoryStore(std::shared_ptr<FileSystem> files, std::string path)
    : files_(std::move(files)), path_(std::move(path)) {}

Result<std::unique_ptr<DirectoryStore>, TableError> DirectoryStore::open_folder(
    std::shared_ptr<FileSystem> files, const std::string& path) {
    const auto exists = files->exists(path);
    if (!exists) return as_table_error(exists.error());
    if (!*exists) {
        if (const auto created = files->create_folder(path); !created) return as_table_error(created.error());
    } else if (const auto listed = files->list(path); !listed) {
        return fail(TableError::not_a_store, listed.error().message);
    }
    return std::unique_ptr<DirectoryStore>(new DirectoryStore(std::move(files), path));
}

std::string DirectoryStore::path_of(TableKind kind, const CanonicalKey& key) const {
    return path_ + '/' + to_string(key) + ending_of(kind);
}

/// Without the folder, every table would seem to be absent.
Result<void, TableError> DirectoryStore::check_folder() const {
    const auto exists = files_->exists(path_);
    if (!exists) return as_table_error(exists.error());
    if (*exists) return {};
    return fail(TableError::gone, in_quotes(path_) + ": it was deleted while it was open");
}

/// The error that something failed, unless that is because the folder is not there any more.
tl::unexpected<Error<TableError>> DirectoryStore::gone_or(const Error<FileError>& error) const {
    if (const auto here = check_folder(); !here) return tl::unexpected(here.error());
    return as_table_error(error);
}

Result<BlockFile, TableError> DirectoryStore::open_file(TableKind kind, const CanonicalKey& key) const {
    const std::string path = path_of(kind, key);
    auto source = files_->open(path);
    if (!source && source.error().kind == FileError::absent) {
        if (const auto here = check_folder(); !here) return tl::unexpected(here.error());
    }
    if (!source) return as_table_error(source.error());
    if ((*source)->size() <= small_file) {
        auto bytes = (*source)->read_all();
        if (!bytes) return as_table_error(bytes.error());
        *source = std::make_shared<const MemoryBytes>(std::move(*bytes));
    }
    return BlockFile::open(kind, std::move(*source), in_quotes(path), key);
}

Result<bool, TableError> DirectoryStore::contains_file(TableKind kind, const CanonicalKey& key) const {
    const auto exists = files_->exists(path_of(kind, key));
    if (!exists) return as_table_error(exists.error());
    if (*exists) return true;
    return check_folder().map([] { return false; });
}

Result<std::vector<CanonicalKey>, TableError> DirectoryStore::file_keys(TableKind kind) const {
    const auto names = files_->list(path_);
    if (!names) return gone_or(names.error());
    std::vector<CanonicalKey> keys;
    for (const std::string& name : *names) {
        if (const auto key = key_of_file(kind, name)) keys.push_back(*key);
    }
    std::ranges::sort(keys);
    return keys;
}

/// Whether exact values are stored that bounds must not replace. A failure to read them is no permission.
Result<bool, FileError> DirectoryStore::keeps_exact(const CanonicalKey& key) const {
    const auto older = open_file(TableKind::wdl, key);
    if (older) return older->header().is_exact;
    const TableError kind = older.error().kind;
    if (kind == TableError::absent || kind == TableError::corrupt) return false;
    return fail(FileError::unreadable, older.error().message);
}

Result<void, TableError> DirectoryStore::put_all(std::span<const EncodedTable> tables) {
    std::call_once(is_cleaned_, [this] {
        files_->remove_abandoned(path_, [](std::string_view name) {
            return std::ranges::any_of(all_table_kinds,
                                       [&](TableKind kind) { return key_of_file(kind, name).has_value(); });
        });
    });
    std::vector<NamedBytes> files;
    for (const EncodedTable& table : tables) {
        NamedBytes& file = files.emplace_back(path_of(table.kind, table.key), table.bytes, nullptr);
        if (!table.is_exact()) file.keeps_older = [this, &table] { return keeps_exact(table.key); };
    }
    if (const auto written = files_->write_all(files); !written) return gone_or(written.error());
    return {};
}

Result<void, TableError> DirectoryStore::set_aside(TableKind kind, const CanonicalKey& key) {
    const std::string path = path_of(kind, key);
    if (const auto renamed = files_->rename(path, path + ".damaged"); !renamed)
        return as_table_error(renamed.error());
    return {};
}

}  // namespace philidor
