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
#include "philidor/base/decompression.hpp"
#include "philidor/base/file_stream.hpp"
#include "philidor/base/in_quotes.hpp"
#include "philidor/builder/prober.hpp"
#include "philidor/games/annotator.hpp"
#include "philidor/pgn/pgn_reader.hpp"
#include "philidor/pgn/pgn_writer.hpp"
#include "read_input.hpp"
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

/// Where the games go.
class Output {
  public:
    explicit Output(const std::string& path)
        : path_(path), file_(path.empty() ? stdout : std::fopen(path.c_str(), "wb")) {
        if (file_ == nullptr)
            throw CommandFailure(ExitCode::failed, fmt::format("cannot write {}", in_quotes(path_)));
    }
    Output(const Output&) = delete;
    Output& operator=(const Output&) = delete;
    ~Output() {
        if (file_ != nullptr && file_ != stdout) (void)std::fclose(file_);
    }

    void write(std::string_view text) {
        if (std::fwrite(text.data(), 1, text.size(), file_) != text.size()) fail();
    }

    /// All must be on its way before the command may say that it is done.
    void finish() {
        if (std::fflush(file_) != 0) fail();
    }

  private:
    [[noreturn]] void fail() const {
        throw CommandFailure(
            ExitCode::failed,
            fmt::format("cannot write to {}", path_.empty() ? "standard output" : in_quotes(path_)));
    }

    std::string path_;
    std::FILE* file_;
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
    auto file = value_or_failure(open_file_stream(arguments.file));
    const auto stream = value_or_failure(decompressed(std::move(file), arguments.file), ExitCode::failed);
    const auto store = stores_or_failure(arguments.stores, StoreUse::reads);
    Prober prober(*store);
    Output output(arguments.output);
    PgnWriter writer([&](std::string_view text) { output.write(text); });
    Annotator annotator(prober, writer, [&](const PgnProblem& problem) {
        fmt::print(stderr, "philidor: {}: line {}, game {}: {}\n", arguments.file, problem.line, problem.game,
                   problem.message);
    });
    annotator.goes_on = [] { return !is_interrupted(); };
    PgnReader reader(*stream);
    const auto read = reader.read(annotator);
    output.finish();
    if (is_interrupted()) throw interruption();
    if (annotator.failure()) throw CommandFailure(ExitCode::failed, annotator.failure()->message);
    print_totals(arguments, annotator.totals());
    if (!read)
        throw CommandFailure(ExitCode::failed, fmt::format("{}: {}", arguments.file, read.error().message));
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
