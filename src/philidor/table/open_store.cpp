#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <utility>

#include "philidor/base/detail/posix_filesystem.hpp"
#include "philidor/table/detail/directory_store.hpp"
#include "philidor/table/detail/pack_store.hpp"
#include "philidor/table/detail/single_table_store.hpp"
#include "philidor/table/detail/sqlite_store.hpp"
#include "philidor/table/detail/store_list.hpp"
#include "philidor/table/table_store.hpp"

namespace philidor {

namespace {

/// The names of the packs in a folder; none if it is no folder, or one without packs.
std::vector<std::string> packs_in(const FileSystem& files, const std::string& path) {
    auto names = files.list(path).value_or(std::vector<std::string>());
    std::erase_if(names, [](const std::string& name) { return !name.ends_with(PackStore::ending); });
    return names;
}

}  // namespace

Result<std::unique_ptr<TableStore>, TableError> open_store(const std::string& path) {
    if (path.empty()) return fail(TableError::not_a_store, "the path of a store is empty");
    if (path.ends_with(".db")) return SqliteStore::open_database(path);
    if (path.ends_with(PackStore::ending)) return PackStore::open_file_of_tables(path);
    auto files = std::make_shared<PosixFileSystem>();
    if (const auto packs = packs_in(*files, path); !packs.empty()) return PackStore::open_packs(path, packs);
    // A folder may have any name, even one like that of a table.
    if (SingleTableStore::is_name_of_table(path) && files->open(path)) {
        return SingleTableStore::open_table(*files, path);
    }
    return DirectoryStore::open_folder(std::move(files), path);
}

Result<std::unique_ptr<TableStore>, TableError> open_stores(std::span<const std::string> paths) {
    assert(!paths.empty());
    std::vector<std::shared_ptr<TableStore>> stores;
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
