/// @file
/// Building the tables of a plan, level by level.
#pragma once

#include <cstdint>

#include "philidor/base/budget.hpp"
#include "philidor/base/result.hpp"
#include "philidor/builder/build.hpp"
#include "philidor/material/table_key.hpp"
#include "philidor/table/table_store.hpp"

namespace philidor::detail {

/// How much memory building a table takes, the children that have to be at hand included.
[[nodiscard]] std::uint64_t memory_to_build(const TableKey& key, const BuildOptions& options);

/// Why a budget does not go on.
[[nodiscard]] Error<BuildError> end_of(const Budget& budget);

/// See `build`. Of the options it heeds what is stored and how progress is told; the rest is in the budget.
[[nodiscard]] Result<BuildReport, BuildError> build_tables(const TablePlan& plan,
                                                           TableStore& store,
                                                           const BuildOptions& options,
                                                           const Budget& budget);

}  // namespace philidor::detail
