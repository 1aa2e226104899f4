/// @file
/// Castling rights, for standard chess and Chess960 alike.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "philidor/base/inline.hpp"
#include "philidor/chess/attacks.hpp"
#include "philidor/chess/bitboard.hpp"
#include "philidor/chess/color.hpp"
#include "philidor/chess/square.hpp"

namespace philidor {

/// Towards the h-file or towards the a-file.
enum class CastlingSide : std::uint8_t { king, queen };

/// Both castlings, in the order of FEN.
inline constexpr std::array all_castling_sides{CastlingSide::king, CastlingSide::queen};

/// The rank a side castles on.
[[nodiscard]] PHILIDOR_INLINE constexpr Bitboard back_rank(Color color) {
    return Bitboard(relative(color, Rank::first));
}

/// Where the king stands after castling: on the g-file or the c-file, wherever it came from.
[[nodiscard]] PHILIDOR_INLINE constexpr Square king_target(Color color, CastlingSide side) {
    return relative(color, side == CastlingSide::king ? Square::g1 : Square::c1);
}

/// Where the rook stands after castling.
[[nodiscard]] PHILIDOR_INLINE constexpr Square rook_target(Color color, CastlingSide side) {
    return relative(color, side == CastlingSide::king ? Square::f1 : Square::d1);
}

/// A right to castle is a rook that has not moved, with a king that has not moved. So the rights are
/// the set of those rooks; which side each belongs to follows from where its king stands. Losing
/// rights is taking squares out of the set, and Chess960 needs nothing more.
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

    /// Whether nobody may castle.
    [[nodiscard]] PHILIDOR_INLINE constexpr bool none() const { return rooks_.is_empty(); }

    /// The rook to castle with, if there is the right. `king` is where the king of that colour stands.
    [[nodiscard]] PHILIDOR_INLINE constexpr std::optional<Square> rook(Color color,
                                                                       CastlingSide side,
                                                                       Square king) const {
        for (const Square square : rooks(color)) {
            if ((square > king) == (side == CastlingSide::king)) return square;
        }
        return std::nullopt;
    }

    /// The same rooks.
    friend constexpr bool operator==(CastlingRights, CastlingRights) = default;

  private:
    Bitboard rooks_;
};

/// The squares that castling with this king and rook passes over or ends on.
struct CastlingWay {
    CastlingSide side;  ///< which castling it is
    Bitboard of_king;   ///< must not be attacked
    Bitboard of_rook;

    /// The ways of a king and a rook on their squares.
    PHILIDOR_INLINE CastlingWay(Color color, Square king, Square rook)
        : side(rook > king ? CastlingSide::king : CastlingSide::queen),
          of_king(between(king, king_target(color, side)) | Bitboard(king_target(color, side))),
          of_rook(between(rook, rook_target(color, side)) | Bitboard(rook_target(color, side))) {}

    /// Must be free of other men.
    [[nodiscard]] PHILIDOR_INLINE Bitboard all() const { return of_king | of_rook; }
};

/// How a position's castling rights are written, and which are possible.
enum class CastlingStyle : std::uint8_t {
    standard,  ///< KQkq: kings on the e-file, rooks in the corners
    x_fen,     ///< Chess960 with KQkq for the outermost rook, and its file's letter for another
    shredder,  ///< Chess960 with the letters of the rooks' files: HAha
};

}  // namespace philidor
