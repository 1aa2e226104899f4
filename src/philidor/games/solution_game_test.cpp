#include "philidor/games/solution_game.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "philidor/chess/fen.hpp"
#include "philidor/chess/movegen.hpp"
#include "philidor/chess/notation.hpp"

namespace philidor {
namespace {

GameTree solved(const std::string& fen, const VariationLimits& limits = {}) {
    const Ending ending = Ending::from_fen(fen).value();
    Proof proof(ending, nullptr, {Budget::starting_now(std::nullopt, std::uint64_t{1} << 30U, 1), nullptr});
    const Solution solution = proof.find(ending, SolutionScope::everything);
    return game_of(solution, proof, limits);
}

/// Whether a line, in SAN, is the main line or a variation of the game.
bool has_line(const GameTree& game, const std::string& line) {
    std::istringstream words(line);
    Board board = game.start;
    const std::vector<GameNode>* next = &game.next;
    for (std::string word; words >> word;) {
        const Move move = parse_san(board, word).value();
        const auto found = std::ranges::find(*next, move, &GameNode::move);
        if (found == next->end()) return false;
        board.play(move);
        next = &found->next;
    }
    return true;
}

void expect_legal(Board board, const std::vector<GameNode>& next) {
    for (const GameNode& node : next) {
        ASSERT_TRUE(is_legal(board, node.move)) << to_fen(board);
        expect_legal(board.after(node.move), node.next);
    }
}

struct Study {
    const char* name;
    const char* fen;
    const char* line;  ///< as it was published
};

/// For the names of the tests.
void PrintTo(const Study& study, std::ostream* stream) { *stream << study.name; }

/// Their lines stand in every book on endings.
constexpr Study studies[] = {
    {"Barbier and Saavedra 1895", "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1",
     "c7 Rd6+ Kb5 Rd5+ Kb4 Rd4+ Kb3 Rd3+ Kc2 Rd4 c8=R Ra4 Kb3"},
    {"Reti 1921, after the pawn is taken", "7K/8/k1P5/7p/8/8/8/8 w - - 0 1", "Kg7 h4 Kf6 Kb6 Ke5 Kxc6 Kf4"},
    {"Reti 1921, after the pawn runs", "7K/8/k1P5/7p/8/8/8/8 w - - 0 1",
     "Kg7 Kb6 Kf6 h4 Ke5 h3 Kd6 h2 c7 Kb7 Kd7"},
    {"Stamma 1737", "8/8/8/1N6/8/p7/2K5/k7 w - - 0 1", "Nd4 Ka2 Ne2 Ka1 Nc1 a2 Nb3#"},
    {"trebuchet", "8/8/8/3Kp3/4Pk2/8/8/8 w - - 0 1", "Kd6 Kxe4"},
};

/// Those that take longer.
constexpr Study slow_studies[] = {
    {"Lasker and Reichhelm 1901", "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
     "Kb1 Kb7 Kc1 Kc7 Kd1 Kd8 Kc2 Kc8 Kd2 Kd7 Kc3 Kc7 Kd3"},
};

class Studies : public testing::TestWithParam<Study> {};

TEST_P(Studies, HaveTheirPublishedLine) {
    const GameTree game = solved(GetParam().fen);
    EXPECT_TRUE(has_line(game, GetParam().line)) << GetParam().name << '\n' << to_pgn(game);
    expect_legal(game.start, game.next);
}

INSTANTIATE_TEST_SUITE_P(Positions, Studies, testing::ValuesIn(studies));

class SlowStudies : public Studies {};

TEST_P(SlowStudies, HaveTheirPublishedLine) {
    EXPECT_TRUE(has_line(solved(GetParam().fen), GetParam().line)) << GetParam().name;
}

INSTANTIATE_TEST_SUITE_P(Positions, SlowStudies, testing::ValuesIn(slow_studies));

TEST(SolutionGame, MarksOnlyMovesTriesAndZugzwangs) {
    const GameTree game = solved("8/8/8/1N6/8/p7/2K5/k7 w - - 0 1");
    EXPECT_EQ(game.result, GameResult::white_wins);
    EXPECT_EQ(to_san(game.start, game.next[0].move), "Nd4");
    EXPECT_EQ(game.next[0].glyphs, (std::vector<unsigned>{1, 23})) << "it alone wins, and it is zugzwang";
    ASSERT_GT(game.next.size(), 1U);
    for (std::size_t place = 1; place < game.next.size(); ++place) {
        EXPECT_EQ(game.next[place].glyphs, std::vector<unsigned>{2});
        EXPECT_EQ(game.next[place].comment, "draw");
        EXPECT_FALSE(game.next[place].next.empty());
    }
}

TEST(SolutionGame, ShowsAllRepliesAsFarAsItIsTold) {
    const std::string fen = "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1";
    const GameTree game = solved(fen, {.replies = 1});
    const GameNode& c7 = game.next[0];
    EXPECT_EQ(c7.next.size(), legal_moves(game.start.after(c7.move)).size());
    EXPECT_EQ(c7.next[0].next[0].next.size(), 1U) << "the second move has one reply only";
    EXPECT_EQ(solved(fen, {.replies = 0}).next[0].next.size(), 1U);
}

}  // namespace
}  // namespace philidor
