/// @file
/// What an engine says in the UCI protocol.
#pragma once

#include <string>

#include "philidor/chess/board.hpp"
#include "philidor/engine/analysis.hpp"
#include "philidor/engine/value.hpp"

namespace philidor {

/// "cp 13", or "mate -4".
[[nodiscard]] std::string uci_score(Value value);

/// "850 140 10": the chances of a win, a draw and a loss in thousandths. What is decided is certain; an
/// estimate of 100 centipawns counts as even chances of a win and a draw.
[[nodiscard]] std::string uci_chances(Value value);

/// An `info` line about a board, after another one if the value is proved.
[[nodiscard]] std::string uci_info(const Board& board, const SearchInfo& info, bool shows_chances = false);

/// The `bestmove` line.
[[nodiscard]] std::string uci_best_move(const Board& board, const BestMove& best);

}  // namespace philidor
