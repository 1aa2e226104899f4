/// @file
/// The moves of one position, on the stack.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>

#include "philidor/base/inline.hpp"
#include "philidor/chess/move.hpp"

namespace philidor {

/// A list of moves without allocation. No board holds more moves than it has room for: a side has at
/// most 9 queens, 2 rooks, 2 bishops, 2 knights and a king, or men that move less in their place,
/// so at most 9 * 27 + 2 * 14 + 2 * 13 + 2 * 8 + 8 moves and two castlings.
class MoveList {
  public:
    /// The most moves a list can hold.
    static constexpr std::size_t capacity = 323;

    /// An empty list; the storage stays as it was found, to save the time of clearing it.
    PHILIDOR_INLINE MoveList() {}  // NOLINT(modernize-use-equals-default): keeps moves_ untouched

    /// Appends a move.
    PHILIDOR_INLINE void add(Move move) { moves_.data()[size_++] = move; }

    /// Takes in the moves that somebody wrote behind the last one, up to `end`.
    PHILIDOR_INLINE void grow_to(const Move* end) {
        assert(end >= this->end() && end <= begin() + capacity);
        size_ = static_cast<std::size_t>(end - begin());
    }

    /// Removes all moves.
    PHILIDOR_INLINE void clear() { size_ = 0; }

    /// How many moves there are.
    [[nodiscard]] PHILIDOR_INLINE std::size_t size() const { return size_; }

    /// Whether there are none.
    [[nodiscard]] bool empty() const { return size_ == 0; }

    /// The move at a place.
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
    // A union member is not cleared by the constructor.
    union {
        std::array<Move, capacity> moves_;  // NOLINT(readability-identifier-naming): private all the same
    };
    std::size_t size_ = 0;
};

}  // namespace philidor
