/// @file
/// All keys of a class of material such as KPPvKP.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "philidor/base/result.hpp"
#include "philidor/cluster/run_error.hpp"
#include "philidor/material/table_key.hpp"

namespace philidor {

/// Whether a text names a class: it has a P, or a B that does not say on which colour the bishop stands.
[[nodiscard]] bool is_class_name(std::string_view text);

/// The keys of all placements of the pawns of a class, and of all colours of its bishops, in ascending order.
/// More than `most` of them is an error.
[[nodiscard]] Result<std::vector<TableKey>, RunError> keys_of_class(std::string_view name, std::size_t most);

}  // namespace philidor
