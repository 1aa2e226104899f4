/// @file
/// The rules that a setup must obey to be a legal position.
#pragma once

#include <optional>

#include "philidor/base/result.hpp"
#include "philidor/chess/position.hpp"
#include "philidor/chess/setup.hpp"

namespace philidor {

/// The first rule that the setup breaks, if any. Positions that cannot arise in play but could be played on,
/// such as those with three checking pieces, are accepted.
[[nodiscard]] std::optional<Error<PositionError>> find_fault(const Setup& setup);

namespace detail {

/// The same, for callers that already have the pieces of the setup as sets.
[[nodiscard]] std::optional<Error<PositionError>> find_fault(const Setup& setup, const Position& men);

}  // namespace detail

}  // namespace philidor
