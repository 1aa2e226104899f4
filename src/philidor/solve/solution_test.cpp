#include "philidor/solve/solution.hpp"

#include <string>

#include <gtest/gtest.h>

#include "philidor/chess/fen.hpp"
#include "philidor/chess/san.hpp"

namespace philidor {
namespace {

const std::string lasker_reichhelm = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1";

Solution solution_of(const std::string& fen,
                     const SolveOptions& options = {},
                     SolutionScope scope = SolutionScope::everything,
                     Goal goal = Goal::value) {
    const Board root = parse_fen(fen).value();
    PositionSolver solver(root, options);
    return find_solution(root, solver, options, scope, goal);
}

/// The moves with their values: "Kb1 win, Ka2 draw".
std::string moves_of(const std::string& fen, const Solution& solution) {
    const Board root = parse_fen(fen).value();
    std::string text;
    for (const MoveAnswer& answer : solution.moves) {
        if (!text.empty()) text += ", ";
        text += to_san(root, answer.move) + ' ';
        text += answer.bounds.is_exact() ? name_of(answer.bounds.worst) : "open";
    }
    return text;
}

TEST(Solution, FindsTheOnlyWinningMove) {
    const Solution solution = solution_of(lasker_reichhelm);
    EXPECT_EQ(solution.end, SolveEnd::settled);
    EXPECT_EQ(solution.bounds, WdlBounds::exactly(Wdl::win));
    EXPECT_EQ(moves_of(lasker_reichhelm, solution), "Kb1 win, Ka2 draw, Kb2 draw");
    EXPECT_EQ(solution.other_side, WdlBounds::exactly(Wdl::draw));
    EXPECT_EQ(solution.is_mutual_zugzwang, false);
    EXPECT_GT(solution.statistics.tables, 1000U);
}

TEST(Solution, SeesThatWhoeverMustMoveLoses) {
    for (const std::string side : {"w", "b"}) {
        const Solution solution = solution_of("8/8/8/3Kp3/4Pk2/8/8/8 " + side + " - - 0 1");
        EXPECT_EQ(solution.bounds, WdlBounds::exactly(Wdl::loss));
        EXPECT_EQ(solution.other_side, WdlBounds::exactly(Wdl::loss));
        EXPECT_EQ(solution.is_mutual_zugzwang, true);
    }
}

TEST(Solution, KnowsPromotions) {
    const std::string fen = "8/P6k/8/8/8/8/8/K7 w - - 0 1";
    const std::string moves = moves_of(fen, solution_of(fen));
    EXPECT_NE(moves.find("a8=Q win"), std::string::npos) << moves;
    EXPECT_NE(moves.find("a8=R win"), std::string::npos) << moves;
    EXPECT_NE(moves.find("a8=B draw"), std::string::npos) << moves;
}

TEST(Solution, DoesNotPassInCheck) {
    const Solution solution = solution_of("8/8/8/8/8/k7/1p6/K7 w - - 0 1");
    EXPECT_FALSE(solution.other_side);
    EXPECT_EQ(solution.is_mutual_zugzwang, false);
}

TEST(Solution, NeedsNoTableForMateAndStalemate) {
    EXPECT_EQ(solution_of("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").bounds, WdlBounds::exactly(Wdl::loss));
    const Solution stalemate = solution_of("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    EXPECT_EQ(stalemate.bounds, WdlBounds::exactly(Wdl::draw));
    EXPECT_TRUE(stalemate.moves.empty());
    EXPECT_EQ(stalemate.statistics.tables, 0U);
}

TEST(Solution, StopsAtTheGoal) {
    const Solution not_lost = solution_of(lasker_reichhelm, {}, SolutionScope::value, Goal::loss);
    EXPECT_EQ(not_lost.end, SolveEnd::settled);
    EXPECT_EQ(not_lost.bounds, (WdlBounds{Wdl::draw, Wdl::win})) << "nobody asked for more";
    const Solution won = solution_of(lasker_reichhelm, {}, SolutionScope::value, Goal::win);
    EXPECT_EQ(won.bounds, WdlBounds::exactly(Wdl::win));
}

TEST(Solution, SaysWhatIsNeededAtLeast) {
    SolveOptions options;
    options.memory_bytes = 1'000'000;
    const Solution solution = solution_of(lasker_reichhelm, options);
    EXPECT_EQ(solution.end, SolveEnd::out_of_memory);
    EXPECT_EQ(solution.bounds, WdlBounds{});
    EXPECT_GT(solution.statistics.least_bytes, options.memory_bytes);
}

TEST(Solution, KeepsWhatIsCertainWhenItIsInterrupted) {
    SolveOptions options;
    std::size_t calls = 0;
    options.progress = [&](const SolveProgress& progress) { return progress.attempt < 5 || ++calls < 100; };
    const Solution solution = solution_of(lasker_reichhelm, options);
    EXPECT_EQ(solution.end, SolveEnd::interrupted);
    EXPECT_EQ(solution.bounds, (WdlBounds{Wdl::draw, Wdl::win}));
}

}  // namespace
}  // namespace philidor
