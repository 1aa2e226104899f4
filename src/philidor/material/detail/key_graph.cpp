#include "philidor/material/detail/key_graph.hpp"

#include <algorithm>
#include <utility>

#include "philidor/material/detail/child_keys.hpp"
#include "philidor/material/detail/key_set.hpp"

namespace philidor {

namespace {

/// Walks from key to key, highest rank first. Since every change lowers the rank, all keys of a rank are
/// known when its turn comes. So one small set for each rank is enough, and it stays in the cache.
class Search {
  public:
    Search(std::span<const TableKey> roots, const KeyLimits& limits) : limits_(limits) {
        limits_.keys = std::min(limits.keys, detail::KeySet::capacity);
        for (const TableKey& root : roots) {
            if (found_[key_rank(root.material())].insert(root, root.material().hash())) ++found_count_;
        }
    }

    /// Finds all keys. Returns false if it had to stop early.
    [[nodiscard]] bool run(const Budget& budget) {
        constexpr std::size_t keys_between_reports = 4096;
        std::size_t explored = 0;
        for (auto keys = found_.rbegin(); keys != found_.rend(); ++keys) {
            for (std::size_t place = 0; place < keys->size(); ++place, ++explored) {
                if (explored % keys_between_reports == 0 && !budget.goes_on({explored, found_count_, 0}))
                    return false;
                if (!explore((*keys)[place].material())) return false;
            }
            keys->forget_places();
        }
        return true;
    }

    /// Whether a child was left out because it had too many pieces.
    [[nodiscard]] bool left_out_children() const { return left_out_children_; }

    /// The number of keys found.
    [[nodiscard]] std::size_t found_count() const { return found_count_; }

    /// Moves out the keys of a rank.
    [[nodiscard]] std::vector<TableKey> take_keys(unsigned rank) { return found_[rank].take_keys(); }

  private:
    struct Child {
        TableKey key;
        std::uint64_t hash;
        unsigned rank;
    };

    /// Finds the children of a key. Returns false if there are too many keys.
    [[nodiscard]] bool explore(const MaterialKey& key) {
        collect_children(key);
        for (const Child& child : children_) {
            detail::KeySet& keys = found_[child.rank];
            if (found_count_ >= limits_.keys && !keys.contains(child.key, child.hash)) return false;
            if (keys.insert(child.key, child.hash)) ++found_count_;
        }
        return true;
    }

    /// Lists the children first and inserts them later, so that their slots can be prefetched.
    void collect_children(const MaterialKey& key) {
        children_.clear();
        for_each_change(key, [this](const KeyChange& /*change*/, const MaterialKey& child) {
            if (!is_within_limits(child)) {
                left_out_children_ = true;
                return;
            }
            const TableKey canonical = table_for(child).key;
            const std::uint64_t hash = canonical.material().hash();
            const unsigned rank = key_rank(child);
            found_[rank].prefetch(hash);
            children_.push_back({canonical, hash, rank});
        });
    }

    [[nodiscard]] bool is_within_limits(const MaterialKey& key) const {
        const unsigned white = key.pieces(Color::white).total();
        const unsigned black = key.pieces(Color::black).total();
        return white + black <= limits_.pieces && std::max(white, black) <= limits_.pieces_per_side;
    }

    KeyLimits limits_;
    std::array<detail::KeySet, highest_key_rank + 1> found_;  ///< by rank
    std::size_t found_count_ = 0;                             ///< of all ranks
    std::vector<Child> children_;
    bool left_out_children_ = false;
};

}  // namespace

KeyGraph KeyGraph::closure_of(const TableKey& root, const KeyLimits& limits, const Budget& budget) {
    return closure_of(std::span(&root, 1), limits, budget);
}

KeyGraph KeyGraph::closure_of(std::span<const TableKey> roots,
                              const KeyLimits& limits,
                              const Budget& budget) {
    Search search(roots, limits);
    KeyGraph graph;
    graph.is_cut_off_ = !search.run(budget);
    graph.leaves_out_children_ = search.left_out_children();
    graph.keys_.reserve(search.found_count());
    for (unsigned rank = 0; rank <= highest_key_rank; ++rank) {
        auto keys = search.take_keys(rank);
        std::ranges::sort(keys);
        graph.keys_.insert(graph.keys_.end(), keys.begin(), keys.end());
        graph.begins_[rank + 1] = graph.keys_.size();
    }
    return graph;
}

std::vector<std::span<const TableKey>> KeyGraph::levels() const {
    std::vector<std::span<const TableKey>> levels;
    for (unsigned rank = 0; rank <= highest_key_rank; ++rank) {
        if (!keys_of_rank(rank).empty()) levels.push_back(keys_of_rank(rank));
    }
    return levels;
}

bool KeyGraph::contains(const TableKey& key) const {
    return std::ranges::binary_search(keys_of_rank(key_rank(key.material())), key);
}

std::vector<KeyGroup> KeyGraph::groups() const {
    std::array<KeyGroup, 31> by_pieces{};
    for (const TableKey& key : keys_) {
        KeyGroup& group = by_pieces[key.material().piece_count()];
        const TableSize size = table_size(key);
        ++group.keys;
        group.positions += size.positions;
        group.bytes += size.bytes;
    }
    std::vector<KeyGroup> groups;
    for (unsigned pieces = 0; pieces < by_pieces.size(); ++pieces) {
        by_pieces[pieces].pieces = pieces;
        if (by_pieces[pieces].keys != 0) groups.push_back(by_pieces[pieces]);
    }
    return groups;
}

}  // namespace philidor
