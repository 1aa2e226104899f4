/// @file
/// Copies a file of games, with what tables and proofs say about their moves.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "philidor/base/budget.hpp"
#include "philidor/base/result.hpp"
#include "philidor/games/annotator.hpp"
#include "philidor/games/games_error.hpp"
#include "philidor/pgn/games_in.hpp"
#include "philidor/table/table_store.hpp"

namespace philidor {

/// How games are annotated.
struct AnnotateOptions {
    /// The ways to stop the work and to watch it. Progress is told in bytes of the file.
    Budget budget;
    /// Told about games that cannot be read as they stand, in their order; may be empty.
    std::function<void(const PgnProblem&)> report;
    /// Which positions to prove; empty to ask the store only, which then is only read.
    std::optional<ProofLimits> proofs;
    /// Told after each position within those limits how many of them are done; may be empty. For that the
    /// file is read twice, and the total is not known of what is no ordinary file.
    std::function<void(const Progress&, const AnnotationTotals&)> proof_progress;
};

/// What came of a file.
struct AnnotatedGames {
    AnnotationTotals totals;
    std::optional<Error<FileError>> error;  ///< what ended the reading too early; all before it was written
};

/// Reads the games of a file, as `read_game_trees` does, and gives them to `write` as text, one at a time,
/// with what is known about their moves: see `Annotator`. What was written before an error stays. What was
/// proved for a game is stored when it is done, so that work which was stopped goes on from there.
[[nodiscard]] Result<AnnotatedGames, GamesError> annotate_games(
    const std::string& path,
    TableStore& store,
    const std::function<void(std::string_view)>& write,
    const AnnotateOptions& options = {});

}  // namespace philidor
