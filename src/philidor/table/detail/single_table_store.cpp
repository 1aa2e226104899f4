#include "philidor/table/detail/single_table_store.hpp"

#include <optional>

#include <fmt/format.h>

#include "philidor/base/detail/in_quotes.hpp"

namespace philidor {

namespace {

std::optional<TableKind> kind_named_by(std::string_view path) {
    for (const TableKind kind : all_table_kinds) {
        if (path.ends_with('.' + std::string(name_of(kind)))) return kind;
    }
    return std::nullopt;
}

}  // namespace

bool SingleTableStore::is_name_of_table(std::string_view path) { return kind_named_by(path).has_value(); }

Result<std::unique_ptr<SingleTableStore>, TableError> SingleTableStore::open_table(const FileSystem& files,
                                                                                   const std::string& path) {
    const auto kind = kind_named_by(path);
    if (!kind) return fail(TableError::not_a_store, in_quotes(path) + ": not the name of a table");
    auto source = files.open(path);
    if (!source) return fail(TableError::unreadable, source.error().message);
    auto table = BlockFile::open(*kind, *std::move(source), in_quotes(path));
    if (!table) return tl::unexpected(table.error());
    return std::unique_ptr<SingleTableStore>(new SingleTableStore(path, *kind, *std::move(table)));
}

Result<BlockFile, TableError> SingleTableStore::open_file(TableKind kind, const CanonicalKey& key) const {
    if (kind == kind_ && key == table_.header().key) return table_;
    return fail(TableError::absent, fmt::format("{}, {} table {}: there is no such table", in_quotes(path_),
                                                name_of(kind), to_string(key)));
}

Result<bool, TableError> SingleTableStore::contains_file(TableKind kind, const CanonicalKey& key) const {
    return kind == kind_ && key == table_.header().key;
}

Result<std::vector<CanonicalKey>, TableError> SingleTableStore::file_keys(TableKind kind) const {
    std::vector<CanonicalKey> keys;
    if (kind == kind_) keys.push_back(table_.header().key);
    return keys;
}

Result<void, TableError> SingleTableStore::put_all(std::span<const EncodedTable> tables) {
    if (tables.empty()) return {};
    return fail(TableError::unwritable,
                in_quotes(path_) + ": a single table is only read; put a store before it for new tables");
}

Result<void, TableError> SingleTableStore::set_aside(TableKind kind, const CanonicalKey& key) {
    return fail(TableError::unwritable,
                fmt::format("{}: a single table is only read, so the damaged {} table {} stays",
                            in_quotes(path_), name_of(kind), to_string(key)));
}

}  // namespace philidor
