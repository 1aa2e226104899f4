/// @file
/// What games tell about one key.
#pragma once

#include <compare>
#include <cstdint>
#include <string>

namespace philidor {

/// How keys are named in an index.
enum class KeyNames : std::uint8_t {
    canonical,  ///< by the tables that they belong to
    raw,        ///< as on the board: colours are not exchanged and nothing is mirrored
};

/// The position in which a key was first seen.
struct KeyExample {
    std::uint64_t game = 0;  ///< the number of the game in its file, from 1
    std::uint64_t ply = 0;   ///< 0 for the start position of the game

    /// Ordered as the positions are in the file.
    friend constexpr auto operator<=>(const KeyExample&, const KeyExample&) = default;
};

/// What games tell about a key. White is White of the key: where naming it has exchanged the colours, the
/// results are exchanged as well.
struct NamedCount {
    std::string key;
    std::uint64_t positions = 0;
    std::uint64_t games = 0;       ///< with at least one such position
    std::uint64_t white_wins = 0;  ///< of those games
    std::uint64_t draws = 0;       ///< of those games
    std::uint64_t black_wins = 0;  ///< of those games; the rest has no result
    KeyExample first;

    /// Equal in all figures.
    friend bool operator==(const NamedCount&, const NamedCount&) = default;
};

}  // namespace philidor
