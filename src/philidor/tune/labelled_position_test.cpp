#include "philidor/tune/labelled_position.hpp"

#include <cstdint>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "philidor/chess/fen.hpp"

namespace philidor {
namespace {

using testing::HasSubstr;

const std::string fen = "8/8/8/4k3/8/8/4P3/4K3 w - - 3 40";

TEST(LabelledPosition, IsReadFromALine) {
    const auto won = parse_labelled(fen + "\t1-0\tgame 7").value();
    EXPECT_EQ(to_fen(won.board), fen);
    EXPECT_EQ(won.result, 1);
    EXPECT_EQ(parse_labelled(fen + "\t1/2-1/2\tgame 7")->result, 0.5);
    EXPECT_EQ(parse_labelled(fen + "\t0-1\tgame 7")->result, 0);
    EXPECT_EQ(parse_labelled(fen + "\t0-1\tgame 7")->group, won.group);
    EXPECT_NE(parse_labelled(fen + "\t0-1\tgame 8")->group, won.group);
}

void expect_refusal(const std::string& line, TuneError kind, const std::string& part_of_message) {
    const auto position = parse_labelled(line);
    ASSERT_FALSE(position) << line;
    EXPECT_EQ(position.error().kind, kind) << line;
    EXPECT_THAT(position.error().message, HasSubstr(part_of_message));
}

TEST(LabelledPosition, IsRefusedWithTheReason) {
    expect_refusal("", TuneError::fields, "\"\"");
    expect_refusal(fen, TuneError::fields, fen);
    expect_refusal(fen + "\t1-0", TuneError::fields, "a game separated by tabs");
    expect_refusal(fen + "\t1-0\t1\t2", TuneError::fields, "1-0\\x091\\x092");
    expect_refusal(fen + "\t*\t1", TuneError::result, "not 1-0, 1/2-1/2 or 0-1: \"*\"");
    expect_refusal("8/8 w - - 0 1\t1-0\t1", TuneError::position, "fen: 2 ranks");
}

TEST(LabelledPosition, IsHeldOutWithItsWholeGroupOneInFive) {
    unsigned held_out = 0;
    unsigned differing = 0;
    for (std::uint64_t group = 0; group < 10'000; ++group) {
        if (is_held_out(group, 1)) ++held_out;
        if (is_held_out(group, 1) != is_held_out(group, 2)) ++differing;
    }
    EXPECT_NEAR(held_out, 2000, 150);
    EXPECT_GT(differing, 2000U) << "the seed decides";
}

}  // namespace
}  // namespace philidor
