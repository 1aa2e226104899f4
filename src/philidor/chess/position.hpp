/// @file
/// The part of a board that the rules of movement read.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "philidor/base/inline.hpp"
#include "philidor/chess/attacks.hpp"
#include "philidor/chess/bitboard.hpp"
#include "philidor/chess/castling.hpp"
#include "philidor/chess/piece.hpp"
#include "philidor/chess/square.hpp"

namespace philidor {

/// Maps the square behind a double-pushed pawn to the pawn's square and back: e3 and e4, e6 and e5.
[[nodiscard]] PHILIDOR_INLINE Square passed_pawn(Square square) { return square_at(index_of(square) ^ 8U); }

/// The pieces as sets, the castling rooks, and the en passant square: all that move generation reads, and
/// nothing else, in 80 bytes. `Board` adds what games and engines need; perft uses this alone. The side to
/// move is a template parameter of the code that works on it.
struct Position {
    /// The pieces of each kind, from pawns to kings, then the pieces of each colour. They share one array so
    /// that vector instructions can change all of them at once.
    std::array<Bitboard, 8> sets{};
    CastlingRights castling;           ///< the rooks that may castle
    std::optional<Square> en_passant;  ///< the square passed over, if a capture onto it is legal

    /// All pieces of a kind.
    [[nodiscard]] PHILIDOR_INLINE Bitboard pieces(PieceType type) const {
        return sets.data()[index_of(type)];
    }

    /// All pieces of a colour.
    [[nodiscard]] PHILIDOR_INLINE Bitboard pieces(Color color) const { return sets.data()[index_of(color)]; }

    /// The pieces of a colour and kind.
    [[nodiscard]] PHILIDOR_INLINE Bitboard pieces(Color color, PieceType type) const {
        return pieces(color) & pieces(type);
    }

    /// The pieces of a colour that move like a rook: rooks and queens.
    [[nodiscard]] PHILIDOR_INLINE Bitboard straight_sliders(Color color) const {
        return pieces(color) & (pieces(PieceType::rook) | pieces(PieceType::queen));
    }

    /// The pieces of a colour that move like a bishop: bishops and queens.
    [[nodiscard]] PHILIDOR_INLINE Bitboard diagonal_sliders(Color color) const {
        return pieces(color) & (pieces(PieceType::bishop) | pieces(PieceType::queen));
    }

    /// All occupied squares.
    [[nodiscard]] PHILIDOR_INLINE Bitboard occupied() const {
        return pieces(Color::white) | pieces(Color::black);
    }

    /// The square of a king.
    [[nodiscard]] PHILIDOR_INLINE Square king(Color color) const {
        return pieces(color, PieceType::king).first();
    }

    /// The pieces of both colours that attack a square when `occupied` blocks the sliders.
    [[nodiscard]] PHILIDOR_INLINE Bitboard attackers(Square square, Bitboard occupied) const {
        const Bitboard straight = pieces(PieceType::rook) | pieces(PieceType::queen);
        const Bitboard diagonal = pieces(PieceType::bishop) | pieces(PieceType::queen);
        return (pawn_attacks(Color::black, square) & pieces(Color::white, PieceType::pawn)) |
               (pawn_attacks(Color::white, square) & pieces(Color::black, PieceType::pawn)) |
               (knight_attacks(square) & pieces(PieceType::knight)) |
               (king_attacks(square) & pieces(PieceType::king)) |
               (rook_attacks(square, occupied) & straight) | (bishop_attacks(square, occupied) & diagonal);
    }

    /// The pawns of `Us` that attack the en passant square `target`.
    template <Color Us>
    [[nodiscard]] PHILIDOR_INLINE Bitboard en_passant_takers(Square target) const {
        return pawn_attacks(!Us, target) & pieces(Us, PieceType::pawn);
    }

    /// Whether the en passant capture by the pawn on `from` leaves its king safe.
    template <Color Us>
    [[nodiscard]] PHILIDOR_INLINE bool is_safe_en_passant(Square from, Square target) const {
        const Bitboard taken(passed_pawn(target));
        const Bitboard occupied_after = (occupied() - taken - Bitboard(from)) | Bitboard(target);
        return !attackers(king(Us), occupied_after).intersects(pieces(!Us) - taken);
    }

    /// Whether `Us`, to move, has a legal en passant capture onto `target`.
    template <Color Us>
    [[nodiscard]] PHILIDOR_INLINE bool has_legal_en_passant(Square target) const {
        for (const Square from : en_passant_takers<Us>(target)) {
            if (is_safe_en_passant<Us>(from, target)) return true;
        }
        return false;
    }

    /// Puts a piece on an empty square.
    PHILIDOR_INLINE void put(Color color, PieceType type, Square square) {
        sets.data()[index_of(type)].add(square);
        sets.data()[index_of(color)].add(square);
    }

    /// Removes a piece from its square.
    PHILIDOR_INLINE void remove(Color color, PieceType type, Square square) {
        sets.data()[index_of(type)].remove(square);
        sets.data()[index_of(color)].remove(square);
    }

    /// Whether all fields are equal.
    friend bool operator==(const Position&, const Position&) = default;

  private:
    [[nodiscard]] PHILIDOR_INLINE static constexpr std::size_t index_of(PieceType type) {
        return static_cast<std::size_t>(type) - static_cast<std::size_t>(PieceType::pawn);
    }
    [[nodiscard]] PHILIDOR_INLINE static constexpr std::size_t index_of(Color color) {
        return 6 + static_cast<std::size_t>(color);
    }
};

}  // namespace philidor
