#include "philidor/table/answer.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "philidor/chess/movegen.hpp"
#include "philidor/chess/notation.hpp"
#include "philidor/chess/test_support/positions.hpp"

namespace philidor {
namespace {

using test_support::board_of;

constexpr WdlBounds win = WdlBounds::exactly(Wdl::win);
constexpr WdlBounds draw = WdlBounds::exactly(Wdl::draw);
constexpr WdlBounds loss = WdlBounds::exactly(Wdl::loss);

/// An answer that knows nothing of its moves yet.
Answer unknown(std::string_view fen) {
    Answer answer{board_of(fen), {}, {}, {}};
    for (const Move move : legal_moves(answer.board)) answer.moves.push_back({move, {}, {}, {}});
    return answer;
}

/// The move with this name.
MoveAnswer& find(Answer& answer, std::string_view san) {
    return *std::ranges::find(answer.moves, san,
                              [&](const MoveAnswer& known) { return to_san(answer.board, known.move); });
}

std::string names_of(const Answer& answer, std::size_t count) {
    std::string names;
    for (std::size_t i = 0; i < count; ++i) names += to_san(answer.board, answer.moves[i].move) + ' ';
    return names;
}

TEST(Answer, KnowsMateAndStalemateByTheRules) {
    const Answer mated = answer_by_rules(board_of("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"));
    EXPECT_EQ(mated.bounds, loss);
    EXPECT_EQ(mated.dtz, -1);
    EXPECT_TRUE(mated.has_distances());
    const Answer stalemate = answer_by_rules(board_of("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"));
    EXPECT_EQ(stalemate.bounds, draw);
    EXPECT_EQ(stalemate.dtz, 0);
    EXPECT_EQ(answer_by_rules(board_of("7k/8/6K1/8/8/8/8/2B5 b - - 0 1")).bounds, draw) << "dead";
}

TEST(Answer, SeesMateInOneByTheRules) {
    const Answer answer = answer_by_rules(board_of("7k/8/5KQ1/8/8/8/8/8 w - - 0 1"));
    EXPECT_EQ(answer.bounds, win);
    EXPECT_EQ(answer.dtz, 1);
    EXPECT_EQ(names_of(answer, 1), "Qg7# ");
    EXPECT_EQ(answer.moves.front().dtz_after, 1) << "the sign is that of the side that mates";
    EXPECT_FALSE(answer.is_complete()) << "nothing is known about quiet moves";
}

TEST(Answer, WorksForBoardsWithCastlingRights) {
    const Answer answer = answer_by_rules(Board());
    EXPECT_EQ(answer.bounds, WdlBounds{});
    EXPECT_EQ(answer.moves.size(), 20U);
}

TEST(Answer, CountsTheMoveItself) {
    Answer answer = unknown("8/8/8/8/8/3k4/7P/K1Q5 w - - 0 1");
    answer.learn(find(answer, "Qc5"), win, 6);
    EXPECT_EQ(find(answer, "Qc5").dtz, 7);
    answer.learn(find(answer, "h4"), win, 12);
    EXPECT_EQ(find(answer, "h4").dtz, 1) << "a pawn move";
    EXPECT_EQ(find(answer, "h4").dtz_after, 12);
    answer.learn(find(answer, "h3"), loss, -8);
    EXPECT_EQ(find(answer, "h3").dtz, -1) << "a pawn move that loses";
    answer.learn(find(answer, "Qb1+"), draw, {});
    EXPECT_EQ(find(answer, "Qb1+").dtz, 0);
    EXPECT_EQ(find(answer, "Qb1+").dtz_after, 0);
    answer.learn(find(answer, "Qa3+"), loss, -3);
    EXPECT_EQ(find(answer, "Qa3+").dtz, -4);
    answer.learn(find(answer, "Qd1+"), WdlBounds{Wdl::draw, Wdl::win}, 5);
    EXPECT_EQ(find(answer, "Qd1+").dtz, std::nullopt) << "its value is open";
}

TEST(Answer, CountsTheClock) {
    const RuledValue rule_win{win, win};
    EXPECT_EQ(with_clock(win, 11, 89), win);
    EXPECT_EQ(with_clock(win, 11, 90), draw);
    EXPECT_EQ(with_clock(loss, -12, 88), loss);
    EXPECT_EQ(with_clock(loss, -12, 89), draw);
    EXPECT_EQ(with_clock(win, {}, 1), (WdlBounds{Wdl::draw, Wdl::win})) << "the distance is not known";
    EXPECT_EQ(with_clock(WdlBounds{}, 11, 90), draw) << "whatever the rule says of a clock of 0";
    Answer answer = unknown("8/8/8/8/8/3k4/7P/K1Q5 w - - 90 80");
    answer.learn(find(answer, "Qc5"), rule_win, 10);
    EXPECT_EQ(find(answer, "Qc5").under_rule, draw) << "91 and 10";
    answer.learn(find(answer, "Qd1+"), rule_win, 9);
    EXPECT_EQ(find(answer, "Qd1+").under_rule, win);
    answer.learn(find(answer, "h4"), rule_win, 80);
    EXPECT_EQ(find(answer, "h4").under_rule, win) << "a pawn move sets the clock back";
    answer.learn(find(answer, "h3"), {win, draw}, {});
    EXPECT_EQ(find(answer, "h3").dtz, 101) << "a cursed win";
    answer.conclude();
    EXPECT_EQ(answer.under_rule, win);
    EXPECT_EQ(names_of(answer, 2), "h4 Qd1+ ");
}

TEST(Answer, LearningNeverForgets) {
    Answer answer = unknown("8/8/8/8/8/3k4/8/K1Q5 w - - 0 1");
    MoveAnswer& move = answer.moves.front();
    answer.learn(move, WdlBounds{Wdl::draw, Wdl::win}, {});
    answer.learn(move, WdlBounds{Wdl::loss, Wdl::draw}, {});
    EXPECT_EQ(move.bounds, draw);
    MoveAnswer& other = find(answer, "Qc5");
    answer.learn(other, win, 6);
    answer.learn(other, win, {});
    EXPECT_EQ(other.dtz_after, 6);
    EXPECT_EQ(other.dtz, 7);
}

TEST(Answer, ConcludingNeverForgets) {
    Answer answer = unknown("8/8/8/8/8/3k4/8/K1Q5 w - - 0 1");
    answer.bounds = {Wdl::draw, Wdl::win};
    answer.conclude();
    EXPECT_EQ(answer.bounds, (WdlBounds{Wdl::draw, Wdl::win}));
    answer.bounds = win;
    answer.dtz = 7;
    answer.conclude();
    EXPECT_EQ(answer.dtz, 7);
}

TEST(Answer, IsCompleteOnceAllValuesAreKnown) {
    Answer answer = unknown("8/8/8/8/8/3k4/8/K1Q5 w - - 0 1");
    for (MoveAnswer& known : answer.moves) answer.learn(known, win, 4);
    answer.dtz = 5;
    EXPECT_FALSE(answer.is_complete()) << "its own value is open";
    answer.bounds = win;
    EXPECT_TRUE(answer.is_complete());
    answer.moves.back().bounds = {Wdl::draw, Wdl::win};
    EXPECT_FALSE(answer.is_complete()) << "the value of a move is open";
    EXPECT_FALSE(answer.has_distances());
}

TEST(Answer, HasDistancesOnceAllAreKnown) {
    Answer answer = unknown("8/8/8/8/8/3k4/8/K1Q5 w - - 0 1");
    for (MoveAnswer& known : answer.moves) answer.learn(known, win, 4);
    answer.bounds = win;
    EXPECT_FALSE(answer.has_distances()) << "its own is open";
    answer.dtz = 5;
    EXPECT_TRUE(answer.has_distances());
    answer.moves.back().dtz_after.reset();
    EXPECT_FALSE(answer.has_distances()) << "that after a move is open";
    EXPECT_TRUE(answer.is_complete());
}

TEST(Answer, PutsTheShortestWinFirstAndTheLongestLoss) {
    Answer answer = unknown("8/8/8/8/8/3k4/7P/K1Q5 w - - 0 1");
    for (MoveAnswer& known : answer.moves) answer.learn(known, loss, -2);
    find(answer, "Qd1+").bounds = find(answer, "Qc5").bounds = find(answer, "Qc7").bounds = WdlBounds{};
    answer.learn(find(answer, "Qd1+"), win, 8);
    answer.learn(find(answer, "Qc5"), win, 4);
    answer.learn(find(answer, "Qc7"), draw, {});
    find(answer, "Qb1+").dtz = -9;
    answer.conclude();
    EXPECT_EQ(names_of(answer, 4), "Qc5 Qd1+ Qc7 Qb1+ ");
    EXPECT_EQ(answer.bounds, win);
    EXPECT_EQ(answer.dtz, 5);
}

TEST(Answer, PutsWhatIsPossibleBehindWhatIsCertain) {
    Answer answer = unknown("8/8/8/8/8/3k4/8/K1Q5 w - - 0 1");
    for (MoveAnswer& known : answer.moves) answer.learn(known, WdlBounds{Wdl::loss, Wdl::draw}, {});
    find(answer, "Qd1+").bounds = {Wdl::loss, Wdl::win};
    find(answer, "Qb1+").bounds = {Wdl::draw, Wdl::win};
    answer.conclude();
    EXPECT_EQ(names_of(answer, 2), "Qb1+ Qd1+ ");
}

TEST(Answer, PutsMateBeforeOtherEndsAndUnknownDistancesLast) {
    Answer answer = unknown("7k/8/5KQ1/8/8/8/7P/8 w - - 0 1");
    answer.learn(find(answer, "Qg1"), win, {});
    answer.learn(find(answer, "Qg2"), win, 4);
    answer.learn(find(answer, "h3"), win, 8);
    answer.learn(find(answer, "h4"), win, 6);
    answer.learn(find(answer, "Qg7#"), win, {});
    answer.conclude();
    EXPECT_EQ(names_of(answer, 5), "Qg7# h4 h3 Qg2 Qg1 ");
}

TEST(Answer, KeepsTheOrderOfEqualMoves) {
    Answer answer = unknown("8/8/8/8/8/3k4/7P/K1Q5 w - - 0 1");
    const Answer before = answer;
    answer.conclude();
    EXPECT_EQ(names_of(answer, answer.moves.size()), names_of(before, before.moves.size()));
}

TEST(Answer, TellsADistanceThatWorseMovesCannotBeat) {
    Answer answer = unknown("8/8/8/8/8/3k4/8/K1Q5 w - - 0 1");
    for (MoveAnswer& known : answer.moves) answer.learn(known, WdlBounds{Wdl::loss, Wdl::draw}, {});
    find(answer, "Qc5").bounds = {};
    answer.learn(find(answer, "Qc5"), win, 4);
    answer.conclude();
    EXPECT_EQ(answer.dtz, 5);
    Answer drawn = unknown("8/8/8/8/8/3k4/8/K1Q5 w - - 0 1");
    drawn.bounds = draw;
    drawn.conclude();
    EXPECT_EQ(drawn.dtz, 0) << "whatever its moves are worth";
}

TEST(Answer, TellsNoDistanceThatAnotherMoveMayBeat) {
    Answer answer = unknown("8/8/8/8/8/3k4/8/K1Q5 w - - 0 1");
    answer.learn(find(answer, "Qc5"), win, 4);
    answer.conclude();
    EXPECT_EQ(answer.bounds, win) << "one move is enough for that";
    EXPECT_EQ(answer.dtz, std::nullopt);
}

TEST(WdlBounds, AreNamed) {
    EXPECT_EQ(to_string(win), "win");
    EXPECT_EQ(to_string(WdlBounds{Wdl::draw, Wdl::win}), "draw or win");
    EXPECT_EQ(to_string(WdlBounds{Wdl::loss, Wdl::draw}), "loss or draw");
    EXPECT_EQ(to_string(WdlBounds{}), "unknown");
}

}  // namespace
}  // namespace philidor
