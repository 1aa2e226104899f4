#include "philidor/solve/position_solver.hpp"

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "philidor/chess/test_support/positions.hpp"

namespace philidor {
namespace {

using test_support::ending_of;

constexpr const char* lasker_reichhelm = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1";

WdlBounds value_of(const std::string& fen, Effort effort = {}) {
    const std::vector<Ending> roots{ending_of(fen)};
    PositionSolver solver(roots.front(), std::move(effort));
    EXPECT_EQ(solver.settle(roots), SolveEnd::settled) << fen;
    return solver.bounds_of(roots.front());
}

TEST(PositionSolver, ProvesWinsDrawsAndLosses) {
    EXPECT_EQ(value_of(lasker_reichhelm), WdlBounds::exactly(Wdl::win));
    EXPECT_EQ(value_of("8/k7/3p4/p2P1p2/P2P1P2/8/8/1K6 b - - 0 1"), WdlBounds::exactly(Wdl::loss));
    EXPECT_EQ(value_of("8/k7/3p4/p2P1p2/P2P1P2/8/K7/8 b - - 0 1"), WdlBounds::exactly(Wdl::draw));
    EXPECT_EQ(value_of("8/8/8/3Kp3/4Pk2/8/8/8 b - - 0 1"), WdlBounds::exactly(Wdl::loss));
    EXPECT_EQ(value_of("8/8/8/3Kp3/4Pk2/8/8/8 w - - 0 1"), WdlBounds::exactly(Wdl::loss));
    EXPECT_EQ(value_of("7K/8/k1P5/7p/8/8/8/8 w - - 0 1"), WdlBounds::exactly(Wdl::draw));  // Reti
}

TEST(PositionSolver, ProvesWinsThatNeedAnotherPieceThanAQueen) {
    EXPECT_EQ(value_of("8/8/1KP5/3r4/8/8/8/k7 w - - 0 1"), WdlBounds::exactly(Wdl::win));  // Saavedra
}

TEST(PositionSolver, SeesCapturesEnPassantAtTheRoot) {
    // Without the capture Black's pawn is lost; with it, it runs.
    EXPECT_EQ(value_of("8/8/8/8/Pp6/8/6K1/2k5 b - a3 0 1"), WdlBounds::exactly(Wdl::win));
}

TEST(PositionSolver, IsTheSameOnTwoThreads) {
    Effort on_two_threads;
    on_two_threads.budget.threads = 2;
    EXPECT_EQ(value_of(lasker_reichhelm, on_two_threads), WdlBounds::exactly(Wdl::win));
}

TEST(PositionSolver, SettlesOnlyWhatIsAskedFor) {
    const std::vector<Ending> roots{ending_of(lasker_reichhelm)};
    PositionSolver solver(roots.front(), {});
    EXPECT_EQ(solver.settle(roots, Goal::loss), SolveEnd::settled);
    EXPECT_EQ(solver.bounds_of(roots.front()), (WdlBounds{Wdl::draw, Wdl::win}));
}

TEST(PositionSolver, GivesUpInTimeAndKeepsWhatItKnows) {
    const std::vector<Ending> roots{ending_of(lasker_reichhelm)};
    Effort effort;
    effort.budget.deadline = std::chrono::steady_clock::now();
    PositionSolver solver(roots.front(), effort);
    EXPECT_EQ(solver.settle(roots), SolveEnd::out_of_time);
    EXPECT_EQ(solver.bounds_of(roots.front()).best, Wdl::win);
}

TEST(PositionSolver, GivesUpBeforeItTakesTooMuchMemory) {
    const std::vector<Ending> roots{ending_of(lasker_reichhelm)};
    Effort effort;
    effort.budget.memory_bytes = 1'000'000;
    PositionSolver solver(roots.front(), effort);
    EXPECT_EQ(solver.settle(roots), SolveEnd::out_of_memory);
    EXPECT_LE(solver.statistics().peak_bytes, 1'000'000);
}

TEST(PositionSolver, StopsWhenAsked) {
    const std::vector<Ending> roots{ending_of(lasker_reichhelm)};
    std::size_t calls = 0;
    const auto stop = std::make_unique<std::stop_source>();
    Effort effort;
    effort.budget.stop = stop->get_token();
    effort.progress = [&](const SolveProgress& progress) {
        EXPECT_LE(progress.share, 1);
        if (++calls == 5) stop->request_stop();
    };
    PositionSolver solver(roots.front(), effort);
    EXPECT_EQ(solver.settle(roots), SolveEnd::interrupted);
    EXPECT_EQ(calls, 5);
}

TEST(PositionSolver, TellsTheBoundsAsTheyNarrow) {
    const std::vector<Ending> roots{ending_of(lasker_reichhelm)};
    std::vector<WdlBounds> reported;
    Effort effort;
    effort.progress = [&](const SolveProgress& progress) {
        if (reported.empty() || reported.back() != progress.bounds) reported.push_back(progress.bounds);
    };
    EXPECT_EQ(PositionSolver(roots.front(), effort).settle(roots), SolveEnd::settled);
    ASSERT_GE(reported.size(), 2U);
    EXPECT_EQ(reported.front(), WdlBounds{});
    for (std::size_t i = 1; i < reported.size(); ++i)
        EXPECT_EQ(both_of(reported[i - 1], reported[i]), reported[i]);
}

TEST(PositionSolver, SaysThatNothingIsLeftToTry) {
    const std::vector<Ending> roots{ending_of(lasker_reichhelm)};
    PositionSolver solver(roots.front(), {}, 0);
    EXPECT_EQ(solver.settle(roots), SolveEnd::exhausted);
    EXPECT_EQ(solver.bounds_of(roots.front()), (WdlBounds{Wdl::draw, Wdl::win}));
}

}  // namespace
}  // namespace philidor
