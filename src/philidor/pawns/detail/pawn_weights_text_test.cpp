#include "philidor/pawns/detail/pawn_weights_text.hpp"

#include <string>

#include <gtest/gtest.h>

#include "philidor/pawns/detail/pawn_eval.hpp"

namespace philidor {
namespace {

TEST(PawnWeightsText, IsReadAsItWasWritten) {
    for (const PawnWeights& weights : {starting_pawn_weights, tuned_pawn_weights}) {
        EXPECT_EQ(parse_pawn_weights(to_text(weights)).value(), weights);
    }
}

TEST(PawnWeightsText, MayBeWrittenByHand) {
    std::string text = to_text(starting_pawn_weights);
    const std::string line = text.substr(text.find("doubled"), text.find("isolated") - text.find("doubled"));
    text.replace(text.find(line), line.size(), "\n# mine\r\n");
    text += "  doubled\t -12 +7\r";
    EXPECT_EQ(parse_pawn_weights(text).value()[PawnTerm::doubled], Score(-12, 7));
}

TEST(PawnWeightsText, SaysWhichLineIsWrong) {
    const std::string text = to_text(starting_pawn_weights);
    const auto problem = [&](const std::string& more) { return parse_pawn_weights(text + more).error(); };
    EXPECT_EQ(problem("rook -1 2").kind, PawnWeightsError::term);
    EXPECT_EQ(problem("\nrook -1 2").message, "line 27: not a term of the evaluation: \"rook -1 2\"");
    EXPECT_EQ(problem("island 1 2").kind, PawnWeightsError::repeated);
    for (const char* line :
         {"island", "island 1", "island 1 x", "island 1 2.5", "island 1 20000", "1 2", "7", "island 1 +-2"}) {
        EXPECT_TRUE(problem(line).kind == PawnWeightsError::line ||
                    problem(line).kind == PawnWeightsError::term)
            << line;
    }
    EXPECT_EQ(parse_pawn_weights("island 1 2").error().message, "no line for \"doubled\"");
    EXPECT_EQ(parse_pawn_weights("").error().kind, PawnWeightsError::absent);
}

}  // namespace
}  // namespace philidor
