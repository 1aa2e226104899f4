/// @file
/// The two sides, kinds of pieces, and pieces of a colour. Pawns and kings count as pieces here.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <optional>
#include <string_view>

#include "philidor/base/inline.hpp"

namespace philidor {

/// White or Black.
enum class Color : std::uint8_t { white, black };

/// Both colours, for range-for.
inline constexpr std::array all_colors{Color::white, Color::black};

/// The other colour.
[[nodiscard]] PHILIDOR_INLINE constexpr Color operator!(Color color) {
    return static_cast<Color>(static_cast<std::uint8_t>(color) ^ 1U);
}

/// "white" or "black".
[[nodiscard]] constexpr std::string_view name_of(Color color) {
    return color == Color::white ? "white" : "black";
}

/// A kind of piece. The numbers are the low three bits of a `Piece`.
enum class PieceType : std::uint8_t { pawn = 1, knight, bishop, rook, queen, king };

/// All kinds from pawn to king, for range-for.
inline constexpr std::array all_piece_types{PieceType::pawn, PieceType::knight, PieceType::bishop,
                                            PieceType::rook, PieceType::queen,  PieceType::king};

/// What a pawn may become, the most common choice first.
inline constexpr std::array promotion_types{PieceType::queen, PieceType::rook, PieceType::bishop,
                                            PieceType::knight};

/// What stands on a square:
///
///       bit  4      3      2 1 0
///            black  white  PieceType, 0 = empty
enum class Piece : std::uint8_t {
    none = 0,
    white_pawn = 0b01001,
    white_knight = 0b01010,
    white_bishop = 0b01011,
    white_rook = 0b01100,
    white_queen = 0b01101,
    white_king = 0b01110,
    black_pawn = 0b10001,
    black_knight = 0b10010,
    black_bishop = 0b10011,
    black_rook = 0b10100,
    black_queen = 0b10101,
    black_king = 0b10110,
};

/// The piece of this colour and kind.
[[nodiscard]] PHILIDOR_INLINE constexpr Piece make_piece(Color color, PieceType type) {
    return static_cast<Piece>((8U << static_cast<unsigned>(color)) | static_cast<unsigned>(type));
}

/// The kind of a piece, which must not be `Piece::none`.
[[nodiscard]] PHILIDOR_INLINE constexpr PieceType type_of(Piece piece) {
    assert(piece != Piece::none);
    return static_cast<PieceType>(static_cast<unsigned>(piece) & 7U);
}

/// The colour of a piece, which must not be `Piece::none`.
[[nodiscard]] PHILIDOR_INLINE constexpr Color color_of(Piece piece) {
    assert(piece != Piece::none);
    return static_cast<Color>(static_cast<unsigned>(piece) >> 4U);
}

/// "pawn", "knight", ...
[[nodiscard]] constexpr std::string_view name_of(PieceType type) {
    constexpr std::array<std::string_view, 7> names{"", "pawn", "knight", "bishop", "rook", "queen", "king"};
    return names[static_cast<std::size_t>(type)];
}

/// The English letter of a kind, upper case: 'P', 'N', 'B', 'R', 'Q', 'K'.
[[nodiscard]] constexpr char letter_of(PieceType type) { return "?PNBRQK"[static_cast<std::size_t>(type)]; }

/// The FEN letter of a piece: upper case for White, lower case for Black.
[[nodiscard]] constexpr char letter_of(Piece piece) {
    const char letter = letter_of(type_of(piece));
    return color_of(piece) == Color::white ? letter : static_cast<char>(letter - 'A' + 'a');
}

/// The kind with this upper-case letter, if there is one.
[[nodiscard]] constexpr std::optional<PieceType> piece_type_from(char letter) {
    for (const PieceType type : all_piece_types) {
        if (letter_of(type) == letter) return type;
    }
    return std::nullopt;
}

/// The piece with this FEN letter, if there is one.
[[nodiscard]] constexpr std::optional<Piece> piece_from(char letter) {
    for (const Color color : all_colors) {
        for (const PieceType type : all_piece_types) {
            if (letter_of(make_piece(color, type)) == letter) return make_piece(color, type);
        }
    }
    return std::nullopt;
}

}  // namespace philidor
