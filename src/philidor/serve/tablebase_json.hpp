/// @file
/// Answers in the format of the lichess tablebase, which many clients speak: docs/serving.md has every field.
#pragma once

#include "philidor/serve/report_json.hpp"
#include "philidor/solve/solution.hpp"
#include "philidor/table/answer.hpp"

namespace philidor {

/// What `GET /standard` answers. The board's clock counts for the categories.
[[nodiscard]] Json tablebase_json(const Answer& answer);

/// What `GET /standard/mainline` answers: the line of the solution.
[[nodiscard]] Json mainline_json(const Solution& solution);

}  // namespace philidor
