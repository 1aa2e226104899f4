/// @file
/// Adds a file of games to an index.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "philidor/base/budget.hpp"
#include "philidor/base/file_error.hpp"
#include "philidor/base/result.hpp"
#include "philidor/pgn/pgn_game.hpp"
#include "philidor/pgn/pgn_index.hpp"

namespace philidor {

/// Why a file was not added.
enum class AddGamesError : std::uint8_t {
    file,     ///< it cannot be opened
    index,    ///< the index cannot be read or written
    stopped,  ///< the budget asked to stop, or its time is up
};

/// How a file is added.
struct AddGamesOptions {
    /// Threads, a limit for memory, and the ways to stop and to watch. Progress is told in bytes of the file.
    Budget budget;
    /// Told about games that cannot be read as they stand, in their order, by one thread at a time; may be
    /// empty.
    std::function<void(const PgnProblem&)> report;
};

/// What came of a file.
struct AddedGames {
    GameTotals totals;     ///< of the games that were read
    std::string known_as;  ///< the name under which the file is in the index already; empty if it was added
    std::optional<Error<FileError>> error;  ///< why the file was not read to its end; what came before counts

    /// Whether the file was added, since it was not in the index before.
    [[nodiscard]] bool are_new() const { return known_as.empty(); }
};

/// Plays through the games of a PGN file and adds their keys to an index, which must have been opened for
/// adding and must not be used by another thread meanwhile. The file may be plain or compressed by zstd or
/// gzip; `-` is standard input. It is added as a whole: if the work fails or is stopped, the index stays as
/// it was. A file that breaks off is added as far as it could be read, and one whose bytes are in the index
/// is not added again.
[[nodiscard]] Result<AddedGames, AddGamesError> add_games(PgnIndex& index,
                                                          const std::string& path,
                                                          const AddGamesOptions& options = {});

}  // namespace philidor
