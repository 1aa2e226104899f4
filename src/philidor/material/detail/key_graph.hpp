/// @file
/// All keys that play can lead to, in the order in which their tables can be built.
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "philidor/base/budget.hpp"
#include "philidor/material/detail/key_rank.hpp"
#include "philidor/material/detail/table_size.hpp"
#include "philidor/material/table_key.hpp"

namespace philidor {

/// What a closure leaves out. Queens, rooks, bishops and knights are pieces here; kings and pawns are not. A
/// key that is left out is not explored either. Roots are never left out.
struct KeyLimits {
    unsigned pieces = 30;                                        ///< the most pieces of both sides together
    unsigned pieces_per_side = 15;                               ///< the most pieces of either side
    std::size_t keys = std::numeric_limits<std::size_t>::max();  ///< where the search for keys stops
};

/// Keys with the same number of pieces, and the size of their tables.
struct KeyGroup {
    unsigned pieces = 0;   ///< queens, rooks, bishops and knights of both sides
    std::size_t keys = 0;  ///< the number of keys
    Amount positions;      ///< of all their tables
    Amount bytes;          ///< of all their tables, see `TableSize`
};

/// The closure of some keys: the keys themselves, their children, the children of these and so on, each once.
/// The keys are sorted into levels of equal `key_rank`, lowest first. The children of a key are in earlier
/// levels, so all tables of a level can be built at the same time. Within a level the keys are in ascending
/// order. A key takes 24 bytes.
class KeyGraph {
  public:
    /// Finds all keys within the limits, unless the budget ends the search first. Reports the numbers of keys
    /// explored and found. The result depends only on the root and the limits.
    [[nodiscard]] static KeyGraph closure_of(const TableKey& root,
                                             const KeyLimits& limits = {},
                                             const Budget& budget = {});

    /// Finds all keys that play can lead to from any of the roots.
    [[nodiscard]] static KeyGraph closure_of(std::span<const TableKey> roots,
                                             const KeyLimits& limits = {},
                                             const Budget& budget = {});

    /// All keys, children before parents.
    [[nodiscard]] std::span<const TableKey> keys() const { return keys_; }

    /// The keys by level, children in earlier levels than their parents. No level is empty.
    [[nodiscard]] std::vector<std::span<const TableKey>> levels() const;

    /// Whether the key is in the graph.
    [[nodiscard]] bool contains(const TableKey& key) const;

    /// Whether the search stopped early, at the limit of keys or because the budget was spent. Keys may then
    /// be missing.
    [[nodiscard]] bool is_cut_off() const { return is_cut_off_; }

    /// Whether the child of a key was left out because it has too many pieces.
    [[nodiscard]] bool leaves_out_children() const { return leaves_out_children_; }

    /// The keys and the sizes of their tables, by number of pieces in ascending order. No group is empty.
    [[nodiscard]] std::vector<KeyGroup> groups() const;

  private:
    KeyGraph() = default;

    [[nodiscard]] std::span<const TableKey> keys_of_rank(unsigned rank) const {
        return keys().subspan(begins_[rank], begins_[rank + 1] - begins_[rank]);
    }

    std::vector<TableKey> keys_;
    std::array<std::size_t, highest_key_rank + 2> begins_{};  ///< where each rank begins, and the last ends
    bool is_cut_off_ = false;
    bool leaves_out_children_ = false;
};

}  // namespace philidor
