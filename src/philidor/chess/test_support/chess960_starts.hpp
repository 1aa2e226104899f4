/// @file
/// The 960 start positions, for tests.
#pragma once

#include <array>
#include <cctype>
#include <cstddef>
#include <string>

#include "philidor/chess/castling.hpp"

namespace philidor::test_support {

/// The number of start positions.
inline constexpr unsigned chess960_count = 960;

/// White's pieces on the first rank in the start position with this number, in Reinhard Scharnagl's
/// numbering: "RNBQKBNR" for 518.
[[nodiscard]] inline std::string chess960_back_rank(unsigned number) {
    constexpr std::array<std::array<std::size_t, 2>, 10> knight_places{
        {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}}};
    std::string rank(8, ' ');
    rank[number % 4 * 2 + 1] = 'B';
    rank[number / 4 % 4 * 2] = 'B';
    const auto free_place = [&rank](std::size_t nth) {
        std::size_t place = rank.find(' ');
        for (; nth != 0; --nth) place = rank.find(' ', place + 1);
        return place;
    };
    rank[free_place(number / 16 % 6)] = 'Q';
    const auto [first_knight, second_knight] = knight_places[number / 96];
    rank[free_place(second_knight)] = 'N';  // the higher one first: it does not shift the lower one
    rank[free_place(first_knight)] = 'N';
    for (const char piece : {'R', 'K', 'R'}) rank[free_place(0)] = piece;
    return rank;
}

/// The text in lower case.
[[nodiscard]] inline std::string lower_case(std::string text) {
    for (char& letter : text) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    return text;
}

/// The start position with this number as a FEN, with castling written in this style.
[[nodiscard]] inline std::string chess960_start(unsigned number, CastlingStyle style) {
    const std::string rank = chess960_back_rank(number);
    std::string castling = "KQ";
    if (style == CastlingStyle::shredder) {
        castling = {static_cast<char>('A' + rank.rfind('R')), static_cast<char>('A' + rank.find('R'))};
    }
    return lower_case(rank) + "/pppppppp/8/8/8/8/PPPPPPPP/" + rank + " w " + castling + lower_case(castling) +
           " - 0 1";
}

}  // namespace philidor::test_support
