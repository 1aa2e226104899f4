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

/// Everything that is known without promotions.
void solve_without_promotions(const MaterialKey& root, Knowledge& knowledge) {
    for (const Color attacker : all_colors) {
        for (const Certainty certainty : all_certainties) {
            ProofGraph graph(root, {attacker, certainty}, Resources{}, knowledge);
            graph.add(keys_without_promotions({&root, 1}, ~std::size_t{0}), 0);
            (void)graph.solve({});
        }
    }
}

Reach reach_of(const std::string& fen, Color attacker) {
    const std::vector<Board> roots{board_of(fen)};
    Knowledge knowledge;
    solve_without_promotions(MaterialKey::from_board(roots.front()), knowledge);
    return find_reach(roots, attacker, knowledge);
}

TEST(Reach, GoesNowhereFromASettledPosition) {
    const Reach reach = reach_of("8/8/8/8/8/p1k5/P7/K7 w - - 0 1", Color::white);  // White's pawn never moves
    EXPECT_TRUE(reach.open.empty());
    EXPECT_TRUE(reach.entrances.empty());
}

TEST(Reach, FollowsAPawnToItsPromotion) {
    const Reach reach = reach_of("8/8/8/8/8/2K5/P6k/8 w - - 0 1", Color::white);
    for (const std::string key : {"Ka2vK", "Ka3vK", "Ka4vK", "Ka5vK", "Ka6vK", "Ka7vK"}) {
        EXPECT_TRUE(reach.open.contains(key_of(key))) << key;
    }
    for (const std::string key : {"KQvK", "KRvK", "KBlvK", "KNvK"}) {
        EXPECT_TRUE(reach.entrances.contains(key_of(key))) << key;
    }
    EXPECT_FALSE(reach.entrances.contains(key_of("KBdvK")));  // a8 is a light square
}

TEST(Reach, LeavesOutWhatTheOtherSideCannotWin) {
    const Reach reach = reach_of("8/8/8/8/8/2K5/P6k/8 w - - 0 1", Color::black);
    EXPECT_TRUE(reach.open.empty());
}

TEST(Reach, LooksThroughCapturesEnPassant) {
    const Reach reach = reach_of("8/8/8/8/p5k1/7p/1P5K/8 w - - 0 1", Color::black);
    EXPECT_TRUE(reach.open.contains(key_of("KvKb3h3")));
}

}  // namespace
}  // namespace philidor::detail
