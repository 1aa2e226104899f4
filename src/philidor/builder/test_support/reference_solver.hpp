/// @file
/// The slow, obvious twin of the retrograde solver.
#pragma once

#include "philidor/material/table_key.hpp"
#include "philidor/table/detail/table.hpp"
#include "philidor/table/detail/table_lookup.hpp"

namespace philidor::test_support {

/// The same table as `solve`, byte for byte, found position by position with the ordinary move generator. It
/// has no code in common with `solve`, which is what makes their agreement worth something. Meant for tests:
/// it takes a microsecond or so for each move of each position, and four bytes for each quiet one. The key
/// has at most `most_layout_pieces` pieces.
[[nodiscard]] Table reference_solve(const TableKey& key, const TableLookup& lookup);

}  // namespace philidor::test_support
