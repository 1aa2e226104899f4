/// @file
/// The rules a setup must keep to be a position.
#pragma once

#include <optional>

#include "philidor/base/result.hpp"
#include "philidor/chess/detail/position.hpp"
#include "philidor/chess/position_error.hpp"
#include "philidor/chess/setup.hpp"

namespace philidor {

/// The first rule that the setup breaks, if any. Positions that cannot arise in play but can be
/// played on, such as three checkers, are accepted.
[[nodiscard]] std::optional<Error<PositionError>> find_fault(const Setup& setup);

namespace detail {

/// The same, for those who already have the setup's men as sets.
[[nodiscard]] std::optional<Error<PositionError>> find_fault(const Setup& setup, const Position& men);

}  // namespace detail

}  // namespace philidor
