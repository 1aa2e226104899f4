/// @file
/// How code that needs tables gets them.
#pragma once

#include <functional>

#include "philidor/material/table_key.hpp"
#include "philidor/table/detail/table.hpp"

namespace philidor {

/// Returns a table, or null if it is not available. Called by one thread at a time; the table must stay
/// valid.
using TableLookup = std::function<const Table*(const TableKey&)>;

}  // namespace philidor
