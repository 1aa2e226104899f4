/// @file
/// Answers in the format of the lichess tablebase, which many clients speak: docs/serving.md has every field.
#pragma once

#include "philidor/serve/oracle.hpp"
#include "philidor/serve/report_json.hpp"

namespace philidor {

/// What `GET /standard` answers. The board's clock counts for the categories.
[[nodiscard]] Json tablebase_json(const PositionAnswer& answer);

/// What `GET /standard/mainline` answers.
[[nodiscard]] Json tablebase_json(const Mainline& line);

}  // namespace philidor
