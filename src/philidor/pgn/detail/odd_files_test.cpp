// The files of ../shared/pgn/odd, and what its expected.tsv says about them.

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "philidor/pgn/detail/decompression.hpp"
#include "philidor/pgn/detail/file_stream.hpp"
#include "philidor/pgn/test_support/recorded_games.hpp"

namespace philidor::detail {
namespace {

const std::string folder = PHILIDOR_SHARED_DIR "/pgn/odd/";

/// A line of expected.tsv.
struct Expectation {
    std::string game;
    std::string status;
    std::string positions;
    std::string also;
    std::string last;
};

std::map<std::string, std::vector<Expectation>> read_expectations() {
    std::map<std::string, std::vector<Expectation>> by_file;
    std::ifstream file(folder + "expected.tsv");
    std::string line;
    std::getline(file, line);
    while (std::getline(file, line)) {
        std::vector<std::string> fields;
        std::stringstream text(line);
        for (std::string field; std::getline(text, field, '\t');) fields.push_back(field);
        fields.resize(6);
        by_file[fields[0]].push_back({fields[1], fields[2], fields[3], fields[4], fields[5]});
    }
    return by_file;
}

Recording record_file(const std::string& path) {
    auto file = open_file_stream(path);
    auto stream = decompressed(std::move(*file), path);
    return record(**stream);
}

/// The game of this number, if it was started.
const RecordedGame* find_game(const Recording& recording, const std::string& number) {
    for (const RecordedGame& game : recording.games) {
        if (std::to_string(game.number) == number) return &game;
    }
    return nullptr;
}

bool has_problem(const Recording& recording, const std::string& game) {
    for (const PgnProblem& problem : recording.problems) {
        // A comment without an end may be reported, but takes no move away.
        if (std::to_string(problem.game) == game && problem.fault != PgnFault::open_comment) return true;
    }
    return false;
}

void compare(const Recording& recording, const Expectation& expected) {
    if (expected.status == "any") return;
    if (expected.status == "error") {
        EXPECT_NE(recording.error, "");
        return;
    }
    if (expected.status == "no games") {
        EXPECT_TRUE(recording.games.empty());
        EXPECT_TRUE(recording.problems.empty());
        EXPECT_EQ(recording.error, "");
        return;
    }
    SCOPED_TRACE("game " + expected.game);
    const RecordedGame* game = find_game(recording, expected.game);
    if (expected.status == "unreadable" || expected.status == "variant") {
        EXPECT_EQ(game, nullptr);
        EXPECT_TRUE(has_problem(recording, expected.game));
        return;
    }
    ASSERT_NE(game, nullptr);
    EXPECT_THAT(std::to_string(game->positions), testing::AnyOf(expected.positions, expected.also));
    if (std::to_string(game->positions) == expected.positions) {
        EXPECT_EQ(game->last, expected.last);
        EXPECT_EQ(game->is_stopped, expected.status == "stopped");
    }
    EXPECT_EQ(has_problem(recording, expected.game), game->is_stopped);
}

TEST(OddFiles, AreReadAsExpected) {
    if (!std::filesystem::exists(folder)) GTEST_SKIP() << "skipped: no " << folder;
    for (const auto& [name, expectations] : read_expectations()) {
        SCOPED_TRACE(name);
        const Recording recording = record_file(folder + name);
        if (name == "zst-window-31.pgn.zst") {  // its README lets us choose
            EXPECT_THAT(recording.error, testing::HasSubstr("window is larger than 128 MiB"));
            continue;
        }
        for (const Expectation& expected : expectations) compare(recording, expected);
        std::size_t games = 0;
        for (const Expectation& expected : expectations) {
            if (expected.status == "any" || expected.status == "error") games = recording.games.size();
            if (expected.status == "ok" || expected.status == "stopped") ++games;
        }
        // It may begin anew behind the comment, its README says.
        if (name == "comment-unterminated.pgn") ++games;
        EXPECT_EQ(recording.games.size(), games);
    }
}

TEST(OddFiles, HaveCommentsWithoutAnEndThatAreReported) {
    if (!std::filesystem::exists(folder)) GTEST_SKIP() << "skipped: no " << folder;
    for (const char* name : {"comment-unterminated.pgn", "cut-in-comment.pgn"}) {
        const Recording recording = record_file(folder + name);
        ASSERT_EQ(recording.problems.size(), 1U) << name;
        EXPECT_EQ(recording.problems[0].fault, PgnFault::open_comment);
        EXPECT_EQ(recording.problems[0].game, 1U);
    }
}

}  // namespace
}  // namespace philidor::detail
