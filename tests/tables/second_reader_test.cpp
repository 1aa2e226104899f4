// Shows that docs/table_format.md is enough to read a table: tools/second_reader.py was written from it and
// shares nothing with our code.

#include <array>
#include <cstdio>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "philidor/base/test_support/temporary_folder.hpp"
#include "philidor/builder/test_support/solved_tables.hpp"
#include "philidor/table/detail/table.hpp"
#include "philidor/table/table_store.hpp"

namespace philidor {
namespace {

using test_support::SolvedTables;

/// What the second reader prints about a file.
std::string second_reading(const std::string& path) {
    const std::string command = "python3 " PHILIDOR_SOURCE_DIR "/tools/second_reader.py " + path + " 2>&1";
    const std::unique_ptr<FILE, int (*)(FILE*)> pipe(::popen(command.c_str(), "r"), ::pclose);
    std::string output;
    std::array<char, 256> buffer{};
    while (std::fgets(buffer.data(), static_cast<int>(buffer.size()), pipe.get()) != nullptr)
        output += buffer.data();
    return output;
}

/// The number of placements of both kings in each set.
struct Counts {
    std::size_t won = 0;
    std::size_t drawn = 0;
    std::size_t lost = 0;
    std::size_t open = 0;
};

Counts counts_of(const Table& table, Color us) {
    Counts counts;
    const TileLayout all(table.key().material(), TileLayout::Turns::unused);
    for (std::size_t i = 0; i < all.tile_count(); ++i) {
        const std::size_t tile = table.layout().locate(all.placement_of(i)).tile;
        ByColor<Tile> proved = table.raw_wins(Certainty::proved, tile, us).wins;
        Tile illegal = proved[us];
        illegal &= proved[!us];
        Tile open = table.raw_wins(Certainty::possible, tile, us).wins[us];
        open |= table.raw_wins(Certainty::possible, tile, us).wins[!us];
        for (const Color winner : all_colors) open -= proved[winner];
        for (const Color winner : all_colors) proved[winner] -= illegal;
        counts.won += proved[us].count();
        counts.lost += proved[!us].count();
        counts.open += open.count();
        counts.drawn += 64 * 64 - illegal.count() - proved[us].count() - proved[!us].count() - open.count();
    }
    return counts;
}

/// What it should print.
std::string first_reading(const Table& table) {
    std::string output;
    for (const Color us : all_colors) {
        if (us == Color::black && table.key().own_swap()) continue;
        const Counts counts = counts_of(table, us);
        output += to_string(table.key()) + (us == Color::white ? " white" : " black") + " to move: ";
        output += std::to_string(counts.won) + " won, " + std::to_string(counts.drawn) + " drawn, ";
        output += std::to_string(counts.lost) + " lost, " + std::to_string(counts.open) + " open\n";
    }
    return output;
}

void expect_equal_readings(SolvedTables& tables, const std::vector<std::string>& names) {
    const TemporaryFolder folder;
    const auto store = open_store(folder.path()).value();
    for (const std::string& name : names) {
        const Table& table = tables.of(name);
        ASSERT_TRUE(store->put(table));
        EXPECT_EQ(second_reading(folder.path(to_string(table.key()) + ".wdl")), first_reading(table));
    }
}

TEST(SecondReader, ReadsTheSameValues) {
    SolvedTables tables;
    expect_equal_readings(tables, {"Kd4vK", "Ke4vKd6", "Kd4vKd5", "Kh2vKa7"});
    SolvedTables bounds(0);
    expect_equal_readings(bounds, {"Ka4d4d5f4vKa5d6f5"});
}

TEST(SlowSecondReader, ReadsTheSameValuesOfTablesWithAPiece) {
    SolvedTables tables;
    expect_equal_readings(tables, {"KvK", "KQvK", "KBlvK", "KNvK", "KRa2vK", "KQvKa7", "KBdh6vK"});
    SolvedTables bounds(0);
    expect_equal_readings(bounds, {"KNa2vKb3", "KRvK", "KQvKd4"});
}

}  // namespace
}  // namespace philidor
