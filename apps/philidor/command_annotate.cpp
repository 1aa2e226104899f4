#include "command_annotate.hpp"

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "exit_code.hpp"
#include "interrupt.hpp"
#include "number_text.hpp"
#include "philidor/base/detail/in_quotes.hpp"
#include "philidor/games/annotate_games.hpp"
#include "problem_text.hpp"
#include "read_input.hpp"
#include "table_options.hpp"
#include "write_file.hpp"

namespace philidor::cli {

namespace {

/// What the command line asks for.
struct AnnotateArguments {
    std::string file;
    std::string output;
    std::vector<std::string> stores;
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

void print_totals(const AnnotateArguments& arguments, const AnnotationTotals& totals) {
    if (arguments.wants_json) {
        const nlohmann::ordered_json json{{"games", totals.games},
                                          {"moves", totals.moves},
                                          {"valued", totals.valued},
                                          {"mistakes", totals.mistakes}};
        fmt::print(stderr, "{}\n", json.dump());
    } else {
        fmt::print(stderr, "{} games, {} moves, {} with a value, {} changed the result\n",
                   with_separators(totals.games), with_separators(totals.moves),
                   with_separators(totals.valued), with_separators(totals.mistakes));
    }
}

void run(const AnnotateArguments& arguments) {
    const auto store = stores_or_failure(arguments.stores, StoreUse::reads);
    Output output(arguments.output);
    AnnotateOptions options;
    options.budget.stop = interrupt_token();
    options.report = [&](const PgnProblem& problem) { print_problem(arguments.file, problem); };
    const auto annotated =
        annotate_games(arguments.file, *store, [&](std::string_view text) { output.write(text); }, options);
    if (!annotated && annotated.error().kind == GamesError::file)
        throw CommandFailure(ExitCode::bad_input, annotated.error().message);
    const bool is_complete = annotated && !annotated->error && !is_interrupted();
    if (is_complete || arguments.output.empty()) output.finish();  // who reads along has the beginning anyway
    if (is_interrupted()) {
        throw interruption(arguments.output.empty() ? "" : in_quotes(arguments.output) + " is not written");
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
        program.add_subcommand("annotate", "Write games with what the tables say about their moves");
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
    command->add_flag("--json", arguments->wants_json,
                      "Print the totals, which come on standard error, as one line of JSON");
    command->footer(
        "A move in a position that the tables know is followed by its value for the side that made it, and "
        "one\n"
        "that changed the result also by a ? and a move that would have kept it: Kb2? {draw; Kb1 wins}.\n"
        "Tags, comments and glyphs are kept, variations are not.\n"
        "Example:\n"
        "  philidor annotate games.pgn --store tables.db --output annotated.pgn");
    command->callback([arguments] { run(*arguments); });
}

}  // namespace philidor::cli
