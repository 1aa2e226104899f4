/// @file
/// The moves of a position, stored on the stack.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>

#include "philidor/base/inline.hpp"
#include "philidor/chess/move.hpp"

namespace philidor {

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
