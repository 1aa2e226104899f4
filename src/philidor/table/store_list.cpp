#include "philidor/table/store_list.hpp"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <iterator>
#include <utility>

#include "philidor/base/in_quotes.hpp"
#include "philidor/base/posix_filesystem.hpp"
#include "philidor/table/directory_store.hpp"
#include "philidor/table/sqlite_store.hpp"

namespace philidor {

StoreList::StoreList(std::vector<std::unique_ptr<TableStore>> stores) : stores_(std::move(stores)) {
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
    for (const auto& store : stores_) {
        auto file = store->open_file(kind, key);
        if (file || file.error().kind != TableError::absent) return file;
    }
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

Result<std::unique_ptr<TableStore>, TableError> open_store(const std::string& path) {
    if (path.empty()) return fail(TableError::not_a_store, "the path of a store is empty");
    if (path.ends_with(".db")) return SqliteStore::open_database(path);
    return DirectoryStore::open_folder(std::make_shared<PosixFileSystem>(), path);
}

Result<std::unique_ptr<TableStore>, TableError> open_stores(std::span<const std::string> paths) {
    assert(!paths.empty());
    std::vector<std::unique_ptr<TableStore>> stores;
    for (const std::string& path : paths) {
        auto store = open_store(path);
        if (!store) return store;
        stores.push_back(std::move(*store));
    }
    return std::make_unique<StoreList>(std::move(stores));
}

std::vector<std::string> split_store_paths(std::string_view list) {
    std::vector<std::string> paths;
    while (!list.empty()) {
        const std::string_view path = list.substr(0, list.find(':'));
        if (!path.empty()) paths.emplace_back(path);
        list.remove_prefix(std::min(path.size() + 1, list.size()));
    }
    return paths;
}

std::vector<std::string> store_paths_of_environment() {
    const char* const list = std::getenv("PHILIDOR_PATH");
    return list == nullptr ? std::vector<std::string>{} : split_store_paths(list);
}

}  // namespace philidor
