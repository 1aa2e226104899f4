// The command that proves the value of a position.

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/file.h>
#include <unistd.h>

#include "philidor/base/test_support/eventually.hpp"
#include "philidor/base/test_support/temporary_folder.hpp"
#include "program.hpp"

namespace philidor::cli {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::ContainsRegex;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

const std::string lasker_reichhelm = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1";
const std::string trebuchet = "8/8/8/3Kp3/4Pk2/8/8/8 b - - 0 1";

/// What `philidor solve` prints; it must succeed.
std::string solve(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "solve");
    const Finished finished = run(arguments);
    EXPECT_EQ(finished.exit_code, 0) << finished.errors;
    EXPECT_THAT(finished.errors, IsEmpty());
    return finished.output;
}

json solve_json(std::vector<std::string> arguments) {
    arguments.emplace_back("--json");
    return json::parse(solve(arguments));
}

TEST(SolveCommand, AnswersForPeople) {
    EXPECT_THAT(solve({lasker_reichhelm}),
                AllOf(HasSubstr(lasker_reichhelm + "\n\n  8  . . . . . . . .\n  7  k . . . . . . .\n"),
                      HasSubstr("\nWhite to move wins.\n"), ContainsRegex("\n  Kb1 +win +27\n"),
                      HasSubstr("\n  Ka2   draw\n"), HasSubstr("\n1. Kb1\u2299 K"),
                      HasSubstr("\nWith Black to move: draw. Not a mutual zugzwang.\n"),
                      ContainsRegex("[0-9,]+ tables, [0-9,]+ positions, [0-9.]+ s, .* of memory\n$")));
}

TEST(SolveCommand, AnswersForPrograms) {
    const json answer = solve_json({trebuchet});
    EXPECT_EQ(answer["fen"], trebuchet);
    EXPECT_EQ(answer["value"], "loss");
    EXPECT_EQ(answer["worst"], -1);
    EXPECT_EQ(answer["best"], -1);
    EXPECT_TRUE(answer["stopped_by"].is_null());
    EXPECT_EQ(answer["mutual_zugzwang"], true);
    ASSERT_EQ(answer["moves"].size(), 5U);
    EXPECT_EQ(answer["moves"][0]["value"], "loss");
    EXPECT_GT(answer["tables"], 0);
    EXPECT_GT(answer["positions"], 0);
    EXPECT_GT(answer["seconds"], 0);
    EXPECT_GT(answer["peak_memory_bytes"], 0);
}

TEST(SolveCommand, PlaysALine) {
    const json answer = solve_json({trebuchet, "--line", "3"});
    EXPECT_EQ(answer["dtz"], -2);
    ASSERT_EQ(answer["line"].size(), 3U);
    EXPECT_EQ(answer["line"][1]["san"], "Kxe5");
    EXPECT_EQ(answer["line"][1]["uci"], "d5e5");
    EXPECT_EQ(answer["line"][1]["mutual_zugzwang"], false);
    EXPECT_THAT(solve({trebuchet}), HasSubstr(" and wins\n")) << "the line ends with a queen";
    EXPECT_THAT(solve({trebuchet, "--line", "full"}), HasSubstr("#\n")) << "the line ends with mate";
    EXPECT_THAT(solve({trebuchet}), HasSubstr("\n1... K"));
    EXPECT_THAT(solve({trebuchet}), HasSubstr("\nWith White to move: Black wins. A mutual zugzwang.\n"));
    EXPECT_THAT(solve_json({trebuchet, "--line", "0"})["line"], IsEmpty());
}

TEST(SolveCommand, DrawsAMapOfKeySquares) {
    const TemporaryFolder folder;
    const std::string path = folder.path("map.svg");
    EXPECT_THAT(solve({trebuchet, "--map", path}),
                AllOf(HasSubstr("the white king's squares"), HasSubstr("\n  5  B B ! Z p . . B "),
                      HasSubstr("Z  mutual zugzwang"), HasSubstr("\n  d5  f4\n"), HasSubstr("\n  f5  d4\n")));
    std::ifstream file(path);
    const std::string svg{std::istreambuf_iterator<char>(file), {}};
    EXPECT_THAT(svg, AllOf(StartsWith("<svg "), EndsWith("</svg>\n"), HasSubstr(trebuchet)));

    const Finished refused = run({"solve", "8/8/8/8/8/3k4/8/K1Q5 w - - 0 1", "--map", path});
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_THAT(refused.errors, HasSubstr("kings and pawns only"));
    const Finished unwritable = run({"solve", trebuchet, "--map", folder.path("absent/map.svg")});
    EXPECT_EQ(unwritable.exit_code, 1);
    EXPECT_THAT(unwritable.errors, HasSubstr("cannot write"));
}

TEST(SolveCommand, LeavesOutWhatIsNotWanted) {
    EXPECT_TRUE(solve_json({trebuchet, "--moves-only"})["mutual_zugzwang"].is_null());
    const std::string blocked = "8/8/8/p3k2p/P6P/8/1K6/8 w - - 0 1";
    const json value = solve_json({blocked, "--value-only"});
    EXPECT_EQ(value["value"], "draw");
    EXPECT_LT(value["tables"], solve_json({blocked})["tables"]) << "the moves need more";
}

TEST(SolveCommand, ProvesNoMoreThanItShould) {
    const json draw = solve_json({lasker_reichhelm, "--prove", "draw"});
    EXPECT_TRUE(draw["value"].is_null());
    EXPECT_EQ(draw["worst"], 0);
    EXPECT_EQ(draw["best"], 1);
    EXPECT_EQ(solve_json({lasker_reichhelm, "--prove", "win"})["value"], "win");
}

TEST(SolveCommand, GivesAnIntervalWhenPiecesDoNotSuffice) {
    EXPECT_THAT(solve({lasker_reichhelm, "--max-pieces", "0"}),
                HasSubstr("\nWhite at least draws; a win is not ruled out.\n"
                          "No exact result with at most 0 pieces. Try a larger --max-pieces.\n"));
    EXPECT_EQ(solve_json({lasker_reichhelm, "--max-pieces", "0"})["stopped_by"], "pieces");
}

TEST(SolveCommand, GivesAnIntervalWhenTimeIsUp) {
    const json answer = solve_json({lasker_reichhelm, "--time", "0.000001"});
    EXPECT_TRUE(answer["value"].is_null());
    EXPECT_EQ(answer["stopped_by"], "time");
    EXPECT_THAT(solve({lasker_reichhelm, "--time", "0"}),
                HasSubstr("\nNo result within 0 s. Try a longer --time.\n"));
}

TEST(SolveCommand, SaysThatTheGameIsOver) {
    EXPECT_THAT(solve({"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"}),
                AllOf(HasSubstr("Black to move loses.\n"), HasSubstr("Checkmate.\n")));
    EXPECT_THAT(solve({"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"}),
                AllOf(HasSubstr("Black to move draws.\n"), HasSubstr("Stalemate.\n")));
}

TEST(SolveCommand, FindsAShortMateBeforeAnyTable) {
    // The second needs far more memory than there is, and in the others somebody may still castle.
    EXPECT_THAT(solve({"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "--value-only"}),
                AllOf(HasSubstr("White to move wins.\n"), ContainsRegex("Ra8# +win +1\n")));
    EXPECT_THAT(solve({"r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w - - 4 4", "--value-only",
                       "--memory", "100M"}),
                HasSubstr("White to move wins.\n"));
    EXPECT_THAT(solve({"6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1"}),
                AllOf(HasSubstr("White to move wins.\n"), HasSubstr("\n1. Ra8#\n")));
    // Mate in two: 1. Rb7 and 2. Ra8#, with a reply between them.
    EXPECT_THAT(solve({"6k1/8/8/8/8/8/1R6/R3K3 w Q - 0 1"}),
                AllOf(HasSubstr("White to move wins.\n"), ContainsRegex("\n1\\. R.7 K.8 2\\. R.8#\n")));
    // Black is mated whatever he plays.
    EXPECT_THAT(solve({"7k/1R6/8/8/8/8/8/R3K3 b Q - 0 1"}),
                AllOf(HasSubstr("Black to move loses.\n"), HasSubstr("\n1... Kg8 2. Ra8#\n")));
}

TEST(SolveCommand, RemembersWhatItHasProved) {
    const TemporaryFolder folder;
    const std::string store = folder.path("proofs.db");
    json first = solve_json({lasker_reichhelm, "--store", store});
    json second = solve_json({lasker_reichhelm, "--store", store});
    EXPECT_GT(first["tables"], 0);
    EXPECT_EQ(second["tables"], 0);
    for (json* answer : {&first, &second}) {
        for (const char* field : {"tables", "positions", "seconds", "peak_memory_bytes"})
            answer->erase(field);
    }
    EXPECT_EQ(first, second);
}

TEST(SolveCommand, LeavesAStoreThatVerifyFindsHealthy) {
    const TemporaryFolder folder;
    const std::string store = folder.path("proofs");
    (void)solve({trebuchet, "--store", store});
    const Finished verified = run({"verify", "--all", "--store", store});
    EXPECT_EQ(verified.exit_code, 0) << verified.output << verified.errors;
    EXPECT_THAT(verified.output, AllOf(HasSubstr("agrees with its moves, "), HasSubstr(" from a proof\n")));
    const Finished proved = run({"verify", "Ke4vKe5", "--prove", "3", "--store", store, "--json"});
    EXPECT_EQ(proved.exit_code, 0) << proved.errors;
    EXPECT_EQ(json::parse(proved.output)["proved"], 3);
}

TEST(SolveCommand, GivesAndStoresWhatItHasWhenItIsInterrupted) {
    for (const int signal : {SIGINT, SIGTERM}) {
        const TemporaryFolder folder;
        const std::string store = folder.path("proofs");
        // With four pieces solving takes so long that the signal arrives in time even on a fast machine.
        const Program program(
            {"solve", "8/5k2/R5p1/B7/3K2P1/3n4/2b5/8 b - - 0 1", "--json", "--store", store});
        ASSERT_TRUE(test_support::eventually([&] { return std::filesystem::exists(store); }));
        std::this_thread::sleep_for(std::chrono::milliseconds(1500));
        program.send(signal);
        const Finished finished = program.finish();
        EXPECT_EQ(finished.exit_code, 128 + signal);
        EXPECT_THAT(finished.errors, HasSubstr(signal == SIGINT ? "interrupted" : "terminated"));
        EXPECT_EQ(json::parse(finished.output)["stopped_by"], "interrupted");
        EXPECT_FALSE(std::filesystem::is_empty(store));
    }
}

TEST(SolveCommand, AnswersBeforeItSaysThatNothingCouldBeStored) {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder.path("locked"));
    const int locked = ::open(folder.path("locked").c_str(), O_RDONLY | O_DIRECTORY);
    ASSERT_EQ(::flock(locked, LOCK_EX), 0);
    const Finished finished = run({"solve", trebuchet, "--store", folder.path("locked")});
    EXPECT_EQ(finished.exit_code, 1);
    EXPECT_THAT(finished.output, HasSubstr("Black to move loses."));
    EXPECT_THAT(finished.errors, HasSubstr("another process has not unlocked its folder"));
    ::close(locked);
}

TEST(SolveCommand, RefusesWhatItCannotSolve) {
    const Finished castling = run({"solve", "r3k2r/pppp1ppp/8/8/8/8/PPPP1PPP/4K2R w Kkq - 0 1"});
    EXPECT_EQ(castling.exit_code, 2);
    EXPECT_THAT(castling.errors, AllOf(HasSubstr("castling rights (Kkq)"), HasSubstr("4K2R w Kkq")));
    const Finished start =
        run({"solve", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", "--memory", "100M"});
    EXPECT_EQ(start.exit_code, 1);
    EXPECT_THAT(start.errors, HasSubstr("out of reach"));
    EXPECT_EQ(run({"solve", "nonsense"}).exit_code, 2);
    EXPECT_EQ(run({"solve", lasker_reichhelm, "--prove", "loss"}).exit_code, 2);
}

}  // namespace
}  // namespace philidor::cli
