#include "philidor/table/detail/store_list.hpp"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <optional>
#include <utility>

#include "philidor/base/detail/in_quotes.hpp"
#include "philidor/table/detail/block_file.hpp"

namespace philidor {

StoreList::StoreList(std::vector<std::shared_ptr<TableStore>> stores) : stores_(std::move(stores)) {
    assert(!stores_.empty());
}

std::string StoreList::path() const {
    std::string paths;
    for (const auto& store : stores_) {
        if (!paths.empty()) paths += ':';
        paths += store->path();
    }
    return paths;
}

Result<BlockFile, TableError> StoreList::open_file(TableKind kind, const CanonicalKey& key) const {
    std::optional<BlockFile> bounds;
    for (const auto& store : stores_) {
        auto file = store->open_file(kind, key);
        if (file && file->header().is_exact) return file;
        if (bounds) continue;
        if (file)
            bounds = *std::move(file);
        else if (file.error().kind != TableError::absent)
            return file;
    }
    if (bounds) return *std::move(bounds);
    return fail(TableError::absent, "there is no " + std::string(name_of(kind)) + " table of " +
                                        to_string(key) + " in " + in_quotes(path()));
}

Result<bool, TableError> StoreList::contains_file(TableKind kind, const CanonicalKey& key) const {
    for (const auto& store : stores_) {
        const auto found = store->contains_file(kind, key);
        if (!found || *found) return found;
    }
    return false;
}

Result<std::vector<CanonicalKey>, TableError> StoreList::file_keys(TableKind kind) const {
    std::vector<CanonicalKey> all;
    for (const auto& store : stores_) {
        const auto some = store->file_keys(kind);
        if (!some) return some;
        std::vector<CanonicalKey> merged;
        std::ranges::set_union(all, *some, std::back_inserter(merged));
        all = std::move(merged);
    }
    return all;
}

Result<void, TableError> StoreList::put_all(std::span<const EncodedTable> tables) {
    return stores_.front()->put_all(tables);
}

Result<void, TableError> StoreList::set_aside(TableKind kind, const CanonicalKey& key) {
    for (const auto& store : stores_) {
        const auto found = store->contains_file(kind, key);
        if (!found) return tl::unexpected(found.error());
        if (*found) return store->set_aside(kind, key);
    }
    return {};
}

}  // namespace philidor
