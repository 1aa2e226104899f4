/// @file
/// All of Philidor: the five jobs, each in one call.
///
/// - `solve(ending, options)` proves what an ending is worth;
/// - `Oracle(store, options).answer(ending)` answers from tables, else by building them, else by proof;
/// - `build(keys, store, options)` builds tables, and all that they need;
/// - `games_in(path)` reads games, and `add_games(index, path)` counts what occurs in them;
/// - `legal_moves(board)` and the rest of the chess core.
#pragma once

#include "philidor/builder/build.hpp"
#include "philidor/chess/ending.hpp"
#include "philidor/chess/fen.hpp"
#include "philidor/chess/game.hpp"
#include "philidor/chess/movegen.hpp"
#include "philidor/chess/notation.hpp"
#include "philidor/chess/perft.hpp"
#include "philidor/engine/engine.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/pgn/games_in.hpp"
#include "philidor/pgn/pgn_index.hpp"
#include "philidor/solve/oracle.hpp"
#include "philidor/solve/solve.hpp"
#include "philidor/table/table_store.hpp"
