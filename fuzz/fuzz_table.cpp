// Hostile tables: of values, through the file system in memory, and of distances. If the first byte is even,
// the rest is a whole file, which is usually rejected. If it is odd, the second byte chooses a key, and the
// rest is the first block of its table, with all checksums right: then it must load, and storing it must give
// back what was loaded. The first byte is 0 or 1 for values, 2 or 3 for distances.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "philidor/base/detail/byte_writer.hpp"
#include "philidor/base/detail/memory_filesystem.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/material/table_key.hpp"
#include "philidor/table/detail/directory_store.hpp"
#include "philidor/table/detail/distance_reader.hpp"
#include "philidor/table/detail/table_format.hpp"
#include "philidor/table/detail/table_reader.hpp"
#include "philidor/table/detail/table_writer.hpp"
#include "require.hpp"

namespace {

using namespace philidor;

TableKey key_of(std::string_view name) { return table_for(parse_key(name).value()).key; }

/// A store with one table.
std::unique_ptr<DirectoryStore> store_with(const TableKey& key, Bytes bytes) {
    const auto files = std::make_shared<MemoryFileSystem>();
    files->place("t/" + to_string(key) + ".wdl", std::move(bytes));
    return DirectoryStore::open_folder(files, "t").value();
}

void check_same(const Table& a, const Table& b) {
    for (std::size_t tile = 0; tile < a.layout().tile_count(); ++tile) {
        for (const Certainty certainty : all_certainties) {
            for (const Color us : all_colors) {
                fuzz::require(a.raw_wins(certainty, tile, us).wins == b.raw_wins(certainty, tile, us).wins);
            }
        }
    }
}

/// Stores a table again and checks that it has the same values.
void check_round_trip(const Table& table) {
    const auto encoded = encode_table(table);
    fuzz::require(encoded.has_value());
    const auto store = store_with(table.key(), encoded->bytes);
    fuzz::require(store->check(table.key()).has_value());
    const auto found = store->find(table.key());
    fuzz::require(found.has_value());
    check_same(table, **found);
}

void check_file(const Bytes& bytes) {
    // The name is in the file, or the file cannot be read.
    const auto source = std::make_shared<const MemoryBytes>(bytes);
    const auto reader = TableReader::open(source, "file");
    if (!reader) return;
    const auto store = store_with((*reader)->key(), bytes);
    const auto found = store->find((*reader)->key());
    fuzz::require(found.has_value() == store->check((*reader)->key()).has_value());
    if (found) check_round_trip(**found);
}

void check_same(const DistanceTable& a, const DistanceTable& b) {
    for (std::size_t tile = 0; tile < a.layout().tile_count(); ++tile) {
        for (const Color us : all_colors) fuzz::require(a.tile(tile, us) == b.tile(tile, us));
    }
}

void check_distance_file(const Bytes& bytes) {
    const auto file = BlockFile::open(TableKind::dtz, std::make_shared<const MemoryBytes>(bytes), "file");
    if (!file) return;
    const CanonicalKey& key = file->header().key;
    if (table_for(key.material()).key != key) return;  // an old file of a mirror image, which no store opens
    const auto found = DistanceReader::over(*file)->load();
    fuzz::require(found.has_value() == file->check().has_value());
    if (!found) return;
    const auto again = std::make_shared<const MemoryBytes>(encode_distances(*found).bytes);
    const auto stored = BlockFile::open(TableKind::dtz, again, "again", found->key());
    fuzz::require(stored.has_value());
    check_same(DistanceReader::over(*stored)->load().value(), *found);
}

/// The table of the chosen key with this block; its other blocks are empty.
EncodedTable table_with(TableKind kind, std::uint8_t choice, Bytes block) {
    constexpr std::array names{"KvK",  "Ke4vK", "Ke4vKe5", "Ka2b3c4vKe6f6",
                               "KQvK", "KRvK",  "KBdBlvK", "KvKQh2"};
    const TableKey key = key_of(names[choice / 2 % names.size()]);
    const std::size_t tiles = TileLayout(key.material(), TileLayout::Turns::used).tile_count();
    std::vector<Bytes> blocks((tiles + tiles_per_block(kind) - 1) / tiles_per_block(kind));
    blocks[0] = std::move(block);
    return join_blocks({key, kind == TableKind::dtz || choice % 2 == 0, {}, kind}, blocks);
}

void check_table(const EncodedTable& table) {
    const TableKey key = table_for(table.key.material()).key;
    const auto found = store_with(key, table.bytes)->find(key);
    fuzz::require(found.has_value());
    check_round_trip(**found);
}

void check_distances(const EncodedTable& table) {
    const auto source = std::make_shared<const MemoryBytes>(table.bytes);
    fuzz::require(BlockFile::open(TableKind::dtz, source, "table", table.key).has_value());
    check_distance_file(table.bytes);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) return 0;
    const bool is_block = data[0] % 2 == 1;
    const TableKind kind = data[0] / 2 % 2 == 0 ? TableKind::wdl : TableKind::dtz;
    ByteWriter writer;
    for (std::size_t i = is_block ? 2 : 1; i < size; ++i) writer.write_u8(data[i]);
    if (is_block) {
        const EncodedTable table = table_with(kind, data[1], writer.take());
        kind == TableKind::wdl ? check_table(table) : check_distances(table);
    } else {
        const Bytes file = writer.take();
        kind == TableKind::wdl ? check_file(file) : check_distance_file(file);
    }
    return 0;
}
