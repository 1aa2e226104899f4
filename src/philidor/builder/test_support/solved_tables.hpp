/// @file
/// Tables with everything below them, in memory.
#pragma once

#include <functional>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "philidor/builder/detail/retrograde_solver.hpp"
#include "philidor/material/detail/child_keys.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/material/table_key.hpp"
#include "philidor/table/detail/table.hpp"
#include "philidor/table/detail/table_lookup.hpp"

namespace philidor::test_support {

/// No table at all.
[[nodiscard]] inline const Table* find_nothing(const TableKey&) { return nullptr; }

/// Solves tables and all that they need, each once.
class SolvedTables {
  public:
    /// Which tables are solved; the others are held to be absent, and values above them become bounds.
    using IsWanted = std::function<bool(const TableKey&)>;

    /// All tables of at most this many pieces, kings and pawns apart.
    explicit SolvedTables(unsigned most_pieces = 30)
        : SolvedTables([=](const TableKey& key) { return key.material().piece_count() <= most_pieces; }) {}

    /// The tables that are wanted.
    explicit SolvedTables(IsWanted is_wanted) : is_wanted_(std::move(is_wanted)) {}

    /// The table of a key, which is solved even if it is not wanted as a child.
    const Table& of(const TableKey& key) {
        if (const Table* known = find(key)) return *known;
        for_each_change(key.material(), [&](const KeyChange&, const MaterialKey& child) {
            const TableKey canonical = table_for(child).key;
            if (is_wanted_(canonical)) of(canonical);
        });
        return *(tables_[key] = std::make_unique<const Table>(*solve_table(key, lookup())));
    }

    /// The table of the key with this name, which need not be canonical.
    const Table& of(std::string_view name) { return of(table_for(parse_key(name).value()).key); }

    /// A table that was solved, or null.
    [[nodiscard]] const Table* find(const TableKey& key) const {
        const auto found = tables_.find(key);
        return found == tables_.end() ? nullptr : found->second.get();
    }

    /// Finds what has been solved so far.
    [[nodiscard]] TableLookup lookup() const {
        return [this](const TableKey& key) { return find(key); };
    }

    /// All tables so far.
    [[nodiscard]] std::vector<const Table*> all() const {
        std::vector<const Table*> tables;
        for (const auto& [key, table] : tables_) tables.push_back(table.get());
        return tables;
    }

  private:
    IsWanted is_wanted_;
    std::unordered_map<TableKey, std::unique_ptr<const Table>> tables_;
};

}  // namespace philidor::test_support
