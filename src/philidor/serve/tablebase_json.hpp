/// @file
/// Answers in the format of the lichess tablebase, which many clients can read. docs/serving.md lists the
/// fields.
#pragma once

#include "philidor/serve/report_json.hpp"
#include "philidor/solve/solution.hpp"
#include "philidor/table/answer.hpp"

namespace philidor {

/// The answer to `GET /standard`. The categories take the board's halfmove clock into account.
[[nodiscard]] Json tablebase_json(const Answer& answer);

/// The answer to `GET /standard/mainline`: the line of the solution.
[[nodiscard]] Json mainline_json(const Solution& solution);

}  // namespace philidor
