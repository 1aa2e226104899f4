#include "philidor/solve/detail/keys_without_promotions.hpp"

#include <unordered_set>

#include "philidor/material/detail/child_keys.hpp"

namespace philidor::detail {

std::vector<MaterialKey> keys_without_promotions(std::span<const MaterialKey> roots,
                                                 std::size_t most,
                                                 const Budget& budget) {
    std::vector<MaterialKey> keys;
    std::unordered_set<MaterialKey> seen;
    const auto add = [&](const MaterialKey& key) {
        if (seen.insert(key).second) keys.push_back(key);
    };
    for (const MaterialKey& root : roots) add(root);
    for (std::size_t next = 0; next < keys.size() && keys.size() <= most; ++next) {
        if (next % keys_between_questions == 0 && !budget.goes_on({next, keys.size(), 0})) break;
        const MaterialKey parent = keys[next];
        for_each_table_read(parent, [&](const TableRead& read) {
            if (!read.change.promotion) add(read.key);
        });
    }
    return keys;
}

}  // namespace philidor::detail
