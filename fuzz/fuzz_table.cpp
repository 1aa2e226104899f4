// Hostile tables, through the file system that is all in memory. With an even first byte the rest is a file
// as it stands, which is mostly refused. With an odd one the second byte chooses a key, and the rest is the
// first block of its table, with all checksums right: then it must load, and what was loaded must come back
// when it is stored.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "philidor/base/byte_writer.hpp"
#include "philidor/base/checksum.hpp"
#include "philidor/base/memory_filesystem.hpp"
#include "philidor/material/key_text.hpp"
#include "philidor/table/directory_store.hpp"
#include "philidor/table/table_format.hpp"
#include "philidor/table/table_reader.hpp"
#include "philidor/table/table_writer.hpp"
#include "require.hpp"

namespace {

using namespace philidor;

CanonicalKey key_of(std::string_view name) { return canonicalize(parse_key(name).value()).key; }

/// A store with one table in it.
std::unique_ptr<DirectoryStore> store_with(const CanonicalKey& key, Bytes bytes) {
    const auto files = std::make_shared<MemoryFileSystem>();
    files->place("t/" + to_string(key) + ".wdl", std::move(bytes));
    return DirectoryStore::open_folder(files, "t").value();
}

void check_same(const Table& a, const Table& b) {
    for (std::size_t tile = 0; tile < a.layout().tile_count(); ++tile) {
        for (const Certainty certainty : all_certainties) {
            for (const Color us : all_colors) {
                fuzz::require(a.wins(certainty, tile, us).wins == b.wins(certainty, tile, us).wins);
            }
        }
    }
}

/// Stores a table again and finds the same values.
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
    // The name is in the file, or it is none that we can read.
    const auto source = std::make_shared<const MemoryBytes>(bytes);
    const auto reader = TableReader::open(source, "file");
    if (!reader) return;
    const auto store = store_with((*reader)->key(), bytes);
    const auto found = store->find((*reader)->key());
    fuzz::require(found.has_value() == store->check((*reader)->key()).has_value());
    if (found) check_round_trip(**found);
}

void check_block(std::uint8_t choice, const Bytes& block) {
    constexpr std::array names{"KvK",  "Ke4vK", "Ke4vKe5", "Ka2b3c4vKe6f6",
                               "KQvK", "KRvK",  "KBdBlvK", "KvKQh2"};
    const CanonicalKey key = key_of(names[choice / 2 % names.size()]);
    const std::size_t tiles = TileLayout(key.material(), TileLayout::Turns::used).tile_count();
    TableHeader header{key, choice % 2 == 0, {}};
    header.block_sizes.resize((tiles + tiles_per_block(TableKind::wdl) - 1) /
                              tiles_per_block(TableKind::wdl));
    header.block_sizes[0] = static_cast<std::uint32_t>(block.size());
    ByteWriter writer;
    writer.write_bytes(encode_header(header));
    writer.write_bytes(block);
    writer.write_u64(checksum_of(block, 0));
    for (std::uint64_t empty = 1; empty < header.block_sizes.size(); ++empty)
        writer.write_u64(checksum_of({}, empty));
    const auto found = store_with(key, writer.take())->find(key);
    fuzz::require(found.has_value());
    check_round_trip(**found);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) return 0;
    ByteWriter writer;
    const bool is_block = data[0] % 2 == 1;
    for (std::size_t i = is_block ? 2 : 1; i < size; ++i) writer.write_u8(data[i]);
    if (is_block) {
        check_block(data[1], writer.take());
    } else {
        check_file(writer.take());
    }
    return 0;
}
