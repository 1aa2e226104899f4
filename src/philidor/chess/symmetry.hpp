/// @file
/// The symmetries of chess with pawns.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <string_view>

#include "philidor/chess/bitboard.hpp"
#include "philidor/chess/board.hpp"
#include "philidor/chess/move.hpp"
#include "philidor/chess/piece.hpp"
#include "philidor/chess/setup.hpp"
#include "philidor/chess/square.hpp"

namespace philidor {

/// A way to turn every position into another of the same value. With pawns on the board only two
/// transformations remain, alone or together:
///
/// - swapping the sides: the board is turned upside down and the colours are swapped, the side to move
///   included, so that White's pawns still move up the board;
/// - mirroring the files: a <-> h. This would turn one castling into the other, so it applies only to
///   positions without castling rights.
///
/// Calling a symmetry gives the image of its argument: `symmetry(square)`, `symmetry(board)`.
class Symmetry {
  public:
    /// Leaves everything as it is.
    constexpr Symmetry() = default;

    /// Flips the ranks and swaps the colours.
    [[nodiscard]] static constexpr Symmetry swap_sides() { return {true, false}; }

    /// Mirrors the files.
    [[nodiscard]] static constexpr Symmetry mirror_files() { return {false, true}; }

    /// Whether it flips the ranks and swaps the colours.
    [[nodiscard]] constexpr bool swaps_sides() const { return swaps_sides_; }

    /// Whether it mirrors the files.
    [[nodiscard]] constexpr bool mirrors_files() const { return mirrors_files_; }

    /// Whether it leaves everything as it is.
    [[nodiscard]] constexpr bool is_identity() const { return !swaps_sides_ && !mirrors_files_; }

    /// Whether light squares become dark ones. Either transformation alone swaps them; both together do not.
    [[nodiscard]] constexpr bool exchanges_square_colors() const { return swaps_sides_ != mirrors_files_; }

    /// The inverse symmetry. Each of the four is its own inverse.
    [[nodiscard]] constexpr Symmetry inverse() const { return *this; }

    /// Both in turn: first `b`, then `a`. For these four the order does not matter.
    friend constexpr Symmetry operator*(Symmetry a, Symmetry b) {
        return {a.swaps_sides_ != b.swaps_sides_, a.mirrors_files_ != b.mirrors_files_};
    }

    /// The image of a colour.
    [[nodiscard]] constexpr Color operator()(Color color) const { return swaps_sides_ ? !color : color; }

    /// The image of a square.
    [[nodiscard]] constexpr Square operator()(Square square) const {
        return square_at(index_of(square) ^ (swaps_sides_ ? 56U : 0U) ^ (mirrors_files_ ? 7U : 0U));
    }

    /// The image of a set of squares.
    [[nodiscard]] constexpr Bitboard operator()(Bitboard set) const {
        if (swaps_sides_) set = set.flipped_ranks();
        if (mirrors_files_) set = set.mirrored_files();
        return set;
    }

    /// The image of a piece; `Piece::none` stays as it is.
    [[nodiscard]] constexpr Piece operator()(Piece piece) const {
        return piece == Piece::none ? piece : make_piece((*this)(color_of(piece)), type_of(piece));
    }

    /// The image of a move. Castling cannot be mirrored.
    [[nodiscard]] constexpr Move operator()(Move move) const {
        assert(!mirrors_files_ || !move.is_castle());
        return {(*this)(move.from()), (*this)(move.to()), move.flag()};
    }

    /// The image of a setup, with unchanged clocks. To mirror the files, there must be no castling rights.
    [[nodiscard]] Setup operator()(const Setup& setup) const;

    /// The image of a board, with unchanged clocks. To mirror the files, there must be no castling rights.
    [[nodiscard]] Board operator()(const Board& board) const;

    /// Whether both are the same symmetry.
    friend constexpr bool operator==(Symmetry, Symmetry) = default;

  private:
    constexpr Symmetry(bool swaps_sides, bool mirrors_files)
        : swaps_sides_(swaps_sides), mirrors_files_(mirrors_files) {}

    bool swaps_sides_ = false;
    bool mirrors_files_ = false;
};

/// All four symmetries, for range-for.
inline constexpr std::array all_symmetries{Symmetry(), Symmetry::swap_sides(), Symmetry::mirror_files(),
                                           Symmetry::swap_sides() * Symmetry::mirror_files()};

/// "none", "swap sides", "mirror files" or "swap sides and mirror files".
[[nodiscard]] constexpr std::string_view name_of(Symmetry symmetry) {
    if (symmetry.is_identity()) return "none";
    if (!symmetry.mirrors_files()) return "swap sides";
    return symmetry.swaps_sides() ? "swap sides and mirror files" : "mirror files";
}

}  // namespace philidor
