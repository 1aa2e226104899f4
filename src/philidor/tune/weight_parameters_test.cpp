#include "philidor/tune/weight_parameters.hpp"

#include <gtest/gtest.h>

#include "philidor/pawns/detail/pawn_eval.hpp"

namespace philidor {
namespace {

TEST(WeightParameters, TurnWeightsIntoNumbersAndBack) {
    for (const PawnWeights& weights : {starting_pawn_weights, tuned_pawn_weights}) {
        EXPECT_EQ(weights_of(numbers_of(weights)), weights);
    }
}

TEST(WeightParameters, SayWhatAPassedPawnGainsWithEachRank) {
    WeightNumbers numbers{};
    for (const PawnTerm term : all_pawn_terms) numbers[parameter_of(term) + 1] = 10.4;
    const PawnWeights weights = weights_of(numbers);
    EXPECT_EQ(weights[PawnTerm::doubled], Score(0, 10));
    EXPECT_EQ(weights[PawnTerm::passed_second], Score(0, 10));
    EXPECT_EQ(weights[PawnTerm::passed_third], Score(0, 21)) << "20.8: the sum is rounded, not its parts";
    EXPECT_EQ(weights[PawnTerm::passed_seventh], Score(0, 62));
    EXPECT_EQ(weights[PawnTerm::blocked_passer], Score(0, 10));
}

TEST(WeightParameters, StartWithinTheirBounds) {
    const WeightNumbers numbers = numbers_of(starting_pawn_weights);
    for (const PawnTerm term : all_pawn_terms) {
        EXPECT_GE(sign_of(term) * numbers[parameter_of(term)], 0) << name_of(term);
        EXPECT_GE(sign_of(term) * numbers[parameter_of(term) + 1], 0) << name_of(term);
    }
}

}  // namespace
}  // namespace philidor
