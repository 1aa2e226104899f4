#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "program.hpp"

namespace philidor::cli {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const std::string famous_fen = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1";

/// Runs the command with --json, which must succeed, and reads its output.
json json_of(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "key");
    arguments.emplace_back("--json");
    const Finished finished = run(arguments);
    EXPECT_EQ(finished.exit_code, 0) << finished.errors;
    return json::parse(finished.output);
}

void expect_bad_input(const std::vector<std::string>& arguments, const std::string& part_of_message) {
    const Finished finished = run(arguments);
    EXPECT_EQ(finished.exit_code, 2);
    EXPECT_THAT(finished.output, IsEmpty());
    EXPECT_THAT(finished.errors, HasSubstr(part_of_message));
}

TEST(KeyCommand, NamesTheTableOfAKey) {
    const Finished finished = run({"key", "KvKe2"});
    EXPECT_EQ(finished.exit_code, 0);
    EXPECT_THAT(finished.errors, IsEmpty());
    EXPECT_EQ(finished.output,
              "key         KvKe2\n"
              "canonical   Ke7vK\n"
              "symmetry    swap sides\n"
              "symmetric   no\n"
              "table       Kd7vK\n"
              "men         3\n"
              "pawns       1\n"
              "positions   8,192\n"
              "bytes       2,048\n");
}

TEST(KeyCommand, NamesTheTableOfAPosition) {
    const json found = json_of({famous_fen});
    EXPECT_EQ(found["input"], famous_fen);
    EXPECT_EQ(found["key"], "Ka4d4f4d5vKa5f5d6");
    EXPECT_EQ(found["canonical"], "Ka4d4f4d5vKa5f5d6");
    EXPECT_EQ(found["symmetry"], "none");
    EXPECT_EQ(found["symmetric"], false);
    EXPECT_EQ(found["men"], 9);
    EXPECT_EQ(found["pieces"], 0);
    EXPECT_EQ(found["pawns"], 7);
    EXPECT_EQ(found["positions"], 8192);
    EXPECT_EQ(found["bytes"], 2048);
    EXPECT_FALSE(found.contains("children"));
    EXPECT_FALSE(found.contains("closure"));
}

TEST(KeyCommand, SaysThatAKeyIsSymmetric) {
    EXPECT_EQ(json_of({"KRe4vKRe5"})["symmetric"], true);
    EXPECT_EQ(json_of({"KRe4vKRe5"})["positions"], 62 * 62 * 4096);
}

TEST(KeyCommand, SaysThatATableIsTooLargeToCount) {
    const std::string fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    EXPECT_TRUE(json_of({fen})["positions"].is_null());
    EXPECT_THAT(run({"key", fen}).output, HasSubstr("positions   more than 10^19\n"));
}

TEST(KeyCommand, ListsChildrenWithTheirCauses) {
    const json children = json_of({"Ke7vKR", "--children"})["children"];
    EXPECT_THAT(children,
                testing::Contains(
                    json{{"key", "KQvK"}, {"cause", "white pawn e7 promotes to a queen, taking a rook"}}));
    EXPECT_THAT(children, testing::Contains(json{{"key", "Ke7vK"}, {"cause", "white takes a rook"}}));
    EXPECT_THAT(run({"key", "Ke7vK", "--children"}).output,
                HasSubstr("\nchildren    5\n  KQvK   white pawn e7 promotes to a queen\n"));
}

TEST(KeyCommand, CountsTheClosureByPieces) {
    const json closure = json_of({famous_fen, "--closure", "--max-pieces", "1"})["closure"];
    EXPECT_EQ(closure["count"], 35'445);
    EXPECT_EQ(closure["cut_off"], false);
    EXPECT_EQ(closure["leaves_out_children"], true);
    ASSERT_EQ(closure["by_pieces"].size(), 2U);
    EXPECT_EQ(closure["by_pieces"][0]["pieces"], 0);
    EXPECT_EQ(closure["by_pieces"][0]["count"], 13'452);
    EXPECT_EQ(closure["by_pieces"][1]["count"], 21'993);
    EXPECT_THAT(run({"key", famous_fen, "--closure", "--max-pieces", "0"}).output,
                AllOf(HasSubstr("closure     1,504 tables in 32 levels\n"),
                      HasSubstr("without keys that have more pieces"), Not(HasSubstr("cut off"))));
}

TEST(KeyCommand, SaysThatAClosureWasCutOff) {
    EXPECT_EQ(json_of({famous_fen, "--closure", "--max-keys", "100"})["closure"]["cut_off"], true);
    EXPECT_THAT(run({"key", famous_fen, "--closure", "--max-keys", "1000"}).output,
                HasSubstr("cut off after 1,000 keys; --max-keys sets another limit\n"));
}

TEST(KeyCommand, ShowsNoProgressWhereNobodyWatches) {
    EXPECT_THAT(run({"key", famous_fen, "--closure", "--max-pieces", "2"}).errors, IsEmpty());
}

TEST(KeyCommand, QuotesWhatItCannotRead) {
    expect_bad_input({"key", "KPvK"}, "key: \"P\" at letter 2 of \"KPvK\": pawns are named by their squares");
    expect_bad_input({"key", "Ke9vK"}, "\"e9\" at letter 2 of \"Ke9vK\"");
    expect_bad_input({"key", ""}, "key: no text");
    expect_bad_input({"key", "8/8/8/8 w - - 0 1"}, "fen: 4 ranks instead of 8: \"8/8/8/8\"");
    expect_bad_input({"key", std::string(100'000, 'K')}, "100000 letters");
}

TEST(KeyCommand, RefusesOptionsThatDoNotFit) {
    expect_bad_input({"key"}, "FEN|KEY is required");
    expect_bad_input({"key", "KvK", "--max-pieces", "1"}, "--max-pieces requires --closure");
    expect_bad_input({"key", "KvK", "--closure", "--max-pieces", "31"}, "31 not in range");
    expect_bad_input({"key", "KvK", "--closure", "--max-keys", "0"}, "0 not in range");
    expect_bad_input({"key", "KvK", "KvK"}, "KvK");
}

TEST(KeyCommand, ExplainsItself) {
    const Finished finished = run({"key", "--help"});
    EXPECT_EQ(finished.exit_code, 0);
    for (const char* option :
         {"FEN|KEY", "--children", "--closure", "--max-pieces", "--max-keys", "--json"}) {
        EXPECT_THAT(finished.output, HasSubstr(option));
    }
}

}  // namespace
}  // namespace philidor::cli
