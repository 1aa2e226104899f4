/// @file
/// Squares, files and ranks.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "philidor/base/inline.hpp"
#include "philidor/chess/piece.hpp"

namespace philidor {

/// A file of the board, from the queen's side (a) to the king's side (h).
enum class File : std::uint8_t { a, b, c, d, e, f, g, h };

/// A rank of the board, counted from White's side.
enum class Rank : std::uint8_t { first, second, third, fourth, fifth, sixth, seventh, eighth };

/// A square: a1 = 0, b1 = 1, ... h1 = 7, a2 = 8, ... h8 = 63.
enum class Square : std::uint8_t {
    // clang-format off
    a1, b1, c1, d1, e1, f1, g1, h1,
    a2, b2, c2, d2, e2, f2, g2, h2,
    a3, b3, c3, d3, e3, f3, g3, h3,
    a4, b4, c4, d4, e4, f4, g4, h4,
    a5, b5, c5, d5, e5, f5, g5, h5,
    a6, b6, c6, d6, e6, f6, g6, h6,
    a7, b7, c7, d7, e7, f7, g7, h7,
    a8, b8, c8, d8, e8, f8, g8, h8,
    // clang-format on
};

/// The number of squares on a board.
inline constexpr std::size_t square_count = 64;

/// All files from a to h, for range-for.
inline constexpr std::array all_files{File::a, File::b, File::c, File::d, File::e, File::f, File::g, File::h};

/// All ranks from the first to the eighth, for range-for.
inline constexpr std::array all_ranks{Rank::first, Rank::second, Rank::third,   Rank::fourth,
                                      Rank::fifth, Rank::sixth,  Rank::seventh, Rank::eighth};

/// The number of a square, 0 to 63.
[[nodiscard]] PHILIDOR_INLINE constexpr unsigned index_of(Square square) {
    return static_cast<unsigned>(square);
}

/// The square with this number. This is the only conversion from a number.
[[nodiscard]] PHILIDOR_INLINE constexpr Square square_at(unsigned index) {
    assert(index < square_count);
    return static_cast<Square>(index);
}

/// The square on this file and rank.
[[nodiscard]] PHILIDOR_INLINE constexpr Square make_square(File file, Rank rank) {
    return square_at(static_cast<unsigned>(rank) * 8 + static_cast<unsigned>(file));
}

/// The file of a square.
[[nodiscard]] PHILIDOR_INLINE constexpr File file_of(Square square) {
    return static_cast<File>(index_of(square) & 7U);
}

/// The rank of a square.
[[nodiscard]] PHILIDOR_INLINE constexpr Rank rank_of(Square square) {
    return static_cast<Rank>(index_of(square) >> 3U);
}

/// The square reflected top to bottom: a1 <-> a8. This is half of a colour swap.
[[nodiscard]] PHILIDOR_INLINE constexpr Square flip_ranks(Square square) {
    return square_at(index_of(square) ^ 56U);
}

/// The square reflected left to right: a1 <-> h1.
[[nodiscard]] PHILIDOR_INLINE constexpr Square mirror_files(Square square) {
    return square_at(index_of(square) ^ 7U);
}

/// The square as seen from this side of the board: unchanged for White, flipped for Black.
[[nodiscard]] PHILIDOR_INLINE constexpr Square relative(Color color, Square square) {
    return color == Color::white ? square : flip_ranks(square);
}

/// The rank as counted from this side of the board.
[[nodiscard]] PHILIDOR_INLINE constexpr Rank relative(Color color, Rank rank) {
    return color == Color::white ? rank : static_cast<Rank>(7U - static_cast<unsigned>(rank));
}

/// Whether a square is light; a1 is dark.
[[nodiscard]] constexpr bool is_light(Square square) {
    return ((index_of(square) ^ (index_of(square) >> 3U)) & 1U) != 0;
}

/// The letter of a file, 'a' to 'h'.
[[nodiscard]] constexpr char letter_of(File file) { return static_cast<char>('a' + static_cast<int>(file)); }

/// The digit of a rank, '1' to '8'.
[[nodiscard]] constexpr char digit_of(Rank rank) { return static_cast<char>('1' + static_cast<int>(rank)); }

/// The file with this letter, if there is one.
[[nodiscard]] constexpr std::optional<File> file_from(char letter) {
    if (letter < 'a' || letter > 'h') return std::nullopt;
    return static_cast<File>(letter - 'a');
}

/// The rank with this digit, if there is one.
[[nodiscard]] constexpr std::optional<Rank> rank_from(char digit) {
    if (digit < '1' || digit > '8') return std::nullopt;
    return static_cast<Rank>(digit - '1');
}

/// The name of a square: "e4".
[[nodiscard]] inline std::string to_string(Square square) {
    return {letter_of(file_of(square)), digit_of(rank_of(square))};
}

/// The square with this name, or nothing if the text is anything else: "e4".
[[nodiscard]] constexpr std::optional<Square> parse_square(std::string_view text) {
    if (text.size() != 2) return std::nullopt;
    const auto file = file_from(text[0]);
    const auto rank = rank_from(text[1]);
    if (!file || !rank) return std::nullopt;
    return make_square(*file, *rank);
}

}  // namespace philidor
