#include "philidor/base/detail/in_quotes.hpp"

#include <string>

#include <gtest/gtest.h>

namespace philidor {
namespace {

TEST(InQuotes, PutsPlainTextInQuotes) {
    EXPECT_EQ(in_quotes("e2e4"), "\"e2e4\"");
    EXPECT_EQ(in_quotes(""), "\"\"");
}

TEST(InQuotes, EscapesWhatATerminalShouldNotSee) {
    EXPECT_EQ(in_quotes("a\nb\x1B"), "\"a\\x0Ab\\x1B\"");
    EXPECT_EQ(in_quotes("\xC3\xBC"), "\"\\xC3\\xBC\"");
    EXPECT_EQ(in_quotes("\x7F"), "\"\\x7F\"");
    EXPECT_EQ(in_quotes(std::string(1, '\0')), "\"\\x00\"");
}

TEST(InQuotes, EscapesQuotesAndBackslashes) { EXPECT_EQ(in_quotes("\"\\"), "\"\\\"\\\\\""); }

TEST(InQuotes, CutsTextOfMoreThanEightyBytes) {
    EXPECT_EQ(in_quotes(std::string(80, 'x')), '"' + std::string(80, 'x') + '"');
    EXPECT_EQ(in_quotes(std::string(81, 'x')), '"' + std::string(77, 'x') + "...\"");
}

}  // namespace
}  // namespace philidor
