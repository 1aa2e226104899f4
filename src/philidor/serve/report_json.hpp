/// @file
/// What we know about positions, as JSON: the same words from the server as from the program.
#pragma once

#include <optional>
#include <span>
#include <string>

#include <nlohmann/json.hpp>

#include "philidor/chess/board.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/material/table_size.hpp"
#include "philidor/pawns/pawn_report.hpp"
#include "philidor/solve/key_squares.hpp"
#include "philidor/solve/solution.hpp"
#include "philidor/table/answer.hpp"
#include "philidor/table/wdl.hpp"

namespace philidor {

/// JSON whose fields stay in their order.
using Json = nlohmann::ordered_json;

/// Adds the fields that a position and a move have in common: null where nothing is certain.
void add_value(Json& json, WdlBounds bounds, std::optional<int> dtz);

/// The moves of a board, in the order given.
[[nodiscard]] Json json_of(const Board& board, std::span<const MoveAnswer> moves);

/// What was found out about a position, key squares apart.
[[nodiscard]] Json json_of(const Solution& solution);

/// The evaluation of the pawns.
[[nodiscard]] Json json_of(const PawnReport& report);

/// A number, or null if it is too large for one.
[[nodiscard]] Json json_of(Amount amount);

/// The names of a key, and how large its table is.
[[nodiscard]] Json json_of(const MaterialKey& key);

/// The key squares of a pawn ending: what each square means to the king that could stand there, by name.
[[nodiscard]] Json json_of(const Board& board, const KeySquares& squares);

}  // namespace philidor
