// Wins, draws and losses of whole tables, compared with published numbers.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "philidor/builder/test_support/solved_tables.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/table/detail/table_statistics.hpp"

namespace philidor::tables {
namespace {

using test_support::SolvedTables;

/// The known counts; all other positions are drawn.
struct Counts {
    std::uint64_t legal = 0;
    std::uint64_t wins = 0;
    std::uint64_t losses = 0;
};

void expect_counts(const ByColor<ValueCounts>& counts,
                   const Counts& white_to_move,
                   const Counts& black_to_move) {
    const auto expect = [](const ValueCounts& found, const Counts& known) {
        EXPECT_EQ(found.legal, known.legal);
        EXPECT_EQ(found.wins, known.wins);
        EXPECT_EQ(found.losses, known.losses);
        EXPECT_EQ(found.unknowns(), 0U);
    };
    expect(counts[Color::white], white_to_move);
    expect(counts[Color::black], black_to_move);
}

TEST(GoldenCounts, OfBareKings) {
    SolvedTables tables;
    expect_counts(count_values(tables.of("KvK")), {3612, 0, 0}, {3612, 0, 0});
}

TEST(GoldenCounts, OfQueenOrRook) {
    SolvedTables tables;
    expect_counts(count_values(tables.of("KQvK")), {144508, 144508, 0}, {223944, 0, 200896});
    expect_counts(count_values(tables.of("KRvK")), {175168, 175168, 0}, {223944, 0, 201700});
}

TEST(GoldenCounts, OfBishopOrKnight) {
    SolvedTables tables;
    ByColor<ValueCounts> bishops = count_values(tables.of("KBlvK"));
    for (const Color side : all_colors) bishops[side] += bishops[side];  // the other bishop has the same
    expect_counts(bishops, {193284, 0, 0}, {223944, 0, 0});
    expect_counts(count_values(tables.of("KNvK")), {205496, 0, 0}, {223944, 0, 0});
}

TEST(GoldenCounts, OfOnePawn) {
    SolvedTables tables;
    ByColor<ValueCounts> sum;
    for (const Square square : ~MaterialKey::back_ranks) {
        const ByColor<ValueCounts> counts = count_values(tables.of("K" + to_string(square) + "vK"));
        for (const Color side : all_colors) sum[side] += counts[side];
    }
    expect_counts(sum, {163328, 124960, 0}, {168024, 0, 97604});
}

TEST(GoldenCounts, OfEqualPieces) {
    SolvedTables tables;
    const Counts queens{8952608, 3737092, 40628};
    expect_counts(count_values(tables.of("KQvKQ")), queens, queens);
    const Counts rooks{10780728, 3139232, 72464};
    expect_counts(count_values(tables.of("KRvKR")), rooks, rooks);
}

// --- The counts of ../shared/truth/stats.tsv ---

/// A line of stats.tsv.
struct StatsLine {
    std::string name;   ///< the class: KBPvK
    std::string pawns;  ///< a2,b3/c4, or - for none
    Color side_to_move = Color::white;
    ValueCounts counts;
};

/// The lines of the tables with at most four men, one for each placement of the pawns.
std::vector<StatsLine> read_stats() {
    std::vector<StatsLine> lines;
    std::ifstream file(std::filesystem::path(PHILIDOR_SHARED_DIR) / "truth/stats.tsv");
    for (std::string text; std::getline(file, text);) {
        StatsLine line;
        std::string side;
        std::istringstream fields(text);
        fields >> line.name >> line.pawns >> side >> line.counts.legal >> line.counts.wins >>
            line.counts.draws >> line.counts.losses;
        line.side_to_move = side == "w" ? Color::white : Color::black;
        if (text.empty() || text[0] == '#' || line.name.size() > 5 || line.pawns == "*") continue;
        lines.push_back(line);
    }
    return lines;
}

/// All keys of a line: every bishop may be light-squared or dark-squared.
std::vector<MaterialKey> keys_of(const StatsLine& line) {
    std::vector<std::string> texts{""};
    for (const char letter : line.name) {
        if (letter == 'P') continue;
        std::vector<std::string> longer;
        for (const std::string& text : texts) {
            if (letter == 'v') {
                longer.push_back(text + line.pawns.substr(0, line.pawns.find('/')) + letter);
            } else {
                longer.push_back(text + letter + (letter == 'B' ? "l" : ""));
                if (letter == 'B') longer.push_back(text + "Bd");
            }
        }
        texts = longer;
    }
    std::vector<MaterialKey> keys;
    for (std::string text : texts) {
        if (const auto slash = line.pawns.find('/'); slash != std::string::npos)
            text += line.pawns.substr(slash + 1);
        std::erase_if(text, [](char letter) { return letter == ',' || letter == '-'; });
        const MaterialKey key = parse_key(text).value();
        if (std::ranges::find(keys, key) == keys.end()) keys.push_back(key);
    }
    return keys;
}

void expect_stats(const std::vector<StatsLine>& lines, std::size_t step) {
    SolvedTables tables;
    for (std::size_t i = 0; i < lines.size(); i += step) {
        const StatsLine& line = lines[i];
        ValueCounts sum;
        for (const MaterialKey& key : keys_of(line)) {
            const auto [canonical, symmetry] = table_for(key);
            sum += count_values(tables.of(canonical))[symmetry(line.side_to_move)];
        }
        ASSERT_EQ(sum, line.counts) << line.name << " " << line.pawns << " " << name_of(line.side_to_move)
                                    << " to move: " << sum.legal << " legal, " << sum.wins << " won, "
                                    << sum.losses << " lost";
    }
}

TEST(TruthStats, AreOursForEveryThirtySeventhLine) {
    const auto lines = read_stats();
    if (lines.empty()) GTEST_SKIP() << "no " << PHILIDOR_SHARED_DIR << "/truth/stats.tsv here";
    expect_stats(lines, 37);
}

TEST(SlowTruthStats, AreOursForAllLinesOfUpToFourMen) {
    const auto lines = read_stats();
    if (lines.empty()) GTEST_SKIP() << "no " << PHILIDOR_SHARED_DIR << "/truth/stats.tsv here";
    EXPECT_EQ(lines.size(), 7682U);
    expect_stats(lines, 1);
}

}  // namespace
}  // namespace philidor::tables
