#include "philidor/builder/detail/win_table.hpp"

#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "philidor/material/test_support/key_of.hpp"

namespace philidor {
namespace {

using test_support::key_of;

/// Tiles as a solver would make them: `not_won` is part of `legal`.
std::vector<AnswerTiles> random_answers(std::size_t count) {
    std::mt19937_64 random(7);
    std::vector<AnswerTiles> answers(count);
    for (AnswerTiles& answer : answers) {
        for (unsigned row = 0; row < 64; ++row) {
            answer.lost.rows[row] = random() & random();
            answer.legal.rows[row] = random() | random();
            answer.not_won.rows[row] = answer.legal.rows[row] & random();
        }
    }
    return answers;
}

void expect_equal(const AnswerTiles& a, const AnswerTiles& b, std::size_t tile) {
    EXPECT_EQ(a.lost, b.lost) << tile;
    EXPECT_EQ(a.not_won, b.not_won) << tile;
    EXPECT_EQ(a.legal, b.legal) << tile;
}

class WinTableTest : public testing::Test {
  protected:
    WinTableTest() : layout_(shared_layout_of(key_)), answers_(random_answers(layout_->tile_count())) {
        table_.write_all([&](std::size_t tile, AnswerTiles& answer) { answer = answers_[tile]; });
    }

    MaterialKey key_ = key_of("KRa2vKa7");
    std::shared_ptr<const TileLayout> layout_;
    std::vector<AnswerTiles> answers_;
    WinTable table_{key_, layout_};
};

TEST_F(WinTableTest, IsReadAsItWasWritten) {
    ASSERT_GT(layout_->tile_count(), WinTable::tiles_in_chunk);
    ASSERT_NE(layout_->tile_count() % WinTable::tiles_in_chunk, 0U);  // the last chunk is not full
    for (std::size_t tile = 0; tile < answers_.size(); ++tile) {
        expect_equal(table_.read(tile), answers_[tile], tile);
    }
}

TEST_F(WinTableTest, TellsOfSinglePlacements) {
    for (const std::size_t tile : {std::size_t{0}, std::size_t{33}, answers_.size() - 1}) {
        for (unsigned white = 0; white < 64; ++white) {
            for (unsigned black = 0; black < 64; ++black) {
                const Square kings[] = {square_at(white), square_at(black)};
                EXPECT_EQ(table_.is_lost(tile, kings[0], kings[1]),
                          answers_[tile].lost.has(kings[0], kings[1]));
                EXPECT_EQ(table_.is_not_won(tile, kings[0], kings[1]),
                          answers_[tile].not_won.has(kings[0], kings[1]));
            }
        }
    }
}

TEST_F(WinTableTest, ChangesOneTileAndNoOther) {
    constexpr std::size_t changed = 40;
    const auto turn = [](AnswerTiles& answer) {
        answer.lost.add(Square::a1, Square::h8);
        answer.not_won = {};
    };
    table_.change(changed, turn);
    turn(answers_[changed]);
    for (std::size_t tile = 0; tile < answers_.size(); ++tile) {
        expect_equal(table_.read(tile), answers_[tile], tile);
    }
}

TEST_F(WinTableTest, TakesLessMemoryTheLessItSays) {
    WinTable nothing(key_, layout_);
    nothing.write_all([](std::size_t, AnswerTiles&) {});
    EXPECT_LT(nothing.byte_count(), 10 * answers_.size());
    EXPECT_GT(table_.byte_count(), 3 * sizeof(Tile) * answers_.size());
}

}  // namespace
}  // namespace philidor
