#include "philidor/table/detail/distance_reader.hpp"

#include <memory>
#include <random>

#include <gtest/gtest.h>

#include "philidor/index/detail/position_indexer.hpp"
#include "philidor/material/test_support/key_of.hpp"

namespace philidor {
namespace {

using test_support::table_key_of;

/// A table with a number at every legal position; most are like their neighbours, some are extreme.
DistanceTable random_distances(const TableKey& key, unsigned seed) {
    std::mt19937 random(seed);
    DistanceTable table(key);
    const PositionIndexer indexer = PositionIndexer::make(key).value();
    std::uint16_t distance = 1;
    for (std::size_t tile = 0; tile < table.layout().tile_count(); ++tile) {
        for (const Color side : all_colors) {
            for (unsigned kings = 0; kings < square_count * square_count; ++kings) {
                if (random() % 8 == 0)
                    distance = static_cast<std::uint16_t>(random() % 3 == 0 ? random() : random() % 40);
                const TilePlace place{side, tile, square_at(kings / 64), square_at(kings % 64)};
                if (indexer.board_at(place)) table.tile(tile, side)[kings] = distance;
            }
        }
    }
    return table;
}

std::shared_ptr<const DistanceReader> reader_of(EncodedTable encoded) {
    auto source = std::make_shared<const MemoryBytes>(std::move(encoded.bytes));
    return DistanceReader::over(BlockFile::open(TableKind::dtz, source, "distances", encoded.key).value());
}

TEST(DistanceReader, ReadsWhatWasWritten) {
    for (const char* name : {"KvK", "Ke4vKe5", "Ke4vKd6", "KQvK", "KRe4vK"}) {
        const DistanceTable table = random_distances(table_key_of(name), 1);
        const EncodedTable encoded = encode_distances(table, 1);
        EXPECT_EQ(encoded.bytes, encode_distances(table, 3).bytes) << "threads make no difference";
        EXPECT_EQ(encoded.kind, TableKind::dtz);
        const DistanceTable read = reader_of(encoded)->load(2).value();
        for (std::size_t tile = 0; tile < table.layout().tile_count(); ++tile) {
            for (const Color side : all_colors)
                ASSERT_EQ(read.tile(tile, side), table.tile(tile, side)) << name;
        }
    }
}

TEST(DistanceReader, FindsSingleDistances) {
    const TableKey key = table_key_of("KRe4vK");
    const DistanceTable table = random_distances(key, 2);
    const auto reader = reader_of(encode_distances(table));
    const PositionIndexer indexer = PositionIndexer::make(key).value();
    for (std::uint64_t number = 0; number < indexer.size(); number += 997) {
        const auto board = indexer.board_at(position_index_at(number));
        if (!board) continue;
        ASSERT_EQ(reader->distance_of(*board).value(), table.distance_of(*board));
    }
}

TEST(DistanceReader, NoticesEveryDamagedByte) {
    const EncodedTable encoded = encode_distances(DistanceTable(table_key_of("Ke4vKe5")));
    ASSERT_GT(encoded.bytes.size(), 20U);
    for (std::size_t place = 0; place < encoded.bytes.size(); ++place) {
        Bytes damaged = encoded.bytes;
        damaged[place] ^= std::byte{0x10};
        const auto file =
            BlockFile::open(TableKind::dtz, std::make_shared<const MemoryBytes>(damaged), "distances");
        EXPECT_FALSE(file && file->check()) << "byte " << place;
    }
}

TEST(DistanceReader, TellsTheKindsApart) {
    const EncodedTable encoded = encode_distances(DistanceTable(table_key_of("KvK")));
    const auto file =
        BlockFile::open(TableKind::wdl, std::make_shared<const MemoryBytes>(encoded.bytes), "distances");
    ASSERT_FALSE(file);
    EXPECT_EQ(file.error().message, "distances: header: it does not begin like a wdl table");
}

}  // namespace
}  // namespace philidor
