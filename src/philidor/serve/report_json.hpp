/// @file
/// Results as JSON, the same for the server and the program.
#pragma once

#include <chrono>
#include <optional>
#include <span>
#include <string>

#include <nlohmann/json.hpp>

#include "philidor/chess/board.hpp"
#include "philidor/material/detail/table_size.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/pawns/pawn_report.hpp"
#include "philidor/solve/proof.hpp"
#include "philidor/solve/solution.hpp"
#include "philidor/table/answer.hpp"
#include "philidor/table/wdl.hpp"

namespace philidor {

/// JSON whose fields keep their order.
using Json = nlohmann::ordered_json;

/// Adds the fields that a position and a move have in common. A field is null if its value is not known.
void add_value(Json& json, RuledValue value, std::optional<int> dtz, std::optional<int> dtm = {});

/// The moves of a board, in the order given.
[[nodiscard]] Json json_of(const Board& board, std::span<const MoveAnswer> moves);

/// A solution, without its key squares.
[[nodiscard]] Json json_of(const Solution& solution);

/// How far a proof has come after this time.
[[nodiscard]] Json json_of(const SolveProgress& progress, std::chrono::duration<double> time);

/// The evaluation of the pawns.
[[nodiscard]] Json json_of(const PawnReport& report);

/// A number, or null if it is too large.
[[nodiscard]] Json json_of(Amount amount);

/// The names of a key and the size of its table.
[[nodiscard]] Json json_of(const MaterialKey& key);

/// The key squares of a pawn ending: for each square of each king, the name of its verdict.
[[nodiscard]] Json json_of(const Board& board, const KeySquares& squares);

}  // namespace philidor
