/// @file
/// Tables with everything below them, in memory.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "philidor/builder/retrograde_solver.hpp"
#include "philidor/material/canonical_key.hpp"
#include "philidor/material/child_keys.hpp"
#include "philidor/material/key_text.hpp"
#include "philidor/table/table.hpp"

namespace philidor {

/// Solves tables and all that they need, each once.
class SolvedTables {
  public:
    /// Tables of more than `most_pieces` pieces, kings and pawns apart, are held to be absent: the values
    /// above them become bounds.
    explicit SolvedTables(unsigned most_pieces = 30) : most_pieces_(most_pieces) {}

    /// The table of a key, which may have more pieces than its children.
    const Table& of(const CanonicalKey& key) {
        if (const auto found = tables_.find(key); found != tables_.end()) return *found->second;
        for_each_change(key.material(), [&](const KeyChange&, const MaterialKey& child) {
            if (child.piece_count() <= most_pieces_) of(canonicalize(child).key);
        });
        auto table =
            std::make_unique<const Table>(solve(key, [&](const CanonicalKey& child) { return find(child); }));
        return *(tables_[key] = std::move(table));
    }

    /// The table of the key with this name, which need not be canonical.
    const Table& of(std::string_view name) { return of(canonicalize(parse_key(name).value()).key); }

    /// All tables so far.
    [[nodiscard]] std::vector<const Table*> all() const {
        std::vector<const Table*> tables;
        for (const auto& [key, table] : tables_) tables.push_back(table.get());
        return tables;
    }

  private:
    [[nodiscard]] const Table* find(const CanonicalKey& key) const {
        const auto found = tables_.find(key);
        return found == tables_.end() ? nullptr : found->second.get();
    }

    unsigned most_pieces_;
    std::unordered_map<CanonicalKey, std::unique_ptr<const Table>> tables_;
};

/// Whether two tables say the same of every position.
[[nodiscard]] inline bool are_equal(const Table& a, const Table& b) {
    if (a.key() != b.key() || a.is_exact() != b.is_exact()) return false;
    for (std::size_t tile = 0; tile < a.layout().tile_count(); ++tile) {
        for (const Certainty certainty : all_certainties) {
            for (const Color us : all_colors) {
                if (a.wins(certainty, tile, us).wins != b.wins(certainty, tile, us).wins) return false;
            }
        }
    }
    return true;
}

/// The keys of all ways to place the pawns of a class such as KQvKP, in ascending order. At most two pawns.
[[nodiscard]] inline std::vector<CanonicalKey> keys_of_class(std::string_view name) {
    std::vector<std::string> texts{""};
    for (const char letter : name) {
        std::vector<std::string> longer;
        for (const std::string& text : texts) {
            if (letter != 'P') {
                longer.push_back(text + letter);
                continue;
            }
            for (unsigned square = 8; square < 56; ++square)
                longer.push_back(text + to_string(square_at(square)));
        }
        texts = std::move(longer);
    }
    std::vector<CanonicalKey> keys;
    for (const std::string& text : texts) {
        if (const auto key = parse_key(text)) keys.push_back(canonicalize(*key).key);
    }
    std::ranges::sort(keys);
    const auto [first, last] = std::ranges::unique(keys);
    keys.erase(first, last);
    return keys;
}

}  // namespace philidor
