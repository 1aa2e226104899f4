#include "philidor/material/table_key.hpp"

#include <string>
#include <type_traits>

#include <gtest/gtest.h>

#include "philidor/material/test_support/key_of.hpp"

namespace philidor {
namespace {

static_assert(std::is_trivially_copyable_v<TableKey> && sizeof(TableKey) == sizeof(CanonicalKey));
static_assert(!std::is_constructible_v<TableKey, CanonicalKey> &&
              !std::is_convertible_v<CanonicalKey, TableKey>);

using test_support::key_of;
using test_support::table_key_of;

/// "Ka2vK by mirror files"
std::string verdict(const std::string& text) {
    const auto [key, symmetry] = table_for(key_of(text));
    EXPECT_EQ(key_of(text).image(symmetry), key.material());
    return to_string(key) + " by " + std::string(name_of(symmetry));
}

// The examples of docs/canonicalization.md.

TEST(TableKey, ServesAKeyAndItsMirrorImage) {
    EXPECT_EQ(verdict("Ka2vK"), "Ka2vK by none");
    EXPECT_EQ(verdict("Kh2vK"), "Ka2vK by mirror files");
    EXPECT_EQ(verdict("KvKh7"), "Ka2vK by swap sides and mirror files");
    EXPECT_EQ(verdict("KBde4vK"), "KBld4vK by mirror files");
    EXPECT_EQ(verdict("Kb3vKh7"), "Kb3vKh7 by none");
    EXPECT_EQ(to_string(table_key_of("Kh2vK").mirror_image()), "Kh2vK");
    EXPECT_TRUE(table_key_of("Kh2vK").has_other_image());
}

TEST(TableKey, LeavesAKeyAloneThatIsItsOwnMirrorImage) {
    for (const auto* name : {"KvK", "KQvKR", "Kd4e4vK", "Kh2vKa7", "KBlvKBl"}) {
        EXPECT_EQ(verdict(name), std::string(name) + " by none");
        EXPECT_FALSE(table_key_of(name).has_other_image()) << name;
    }
}

TEST(TableKey, KnowsHowItsSidesAreExchanged) {
    constexpr Symmetry swap = Symmetry::swap_sides();
    EXPECT_EQ(table_key_of("KRvKR").own_swap(), swap);
    EXPECT_EQ(table_key_of("KBdvKBl").own_swap(), swap);
    EXPECT_EQ(table_key_of("Ke4vKe5").own_swap(), swap);
    EXPECT_EQ(table_key_of("Kh2vKa7").own_swap(), swap * Symmetry::mirror_files());
    EXPECT_EQ(table_key_of("KBdvKBd").own_swap(), swap * Symmetry::mirror_files());
    EXPECT_EQ(table_key_of("Ka2vK").own_swap(), std::nullopt);
    EXPECT_EQ(table_key_of("Ka2vKa6").own_swap(), std::nullopt);
}

}  // namespace
}  // namespace philidor
