#include "philidor/solve/detail/reach.hpp"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "philidor/chess/test_support/positions.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/solve/detail/keys_without_promotions.hpp"
#include "philidor/solve/detail/proof_graph.hpp"

namespace philidor::detail {
namespace {

using test_support::board_of;

MaterialKey key_of(std::string_view text) { return parse_key(text).value(); }

constexpr Question white_wins{Color::white, Certainty::proved};
constexpr Question white_may_win{Color::white, Certainty::possible};
constexpr Question black_wins{Color::black, Certainty::proved};

/// One queen for the prover, and nothing for the opponent.
Resources one_queen(Color prover) {
    Resources resources{{}, 1, ProverPlay::simple, false};
    resources.pieces[prover] = 1;
    return resources;
}

/// A position of kings and pawns with all that is known without promotions.
class ReachTest : public testing::Test {
  protected:
    void start_from(const std::string& fen) {
        roots_ = {board_of(fen)};
        root_ = MaterialKey::from_board(roots_.front());
        ProofGraph graph(root_, all_questions, Resources{}, knowledge_);
        graph.add(keys_without_promotions({&root_, 1}, ~std::size_t{0}), 0);
        EXPECT_EQ(graph.solve({}), AttemptEnd::complete);
    }

    Reach reach_of(const Attempt& attempt) {
        Hope hope(root_, attempt, knowledge_, budget_);
        return find_reach(roots_, hope, knowledge_);
    }

    bool is_alive(const Attempt& attempt) {
        return Hope(root_, attempt, knowledge_, budget_).is_alive(roots_.front());
    }

    /// Solves what the attempt needs next.
    void advance(Attempt& attempt) {
        ProofGraph graph(root_, attempt.question, attempt.resources, knowledge_);
        graph.add(reach_of(attempt), attempt.solved, ~std::uint64_t{0});
        EXPECT_EQ(graph.solve({~std::uint64_t{0}}), AttemptEnd::complete);
        for (const MaterialKey& key : graph.keys_with_new_pieces()) attempt.solved.insert(key);
    }

    std::vector<Board> roots_;
    MaterialKey root_;
    Knowledge knowledge_;
    Budget budget_;
};

TEST_F(ReachTest, GoesNowhereFromASettledPosition) {
    start_from("8/8/8/8/8/p1k5/P7/K7 w - - 0 1");  // White's pawn never moves
    const Reach reach = reach_of({white_wins, one_queen(Color::white), {}});
    EXPECT_TRUE(reach.open.empty());
    EXPECT_TRUE(reach.entrances.empty());
}

TEST_F(ReachTest, FollowsAPawnToItsPromotion) {
    start_from("8/8/8/8/8/2K5/P6k/8 w - - 0 1");
    const Reach reach = reach_of({white_wins, one_queen(Color::white), {}});
    for (const std::string key : {"Ka2vK", "Ka7vK"}) EXPECT_TRUE(reach.open.contains(key_of(key))) << key;
    EXPECT_EQ(reach.entrances.size(), 1U) << "a rook is not needed";
    EXPECT_TRUE(reach.entrances.contains(key_of("KQvK")));
}

TEST_F(ReachTest, HasNoHopeForWhatTheResourcesDoNotAllow) {
    start_from("8/8/8/8/8/2K5/P6k/8 w - - 0 1");
    EXPECT_TRUE(is_alive({white_wins, one_queen(Color::white), {}}));
    EXPECT_FALSE(is_alive({white_wins, Resources{}, {}}));
    EXPECT_FALSE(is_alive({white_wins, one_queen(Color::black), {}}));
    EXPECT_FALSE(is_alive({white_may_win, one_queen(Color::black), {}})) << "Black cannot stop the pawn";
    EXPECT_FALSE(is_alive({black_wins, one_queen(Color::black), {}})) << "Black has nothing to win with";
}

TEST_F(ReachTest, NeedsOneWayOfTheProverAndAllOfTheOpponent) {
    start_from("8/4p3/8/P6P/8/8/k7/7K w - - 0 1");  // either of White's pawns can run
    const Reach reach = reach_of({white_wins, one_queen(Color::white), {}});
    const bool plays_a6 = reach.open.contains(key_of("Ka6h5vKe7"));
    EXPECT_NE(plays_a6, reach.open.contains(key_of("Ka5h6vKe7")));
    for (const std::string answer : {"Ke6", "Ke5"}) {
        EXPECT_TRUE(reach.open.contains(key_of((plays_a6 ? "Ka6h5v" : "Ka5h6v") + answer))) << answer;
    }
}

TEST_F(ReachTest, ComesToAnEndThatIsProved) {
    start_from("8/7p/8/P6P/8/8/8/k6K w - - 0 1");
    Attempt attempt{white_wins, one_queen(Color::white), {}};
    for (int round = 0; round < 20 && !knowledge_.says_win(roots_.front(), white_wins); ++round) {
        ASSERT_TRUE(is_alive(attempt)) << round;
        advance(attempt);
    }
    EXPECT_TRUE(knowledge_.says_win(roots_.front(), white_wins));
}

TEST_F(ReachTest, GivesUpWhenAllHopeIsSolvedAndLost) {
    start_from("8/8/8/8/8/k7/p7/K7 w - - 0 1");  // the pawn is blocked: stalemate, or it falls
    Attempt attempt{black_wins, one_queen(Color::black), {}};
    for (int round = 0; round < 20 && is_alive(attempt); ++round) advance(attempt);
    EXPECT_FALSE(is_alive(attempt));
}

TEST_F(ReachTest, LetsADefenderStayWhereItHolds) {
    // Black's king stays in front of the pawn, and never has to take.
    start_from("8/8/8/4k3/4P3/4K3/8/8 w - - 0 1");
    Attempt attempt{white_may_win, one_queen(Color::black), {}};
    ASSERT_TRUE(is_alive(attempt));
    const Reach reach = reach_of(attempt);
    EXPECT_TRUE(reach.entrances.empty());
}

TEST_F(ReachTest, LooksThroughCapturesEnPassant) {
    start_from("8/8/8/8/p5k1/7p/1P5K/8 w - - 0 1");
    const Reach reach = reach_of({black_wins, one_queen(Color::black), {}});
    EXPECT_TRUE(reach.open.contains(key_of("KvKb3h3")));
}

}  // namespace
}  // namespace philidor::detail
