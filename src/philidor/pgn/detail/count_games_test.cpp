#include "philidor/pgn/detail/count_games.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <span>
#include <sstream>
#include <stop_token>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "philidor/pgn/detail/decompression.hpp"
#include "philidor/pgn/detail/file_stream.hpp"
#include "philidor/pgn/test_support/small_games.hpp"

namespace philidor::detail {
namespace {

using testing::ElementsAre;

/// All that counting gives.
struct Counts {
    CountedGames counted;
    std::map<std::string, NamedCount> keys;
    std::vector<std::string> problems;  ///< "line, game: message"
    std::size_t parts = 0;              ///< in which the keys came
};

Counts count(ByteStream& stream, CountOptions options, const Budget& budget = {}) {
    Counts counts;
    options.report = [&](const PgnProblem& problem) {
        counts.problems.push_back(std::to_string(problem.line) + ", " + std::to_string(problem.game) + ": " +
                                  problem.message);
    };
    options.names = KeyNames::raw;
    options.store = [&](const NamedCounts& part) {
        ++counts.parts;
        for (const NamedCount& count : part) {
            const auto [known, is_new] = counts.keys.emplace(count.key, count);
            if (!is_new) known->second = sum_of({known->second}, {count}).front();
        }
        return true;
    };
    counts.counted = count_games(stream, options, budget);
    return counts;
}

Counts count(const std::string& text, const CountOptions& options = {}, const Budget& budget = {}) {
    MemoryStream stream(std::as_bytes(std::span(text)));
    return count(stream, options, budget);
}

/// A budget of this many threads.
Budget on_threads(unsigned threads) {
    Budget budget;
    budget.threads = threads;
    return budget;
}

TEST(CountGames, CountsPositionsGamesAndResults) {
    const Counts counts = count(small_games);
    EXPECT_FALSE(counts.counted.error);
    EXPECT_EQ(counts.counted.totals.games, 3U);
    EXPECT_EQ(counts.counted.totals.stopped, 1U);
    EXPECT_EQ(counts.counted.totals.with_fen, 3U);
    EXPECT_EQ(counts.counted.totals.positions(), 14U);
    EXPECT_EQ(counts.counted.totals.positions_by_men[3], 12U);
    EXPECT_EQ(counts.counted.totals.games_by_last_men[2], 1U);
    EXPECT_THAT(counts.problems, ElementsAre("16, 3: san: \"Kd6\" is not legal here"));

    ASSERT_EQ(counts.keys.size(), 3U);
    const NamedCount& pawn = counts.keys.at("KvKe7");
    EXPECT_EQ(pawn.positions, 8U);
    EXPECT_EQ(pawn.games, 2U);
    EXPECT_EQ(pawn.white_wins, 1U);
    EXPECT_EQ(pawn.draws + pawn.black_wins, 0U) << "the third game has no result";
    EXPECT_EQ(pawn.first, (KeyExample{1, 0}));
    EXPECT_EQ(counts.keys.at("KvK").first, (KeyExample{1, 5}));
    EXPECT_EQ(counts.keys.at("Ke2vK").black_wins, 1U);
}

TEST(CountGames, CountsNoKeysOfMoreMen) {
    EXPECT_THAT(count(small_games, {.most_men = 2}).keys, testing::SizeIs(1));
    EXPECT_EQ(count(small_games, {.most_men = 2}).counted.totals.positions(), 14U) << "but all positions";
}

void expect_same(const Counts& a, const Counts& b) {
    EXPECT_EQ(a.keys, b.keys);
    EXPECT_EQ(a.problems, b.problems);
    EXPECT_EQ(a.counted.totals.positions_by_men, b.counted.totals.positions_by_men);
    EXPECT_EQ(a.counted.totals.games_by_last_men, b.counted.totals.games_by_last_men);
    EXPECT_EQ(a.counted.totals.games, b.counted.totals.games);
    EXPECT_EQ(a.counted.totals.left_out, b.counted.totals.left_out);
    EXPECT_EQ(a.counted.totals.stopped, b.counted.totals.stopped);
    EXPECT_EQ(a.counted.totals.with_fen, b.counted.totals.with_fen);
    EXPECT_EQ(a.counted.error.has_value(), b.counted.error.has_value());
}

TEST(CountGames, CountsTheSameOnAnyNumberOfThreadsAndInAnyNumberOfParts) {
    std::string text;
    for (int i = 0; i < 50; ++i)
        text += small_games + std::string("\n[Event \"x\"]\n\n1. e4 d5 2. Qh5 Qd6 3. Qh9 *\n\n");
    const Counts alone = count(text);
    EXPECT_EQ(alone.parts, 1U);
    expect_same(count(text, {.most_keys = 2}), alone);
    for (const unsigned threads : {2U, 5U}) {
        expect_same(count(text, {.piece_size = 300}, on_threads(threads)), alone);
        const Counts in_parts = count(text, {.most_keys = 2, .piece_size = 300}, on_threads(threads));
        expect_same(in_parts, alone);
        EXPECT_GT(in_parts.parts, 2U);
    }
}

TEST(CountGames, CountsTheSameOfOddFilesOnSeveralThreads) {
    const std::string folder = PHILIDOR_SHARED_DIR "/pgn/odd/";
    if (!std::filesystem::exists(folder)) GTEST_SKIP() << "skipped: no " << folder;
    std::string all;  // one file behind the other: open comments, bad tags and the like meet other games
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() != ".pgn" || entry.path().filename() == "utf16.pgn") continue;
        std::ifstream file(entry.path(), std::ios::binary);
        all.append(std::istreambuf_iterator<char>(file), {});
        all += "\n*\n";
    }
    const Counts alone = count(all, {.most_men = 32});
    EXPECT_GT(alone.counted.totals.games, 100U);
    EXPECT_GT(alone.problems.size(), 10U);
    for (const std::size_t piece_size : {1U, 200U, 500U, 2000U, 20'000U}) {
        SCOPED_TRACE(piece_size);
        expect_same(count(all, {.most_men = 32, .piece_size = piece_size}, on_threads(3)), alone);
    }
}

TEST(CountGames, StopsWhenItIsAsked) {
    std::string text;
    for (int i = 0; i < 500; ++i) text += small_games;
    for (const unsigned threads : {1U, 3U}) {
        std::stop_source source;
        Budget budget = on_threads(threads);
        budget.stop = source.get_token();
        budget.progress = [&](const Progress& now) {
            EXPECT_GT(now.done, 0U);
            EXPECT_EQ(now.total, text.size());
            source.request_stop();
        };
        const CountOptions options{.piece_size = 1000, .total_bytes = text.size()};
        const CountedGames counted = count(text, options, budget).counted;
        EXPECT_TRUE(counted.is_stopped);
        EXPECT_LT(counted.totals.games, 1500U);
    }
}

TEST(CountGames, StopsWhenTheCountsCannotBeStored) {
    std::string text;
    for (int i = 0; i < 500; ++i) text += small_games;
    for (const unsigned threads : {1U, 3U}) {
        MemoryStream stream(std::as_bytes(std::span(text)));
        std::size_t parts = 0;
        CountOptions options{.most_keys = 1, .piece_size = 1000};
        options.store = [&](const NamedCounts&) { return ++parts < 2; };
        EXPECT_TRUE(count_games(stream, options, on_threads(threads)).is_stopped);
        EXPECT_EQ(parts, 2U);
    }
}

TEST(CountGames, KeepsWhatCameBeforeAnError) {
    const std::string broken = std::string(small_games) + small_games;
    for (const unsigned threads : {1U, 2U}) {
        class CutStream final : public ByteStream {
          public:
            explicit CutStream(const std::string& text) : memory_(std::as_bytes(std::span(text))) {}
            [[nodiscard]] Result<std::size_t, FileError> read(std::span<std::byte> target) override {
                const auto count = memory_.read(target);
                if (*count != 0) return count;
                return fail(FileError::unreadable, "torn");
            }
            [[nodiscard]] std::uint64_t taken() const override { return memory_.taken(); }

          private:
            MemoryStream memory_;
        };
        CutStream stream(broken);
        const Counts counts = count(stream, {.piece_size = 100}, on_threads(threads));
        ASSERT_TRUE(counts.counted.error);
        EXPECT_EQ(counts.counted.error->message, "torn");
        EXPECT_EQ(counts.counted.totals.games, 6U);
    }
}

/// The rows of a table of ../shared/pgn, without its head.
std::vector<std::string> rows_of(const std::string& name) {
    std::ifstream file(PHILIDOR_SHARED_DIR "/pgn/" + name);
    std::vector<std::string> rows;
    for (std::string line; std::getline(file, line);) rows.push_back(line);
    if (!rows.empty()) rows.erase(rows.begin());
    return rows;
}

/// The keys as those tables have them: the most positions first, then the most games, then by name.
std::vector<std::string> sorted_rows(const Counts& counts) {
    std::vector<std::pair<std::string, NamedCount>> keys(counts.keys.begin(), counts.keys.end());
    std::ranges::sort(keys, [](const auto& a, const auto& b) {
        if (a.second.positions != b.second.positions) return a.second.positions > b.second.positions;
        return a.second.games != b.second.games ? a.second.games > b.second.games : a.first < b.first;
    });
    std::vector<std::string> rows;
    for (const auto& [name, count] : keys) {
        rows.push_back(name + '\t' + std::to_string(count.positions) + '\t' + std::to_string(count.games));
    }
    return rows;
}

std::vector<std::string> rows_by_men(const std::array<std::uint64_t, 33>& numbers) {
    std::vector<std::string> rows;
    for (std::size_t men = 0; men < numbers.size(); ++men) {
        if (numbers[men] != 0) rows.push_back(std::to_string(men) + '\t' + std::to_string(numbers[men]));
    }
    return rows;
}

void compare_with_tables(const Counts& counts, const std::string& prefix) {
    std::vector<std::string> keys = sorted_rows(counts);
    keys.resize(std::min<std::size_t>(keys.size(), 200));
    EXPECT_EQ(keys, rows_of(prefix + "-keys.tsv"));
    EXPECT_EQ(rows_by_men(counts.counted.totals.positions_by_men), rows_of(prefix + "-men.tsv"));
    EXPECT_EQ(rows_by_men(counts.counted.totals.games_by_last_men), rows_of(prefix + "-final-men.tsv"));
    const GameTotals& totals = counts.counted.totals;
    std::uint64_t counted = 0;
    for (std::size_t men = 0; men <= 10; ++men) counted += totals.positions_by_men[men];
    EXPECT_THAT(rows_of(prefix + "-summary.tsv"),
                ElementsAre("games\t" + std::to_string(totals.games),
                            "positions\t" + std::to_string(totals.positions()),
                            "positions_at_most_10_men\t" + std::to_string(counted),
                            "distinct_keys_at_most_10_men\t" + std::to_string(counts.keys.size()),
                            "games_with_fen_tag\t" + std::to_string(totals.with_fen),
                            "games_stopped_by_an_error\t" + std::to_string(totals.stopped)));
}

/// Reads a compressed file of ../shared/pgn, or its first games.
Counts count_shared(const std::string& name, std::size_t games) {
    auto stream = decompressed(*open_file_stream(PHILIDOR_SHARED_DIR "/pgn/" + name), name);
    std::string text;
    std::vector<char> buffer(std::size_t{1} << 20U);
    std::size_t end = 0;
    while (games != 0) {
        const std::size_t size = *(*stream)->read(std::as_writable_bytes(std::span(buffer)));
        if (size == 0) break;
        text.append(buffer.data(), size);
        for (std::size_t begin = text.find("\n[Event ", end); begin != std::string::npos && games != 0;
             begin = text.find("\n[Event ", end)) {
            end = begin + 1;
            --games;
        }
        if (games == 0) text.resize(end);
    }
    return count(text, {}, on_threads(2));
}

constexpr std::size_t all_games = static_cast<std::size_t>(-1);

TEST(CountGames, AgreesWithTheCountsOfOthers) {
    if (!std::filesystem::exists(PHILIDOR_SHARED_DIR "/pgn")) GTEST_SKIP() << "skipped: no ../shared/pgn";
    compare_with_tables(count_shared("games.pgn.zst", 2000), "first2000");
    compare_with_tables(count_shared("chess960.pgn.zst", all_games), "chess960");
}

TEST(SlowCountGames, AgreesWithTheCountsOfOthers) {
    if (!std::filesystem::exists(PHILIDOR_SHARED_DIR "/pgn")) GTEST_SKIP() << "skipped: no ../shared/pgn";
    compare_with_tables(count_shared("games.pgn.zst", all_games), "games");
}

}  // namespace
}  // namespace philidor::detail
