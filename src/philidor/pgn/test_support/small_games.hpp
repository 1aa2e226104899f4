/// @file
/// A few games of our own, small enough to count by hand.
#pragma once

namespace philidor {

/// Three games. In the first, Black has a pawn on e7, and White takes it; in the second, the same happens
/// with colours exchanged; the third is the first again, but its last move cannot be played.
inline constexpr const char* small_games = R"([Event "first"]
[FEN "3K4/4p3/8/8/8/8/8/7k w - - 0 1"]
[Result "1-0"]

1. Kd7 Kg1 2. Kd8 Kh1 3. Kxe7 Kg1 1-0

[Event "second"]
[FEN "7K/8/8/8/8/8/4P3/3k4 b - - 0 1"]
[Result "0-1"]

1... Kd2 2. Kg8 Kd1 0-1

[Event "third"]
[FEN "3K4/4p3/8/8/8/8/8/7k w - - 0 1"]

1. Kd7 Kg1 2. Kd6 *
)";

}  // namespace philidor
