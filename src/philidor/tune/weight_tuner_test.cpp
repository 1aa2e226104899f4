#include "philidor/tune/weight_tuner.hpp"

#include <array>

#include <gtest/gtest.h>

#include "philidor/chess/test_support/positions.hpp"
#include "philidor/pawns/detail/pawn_eval.hpp"

namespace philidor {
namespace {

using test_support::board_of;

/// Results of random games as these weights predict them, which a perfect fit would recover.
ResultSource games_decided_by(const PawnWeights& weights) {
    ResultSource source{"made up", {}, {}};
    std::uint64_t ply = 0;
    for_each_random_move(test_support::some_random_games[0], [&](const Board& board, Move) {
        const int score = tapered(evaluate_pawns(board, weights), phase_of(board));
        source.add({board, logistic(score / 100.0), ply++ / 100}, 1);
    });
    return source;
}

TEST(WeightTuner, FindsTheWeightsThatDecideGames) {
    PawnWeights truth = starting_pawn_weights;
    truth[PawnTerm::doubled] = {-60, -60};
    truth[PawnTerm::supported] = {40, 40};
    const ResultSource source = games_decided_by(truth);
    const ResultSource* const sources = &source;
    const PawnWeights tuned = tune_weights(std::span(&sources, 1));
    EXPECT_LT(tuned[PawnTerm::doubled].middlegame(), -30);
    EXPECT_GT(tuned[PawnTerm::supported].middlegame(), 20);
    const Judgement before = judge(starting_pawn_weights, source);
    const Judgement after = judge(tuned, source);
    EXPECT_LT(after.loss, before.loss);
    EXPECT_NEAR(after.loss, judge(truth, source).loss, 0.002);
}

TEST(WeightTuner, KeepsToItsBoundsWhateverDecidesGames) {
    PawnWeights truth = starting_pawn_weights;
    truth[PawnTerm::doubled] = {40, 40};
    truth[PawnTerm::passed_fourth] = {-60, -60};
    const ResultSource source = games_decided_by(truth);
    const ResultSource* const sources = &source;
    const PawnWeights tuned = tune_weights(std::span(&sources, 1));
    EXPECT_EQ(tuned[PawnTerm::doubled].middlegame(), 0);
    EXPECT_GE(tuned[PawnTerm::passed_fourth].middlegame(), tuned[PawnTerm::passed_third].middlegame());
    EXPECT_GE(tuned[PawnTerm::passed_third].middlegame(), 0);
    const PawnWeights free = tune_weights(std::span(&sources, 1), WeightBounds::none);
    EXPECT_GT(free[PawnTerm::doubled].middlegame(), 10);
    EXPECT_LT(free[PawnTerm::passed_fourth].middlegame(), free[PawnTerm::passed_third].middlegame());
}

TEST(WeightTuner, LeavesGoodWeightsAsTheyAre) {
    const ResultSource source = games_decided_by(starting_pawn_weights);
    const ResultSource* const sources = &source;
    const PawnWeights tuned = tune_weights(std::span(&sources, 1));
    for (const PawnTerm term :
         {PawnTerm::doubled, PawnTerm::isolated, PawnTerm::phalanx, PawnTerm::supported}) {
        EXPECT_NEAR(tuned[term].middlegame(), starting_pawn_weights[term].middlegame(), 2) << name_of(term);
    }
}

TEST(WeightTuner, JudgesByResultsItHasNotSeen) {
    ResultSource source{"two games", {}, {}};
    // The side with the pawn wins, and one game in two is held out.
    const std::array won{board_of("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"),
                         board_of("4k3/4p3/8/8/8/8/8/4K3 w - - 0 1")};
    source.training.add({won[0], 1, 0});
    source.training.add({won[1], 0, 0});
    source.held_out.add({won[0], 1, 1});
    source.held_out.add({won[1], 1, 1});
    const Judgement judgement = judge(starting_pawn_weights, source);
    EXPECT_EQ(judgement.decided_accuracy, 0.5);
    EXPECT_EQ(judgement.accuracy, 0.5);
    EXPECT_GT(judgement.loss, 0.69);
}

TEST(SampleList, CountsForWhiteLessForBlack) {
    SampleList samples;
    samples.add(
        {board_of("4k3/8/5p1p/8/8/P7/P7/4K3 b - - 0 1"), 0.5, 0});  // no pieces: only the endgame counts
    const auto value = [&](std::size_t parameter) {
        for (const Feature& feature : samples.features(0)) {
            if (feature.parameter == parameter) return feature.value;
        }
        return 0.0;
    };
    const auto endgame = [](PawnTerm term) { return 2 * static_cast<std::size_t>(term) + 1; };
    EXPECT_EQ(value(endgame(PawnTerm::doubled)), 1);
    EXPECT_EQ(value(endgame(PawnTerm::doubled) - 1), 0);
    EXPECT_EQ(value(endgame(PawnTerm::isolated)), 0) << "two each";
    EXPECT_EQ(value(endgame(PawnTerm::passed_second)), 1 - 2) << "every passed pawn builds on it";
    EXPECT_EQ(value(endgame(PawnTerm::passed_third)), 1 - 2);
    EXPECT_EQ(value(endgame(PawnTerm::passed_fourth)), 0);
    EXPECT_EQ(value(weight_parameters + 1), -1) << "Black is to move";
    EXPECT_EQ(value(weight_parameters + 3), 0) << "as many pawns";
    EXPECT_EQ(samples.size(), 1U);
    EXPECT_EQ(samples.result(0), 0.5);
}

}  // namespace
}  // namespace philidor
