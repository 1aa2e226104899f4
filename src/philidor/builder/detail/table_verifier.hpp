/// @file
/// A check of every value of a table, which knows nothing of how the table was made.
///
/// The check has three stages, a fourth if there are distances, and reads the moves from the ordinary move
/// generator.
///
/// 1. One ply. A position is marked as illegal exactly if the rules forbid it; a value is mate, stalemate, or
///    the best that the legal moves lead to, both for the lower and for the upper bound. An absent table is
///    worth anything from a loss to a win. A pawn that may be taken en passant adds that capture to the
///    choice, or leaves no other.
/// 2. Foundation. The first stage alone would let wins support each other in a circle, a rook going to and
///    fro. So the wins of each side are found once more, from nothing: a win is founded if a move leads to a
///    founded one, a loss if all moves do, in as many rounds as it takes. Every win must be founded in the
///    end.
/// 3. The 50-move rule. The same with moves that are counted: what is founded in round n is won in n plies.
///    What is founded in the first hundred rounds, from the values of the children under the rule, must be
///    what the table says to be won under it.
/// 4. Distances. The distance of a side that wins is one more than the shortest among its winning moves, of a
///    side that loses one more than the longest. Moves that keep a win under the rule come first. Numbers
///    that are so everywhere are the right ones, since each follows from smaller ones, down to 1.
///
/// What this proves, if the tables of the children are right: a founded win is a win, by induction over the
/// rounds. And what is not marked as won for a side is not won for it: by stage 1 the other side, to move,
/// has a move to a position that is not so marked either, and all moves of the side itself lead to such
/// positions, so that play can go on for ever. Hence every win, draw and loss is right, and with absent
/// children, every bound, which is also the best that follows from the tables that are there. Checking the
/// children, down to KvK, makes the premise true.
///
/// A proof stores what it has found, but not all tables that it has found it with. Its bounds, and values,
/// can be sharper than what follows from the tables that are there. If such tables are to be accepted
/// (`BoundsCheck::agree`), a value is only wrong where it contradicts what follows, and the report says how
/// many values were taken on trust. Where all children are there and exact, nothing is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "philidor/base/budget.hpp"
#include "philidor/builder/detail/table_fault.hpp"
#include "philidor/table/detail/distance_table.hpp"
#include "philidor/table/detail/table.hpp"
#include "philidor/table/detail/table_lookup.hpp"

namespace philidor {

/// What is asked of values where not all tables of the children are there and exact.
enum class BoundsCheck : std::uint8_t {
    follow,  ///< they are what follows from the tables that are there, as the builder makes them
    agree,   ///< they do not contradict it, as with tables that a proof has stored
};

/// How to check a table.
struct VerifyOptions {
    /// What the check may take, memory apart. Progress begins anew with each stage; it is told in wins in the
    /// second and third stage, in tiles in the others.
    Budget budget = {};
    std::size_t most_faults = 10;              ///< how many faults are described
    const DistanceTable* distances = nullptr;  ///< of the same key, exact; checked as well if it is there
    BoundsCheck bounds = BoundsCheck::follow;  ///< what is asked of bounds
};

/// What a check found.
struct VerifyReport {
    std::uint64_t entries = 0;      ///< all that were looked at in the first stage, illegal ones included
    std::uint64_t legal = 0;        ///< those of legal positions
    std::uint64_t faults = 0;       ///< how many are wrong
    std::vector<TableFault> first;  ///< the first of them, in the order of the table
    std::uint64_t on_trust = 0;     ///< legal positions whose values agree with the tables but are sharper
    bool was_stopped = false;       ///< the budget ended it early

    /// Whether the whole table was checked and is right.
    [[nodiscard]] bool is_clean() const { return faults == 0 && !was_stopped; }
};

/// Checks every entry of a table. Each stage follows if the one before it finds no fault. Several threads
/// share the work tile by tile; the result does not depend on their number. `lookup` finds the tables of the
/// children and is called by one thread at a time.
[[nodiscard]] VerifyReport verify(const Table& table,
                                  const TableLookup& lookup,
                                  const VerifyOptions& options = {});

}  // namespace philidor
