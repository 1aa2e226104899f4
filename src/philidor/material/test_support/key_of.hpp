/// @file
/// Keys by name, for tests.
#pragma once

#include <string>

#include <gtest/gtest.h>

#include "philidor/material/canonical_key.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/material/table_key.hpp"

namespace philidor::test_support {

/// The key with this name, which must be valid.
[[nodiscard]] inline MaterialKey key_of(const std::string& text) {
    const auto key = parse_key(text);
    EXPECT_TRUE(key) << key.error().message;
    return key.value();
}

/// The canonical form of the key with this name, which must be valid.
[[nodiscard]] inline CanonicalKey canonical_key_of(const std::string& text) {
    return canonicalize(key_of(text)).key;
}

/// The table of the key with this name, which must be valid.
[[nodiscard]] inline TableKey table_key_of(const std::string& text) { return table_for(key_of(text)).key; }

}  // namespace philidor::test_support
