/// @file
/// What there is to say about a stored table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include <nlohmann/json.hpp>

#include "philidor/builder/prober.hpp"
#include "philidor/material/canonical_key.hpp"
#include "philidor/table/table_statistics.hpp"
#include "philidor/table/table_store.hpp"

namespace philidor::cli {

/// The figures of a stored table.
struct TableReport {
    CanonicalKey key;
    bool is_exact;
    std::uint64_t bytes;  ///< as it is stored
    std::size_t blocks;
    ByColor<ValueCounts> counts;
    std::optional<LongestDistance> longest;  ///< none if nobody wins, or if it could not be measured
};

/// Looks at a table of the store. `prober` finds the longest distance; null if it is not wanted.
[[nodiscard]] TableReport report_on(const CanonicalKey& key, const TableStore& store, Prober* prober);

/// As JSON.
[[nodiscard]] nlohmann::ordered_json json_of(const TableReport& report);

/// For people.
void print(const TableReport& report);

}  // namespace philidor::cli
