/// @file
/// Copies a file of games, with what the tables say about their moves.
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
};

/// What came of a file.
struct AnnotatedGames {
    AnnotationTotals totals;
    std::optional<Error<FileError>> error;  ///< what ended the reading too early; all before it was written
};

/// Reads the games of a file, as `games_in` does, and gives them to `write` as text, some lines at a time,
/// with the values that the tables of a store know: see `Annotator`. What was written before an error stays.
[[nodiscard]] Result<AnnotatedGames, GamesError> annotate_games(
    const std::string& path,
    const TableStore& store,
    const std::function<void(std::string_view)>& write,
    const AnnotateOptions& options = {});

}  // namespace philidor
