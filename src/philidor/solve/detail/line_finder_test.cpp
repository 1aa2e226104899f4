#include "philidor/solve/detail/line_finder.hpp"

#include <random>
#include <string>

#include <gtest/gtest.h>

#include "philidor/base/test_support/sample_size.hpp"
#include "philidor/builder/detail/distance_solver.hpp"
#include "philidor/builder/test_support/solved_tables.hpp"
#include "philidor/chess/fen.hpp"
#include "philidor/chess/movegen.hpp"
#include "philidor/chess/notation.hpp"
#include "philidor/index/detail/position_indexer.hpp"
#include "philidor/material/test_support/key_of.hpp"

namespace philidor {
namespace {

constexpr std::size_t most_plies = 600;  // more than any of these games takes

/// A decisive position and its proof.
class WonGame {
  public:
    explicit WonGame(const std::string& fen) : root_(Ending::from_fen(fen).value()), solver_(root_) {
        const Ending targets[] = {root_};
        EXPECT_EQ(solver_.settle(targets), SolveEnd::settled);
        const WdlBounds value = solver_.bounds_of(root_);
        EXPECT_TRUE(value == WdlBounds::exactly(Wdl::win) || value == WdlBounds::exactly(Wdl::loss));
        const Color side = root_.board().side_to_move();
        winner_ = value.worst == Wdl::win ? side : !side;
    }

    /// Plays until the loser is mated; `defend` chooses the loser's moves.
    template <class Defend>
    void play(WinningPlay& play, const Defend& defend) const {
        Ending ending = root_;
        std::string game;
        for (std::size_t ply = 0; !is_checkmate(ending.board()); ++ply) {
            const Board& board = ending.board();
            ASSERT_LT(ply, most_plies) << game;
            ASSERT_TRUE(play.is_won(ending)) << game << to_fen(board);
            ASSERT_TRUE(has_legal_move(board)) << "stalemate: " << game;
            const auto move = board.side_to_move() == winner_ ? play.good_move(ending, WinningStyle::direct)
                                                              : defend(ending);
            ASSERT_TRUE(move) << game << to_fen(board);
            ASSERT_TRUE(is_legal(board, *move));
            game += to_uci(board, *move) + ' ';
            ending.play(*move);
        }
        EXPECT_NE(ending.board().side_to_move(), winner_) << game;
    }

    void play_all(unsigned random_defences) {
        DistanceMeter meter(solver_);
        WinningPlay strategy(solver_, meter, winner_);
        play(strategy,
             [&](const Ending& ending) { return strategy.good_move(ending, WinningStyle::direct); });
        std::mt19937_64 random(1);  // NOLINT(cert-msc32-c,cert-msc51-cpp): every run must be the same
        for (unsigned i = 0; i < random_defences && !testing::Test::HasFatalFailure(); ++i) {
            play(strategy, [&](const Ending& ending) -> std::optional<Move> {
                const MoveList moves = legal_moves(ending.board());
                return *(moves.begin() + static_cast<std::ptrdiff_t>(random() % moves.size()));
            });
        }
    }

    PositionSolver& solver() { return solver_; }

  private:
    Ending root_;
    PositionSolver solver_;
    Color winner_ = Color::white;
};

class WonGames : public testing::TestWithParam<const char*> {};

TEST_P(WonGames, AreWonAgainstEveryDefence) { WonGame(GetParam()).play_all(5); }

class SlowWonGames : public WonGames {};

TEST_P(SlowWonGames, AreWonAgainstManyDefences) { WonGame(GetParam()).play_all(200); }

constexpr const char* won_games[] = {
    "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",  // Lasker and Reichhelm
    "8/8/8/3Kp3/4Pk2/8/8/8 w - - 0 1",          // trebuchet
    "8/8/8/3Kp3/4Pk2/8/8/8 b - - 0 1",
    "2k5/8/p1P5/P2K4/8/8/8/8 w - - 0 1",  // Fahrni
    "8/1K6/8/2p1p3/2P5/8/4P1k1/8 w - - 0 1",   "7k/6p1/6P1/8/5K2/p7/P7/8 b - - 0 1",
    "8/8/8/3Pp2k/8/8/5K2/8 w - e6 0 1",  // en passant would only draw
    "8/7k/4K2p/6p1/6P1/7P/8/8 w - - 0 1",      "8/8/8/8/8/3k4/3P4/K6R w - - 0 1",
};

INSTANTIATE_TEST_SUITE_P(Positions, WonGames, testing::ValuesIn(won_games));
INSTANTIATE_TEST_SUITE_P(Positions, SlowWonGames, testing::ValuesIn(won_games));

TEST(LineFinder, ShowsTheTriangulation) {
    const std::string fen = "2k5/8/p1P5/P2K4/8/8/8/8 w - - 0 1";
    const Ending root = Ending::from_fen(fen).value();
    PositionSolver solver(root);
    const Ending targets[] = {root};
    ASSERT_EQ(solver.settle(targets), SolveEnd::settled);
    LineFinder finder(solver);
    const auto line = finder.line_from(root, solver.bounds_of(root), {.plies = 7}).moves;
    ASSERT_EQ(line.size(), 7U);
    EXPECT_TRUE(to_san(root.board(), line[0]) == "Kc4" || to_san(root.board(), line[0]) == "Kd4")
        << to_san(root.board(), line[0]);
}

TEST(LineFinder, HoldsADraw) {
    const Ending root = Ending::from_fen("8/8/8/p3k2p/P6P/8/1K6/8 w - - 0 1").value();
    PositionSolver solver(root);
    const Ending targets[] = {root};
    ASSERT_EQ(solver.settle(targets), SolveEnd::settled);
    LineFinder finder(solver);
    Ending ending = root;
    const Line line = finder.line_from(root, solver.bounds_of(root), {});
    EXPECT_EQ(line.end, LineEnd::drawn);
    EXPECT_GT(line.moves.size(), 3U);
    EXPECT_LT(line.moves.size(), 20U);
    for (const Move move : line.moves) {
        ASSERT_TRUE(is_legal(ending.board(), move));
        ending.play(move);
        EXPECT_EQ(solver.bounds_of(ending), WdlBounds::exactly(Wdl::draw));
    }
}

TEST(LineFinder, TellsDistancesThatAreExactOnly) {
    test_support::SolvedTables closure;
    const TableKey key = test_support::table_key_of("Kd5vKe6");
    ASSERT_EQ(to_string(key), "Kd5vKe6");
    (void)closure.of(key);
    const auto lookup = closure.lookup();
    const DistanceTable truth = measure_distances(key, lookup).value();
    const PositionIndexer indexer = PositionIndexer::make(key).value();
    unsigned known = 0;
    unsigned asked = 0;
    for (std::uint64_t index = 0; index < indexer.size(); index += test_support::is_sanitized ? 997 : 97) {
        const auto board = indexer.board_at(position_index_at(index));
        if (!board) continue;
        const Ending targets[] = {Ending::from(*board).value()};
        PositionSolver solver(targets[0]);
        (void)solver.settle(targets);
        const WdlBounds value = solver.bounds_of(targets[0]);
        ASSERT_TRUE(value.is_exact()) << to_fen(*board);
        const auto dtz = LineFinder(solver).dtz_of(targets[0], value);
        ++asked;
        if (!dtz) continue;
        ++known;
        EXPECT_EQ(static_cast<unsigned>(std::abs(*dtz)), truth.distance_of(*board)) << to_fen(*board);
    }
    EXPECT_GT(known * 2, asked) << "most distances are known";
}

TEST(LineFinder, LeavesOpenWhatThereIsNoTimeFor) {
    const Ending ending = Ending::from_fen("8/8/8/8/3k4/8/8/R3K3 w - - 0 1").value();
    const WdlBounds win = WdlBounds::exactly(Wdl::win);
    PositionSolver solver(ending);
    const Ending targets[] = {ending};
    ASSERT_EQ(solver.settle(targets), SolveEnd::settled);
    Effort no_time;
    no_time.budget.deadline = std::chrono::steady_clock::now();
    solver.set_effort(no_time);
    LineFinder finder(solver);
    EXPECT_EQ(finder.dtz_of(ending, win), std::nullopt);
    EXPECT_TRUE(finder.line_from(ending, win, {most_plies}).moves.empty());
    solver.set_effort({});
    EXPECT_EQ(finder.dtz_of(ending, win), 27);
    EXPECT_EQ(finder.line_from(ending, win, {most_plies}).moves.size(), 27);
}

}  // namespace
}  // namespace philidor
