/// @file
/// The number of queens, rooks, bishops and knights of a side.
#pragma once

#include <array>
#include <cassert>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "philidor/chess/bitboard.hpp"
#include "philidor/chess/piece.hpp"
#include "philidor/chess/square.hpp"
#include "philidor/chess/symmetry.hpp"

namespace philidor {

/// A kind of piece as tables distinguish them. A bishop never leaves the squares of its colour, so
/// dark-squared and light-squared bishops are different kinds. Kings and pawns are not included.
enum class PieceKind : std::uint8_t { queen, rook, dark_bishop, light_bishop, knight };

/// All kinds in the order in which they are written, for range-for.
inline constexpr std::array all_piece_kinds{PieceKind::queen, PieceKind::rook, PieceKind::dark_bishop,
                                            PieceKind::light_bishop, PieceKind::knight};

/// The kind of a queen, rook, bishop or knight that stands on this square.
[[nodiscard]] constexpr PieceKind kind_of(PieceType type, Square square) {
    switch (type) {
        case PieceType::queen: return PieceKind::queen;
        case PieceType::rook: return PieceKind::rook;
        case PieceType::bishop: return is_light(square) ? PieceKind::light_bishop : PieceKind::dark_bishop;
        default: assert(type == PieceType::knight); return PieceKind::knight;
    }
}

/// The piece type of this kind.
[[nodiscard]] constexpr PieceType type_of(PieceKind kind) {
    constexpr std::array types{PieceType::queen, PieceType::rook, PieceType::bishop, PieceType::bishop,
                               PieceType::knight};
    return types[static_cast<std::size_t>(kind)];
}

/// The squares that a piece of this kind can stand on.
[[nodiscard]] constexpr Bitboard squares_of(PieceKind kind) {
    if (kind == PieceKind::dark_bishop) return ~Bitboard::light_squares();
    if (kind == PieceKind::light_bishop) return Bitboard::light_squares();
    return Bitboard::all();
}

/// How many pieces of this kind a side has at the start of the game.
[[nodiscard]] constexpr unsigned count_at_start(PieceKind kind) {
    return kind == PieceKind::rook || kind == PieceKind::knight ? 2 : 1;
}

/// How a kind is written in the name of a table: "Q", "R", "Bd", "Bl" or "N".
[[nodiscard]] constexpr std::string_view token_of(PieceKind kind) {
    constexpr std::array<std::string_view, 5> tokens{"Q", "R", "Bd", "Bl", "N"};
    return tokens[static_cast<std::size_t>(kind)];
}

/// "queen", "rook", "dark-squared bishop", "light-squared bishop" or "knight".
[[nodiscard]] constexpr std::string_view name_of(PieceKind kind) {
    constexpr std::array<std::string_view, 5> names{"queen", "rook", "dark-squared bishop",
                                                    "light-squared bishop", "knight"};
    return names[static_cast<std::size_t>(kind)];
}

/// The pieces of one side, without king and pawns:
///
///       bit  19-16  15-12  11-8  7-4  3-0
///            Q      R      Bd    Bl   N
///
/// No side has more than ten of a kind, so four bits hold each count. Comparing the numbers compares the
/// queens first, then the rooks, and so on.
class PieceCounts {
  public:
    /// No pieces.
    constexpr PieceCounts() = default;

    /// The number of pieces of a kind.
    [[nodiscard]] constexpr unsigned operator[](PieceKind kind) const {
        return bits_ >> place_of(kind) & 15U;
    }

    /// Whether there is a piece of this kind.
    [[nodiscard]] constexpr bool has(PieceKind kind) const { return (*this)[kind] != 0; }

    /// The number of all pieces.
    [[nodiscard]] constexpr unsigned total() const {
        const std::uint32_t pairs = (bits_ & 0x0F0F0FU) + (bits_ >> 4U & 0x00F0FU);
        return (pairs + (pairs >> 8U) + (pairs >> 16U)) & 0xFFU;
    }

    /// Whether there are no pieces.
    [[nodiscard]] constexpr bool is_empty() const { return bits_ == 0; }

    /// How many of them must be promoted pawns: all beyond those present at the start of the game.
    [[nodiscard]] constexpr unsigned promoted() const {
        unsigned promoted = 0;
        for (const PieceKind kind : all_piece_kinds) {
            if ((*this)[kind] > count_at_start(kind)) promoted += (*this)[kind] - count_at_start(kind);
        }
        return promoted;
    }

    /// Adds a piece. There must be fewer than 15 of its kind.
    constexpr void add(PieceKind kind) {
        assert((*this)[kind] < 15);
        bits_ += one_of(kind);
    }

    /// Removes a piece, which must be there.
    constexpr void remove(PieceKind kind) {
        assert(has(kind));
        bits_ -= one_of(kind);
    }

    /// The same pieces with light-squared and dark-squared bishops swapped.
    [[nodiscard]] constexpr PieceCounts with_bishops_exchanged() const {
        return from_bits((bits_ & 0xFF00FU) | (bits_ >> 4U & 0x000F0U) | (bits_ & 0x000F0U) << 4U);
    }

    /// The counts as a number, with the layout shown above.
    [[nodiscard]] constexpr std::uint32_t bits() const { return bits_; }

    /// Ordered by queens, then rooks, dark-squared bishops, light-squared bishops, knights.
    friend constexpr auto operator<=>(PieceCounts, PieceCounts) = default;

  private:
    [[nodiscard]] static constexpr unsigned place_of(PieceKind kind) {
        return 16U - 4U * static_cast<unsigned>(kind);
    }
    [[nodiscard]] static constexpr std::uint32_t one_of(PieceKind kind) { return 1U << place_of(kind); }
    [[nodiscard]] static constexpr PieceCounts from_bits(std::uint32_t bits) {
        PieceCounts counts;
        counts.bits_ = bits;
        return counts;
    }

    std::uint32_t bits_ = 0;
};

/// The image of a side's pieces under a symmetry.
[[nodiscard]] constexpr PieceCounts image(Symmetry symmetry, PieceCounts counts) {
    return symmetry.exchanges_square_colors() ? counts.with_bishops_exchanged() : counts;
}

}  // namespace philidor
