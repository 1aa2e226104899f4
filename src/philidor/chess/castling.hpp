/// @file
/// Castling rights, for both standard chess and Chess960.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "philidor/base/inline.hpp"
#include "philidor/chess/attacks.hpp"
#include "philidor/chess/bitboard.hpp"
#include "philidor/chess/piece.hpp"
#include "philidor/chess/square.hpp"

namespace philidor {

/// Which way the king castles: towards the h-file (king) or towards the a-file (queen).
enum class CastlingSide : std::uint8_t { king, queen };

/// Both sides, in the order of FEN.
inline constexpr std::array all_castling_sides{CastlingSide::king, CastlingSide::queen};

/// The rank on which a side castles.
[[nodiscard]] PHILIDOR_INLINE constexpr Bitboard back_rank(Color color) {
    return Bitboard(relative(color, Rank::first));
}

/// Where the king stands after castling: on the g-file or the c-file, wherever it started.
[[nodiscard]] PHILIDOR_INLINE constexpr Square king_target(Color color, CastlingSide side) {
    return relative(color, side == CastlingSide::king ? Square::g1 : Square::c1);
}

/// Where the rook stands after castling.
[[nodiscard]] PHILIDOR_INLINE constexpr Square rook_target(Color color, CastlingSide side) {
    return relative(color, side == CastlingSide::king ? Square::f1 : Square::d1);
}

/// A right to castle belongs to a rook that has not moved, with a king that has not moved. So the rights are
/// stored as the set of those rooks; on which side of the king each of them stands shows which castling it
/// is. Losing rights means removing squares from the set, and Chess960 needs nothing more.
class CastlingRights {
  public:
    /// No rights.
    constexpr CastlingRights() = default;

    /// The right to castle with each of these rooks.
    PHILIDOR_INLINE constexpr explicit CastlingRights(Bitboard rooks) : rooks_(rooks) {}

    /// The rooks that may castle.
    [[nodiscard]] PHILIDOR_INLINE constexpr Bitboard rooks() const { return rooks_; }

    /// The rooks of one colour that may castle.
    [[nodiscard]] PHILIDOR_INLINE constexpr Bitboard rooks(Color color) const {
        return rooks_ & back_rank(color);
    }

    /// Whether neither side may castle.
    [[nodiscard]] PHILIDOR_INLINE constexpr bool none() const { return rooks_.is_empty(); }

    /// The rook to castle with, if the right exists. `king` is the square of the king of that colour.
    [[nodiscard]] PHILIDOR_INLINE constexpr std::optional<Square> rook(Color color,
                                                                       CastlingSide side,
                                                                       Square king) const {
        for (const Square square : rooks(color)) {
            if ((square > king) == (side == CastlingSide::king)) return square;
        }
        return std::nullopt;
    }

    /// Whether the rights are the same.
    friend constexpr bool operator==(CastlingRights, CastlingRights) = default;

  private:
    Bitboard rooks_;
};

/// The squares that king and rook pass over or end on when they castle.
struct CastlingWay {
    CastlingSide side;  ///< which castling it is
    Bitboard of_king;   ///< the king's path, which must not be attacked
    Bitboard of_rook;   ///< the rook's path

    /// The paths of a king and a rook that start on these squares.
    PHILIDOR_INLINE CastlingWay(Color color, Square king, Square rook)
        : side(rook > king ? CastlingSide::king : CastlingSide::queen),
          of_king(between(king, king_target(color, side)) | Bitboard(king_target(color, side))),
          of_rook(between(rook, rook_target(color, side)) | Bitboard(rook_target(color, side))) {}

    /// Both paths, which must be free of other pieces.
    [[nodiscard]] PHILIDOR_INLINE Bitboard all() const { return of_king | of_rook; }
};

/// How the castling rights of a position are written, and which ones are possible.
enum class CastlingStyle : std::uint8_t {
    standard,  ///< KQkq: kings on the e-file, rooks in the corners
    x_fen,     ///< Chess960, with KQkq for the outermost rook and the letter of its file for another rook
    shredder,  ///< Chess960, with the letters of the rooks' files: HAha
};

}  // namespace philidor
