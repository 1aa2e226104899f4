/// @file
/// A move in 16 bits, and lists of moves that live on the stack.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>

#include "philidor/base/inline.hpp"
#include "philidor/chess/piece.hpp"
#include "philidor/chess/square.hpp"

namespace philidor {

/// What is special about a move. Bit 3 marks promotions, bit 2 captures.
enum class MoveFlag : std::uint8_t {
    quiet = 0,
    double_push = 1,
    king_castle = 2,
    queen_castle = 3,
    capture = 4,
    en_passant = 5,
    knight_promotion = 8,
    bishop_promotion = 9,
    rook_promotion = 10,
    queen_promotion = 11,
    knight_capture_promotion = 12,
    bishop_capture_promotion = 13,
    rook_capture_promotion = 14,
    queen_capture_promotion = 15,
};

/// A move:
///
///       bit  15-12     11-6  5-0
///            MoveFlag  to    from
///
/// Castling goes from the king's square to the square where the king will stand, in Chess960 too. A move is
/// meaningful only together with the board it was made for.
class Move {
  public:
    /// No move: a1 to a1, which is never legal.
    constexpr Move() = default;

    /// The move from one square to another.
    PHILIDOR_INLINE constexpr Move(Square from, Square to, MoveFlag flag)
        : bits_(static_cast<std::uint16_t>(static_cast<unsigned>(flag) << 12U | index_of(to) << 6U |
                                           index_of(from))) {}

    /// The move with these 16 bits.
    [[nodiscard]] static constexpr Move from_bits(std::uint16_t bits) {
        Move move;
        move.bits_ = bits;
        return move;
    }

    /// The 16 bits as a number.
    [[nodiscard]] constexpr std::uint16_t bits() const { return bits_; }

    /// The square the piece leaves.
    [[nodiscard]] PHILIDOR_INLINE constexpr Square from() const { return square_at(bits_ & 63U); }

    /// The square the piece goes to.
    [[nodiscard]] PHILIDOR_INLINE constexpr Square to() const { return square_at(bits_ >> 6U & 63U); }

    /// What is special about it.
    [[nodiscard]] PHILIDOR_INLINE constexpr MoveFlag flag() const {
        return static_cast<MoveFlag>(bits_ >> 12U);
    }

    /// Whether it captures, en passant included.
    [[nodiscard]] PHILIDOR_INLINE constexpr bool is_capture() const { return (bits_ & 0x4000U) != 0; }

    /// Whether a pawn promotes.
    [[nodiscard]] PHILIDOR_INLINE constexpr bool is_promotion() const { return (bits_ & 0x8000U) != 0; }

    /// Whether it is castling, to either side.
    [[nodiscard]] PHILIDOR_INLINE constexpr bool is_castle() const {
        return flag() == MoveFlag::king_castle || flag() == MoveFlag::queen_castle;
    }

    /// What the pawn becomes. The move must be a promotion.
    [[nodiscard]] PHILIDOR_INLINE constexpr PieceType promotion() const {
        assert(is_promotion());
        return static_cast<PieceType>((bits_ >> 12U & 3U) + static_cast<unsigned>(PieceType::knight));
    }

    /// Whether all 16 bits are equal.
    friend constexpr bool operator==(Move, Move) = default;

  private:
    std::uint16_t bits_ = 0;
};

/// The flag of a promotion to this kind.
[[nodiscard]] PHILIDOR_INLINE constexpr MoveFlag promotion_flag(PieceType type, bool captures) {
    const unsigned kind = static_cast<unsigned>(type) - static_cast<unsigned>(PieceType::knight);
    return static_cast<MoveFlag>((captures ? 12U : 8U) + kind);
}

/// What is wrong with the text of a move.
enum class MoveError : std::uint8_t {
    empty,              ///< no text at all
    malformed,          ///< does not have the form of a move
    null_move,          ///< passing, which the rules do not allow
    promotion_missing,  ///< a pawn reaches the last rank, but the promotion piece is missing
    illegal,            ///< not a legal move on this board
    ambiguous,          ///< fits several legal moves
};

/// A list of moves without allocation. No board has more moves than fit in it: a side has at most 9 queens, 2
/// rooks, 2 bishops, 2 knights and a king, or less mobile pieces in their place, so at most 9 * 27 + 2 * 14 +
/// 2 * 13 + 2 * 8 + 8 moves and two castlings.
class MoveList {
  public:
    /// The most moves a list can hold.
    static constexpr std::size_t capacity = 323;

    /// An empty list. The storage is left uninitialized to save time.
    PHILIDOR_INLINE MoveList() {}  // NOLINT(modernize-use-equals-default): keeps moves_ untouched

    /// Appends a move.
    PHILIDOR_INLINE void add(Move move) { moves_.data()[size_++] = move; }

    /// Adds the moves that were written behind the last one, up to `end`.
    PHILIDOR_INLINE void grow_to(const Move* end) {
        assert(end >= this->end() && end <= begin() + capacity);
        size_ = static_cast<std::size_t>(end - begin());
    }

    /// Removes all moves.
    PHILIDOR_INLINE void clear() { size_ = 0; }

    /// The number of moves.
    [[nodiscard]] PHILIDOR_INLINE std::size_t size() const { return size_; }

    /// Whether the list is empty.
    [[nodiscard]] bool empty() const { return size_ == 0; }

    /// The move at `index`, which must be less than `size()`.
    [[nodiscard]] Move operator[](std::size_t index) const {
        assert(index < size_);
        return moves_.data()[index];
    }

    /// Whether the move is in the list.
    [[nodiscard]] bool contains(Move move) const {
        for (const Move other : *this) {
            if (other == move) return true;
        }
        return false;
    }

    /// The first move.
    [[nodiscard]] PHILIDOR_INLINE Move* begin() { return moves_.data(); }
    /// Past the last move.
    [[nodiscard]] PHILIDOR_INLINE Move* end() { return moves_.data() + size_; }
    /// The first move.
    [[nodiscard]] PHILIDOR_INLINE const Move* begin() const { return moves_.data(); }
    /// Past the last move.
    [[nodiscard]] PHILIDOR_INLINE const Move* end() const { return moves_.data() + size_; }

  private:
    // The constructor does not initialize a union member.
    union {
        std::array<Move, capacity> moves_;  // NOLINT(readability-identifier-naming): private all the same
    };
    std::size_t size_ = 0;
};

}  // namespace philidor
