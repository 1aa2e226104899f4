/// @file
/// How code that needs tables asks for them.
#pragma once

#include <functional>

#include "philidor/material/canonical_key.hpp"
#include "philidor/table/table.hpp"

namespace philidor {

/// Finds a table that is there, or null. Called by one thread at a time; the table stays where it is.
using TableLookup = std::function<const Table*(const CanonicalKey&)>;

}  // namespace philidor
