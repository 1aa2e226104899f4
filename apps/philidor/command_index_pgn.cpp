#include "command_index_pgn.hpp"

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "exit_code.hpp"
#include "index_options.hpp"
#include "interrupt.hpp"
#include "number_text.hpp"
#include "philidor/base/detail/in_quotes.hpp"
#include "philidor/pgn/detail/file_stream.hpp"
#include "philidor/pgn/pgn_index.hpp"
#include "problem_text.hpp"
#include "progress_bar.hpp"
#include "read_input.hpp"
#include "table_options.hpp"

namespace philidor::cli {

namespace {

using Json = nlohmann::ordered_json;

/// What the command line asks for.
struct IndexPgnArguments {
    std::vector<std::string> files;
    std::string index;
    std::optional<unsigned> most_men;
    bool wants_raw_keys = false;
    unsigned threads = 1;
    bool wants_json = false;
};

/// What came of a file.
struct Outcome : AddedGames {
    std::string file;
};

/// How far all files together are.
class FilesProgress {
  public:
    explicit FilesProgress(const std::vector<std::string>& files) {
        for (const std::string& file : files) {
            const auto size = detail::size_of_file(file);
            is_known_ &= size.has_value();
            all_bytes_ += size.value_or(0);
        }
    }

    /// Shows that this many bytes of the file that is read now are done.
    void show(std::uint64_t bytes) {
        if (!is_known_ || all_bytes_ == 0) return;
        const std::uint64_t done = bytes_before_ + bytes;
        bar_.show(static_cast<double>(done) / static_cast<double>(all_bytes_), [&](auto elapsed) {
            return fmt::format(
                "  {} of {}, {}/s", bytes_text(done), bytes_text(all_bytes_),
                bytes_text(static_cast<std::uint64_t>(static_cast<double>(done) / elapsed.count())));
        });
    }

    /// A file is done.
    void finish_file(const std::string& file) { bytes_before_ += detail::size_of_file(file).value_or(0); }

  private:
    bool is_known_ = true;  ///< how large the files are
    std::uint64_t all_bytes_ = 0;
    std::uint64_t bytes_before_ = 0;
    ProgressBar bar_;
};

PgnIndex open_or_create_index(const IndexPgnArguments& arguments) {
    const IndexSettings wanted{arguments.most_men.value_or(IndexSettings{}.most_men),
                               arguments.wants_raw_keys ? KeyNames::raw : KeyNames::canonical};
    auto opened = PgnIndex::open(arguments.index, wanted);
    const bool is_unwritable = !opened && opened.error().kind == IndexFileError::unwritable;
    PgnIndex index =
        value_or_failure(std::move(opened), is_unwritable ? ExitCode::failed : ExitCode::bad_input);
    const IndexSettings& settings = index.settings();
    if (arguments.most_men && settings.most_men != *arguments.most_men) {
        throw CommandFailure(
            ExitCode::bad_input,
            fmt::format("{} counts keys of at most {} men; --max-men {} needs an index of its own",
                        in_quotes(arguments.index), settings.most_men, *arguments.most_men));
    }
    if (settings.names != wanted.names) {
        throw CommandFailure(
            ExitCode::bad_input,
            fmt::format("{} has {}; an index cannot have both: another --db makes one",
                        in_quotes(arguments.index),
                        settings.names == KeyNames::raw ? "raw keys" : "canonical keys, and no raw ones"));
    }
    return index;
}

/// Adds a file to the index, or ends the command.
Outcome add_file(const IndexPgnArguments& arguments,
                 const std::string& path,
                 PgnIndex& index,
                 FilesProgress& progress) {
    AddGamesOptions options;
    options.budget.threads = arguments.threads;
    options.budget.stop = interrupt_token();
    options.budget.progress = [&](const Progress& now) { progress.show(now.done); };
    options.report = [&](const PgnProblem& problem) { print_problem(path, problem); };
    auto added = add_games(index, path, options);
    if (!added && added.error().kind == AddGamesError::stopped) throw interruption();
    const bool is_bad_input = !added && added.error().kind == AddGamesError::file;
    progress.finish_file(path);
    return {value_or_failure(std::move(added), is_bad_input ? ExitCode::bad_input : ExitCode::failed), path};
}

std::uint64_t counted_positions(const GameTotals& totals, unsigned most_men) {
    std::uint64_t positions = 0;
    for (std::size_t men = 0; men <= most_men; ++men) positions += totals.positions_by_men[men];
    return positions;
}

Json json_of(const GameTotals& totals, unsigned most_men) {
    return {{"games", totals.games},
            {"positions", totals.positions()},
            {"counted_positions", counted_positions(totals, most_men)},
            {"games_stopped", totals.stopped},
            {"games_left_out", totals.left_out},
            {"games_with_fen", totals.with_fen}};
}

void print_json(const IndexPgnArguments& arguments,
                const PgnIndex& index,
                const std::vector<Outcome>& outcomes,
                std::chrono::duration<double> elapsed) {
    const unsigned most_men = index.settings().most_men;
    Json files = Json::array();
    for (const Outcome& outcome : outcomes) {
        Json file{{"file", outcome.file}, {"added", outcome.are_new()}};
        file["known_as"] = outcome.are_new() ? Json() : Json(outcome.known_as);
        file["error"] = outcome.error ? Json(outcome.error->message) : Json();
        file.update(json_of(outcome.totals, most_men));
        files.push_back(std::move(file));
    }
    Json json{{"db", arguments.index}, {"max_men", most_men}, {"files", std::move(files)}};
    json.update(json_of(value_or_failure(index.totals(), ExitCode::failed), most_men));
    json["keys"] = value_or_failure(index.key_count(), ExitCode::failed);
    json["seconds"] = elapsed.count();
    fmt::print("{}\n", json.dump());
}

void print_text(const Outcome& outcome, unsigned most_men) {
    if (!outcome.are_new()) {
        fmt::print("{}: left out, since it is in the index{}\n", outcome.file,
                   outcome.known_as == outcome.file ? " already" : " as " + outcome.known_as);
        return;
    }
    const GameTotals& totals = outcome.totals;
    fmt::print("{}: {} games, {} positions, {} of them with at most {} men\n", outcome.file,
               with_separators(totals.games), with_separators(totals.positions()),
               with_separators(counted_positions(totals, most_men)), most_men);
    if (totals.stopped != 0) {
        fmt::print("  {} games stopped at a move that cannot be played\n", with_separators(totals.stopped));
    }
    if (totals.left_out != 0) fmt::print("  {} games left out\n", with_separators(totals.left_out));
}

void print_text(const IndexPgnArguments& arguments,
                const PgnIndex& index,
                std::chrono::duration<double> elapsed) {
    const GameTotals totals = value_or_failure(index.totals(), ExitCode::failed);
    fmt::print("{}: {} games, {} positions, {} keys; {:.1f} s\n", arguments.index,
               with_separators(totals.games), with_separators(totals.positions()),
               with_separators(value_or_failure(index.key_count(), ExitCode::failed)), elapsed.count());
}

void run(const IndexPgnArguments& arguments) {
    const auto begin = std::chrono::steady_clock::now();
    for (const std::string& file : arguments.files) {
        value_or_failure(detail::check_readable(file));  // better now than after an hour of reading
    }
    PgnIndex index = open_or_create_index(arguments);
    std::vector<Outcome> outcomes;
    {
        FilesProgress progress(arguments.files);
        for (const std::string& file : arguments.files) {
            outcomes.push_back(add_file(arguments, file, index, progress));
        }
    }
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
    std::size_t failed = 0;
    for (const Outcome& outcome : outcomes) {
        if (!arguments.wants_json) print_text(outcome, index.settings().most_men);
        if (!outcome.error) continue;
        ++failed;
        fmt::print(stderr, "philidor: {}: {}\n", outcome.file, outcome.error->message);
    }
    if (arguments.wants_json) {
        print_json(arguments, index, outcomes, elapsed);
    } else {
        print_text(arguments, index, elapsed);
    }
    if (failed == 0) return;
    throw CommandFailure(ExitCode::failed,
                         fmt::format("{} of {} files could not be read to their ends; what came "
                                     "before is in the index",
                                     failed, arguments.files.size()));
}

}  // namespace

void add_index_pgn_command(CLI::App& program) {
    CLI::App* command = program.add_subcommand("index-pgn", "Count the keys that occur in games");
    const auto arguments = std::make_shared<IndexPgnArguments>();
    command
        ->add_option("FILE", arguments->files,
                     "Files of games, PGN as it is or compressed by zstd or gzip; `-` is standard input")
        ->type_name("")
        ->required();
    add_index_option(*command, arguments->index);
    command
        ->add_option(
            "--max-men", arguments->most_men,
            "Count keys of at most this many men, kings and pawns included; fixed when the index is made")
        ->type_name("N")
        ->check(CLI::Range(2U, 32U).description(""))
        ->default_str("10, or what the index was made with");
    command->add_flag(
        "--raw-keys", arguments->wants_raw_keys,
        "Count keys as they stand on the board: colours are not exchanged and nothing is mirrored");
    add_threads_option(*command, arguments->threads);
    command->add_flag("--json", arguments->wants_json, "Print one line of JSON instead of text");
    command->footer(
        "Every game is played through. Games that cannot be read are reported with their line, and the next "
        "one\n"
        "is read. A file is added as a whole or, after Ctrl-C, not at all; one that was added before is left "
        "out.\n"
        "docs/pgn_index.md describes the index.\n"
        "Examples:\n"
        "  philidor index-pgn games.pgn.zst\n"
        "  curl -s URL | philidor index-pgn - --db lichess.db --max-men 8");
    command->callback([arguments] { run(*arguments); });
}

}  // namespace philidor::cli
