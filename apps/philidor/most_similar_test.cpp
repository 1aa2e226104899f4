#include "most_similar.hpp"

#include <gtest/gtest.h>

namespace philidor::cli {
namespace {

TEST(MostSimilar, FindsWhatWasMeant) {
    const std::vector<std::string> words{"solve", "serve", "show", "index-pgn", "key"};
    EXPECT_EQ(most_similar("sovle", words), "solve");
    EXPECT_EQ(most_similar("solv", words), "solve");
    EXPECT_EQ(most_similar("sevre", words), "serve");
    EXPECT_EQ(most_similar("indexpgn", words), "index-pgn");
    EXPECT_EQ(most_similar("keys", words), "key");
    EXPECT_EQ(most_similar("frobnicate", words), "");
    EXPECT_EQ(most_similar("", words), "");
}

}  // namespace
}  // namespace philidor::cli
