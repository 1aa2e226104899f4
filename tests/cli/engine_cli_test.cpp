#include <sstream>
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
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

const std::string mate_in_two = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";

TEST(UciCommand, TalksUntilItIsToldToQuit) {
    const Finished finished =
        run({"uci"}, "uci\nisready\nposition startpos moves e2e4\ngo depth 3\nisready\nquit\ngo depth 4\n");
    EXPECT_EQ(finished.exit_code, 0);
    EXPECT_THAT(finished.output, StartsWith("id name Philidor "));
    EXPECT_THAT(finished.output, ContainsRegex("uciok\nreadyok\n"));
    EXPECT_THAT(finished.output, ContainsRegex("bestmove [a-h][1-8]"));
    EXPECT_THAT(finished.errors, IsEmpty());
}

TEST(UciCommand, EndsItsSearchWhenItsInputEnds) {
    EXPECT_THAT(run({"uci"}, "go depth 4").output, ContainsRegex("info depth 4 .*\n(.*\n)*bestmove "));
    EXPECT_THAT(run({"uci"}, "go infinite\n").output, ContainsRegex("bestmove [a-h][1-8]"));
}

TEST(UciCommand, RunsASingleCommand) {
    EXPECT_THAT(run({"uci", "bench", "1"}).output,
                ContainsRegex("^[0-9]+ nodes, .*, pawn hash [0-9]+[.][0-9] %\n$"));
    EXPECT_THAT(run({"uci", "go", "perft", "3"}).output, HasSubstr("Nodes searched: 8902"));
}

TEST(AnalyzeCommand, ShowsTheBestMoveAndItsLine) {
    const Finished finished = run({"analyze", mate_in_two, "--depth", "4", "--threads", "1"});
    EXPECT_EQ(finished.exit_code, 0);
    EXPECT_THAT(finished.output, ContainsRegex("#2  1\\. Ra6 "));
    EXPECT_THAT(finished.errors, IsEmpty()) << "no live line without a terminal";
}

/// The lines of an output, each of them JSON.
std::vector<json> lines_of(const std::string& output) {
    std::vector<json> lines;
    std::istringstream stream(output);
    for (std::string line; std::getline(stream, line);) lines.push_back(json::parse(line));
    return lines;
}

TEST(AnalyzeCommand, ReportsLineByLineForPrograms) {
    const Finished finished =
        run({"analyze", mate_in_two, "--depth", "4", "--threads", "1", "--multipv", "2", "--json"});
    const std::vector<json> lines = lines_of(finished.output);
    ASSERT_GT(lines.size(), 4U) << "two for each depth, and the result";
    int depth = 0;
    for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
        EXPECT_GE(lines[i]["depth"], depth);
        depth = lines[i]["depth"].get<int>();
        EXPECT_TRUE(lines[i]["multipv"] == 1 || lines[i]["multipv"] == 2);
        EXPECT_FALSE(lines[i]["line"].empty());
    }
    const json& answer = lines.back();
    EXPECT_EQ(answer["lines"][0]["line"], lines[lines.size() - 3]["line"]);
    EXPECT_GT(answer["pawn_hash_hit_rate"], 0.0);
    EXPECT_EQ(answer["fen"], mate_in_two);
    ASSERT_EQ(answer["lines"].size(), 2U);
    EXPECT_EQ(answer["lines"][0]["san"], "Ra6");
    EXPECT_EQ(answer["lines"][0]["mate"], 2);
    EXPECT_TRUE(answer["lines"][0]["centipawns"].is_null());
    EXPECT_TRUE(answer["lines"][1]["centipawns"].is_number());
    EXPECT_GT(answer["nodes"], 0);
}

TEST(AnalyzeCommand, KnowsWhatTablesProve) {
    const TemporaryFolder folder;
    const std::string store = folder.path("tables.db");
    ASSERT_EQ(run({"generate", "KRvK", "--quiet", "--store", store}).exit_code, 0);
    const Finished finished =
        run({"analyze", "8/8/8/3k4/8/8/8/KR6 w - - 0 1", "--depth", "5", "--store", store, "--json"});
    EXPECT_EQ(finished.exit_code, 0) << finished.errors;
    const json best = lines_of(finished.output).back()["lines"][0];
    EXPECT_EQ(best["proved"], "win");
    EXPECT_TRUE(best["dtz"].is_number());
}

TEST(AnalyzeCommand, HasNothingToSayAboutAGameThatIsOver) {
    EXPECT_EQ(run({"analyze", "7k/5Q2/8/8/8/8/8/K7 b - - 0 1"}).output, "stalemate\n");
    EXPECT_EQ(run({"analyze", "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1"}).output, "checkmate\n");
}

TEST(AnalyzeCommand, RefusesBadInput) {
    const Finished fen = run({"analyze", "nonsense"});
    EXPECT_EQ(fen.exit_code, 2);
    EXPECT_THAT(fen.errors, HasSubstr("nonsense"));
    EXPECT_EQ(run({"analyze", mate_in_two, "--depth", "0"}).exit_code, 2);
    EXPECT_EQ(run({"analyze"}).exit_code, 2);
}

}  // namespace
}  // namespace philidor::cli
