// The command that fits the weights of the pawn evaluation.

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "philidor/base/test_support/temporary_folder.hpp"
#include "program.hpp"

namespace philidor::cli {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::IsEmpty;

std::string tune(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "tune");
    const Finished finished = run(arguments);
    EXPECT_EQ(finished.exit_code, 0) << finished.errors;
    EXPECT_THAT(finished.errors, IsEmpty());
    return finished.output;
}

void expect_bad_input(std::vector<std::string> arguments, const std::string& part_of_message) {
    arguments.insert(arguments.begin(), "tune");
    const Finished finished = run(arguments);
    EXPECT_EQ(finished.exit_code, 2);
    EXPECT_THAT(finished.output, IsEmpty());
    EXPECT_THAT(finished.errors, HasSubstr(part_of_message));
}

std::string content_of(const std::string& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// Games in which the side with more pawns wins, as a file of labelled positions.
std::string some_games() {
    std::string lines;
    for (int game = 0; game < 40; ++game) {
        const std::string name = '\t' + std::to_string(game) + '\n';
        lines += "4k3/pp6/8/8/8/8/PPP5/4K3 w - -\t1-0" + name;
        lines += "4k3/ppp5/8/8/8/8/P1P5/4K3 b - -\t0-1" + name;
        lines += "4k3/p1p5/8/8/8/8/PP6/4K3 w - -\t1/2-1/2" + name;
    }
    return lines;
}

TEST(TuneCommand, PredictsExactValuesBetterThanBefore) {
    const json answer = json::parse(tune({"--exact", "KPvKP=100x20", "--exact", "KPvK=40x10", "--json"}));
    EXPECT_EQ(answer["sources"][0]["name"], "exact values");
    EXPECT_GT(answer["sources"][0]["training"], 1000);
    EXPECT_GT(answer["sources"][0]["held_out"], 200);
    ASSERT_EQ(answer["weights"].size(), 3U);
    const json& before = answer["weights"][0];
    const json& after = answer["weights"][2];
    EXPECT_EQ(before["name"], "starting values");
    EXPECT_EQ(answer["weights"][1]["name"], "tuned without bounds");
    EXPECT_EQ(after["name"], "tuned on exact values");
    EXPECT_EQ(before["terms"][0], json({{"name", "doubled"}, {"middlegame", -10}, {"endgame", -20}}));
    EXPECT_LT(after["held_out"][0]["loss"], before["held_out"][0]["loss"]);
    EXPECT_GT(after["held_out"][0]["accuracy"], before["held_out"][0]["accuracy"]);
}

TEST(TuneCommand, LearnsFromBothAndShowsATable) {
    const TemporaryFolder folder;
    const std::string games = folder.path("games.tsv");
    std::ofstream(games) << some_games();
    EXPECT_THAT(
        tune({"--games", games, "--exact", "KPvK=20x10"}),
        AllOf(HasSubstr("held-out games"), HasSubstr("held-out exact values"),
              ContainsRegex("\nstarting values +[0-9.]+ "), ContainsRegex("\ntuned on games +[0-9.]+ "),
              ContainsRegex("\ntuned on exact values +[0-9.]+ "), ContainsRegex("\ntuned on both +[0-9.]+ "),
              ContainsRegex("\nunstoppable +")));
}

TEST(TuneCommand, DependsOnTheSeedAlone) {
    const TemporaryFolder folder;
    const std::vector<std::string> arguments{"--exact", "KPvK=30x10", "--seed", "7"};
    std::vector<std::string> with_store = arguments;
    with_store.insert(with_store.end(), {"--store", folder.path("tables"), "--threads", "1"});
    const std::string first = tune(arguments);
    EXPECT_EQ(tune(with_store), first);
    EXPECT_EQ(tune(with_store), first) << "with all tables in place";
    EXPECT_NE(tune({"--exact", "KPvK=30x10", "--seed", "8"}), first);
}

TEST(TuneCommand, WritesTheFileThatShips) {
    const TemporaryFolder folder;
    const std::string path = folder.path("weights.cpp");
    tune({"--exact", "KPvK=20x10", "--cpp", path});
    EXPECT_THAT(content_of(path), AllOf(HasSubstr("const PawnWeights tuned_pawn_weights{{{\n"),
                                        ContainsRegex("\n    \\{-?[0-9]+, -?[0-9]+\\}, +// doubled\n")));
    const std::string shipped = PHILIDOR_SOURCE_DIR "/src/philidor/pawns/tuned_pawn_weights.cpp";
    const std::string head = content_of(shipped).substr(0, content_of(shipped).find("{{{"));
    EXPECT_THAT(content_of(path), testing::StartsWith(head));
}

TEST(TuneCommand, SaysWhatIsWrongAndWhere) {
    const TemporaryFolder folder;
    const std::string games = folder.path("games.tsv");
    std::ofstream(games) << some_games() << "4k3/8/8/8/8/8/P7/4K3 w - - 0 1\t2-0\t41\n";
    expect_bad_input({}, "no training positions: use --games or --exact");
    expect_bad_input({"--games", games}, games + ":121: not 1-0, 1/2-1/2 or 0-1: \"2-0\"");
    expect_bad_input({"--games", folder.path("none.tsv")}, "cannot read \"" + folder.path("none.tsv"));
    expect_bad_input({"--exact", "KPvKx"}, "family: \"x\" is neither a piece nor the v: \"KPvKx\"");
    expect_bad_input({"--exact", "KPvK=many"}, "\"many\" is not a number from 1 to 9999999 in \"KPvK=many\"");
    expect_bad_input({"--exact", "KPvK=1x0"}, "\"0\" is not a number");
    expect_bad_input({"--exact", "KPvK=1x1"},
                     "exact values: too few positions for training and for validation");
}

}  // namespace
}  // namespace philidor::cli
