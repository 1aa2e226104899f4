#include "command_annotate.hpp"

#include <cstdio>
#include <memory>
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
#include "table_options.hpp"

namespace philidor::cli {

namespace {

/// What the command line asks for.
struct AnnotateArguments {
    std::string file;
    std::string output;
    std::vector<std::string> stores;
    bool wants_json = false;
};

/// Where the games go. The file is made when the first of them comes, so that bad input leaves none behind.
class Output {
  public:
    explicit Output(std::string path) : path_(std::move(path)) {}
    Output(const Output&) = delete;
    Output& operator=(const Output&) = delete;
    ~Output() {
        if (file_ != nullptr && file_ != stdout) (void)std::fclose(file_);
    }

    void write(std::string_view text) {
        open();
        if (std::fwrite(text.data(), 1, text.size(), file_) != text.size()) fail();
    }

    /// All must be on its way before the command may say that it is done.
    void finish() {
        open();
        if (std::fflush(file_) != 0) fail();
    }

  private:
    void open() {
        if (file_ != nullptr) return;
        file_ = path_.empty() ? stdout : std::fopen(path_.c_str(), "wb");
        if (file_ == nullptr)
            throw CommandFailure(ExitCode::failed, fmt::format("cannot write {}", in_quotes(path_)));
    }

    [[noreturn]] void fail() const {
        throw CommandFailure(
            ExitCode::failed,
            fmt::format("cannot write to {}", path_.empty() ? "standard output" : in_quotes(path_)));
    }

    std::string path_;
    std::FILE* file_ = nullptr;
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
    output.finish();
    if (is_interrupted()) throw interruption();
    if (!annotated) throw CommandFailure(ExitCode::failed, annotated.error().message);
    print_totals(arguments, annotated->totals);
    if (!annotated->error) return;
    throw CommandFailure(ExitCode::failed, fmt::format("{}: {}", arguments.file, annotated->error->message));
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
    command->add_option("--output", arguments->output, "The file to write")
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
