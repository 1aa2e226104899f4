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

/// An `info` line about a board, followed by another one if the value is proved.
[[nodiscard]] std::string uci_info(const Board& board, const SearchInfo& info);

/// The `bestmove` line.
[[nodiscard]] std::string uci_best_move(const Board& board, const BestMove& best);

}  // namespace philidor
