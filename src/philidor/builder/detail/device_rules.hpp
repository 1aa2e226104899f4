/// @file
/// The rules of chess for one row of a tile, on any device: what is legal, and what leaving a table is worth.
#pragma once

#include <cstddef>
#include <cstdint>

#include "philidor/builder/detail/device_code.hpp"
#include "philidor/builder/detail/device_table.hpp"

namespace philidor::detail {

inline constexpr Word file_a = 0x0101010101010101;
inline constexpr Word file_h = file_a << 7U;

/// The squares next to those of a set, the set itself left out unless its squares are next to each other.
PHILIDOR_HOST_DEVICE constexpr Word king_steps(Word set) {
    const Word sideways = (set << 1U & ~file_a) | (set >> 1U & ~file_h);
    const Word three = set | sideways;
    return sideways | three << 8U | three >> 8U;
}

/// Where a knight jumps.
PHILIDOR_HOST_DEVICE constexpr Word knight_jumps(unsigned square) {
    const Word set = bit_of(square);
    const Word one = (set << 1U & ~file_a) | (set >> 1U & ~file_h);
    const Word two = (set << 2U & ~(file_a | file_a << 1U)) | (set >> 2U & ~(file_h | file_h >> 1U));
    return one << 16U | one >> 16U | two << 8U | two >> 8U;
}

/// The squares that pawns attack.
PHILIDOR_HOST_DEVICE constexpr Word pawn_captures(unsigned side, Word pawns) {
    const Word sideways = (pawns << 1U & ~file_a) | (pawns >> 1U & ~file_h);
    return side == attacker_side ? sideways << 8U : sideways >> 8U;
}

/// The squares that a slider reaches on a line through its square; `line` is without that square.
PHILIDOR_HOST_DEVICE inline Word slides_on(Word line, unsigned square, Word occupied) {
    const Word blockers = occupied & line;
    const Word up = blockers - 2 * bit_of(square);
    const Word down = reversed(reversed(blockers) - 2 * bit_of(63 - square));
    return (up ^ down) & line;
}

/// The diagonal through a square, given the long one, and by how many ranks it is shifted up.
PHILIDOR_HOST_DEVICE constexpr Word shifted_up(Word diagonal, int ranks) {
    return ranks >= 0 ? diagonal << static_cast<unsigned>(8 * ranks)
                      : diagonal >> static_cast<unsigned>(-8 * ranks);
}

/// The squares that a piece attacks.
PHILIDOR_HOST_DEVICE inline Word device_attacks(unsigned kind, unsigned square, Word occupied) {
    if (kind == kind_knight) return knight_jumps(square);
    const Word others = ~bit_of(square);
    Word attacks = 0;
    if (kind == kind_queen || kind == kind_rook) {
        attacks |= slides_on(Word{255} << (square & 56U) & others, square, occupied);
        attacks |= slides_on(file_a << (square & 7U) & others, square, occupied);
    }
    if (kind != kind_rook) {
        const int file = static_cast<int>(square & 7U);
        const int rank = static_cast<int>(square >> 3U);
        attacks |= slides_on(shifted_up(0x8040201008040201, rank - file) & others, square, occupied);
        attacks |= slides_on(shifted_up(0x0102040810204080, rank + file - 7) & others, square, occupied);
    }
    return attacks;
}

/// How many steps lead in this direction, to the edge of the board or to the man before which they end.
struct DeviceRay {
    int step = 0;        ///< from one square to the next
    unsigned steps = 7;  ///< to the edge

    /// The ray with this number: 0 to 3 are straight, 4 to 7 diagonal.
    PHILIDOR_HOST_DEVICE DeviceRay(unsigned square, unsigned number) {
        const bool is_backward = (number & 1U) != 0;
        const bool is_diagonal = number >= 4;
        if (is_diagonal || number < 2) go(square & 7U, is_backward, 1);
        if (is_diagonal) go(square >> 3U, (number & 2U) != 0, 8);
        if (!is_diagonal && number >= 2) go(square >> 3U, is_backward, 8);
    }

  private:
    PHILIDOR_HOST_DEVICE void go(unsigned place, bool is_backward, int by) {
        const unsigned to_edge = is_backward ? place : 7 - place;
        step += is_backward ? -by : by;
        steps = steps < to_edge ? steps : to_edge;
    }
};

/// The first and the last ray of a slider.
PHILIDOR_HOST_DEVICE constexpr unsigned first_ray(unsigned kind) {
    return kind == kind_dark_bishop || kind == kind_light_bishop ? 4 : 0;
}
PHILIDOR_HOST_DEVICE constexpr unsigned last_ray(unsigned kind) { return kind == kind_rook ? 3 : 7; }

/// The squares strictly between two squares on one line; empty if they share none.
PHILIDOR_HOST_DEVICE inline Word squares_between(unsigned from, unsigned to) {
    for (unsigned number = 0; number < 8; ++number) {
        const DeviceRay ray(from, number);
        Word passed = 0;
        unsigned square = from;
        for (unsigned i = 0; i < ray.steps; ++i) {
            square = static_cast<unsigned>(static_cast<int>(square) + ray.step);
            if (square == to) return passed;
            passed |= bit_of(square);
        }
    }
    return 0;
}

/// The men of one tile, for which the rules are asked row by row. A row is a square of the attacker's king,
/// its bits are squares of the defender's king.
struct DevicePosition {
    DeviceMen men;
    // NOLINTNEXTLINE(modernize-avoid-c-arrays, modernize-use-default-member-init)
    Word pawns[2];      ///< by side
    Word occupied = 0;  ///< by men and pawns

    /// These pieces among these pawns.
    PHILIDOR_HOST_DEVICE DevicePosition(const DeviceMen& all_men, const Word* pawn_sets)
        : men(all_men),
          pawns{pawn_sets[0], pawn_sets[1]},
          occupied(all_men.occupied() | pawns[0] | pawns[1]) {}

    /// Where the defender's king is attacked, the attacker's king on `row`.
    [[nodiscard]] PHILIDOR_HOST_DEVICE Word checks_to_defender(unsigned row) const {
        Word attacked = pawn_captures(attacker_side, pawns[attacker_side]) | king_steps(bit_of(row));
        for (unsigned i = 0; i < men.count; ++i) {
            if (men.side[i] != attacker_side) continue;
            attacked |= device_attacks(men.kind[i], men.square[i], occupied | bit_of(row));
        }
        return attacked;
    }

    /// For which squares of the defender's king the attacker's king on `row` is in check. The defender's king
    /// may stand in the way of its own men.
    [[nodiscard]] PHILIDOR_HOST_DEVICE Word checks_to_attacker(unsigned row) const {
        if (has(pawn_captures(defender_side, pawns[defender_side]), row)) return ~Word{0};
        Word attacked = 0;
        for (unsigned i = 0; i < men.count; ++i) {
            if (men.side[i] != defender_side) continue;
            if (!has(device_attacks(men.kind[i], men.square[i], occupied), row)) continue;
            attacked |= men.kind[i] == kind_knight ? ~Word{0} : ~squares_between(men.square[i], row);
        }
        return attacked;
    }

    /// The legal positions with the attacker to move.
    [[nodiscard]] PHILIDOR_HOST_DEVICE Word legal_for_attacker(unsigned row) const {
        if (has(occupied, row)) return 0;
        return ~(occupied | bit_of(row) | checks_to_defender(row));
    }

    /// The legal positions with the defender to move.
    [[nodiscard]] PHILIDOR_HOST_DEVICE Word legal_for_defender(unsigned row) const {
        if (has(occupied, row)) return 0;
        return ~(occupied | bit_of(row) | king_steps(bit_of(row)) | checks_to_attacker(row));
    }
};

/// One position, for the rare question whether a side has any move at all.
class DeviceMoveFinder {
  public:
    /// The side to move, and the kings by side.
    PHILIDOR_HOST_DEVICE
    DeviceMoveFinder(const DevicePosition& position,
                     unsigned side,
                     unsigned attacker_king,
                     unsigned defender_king)
        : position_(position), side_(side), kings_{attacker_king, defender_king} {
        own_ = position.pawns[side] | bit_of(kings_[side]);
        const Word men = bit_of(attacker_king) | bit_of(defender_king) | position.occupied;
        for (unsigned i = 0; i < position.men.count; ++i) {
            if (position.men.side[i] == side) own_ |= bit_of(position.men.square[i]);
        }
        other_ = men & ~own_;
    }

    /// Whether there is a legal move; captures en passant are not counted.
    [[nodiscard]] PHILIDOR_HOST_DEVICE bool finds_any() const {
        const unsigned king = kings_[side_];
        if (any_is_legal(king, king_steps(bit_of(king)) & ~own_)) return true;
        for (unsigned i = 0; i < position_.men.count; ++i) {
            if (position_.men.side[i] != side_) continue;
            const unsigned from = position_.men.square[i];
            const Word targets = device_attacks(position_.men.kind[i], from, own_ | other_) & ~own_;
            if (any_is_legal(from, targets)) return true;
        }
        for (Word left = position_.pawns[side_]; left != 0; left &= left - 1) {
            if (any_is_legal(first_of(left), pawn_targets(first_of(left)))) return true;
        }
        return false;
    }

  private:
    [[nodiscard]] PHILIDOR_HOST_DEVICE Word pawn_targets(unsigned from) const {
        const bool is_up = side_ == attacker_side;
        const Word free = ~(own_ | other_);
        const Word one = (is_up ? bit_of(from) << 8U : bit_of(from) >> 8U) & free;
        const Word row_of_doubles = is_up ? Word{255} << 24U : Word{255} << 32U;
        const Word two = (is_up ? one << 8U : one >> 8U) & free & row_of_doubles;
        return one | two | (pawn_captures(side_, bit_of(from)) & other_);
    }

    [[nodiscard]] PHILIDOR_HOST_DEVICE bool any_is_legal(unsigned from, Word targets) const {
        for (Word left = targets; left != 0; left &= left - 1) {
            if (is_legal(from, first_of(left))) return true;
        }
        return false;
    }

    /// Whether the own king is safe after the move.
    [[nodiscard]] PHILIDOR_HOST_DEVICE bool is_legal(unsigned from, unsigned to) const {
        const unsigned king = from == kings_[side_] ? to : kings_[side_];
        const Word occupied = ((own_ | other_) & ~bit_of(from)) | bit_of(to);
        const Word pawns = position_.pawns[1 - side_] & ~bit_of(to);
        if (has(pawn_captures(1 - side_, pawns) | king_steps(bit_of(kings_[1 - side_])), king)) return false;
        for (unsigned i = 0; i < position_.men.count; ++i) {
            const unsigned square = position_.men.square[i];
            if (position_.men.side[i] == side_ || square == to) continue;
            if (has(device_attacks(position_.men.kind[i], square, occupied), king)) return false;
        }
        return true;
    }

    const DevicePosition& position_;
    unsigned side_;
    unsigned kings_[2];  // NOLINT(modernize-avoid-c-arrays, modernize-use-default-member-init)
    Word own_ = 0;
    Word other_ = 0;
};

/// What leaving the table is worth in one row. The attacker's good moves win, the defender's escape.
struct DeviceRow {
    Word good = 0;
    Word any = 0;  ///< the defender has a legal move; not known for the attacker
};

/// Collects the conversions of one row of a tile: what `Conversions` is for whole tiles.
class DeviceCollector {
  public:
    /// The children of all conversions, and the men of the tile.
    PHILIDOR_HOST_DEVICE DeviceCollector(const DeviceChild* children,
                                         const DevicePosition& position,
                                         unsigned row)
        : children_(children), position_(position), row_(row) {}

    /// What has been found.
    [[nodiscard]] PHILIDOR_HOST_DEVICE const DeviceRow& found() const { return found_; }

    /// Adds what a conversion is worth.
    PHILIDOR_HOST_DEVICE void collect(const DeviceConversion& conversion) {
        const DeviceMen& men = position_.men;
        switch (conversion.kind) {
            case DeviceChange::piece_taken:
                return for_each_taken(conversion,
                                      [&](unsigned i) { add_captures(conversion, men.square[i], i); });
            case DeviceChange::pawn_taken: return add_captures(conversion, conversion.to, no_man);
            case DeviceChange::push:
                if (!has(position_.occupied, conversion.to)) add_static(conversion, men, 0);
                return;
            case DeviceChange::double_push: return add_double_push(conversion);
            case DeviceChange::pawn_takes_pawn: return add_static(conversion, men, 0);
            case DeviceChange::pawn_takes_piece:
                return for_each_taken(conversion, [&](unsigned i) {
                    if (men.square[i] == conversion.to) add_static(conversion, without(i), 0);
                });
            case DeviceChange::promotion: {
                const unsigned from = conversion.from;
                const unsigned to = conversion.mover == attacker_side ? from + 8 : from - 8;
                if (!has(position_.occupied, to)) add_promotion(conversion, men, to);
                return;
            }
            case DeviceChange::taking_promotion:
                return for_each_taken(conversion, [&](unsigned i) {
                    if (has(pawn_captures(conversion.mover, bit_of(conversion.from)), men.square[i]))
                        add_promotion(conversion, without(i), men.square[i]);
                });
        }
    }

  private:
    static constexpr unsigned no_man = ~0U;

    /// Calls `visit(man)` for every man that a conversion may take.
    template <class Visit>
    PHILIDOR_HOST_DEVICE void for_each_taken(const DeviceConversion& conversion, const Visit& visit) const {
        for (unsigned i = 0; i < position_.men.count; ++i) {
            if (position_.men.side[i] != conversion.mover && position_.men.kind[i] == conversion.taken)
                visit(i);
        }
    }

    [[nodiscard]] PHILIDOR_HOST_DEVICE DeviceMen without(unsigned man) const {
        DeviceMen rest = position_.men;
        if (man != no_man) rest.remove(man);
        return rest;
    }

    /// The row of a child with these men, the other side to move.
    [[nodiscard]] PHILIDOR_HOST_DEVICE DeviceRow read(const DeviceChild& child,
                                                      const DeviceMen& men,
                                                      unsigned side_to_move,
                                                      unsigned row) const {
        DeviceRow result;
        if (side_to_move == defender_side) {
            if (child.state == DeviceChildState::present)
                result.good = read_rows(child.lost, child, men, row);
            if (child.state == DeviceChildState::counts_as_won)
                result.good = DevicePosition(men, child.pawns).legal_for_defender(row);
            return result;
        }
        result.any = DevicePosition(men, child.pawns).legal_for_attacker(row);
        if (child.state == DeviceChildState::present) result.good = read_rows(child.not_won, child, men, row);
        if (child.state == DeviceChildState::counts_as_not_won) result.good = result.any;
        return result;
    }

    [[nodiscard]] PHILIDOR_HOST_DEVICE Word read_rows(const Word* tiles,
                                                      const DeviceChild& child,
                                                      const DeviceMen& men,
                                                      unsigned row) const {
        const LineEntry entry = locate(child.layout, men, child.is_mirrored);
        const Turn turn = turn_of(entry);
        const unsigned place = turned_square(turn, row ^ (child.is_mirrored ? 7U : 0U));
        const Word set = turned_set(inverse_of(turn), tiles[std::size_t{tile_of(entry)} * 64 + place]);
        return child.is_mirrored ? mirrored(set) : set;
    }

    /// Neither king moves; none stands on the `way` of the man that does.
    PHILIDOR_HOST_DEVICE void add_static(const DeviceConversion& conversion,
                                         const DeviceMen& after,
                                         Word way) {
        add(read(children_[conversion.child], after, 1U - conversion.mover, row_), way);
    }

    PHILIDOR_HOST_DEVICE void add(const DeviceRow& after, Word way) {
        if (has(way, row_)) return;
        found_.good |= after.good & ~way;
        found_.any |= after.any & ~way;
    }

    PHILIDOR_HOST_DEVICE void add_promotion(const DeviceConversion& conversion, DeviceMen men, unsigned to) {
        men.add(conversion.mover, conversion.promotion, to);
        add_static(conversion, men, 0);
    }

    /// The king and each piece take what stands on `to`: a pawn, or a piece.
    PHILIDOR_HOST_DEVICE void add_captures(const DeviceConversion& conversion, unsigned to, unsigned taken) {
        const unsigned mover = conversion.mover;
        const DeviceChild& child = children_[conversion.child];
        const DeviceMen rest = without(taken);
        const Word neighbours = king_steps(bit_of(to));
        if (mover == attacker_side) {
            if (has(neighbours, row_)) add(read(child, rest, defender_side, to), 0);
        } else {
            const DeviceRow after = read(child, rest, attacker_side, row_);
            if (has(after.good, to)) found_.good |= neighbours;
            if (has(after.any, to)) found_.any |= neighbours;
        }
        for (unsigned i = 0; i < rest.count; ++i) {
            if (rest.side[i] != mover) continue;
            if (!has(device_attacks(rest.kind[i], rest.square[i], position_.occupied), to)) continue;
            DeviceMen after = rest;
            after.square[i] = static_cast<std::uint8_t>(to);
            const bool jumps = rest.kind[i] == kind_knight;
            add_static(conversion, after, jumps ? 0 : squares_between(rest.square[i], to));
        }
    }

    /// A pawn moves two squares, and the other side may take it en passant.
    PHILIDOR_HOST_DEVICE void add_double_push(const DeviceConversion& conversion) {
        const unsigned passed = conversion.to ^ 8U;
        if (has(position_.occupied, passed) || has(position_.occupied, conversion.to)) return;
        const unsigned mover = conversion.mover;
        const DeviceChild& pushed = children_[conversion.child];
        DeviceRow after = read(pushed, position_.men, 1U - mover, row_);
        if (conversion.answer_count != 0) {
            DeviceRow answers;
            for (unsigned i = 1; i <= conversion.answer_count; ++i) {
                const DeviceRow answer = read(children_[conversion.child + i], position_.men, mover, row_);
                answers.good |= answer.good;
                answers.any |= answer.any;
            }
            if (mover == attacker_side) {
                // A capture that escapes saves the defender; without another move the capture is forced.
                after.good =
                    (after.good | without_other_moves(pushed, 1U - mover, answers.any)) & ~answers.good;
            } else {
                // Without another move the attacker does not win otherwise, which only an absent table does
                // not know.
                if (pushed.state != DeviceChildState::present)
                    after.good |= without_other_moves(pushed, 1U - mover, after.any);
                after.good &= ~answers.good;
            }
        }
        add(after, bit_of(passed));
    }

    /// Those among `candidates` in which this side, to move, has no legal move but en passant.
    [[nodiscard]] PHILIDOR_HOST_DEVICE Word without_other_moves(const DeviceChild& pushed,
                                                                unsigned side,
                                                                Word candidates) const {
        const DevicePosition position(position_.men, pushed.pawns);
        Word stuck = candidates;
        if (side == defender_side) {
            stuck &= position.legal_for_defender(row_) & ~king_steps(position.legal_for_attacker(row_));
        } else {
            stuck &= position.legal_for_attacker(row_);
            for (Word left = king_steps(bit_of(row_)); left != 0; left &= left - 1) {
                stuck &= ~position.legal_for_defender(first_of(left));
            }
        }
        Word forced = 0;
        for (Word left = stuck; left != 0; left &= left - 1) {
            const unsigned king = first_of(left);
            if (!DeviceMoveFinder(position, side, row_, king).finds_any()) forced |= bit_of(king);
        }
        return forced;
    }

    const DeviceChild* children_;
    const DevicePosition& position_;
    unsigned row_;
    DeviceRow found_;
};

}  // namespace philidor::detail
