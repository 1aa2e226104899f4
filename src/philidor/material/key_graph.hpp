/// @file
/// All keys that play can lead to, in the order in which their tables can be built.
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "philidor/base/budget.hpp"
#include "philidor/material/canonical_key.hpp"
#include "philidor/material/key_rank.hpp"
#include "philidor/material/table_size.hpp"

namespace philidor {

/// What a closure leaves out. Queens, rooks, bishops and knights are pieces here; kings and pawns are not.
/// A key that is left out is not explored either; a root is never left out.
struct KeyLimits {
    unsigned pieces = 30;                                        ///< the most pieces of both sides together
    unsigned pieces_per_side = 15;                               ///< the most pieces of either side
    std::size_t keys = std::numeric_limits<std::size_t>::max();  ///< where the search for keys ends
};

/// Keys with the same number of pieces, and what their tables take.
struct KeyGroup {
    unsigned pieces = 0;   ///< queens, rooks, bishops and knights of both sides
    std::size_t keys = 0;  ///< how many keys
    Amount positions;      ///< of all their tables
    Amount bytes;          ///< of all their tables, see `TableSize`
};

/// The closure of keys: the keys themselves, their children, the children of these and so on, each once. The
/// keys stand in levels of equal `key_rank`, lowest first, so that the children of a key stand in earlier
/// levels and all tables of a level can be built at the same time. Inside a level the keys are sorted. 24
/// bytes a key.
class KeyGraph {
  public:
    /// Finds all keys within the limits, unless the budget ends the search. It tells the number of keys
    /// explored and found. The result depends on nothing but the root and the limits.
    [[nodiscard]] static KeyGraph closure_of(const CanonicalKey& root,
                                             const KeyLimits& limits = {},
                                             const Budget& budget = {});

    /// Finds all keys that play can lead to from any of the roots.
    [[nodiscard]] static KeyGraph closure_of(std::span<const CanonicalKey> roots,
                                             const KeyLimits& limits = {},
                                             const Budget& budget = {});

    /// All keys, children before parents.
    [[nodiscard]] std::span<const CanonicalKey> keys() const { return keys_; }

    /// The keys by level, children in earlier levels than their parents. No level is empty.
    [[nodiscard]] std::vector<std::span<const CanonicalKey>> levels() const;

    /// Whether the key is in the graph.
    [[nodiscard]] bool contains(const CanonicalKey& key) const;

    /// Whether the search ended early, at the limit of keys or because the budget was spent. Then keys may be
    /// missing for no other reason.
    [[nodiscard]] bool is_cut_off() const { return is_cut_off_; }

    /// Whether a child of some key was left out because it has too many pieces.
    [[nodiscard]] bool leaves_out_children() const { return leaves_out_children_; }

    /// The keys and what their tables take, by number of pieces in ascending order; no group is empty.
    [[nodiscard]] std::vector<KeyGroup> groups() const;

  private:
    KeyGraph() = default;

    [[nodiscard]] std::span<const CanonicalKey> keys_of_rank(unsigned rank) const {
        return keys().subspan(begins_[rank], begins_[rank + 1] - begins_[rank]);
    }

    std::vector<CanonicalKey> keys_;
    /// Where each rank begins, and the end of the last.
    std::array<std::size_t, highest_key_rank + 2> begins_{};
    bool is_cut_off_ = false;
    bool leaves_out_children_ = false;
};

}  // namespace philidor
