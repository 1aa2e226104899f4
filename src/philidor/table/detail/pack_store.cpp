#include "philidor/table/detail/pack_store.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "philidor/base/detail/in_quotes.hpp"

namespace philidor {

Result<std::unique_ptr<PackStore>, TableError> PackStore::open_file_of_tables(const std::string& path) {
    auto pack = detail::PackFile::open(path);
    if (!pack) return tl::unexpected(pack.error());
    return std::unique_ptr<PackStore>(new PackStore(path, {*std::move(pack)}));
}

Result<std::unique_ptr<PackStore>, TableError> PackStore::open_packs(const std::string& folder,
                                                                     std::span<const std::string> names) {
    std::vector<Pack> packs;
    packs.reserve(names.size());
    for (const std::string& name : names) {
        auto pack = detail::PackFile::open(fmt::format("{}/{}", folder, name));
        if (!pack) return tl::unexpected(pack.error());
        packs.push_back(*std::move(pack));
    }
    return std::unique_ptr<PackStore>(new PackStore(folder, std::move(packs)));
}

Result<BlockFile, TableError> PackStore::open_file(TableKind kind, const CanonicalKey& key) const {
    const detail::PackName name = detail::pack_name_of(kind, key);
    for (const Pack& pack : packs_) {
        const auto place = pack->find(name);
        if (!place) return tl::unexpected(place.error());
        if (*place) return pack->open_table(**place, kind, key);
    }
    return fail(TableError::absent, fmt::format("{}, {} table {}: there is no such table", in_quotes(path_),
                                                name_of(kind), to_string(key)));
}

Result<bool, TableError> PackStore::contains_file(TableKind kind, const CanonicalKey& key) const {
    const detail::PackName name = detail::pack_name_of(kind, key);
    for (const Pack& pack : packs_) {
        const auto place = pack->find(name);
        if (!place) return tl::unexpected(place.error());
        if (*place) return true;
    }
    return false;
}

Result<std::vector<CanonicalKey>, TableError> PackStore::file_keys(TableKind kind) const {
    std::vector<CanonicalKey> keys;
    for (const Pack& pack : packs_) {
        const auto listed = pack->for_each([&](const detail::NamedTable& table) {
            if (table.kind == kind) keys.push_back(table.key);
        });
        if (!listed) return tl::unexpected(listed.error());
    }
    std::ranges::sort(keys);
    const auto repeated = std::ranges::unique(keys);
    keys.erase(repeated.begin(), repeated.end());
    return keys;
}

Result<void, TableError> PackStore::put_all(std::span<const EncodedTable> tables) {
    if (tables.empty()) return {};
    return fail(TableError::unwritable,
                in_quotes(path_) + ": packs are only read; put another store before it for new tables");
}

Result<void, TableError> PackStore::set_aside(TableKind kind, const CanonicalKey& key) {
    return fail(TableError::unwritable,
                fmt::format("{}: packs are only read, so the damaged {} table {} stays: build its pack again",
                            in_quotes(path_), name_of(kind), to_string(key)));
}

}  // namespace philidor
