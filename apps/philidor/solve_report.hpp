/// @file
/// What `philidor solve` has to say.
#pragma once

#include <optional>
#include <vector>

#include <nlohmann/json.hpp>

#include "philidor/chess/board.hpp"
#include "philidor/chess/move.hpp"
#include "philidor/solve/key_squares.hpp"
#include "philidor/solve/position_solver.hpp"
#include "philidor/solve/solution.hpp"

namespace philidor::cli {

/// A move of the line of play.
struct LineMove {
    Move move;
    std::optional<bool> is_mutual_zugzwang;  ///< the position after it
};

/// A position, and all that was found out about it.
struct SolveReport {
    Board board;
    Solution solution;
    std::optional<int> dtz;
    std::vector<LineMove> line;
    std::optional<KeySquares> key_squares;  ///< if somebody wants the map
    double seconds = 0;
};

/// As JSON.
[[nodiscard]] nlohmann::ordered_json json_of(const SolveReport& report);

/// For people. The options say what more of them would help.
void print(const SolveReport& report, const SolveOptions& options);

}  // namespace philidor::cli
