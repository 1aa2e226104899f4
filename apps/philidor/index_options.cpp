#include "index_options.hpp"

#include <filesystem>

#include <fmt/format.h>

#include "exit_code.hpp"
#include "philidor/base/detail/in_quotes.hpp"
#include "read_input.hpp"

namespace philidor::cli {

CLI::Option* add_index_option(CLI::App& command, std::string& path) {
    path = "games.db";
    return command
        .add_option("--db", path, "The index of games, an SQLite file that `philidor index-pgn` makes")
        ->type_name("FILE")
        ->default_str(path);
}

PgnIndex open_index(const std::string& path) {
    if (!std::filesystem::exists(path)) {
        throw CommandFailure(ExitCode::bad_input,
                             fmt::format("there is no index {}; `philidor index-pgn FILE --db {}` makes it",
                                         in_quotes(path), path));
    }
    return value_or_failure(PgnIndex::open(path));
}

}  // namespace philidor::cli
