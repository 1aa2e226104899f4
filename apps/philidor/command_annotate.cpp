#include "command_annotate.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "exit_code.hpp"
#include "interrupt.hpp"
#include "number_text.hpp"
#include "philidor/base/detail/in_quotes.hpp"
#include "philidor/games/annotate_games.hpp"
#include "problem_text.hpp"
#include "progress_bar.hpp"
#include "read_input.hpp"
#include "table_options.hpp"
#include "write_file.hpp"

namespace philidor::cli {

namespace {

/// How many players the summary names.
constexpr std::size_t most_players = 20;

/// What the command line asks for.
struct AnnotateArguments {
    std::string file;
    std::string output;
    std::vector<std::string> stores;
    std::optional<double> seconds;  ///< for a position that is to be proved; empty to prove none
    ProofLimits proofs;
    bool wants_json = false;
};

/// Where the games go. An older file is replaced when all games are written, and not before: it may be the
/// one that is read.
class Output {
  public:
    explicit Output(const std::string& path) : file_(open_output(path.empty() ? "/dev/stdout" : path)) {}

    void write(std::string_view text) { value_or_failure(file_->write(text), ExitCode::failed); }

    /// All must be on its way before the command may say that it is done.
    void finish() { value_or_failure(file_->finish(), ExitCode::failed); }

  private:
    std::unique_ptr<detail::OutputFile> file_;
};

/// Those who threw something away, the most generous first.
std::vector<std::pair<std::string, PlayerTotals>> by_half_points(const AnnotationTotals& totals) {
    std::vector<std::pair<std::string, PlayerTotals>> players;
    for (const auto& player : totals.players) {
        if (player.second.mistakes != 0) players.emplace_back(player);
    }
    std::ranges::sort(players, [](const auto& one, const auto& other) {
        if (one.second.half_points != other.second.half_points)
            return one.second.half_points > other.second.half_points;
        return one.first < other.first;
    });
    return players;
}

void print_json(const AnnotationTotals& totals) {
    nlohmann::ordered_json json{
        {"games", totals.games},       {"moves", totals.moves},           {"valued", totals.valued},
        {"mistakes", totals.mistakes}, {"only_moves", totals.only_moves}, {"proved", totals.proved},
        {"open", totals.open}};
    json["players"] = nlohmann::ordered_json::array();
    for (const auto& [name, player] : by_half_points(totals)) {
        json["players"].push_back({{"name", name},
                                   {"valued", player.valued},
                                   {"mistakes", player.mistakes},
                                   {"half_points", player.half_points}});
    }
    // Names come from the file, and may be no UTF-8.
    fmt::print(stderr, "{}\n", json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

void print_totals(const AnnotateArguments& arguments, const AnnotationTotals& totals) {
    if (arguments.wants_json) return print_json(totals);
    fmt::print(stderr, "{} games, {} moves, {} with a value, {} changed the result, {} alone kept it\n",
               with_separators(totals.games), with_separators(totals.moves), with_separators(totals.valued),
               with_separators(totals.mistakes), with_separators(totals.only_moves));
    if (arguments.seconds) {
        fmt::print(stderr, "{} positions proved, {} left open\n", with_separators(totals.proved),
                   with_separators(totals.open));
    }
    const auto players = by_half_points(totals);
    if (players.empty()) return;
    fmt::print(stderr, "\nhalf points  mistakes  of moves  thrown away by\n");
    for (const auto& [name, player] : std::span(players).first(std::min(players.size(), most_players))) {
        fmt::print(stderr, "{:>11}  {:>8}  {:>8}  {}\n", player.half_points, player.mistakes, player.valued,
                   name);
    }
    if (players.size() > most_players) fmt::print(stderr, "and {} more\n", players.size() - most_players);
}

void run(const AnnotateArguments& arguments) {
    const auto store =
        stores_or_failure(arguments.stores, arguments.seconds ? StoreUse::writes : StoreUse::reads);
    Output output(arguments.output);
    AnnotateOptions options;
    options.budget.stop = interrupt_token();
    ProgressBar bar;
    if (arguments.seconds) {
        options.proofs = arguments.proofs;
        options.proofs->time = std::chrono::duration<double>(*arguments.seconds);
        options.proofs->stop = interrupt_token();
        options.proof_progress = [&](const Progress& now, const AnnotationTotals& totals) {
            bar.show(now.share(), [&](std::chrono::duration<double> /*elapsed*/) {
                return fmt::format(", {} of {} positions, {} open", with_separators(now.done),
                                   with_separators(now.total), with_separators(totals.open));
            });
        };
    }
    options.report = [&](const PgnProblem& problem) { print_problem(arguments.file, problem); };
    const auto annotated =
        annotate_games(arguments.file, *store, [&](std::string_view text) { output.write(text); }, options);
    if (!annotated && annotated.error().kind == GamesError::file)
        throw CommandFailure(ExitCode::bad_input, annotated.error().message);
    const bool is_complete = annotated && !annotated->error && !is_interrupted();
    if (is_complete || arguments.output.empty()) output.finish();  // who reads along has the beginning anyway
    if (is_interrupted()) {
        std::string kept = arguments.output.empty() ? "" : in_quotes(arguments.output) + " is not written";
        if (arguments.seconds) kept += std::string(kept.empty() ? "" : "; ") + "what was proved is stored";
        throw interruption(kept);
    }
    if (!annotated) throw CommandFailure(ExitCode::failed, annotated.error().message);
    if (annotated->error) {
        throw CommandFailure(ExitCode::failed,
                             fmt::format("{}: {}", arguments.file, annotated->error->message));
    }
    print_totals(arguments, annotated->totals);
}

}  // namespace

void add_annotate_command(CLI::App& program) {
    CLI::App* command =
        program.add_subcommand("annotate", "Write games with what tables and proofs say about their moves");
    const auto arguments = std::make_shared<AnnotateArguments>();
    command
        ->add_option("FILE", arguments->file,
                     "A file of games, PGN as it is or compressed by zstd or gzip; `-` is standard input")
        ->type_name("")
        ->required();
    command
        ->add_option("--output", arguments->output,
                     "The file to write, when all games are done; it may be FILE itself")
        ->type_name("FILE")
        ->default_str("standard output");
    add_store_option(*command, arguments->stores);
    command
        ->add_option("--solve", arguments->seconds,
                     "Prove what the store lacks, for at most this many seconds a position, and store it")
        ->type_name("SECONDS")
        ->check(seconds_up_to(1e9));
    command
        ->add_option("--max-men", arguments->proofs.most_men,
                     "Prove positions of at most this many men, kings and pawns included")
        ->type_name("N")
        ->check(CLI::Range(2U, 32U).description(""))
        ->capture_default_str();
    add_memory_option(*command, arguments->proofs.memory_bytes,
                      "Memory for the proofs of a game, such as 2G");
    add_threads_option(*command, arguments->proofs.threads);
    command->add_flag("--json", arguments->wants_json,
                      "Print the totals, which come on standard error, as one line of JSON");
    command->footer(
        "A move that changed the result gets a glyph and a comment with moves that keep it, {draw; Kb1 "
        "wins}, and\n"
        "variations show how. A move that alone keeps a win or a draw gets {alone wins} or {alone draws}, "
        "and a\n"
        "variation shows how another move fails. Other moves get nothing, and all that is in the games "
        "stays.\n"
        "The 50-move rule is not considered. At the end standard error says who threw away how much.\n"
        "With --solve, what was proved is in the store: after an interruption, the same command goes on from "
        "there.\n"
        "Examples:\n"
        "  philidor annotate games.pgn --store tables.db --output annotated.pgn\n"
        "  philidor annotate games.pgn --solve 2 --memory 2G --output annotated.pgn");
    command->callback([arguments] { run(*arguments); });
}

}  // namespace philidor::cli
