#include "philidor/table/table_store.hpp"

#include <utility>

#include "philidor/table/detail/block_file.hpp"
#include "philidor/table/detail/distance_reader.hpp"
#include "philidor/table/detail/table.hpp"
#include "philidor/table/detail/table_reader.hpp"
#include "philidor/table/detail/table_writer.hpp"

namespace philidor {

Result<std::shared_ptr<const TableReader>, TableError> TableStore::open(const CanonicalKey& key) const {
    return open_file(TableKind::wdl, key).map(TableReader::over);
}

Result<std::shared_ptr<const DistanceReader>, TableError> TableStore::open_distances(
    const CanonicalKey& key) const {
    return open_file(TableKind::dtz, key).map(DistanceReader::over);
}

Result<bool, TableError> TableStore::contains(const CanonicalKey& key) const {
    return contains_file(TableKind::wdl, key);
}

bool TableStore::has_exact(const CanonicalKey& key) const {
    const auto file = open_file(TableKind::wdl, key);
    return file && file->header().is_exact;
}

Result<std::vector<CanonicalKey>, TableError> TableStore::keys() const { return file_keys(TableKind::wdl); }

Result<std::shared_ptr<const Table>, TableError> TableStore::find(const CanonicalKey& key,
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

Result<void, TableError> TableStore::check(const CanonicalKey& key) const {
    const auto reader = open(key);
    if (!reader) return tl::unexpected(reader.error());
    return (*reader)->check();
}

}  // namespace philidor
