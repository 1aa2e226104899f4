#include "philidor/material/detail/child_keys.hpp"

#include <unordered_set>

namespace philidor {

std::vector<ChildKey> child_keys(const MaterialKey& key) {
    std::vector<ChildKey> children;
    std::unordered_set<CanonicalKey> seen;
    for_each_change(key, [&](const KeyChange& change, const MaterialKey& child) {
        const auto [canonical, symmetry] = canonicalize(child);
        if (seen.insert(canonical).second) children.push_back({child, canonical, symmetry, change});
    });
    return children;
}

}  // namespace philidor
