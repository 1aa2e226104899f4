#include "philidor/table/table_store.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "philidor/table/detail/block_file.hpp"
#include "philidor/table/detail/distance_reader.hpp"
#include "philidor/table/detail/table.hpp"
#include "philidor/table/detail/table_reader.hpp"
#include "philidor/table/detail/table_writer.hpp"

namespace philidor {

Result<BlockFile, TableError> TableStore::find_file(TableKind kind, const TableKey& key) const {
    auto file = open_file(kind, key);
    if (file || file.error().kind != TableError::absent || !key.has_other_image()) return file;
    auto image = open_file(kind, key.mirror_image());
    return !image && image.error().kind == TableError::absent ? file : image;
}

Result<std::shared_ptr<const TableReader>, TableError> TableStore::open(const TableKey& key) const {
    return find_file(TableKind::wdl, key).map(TableReader::over);
}

Result<std::shared_ptr<const DistanceReader>, TableError> TableStore::open_distances(
    const TableKey& key) const {
    return open_file(TableKind::dtz, key).map(DistanceReader::over);
}

Result<std::shared_ptr<const DistanceReader>, TableError> TableStore::open_mates(const TableKey& key) const {
    return open_file(TableKind::dtm, key).map(DistanceReader::over);
}

Result<bool, TableError> TableStore::contains(const TableKey& key) const {
    auto is_there = contains_file(TableKind::wdl, key);
    if (!is_there || *is_there || !key.has_other_image()) return is_there;
    return contains_file(TableKind::wdl, key.mirror_image());
}

bool TableStore::has_exact(const TableKey& key) const {
    const auto file = find_file(TableKind::wdl, key);
    return file && file->header().is_exact;
}

Result<std::vector<TableKey>, TableError> TableStore::keys() const {
    const auto names = file_keys(TableKind::wdl);
    if (!names) return tl::unexpected(names.error());
    std::vector<TableKey> keys;
    keys.reserve(names->size());
    for (const CanonicalKey& name : *names) keys.push_back(table_for(name.material()).key);
    std::ranges::sort(keys);
    keys.erase(std::ranges::unique(keys).begin(), keys.end());
    return keys;
}

Result<std::shared_ptr<const Table>, TableError> TableStore::find(const TableKey& key,
                                                                  unsigned threads) const {
    const auto reader = open(key);
    if (!reader) return tl::unexpected(reader.error());
    auto table = (*reader)->load(threads);
    if (!table) return tl::unexpected(std::move(table.error()));
    return std::make_shared<const Table>(std::move(*table));
}

Result<void, TableError> TableStore::put(const Table& table, unsigned threads) {
    const auto encoded = encode_table(table, threads);
    if (!encoded) return tl::unexpected(encoded.error());
    return put_all({&*encoded, 1});
}

Result<void, TableError> TableStore::check(const TableKey& key) const {
    const auto reader = open(key);
    if (!reader) return tl::unexpected(reader.error());
    return (*reader)->check();
}

}  // namespace philidor
