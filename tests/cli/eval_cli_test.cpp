// The command that evaluates pawns.

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

/// White has a protected passed pawn on d5 and a backward pawn on c4; all of Black's pawns are isolated.
const std::string ending = "8/5k2/1p3p1p/1P1P1P2/2P4P/4K3/8/8 w - - 0 1";
const std::string swapped_ending = "8/8/4k3/2p4p/1p1p1p2/1P3P1P/5K2/8 b - - 0 1";

std::string eval(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "eval");
    const Finished finished = run(arguments);
    EXPECT_EQ(finished.exit_code, 0) << finished.errors;
    EXPECT_THAT(finished.errors, IsEmpty());
    return finished.output;
}

json eval_json(const std::string& fen) { return json::parse(eval({fen, "--json"})); }

TEST(EvalCommand, MarksEveryPawnAndListsEveryTerm) {
    EXPECT_THAT(
        eval({ending}),
        AllOf(HasSubstr(ending + "\n\n  8  . . . . . . . .\n  7  . . . . . k . .\n"),
              ContainsRegex("\n  d5  white  passed, supported, .*protected passer\n"),
              ContainsRegex("\n  h6  black  isolated, opposed\n"),
              ContainsRegex("\n  passed on rank 5 +[+-][0-9]+ +[+-][0-9]+\n"),
              ContainsRegex("\nmiddlegame  [+-][0-9]+\nendgame     [+-][0-9]+\ntotal       [+-][0-9]+ "),
              HasSubstr(" centipawns for White, phase 0/24 (pure endgame)\n")));
}

TEST(EvalCommand, GivesProgramsTheSameWithTermsThatAddUp) {
    const json answer = eval_json(ending);
    EXPECT_EQ(answer["fen"], ending);
    EXPECT_EQ(answer["phase"], 0);
    EXPECT_EQ(answer["total"], answer["endgame"]) << "no piece is left";
    int middlegame = 0;
    int endgame = 0;
    for (const json& term : answer["terms"]) {
        middlegame += term["middlegame"].get<int>();
        endgame += term["endgame"].get<int>();
        EXPECT_TRUE(term["color"] == "white" || term["color"] == "black");
        EXPECT_FALSE(term["squares"].empty());
        if (term["name"] == "passed on rank 5") {
            EXPECT_EQ(term["squares"], json({"d5"}));
        }
    }
    EXPECT_EQ(answer["middlegame"], middlegame);
    EXPECT_EQ(answer["endgame"], endgame);
}

TEST(EvalCommand, IsFairToBothSides) {
    EXPECT_EQ(eval_json(swapped_ending)["endgame"], -eval_json(ending)["endgame"].get<int>());
    EXPECT_EQ(eval_json(swapped_ending)["middlegame"], -eval_json(ending)["middlegame"].get<int>());
    const json start = eval_json("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    EXPECT_EQ(start["total"], 0);
    EXPECT_EQ(start["phase"], 24);
}

TEST(EvalCommand, TakesOtherWeights) {
    const std::string fen = "4k3/8/5p1p/8/8/P7/P7/4K3 w - - 0 1";
    const std::string usual = eval({fen});
    EXPECT_EQ(eval({fen, "--weights", "tuned"}), usual);
    const std::string starting = eval({fen, "--weights", "starting"});
    EXPECT_THAT(starting, ContainsRegex("\n  doubled +-10 +-20\n"));
    EXPECT_NE(starting, usual);
    const TemporaryFolder folder;
    const std::string path = folder.path("weights.txt");
    ASSERT_EQ(run({"tune", "--exact", "KPvK=20x10", "--weights", path}).exit_code, 0);
    std::ifstream file(path);
    std::string text((std::istreambuf_iterator<char>(file)), {});
    const std::size_t line = text.find("doubled");
    text.replace(line, text.find('\n', line) - line, "doubled -7 -77");
    std::ofstream(path) << text;
    EXPECT_THAT(eval({fen, "--weights", path}), ContainsRegex("\n  doubled +-7 +-77\n"));
    std::ofstream(path) << text << "doubled 1 2\n";
    const Finished twice = run({"eval", fen, "--weights", path});
    EXPECT_EQ(twice.exit_code, 2);
    EXPECT_THAT(twice.errors, HasSubstr(path + ": line 26: a second time: \"doubled 1 2\""));
    const Finished absent = run({"eval", fen, "--weights", folder.path("none")});
    EXPECT_EQ(absent.exit_code, 2);
    EXPECT_THAT(absent.errors, HasSubstr("nor a file that can be read: \"" + folder.path("none")));
}

TEST(EvalCommand, SaysNothingWhereThereAreNoPawns) {
    const json answer = eval_json("4k3/8/8/8/8/8/8/4K2R w - - 0 1");
    EXPECT_EQ(answer["total"], 0);
}

TEST(EvalCommand, DrawsAPicture) {
    const TemporaryFolder folder;
    const std::string path = folder.path("pawns.svg");
    eval({ending, "--svg", path});
    std::ifstream file(path);
    const std::string svg((std::istreambuf_iterator<char>(file)), {});
    EXPECT_THAT(svg, AllOf(HasSubstr("<svg xmlns"), HasSubstr(ending), HasSubstr(">PS</text>"),
                           HasSubstr("protected passer"), HasSubstr("</svg>\n")));
}

TEST(EvalCommand, QuotesWhatItCannotRead) {
    const Finished finished = run({"eval", "8/8/8/8 w - - 0 1"});
    EXPECT_EQ(finished.exit_code, 2);
    EXPECT_THAT(finished.output, IsEmpty());
    EXPECT_THAT(finished.errors, HasSubstr("fen: 4 ranks instead of 8: \"8/8/8/8\""));
    EXPECT_EQ(run({"eval"}).exit_code, 2);
}

TEST(EvalCommand, SaysWhereItCannotDraw) {
    const Finished finished = run({"eval", ending, "--svg", "/nowhere/pawns.svg"});
    EXPECT_EQ(finished.exit_code, 1);
    EXPECT_THAT(finished.output, IsEmpty());
    EXPECT_THAT(finished.errors, HasSubstr("cannot write \"/nowhere/pawns.svg\""));
}

}  // namespace
}  // namespace philidor::cli
