#include "progress_bar.hpp"

#include <chrono>

#include <gtest/gtest.h>

#include "number_text.hpp"

namespace philidor::cli {
namespace {

using namespace std::chrono_literals;

TEST(ClockText, ShowsHoursOnlyWhenThereAreSome) {
    EXPECT_EQ(clock_text(0s), "0:00");
    EXPECT_EQ(clock_text(245s), "4:05");
    EXPECT_EQ(clock_text(3599s), "59:59");
    EXPECT_EQ(clock_text(3723s), "1:02:03");
}

TEST(TimeLeft, FollowsFromTheTimeSpent) {
    EXPECT_EQ(time_left(10s, 0.5), 10s);
    EXPECT_EQ(time_left(10s, 0.1), 90s);
    EXPECT_EQ(time_left(10s, 1), 0s);
}

TEST(ProgressText, FillsTheBar) {
    EXPECT_EQ(progress_text(0.5, 10s), "[===============>              ]  50%  0:10 elapsed, 0:10 left");
    EXPECT_EQ(progress_text(1, 75s), "[==============================] 100%  1:15 elapsed, 0:00 left");
}

TEST(ProgressText, FitsIntoTheRoom) {
    const std::string note = "  1,204 of 7,731 tables, 103 M positions/s";
    EXPECT_EQ(progress_text(0.5, 10s, note, 119),
              "[===============>              ]  50%  0:10 elapsed, 0:10 left" + note);
    EXPECT_EQ(progress_text(0.5, 10s, note, 84), "[=====>    ]  50%  0:10 elapsed, 0:10 left" + note)
        << "the bar is shorter first";
    EXPECT_EQ(progress_text(0.5, 10s, note, 59),
              "[=====>    ]  50%  0:10 elapsed, 0:10 left  1,204 of 7,7...");
    for (std::size_t room = 0; room < 130; ++room) {
        EXPECT_LE(progress_text(0.5, 10s, note, room).size(), room);
        EXPECT_EQ(progress_text(0.5, 10s, note, room).find('\n'), std::string::npos);
    }
}

TEST(ProgressText, DoesNotShowTheTimeLeftAtTheVeryBeginning) {
    EXPECT_EQ(progress_text(0, 2s), "[>                             ]   0%  0:02 elapsed");
}

TEST(WithSeparators, GroupsThreeDigits) {
    EXPECT_EQ(with_separators(0), "0");
    EXPECT_EQ(with_separators(999), "999");
    EXPECT_EQ(with_separators(1000), "1,000");
    EXPECT_EQ(with_separators(4865609), "4,865,609");
    EXPECT_EQ(with_separators(18446744073709551615U), "18,446,744,073,709,551,615");
}

TEST(BytesText, ChoosesAUnit) {
    EXPECT_EQ(bytes_text(0), "0 bytes");
    EXPECT_EQ(bytes_text(999), "999 bytes");
    EXPECT_EQ(bytes_text(1000), "1.0 kB");
    EXPECT_EQ(bytes_text(999'949), "999.9 kB");
    EXPECT_EQ(bytes_text(999'950), "1.0 MB");
    EXPECT_EQ(bytes_text(18446744073709551615U), "18.4 EB");
}

}  // namespace
}  // namespace philidor::cli
