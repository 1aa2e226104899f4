#include "command_tune.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <memory>
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
#include "philidor/base/detail/memory_filesystem.hpp"
#include "philidor/pawns/detail/pawn_weights_text.hpp"
#include "philidor/pawns/pawn_term.hpp"
#include "philidor/table/detail/directory_store.hpp"
#include "philidor/table/detail/table.hpp"
#include "philidor/tune/exact_labels.hpp"
#include "philidor/tune/labelled_position.hpp"
#include "philidor/tune/weight_tuner.hpp"
#include "progress_bar.hpp"
#include "read_input.hpp"
#include "table_options.hpp"
#include "write_file.hpp"

namespace philidor::cli {

namespace {

using Json = nlohmann::ordered_json;

/// The arguments of the command.
struct TuneArguments {
    std::vector<std::string> game_files;
    std::vector<std::string> families;  ///< "KPvKP", "KPvKP=100" or "KPvKP=100x20"
    std::vector<std::string> stores;    ///< if empty, tables are kept in memory only
    std::string cpp_path;               ///< empty for no file
    std::string weights_path;           ///< empty for no file
    ExactOptions options;
    bool wants_json = false;
};

/// Weights, and how well they fit each source.
struct Judged {
    std::string name;
    PawnWeights weights;
    std::vector<Judgement> judgements;
};

/// The result of the command.
struct TuneOutcome {
    std::vector<ResultSource> sources;
    std::vector<Judged> rows;  ///< the starting values first, the weights tuned on all sources last
};

ResultSource read_games(const TuneArguments& arguments) {
    ResultSource source{"games", {}, {}};
    for (const std::string& path : arguments.game_files) {
        std::ifstream file(path);
        if (!file) throw CommandFailure(ExitCode::bad_input, fmt::format("cannot read \"{}\"", path));
        std::size_t number = 0;
        for (std::string line; std::getline(file, line);) {
            ++number;
            if (is_interrupted()) throw interruption();
            const auto position = parse_labelled(line);
            if (!position) {
                throw CommandFailure(ExitCode::bad_input,
                                     fmt::format("{}:{}: {}", path, number, position.error().message));
            }
            source.add(*position, arguments.options.seed);
        }
    }
    return source;
}

/// A family of endings, and how many positions to draw from it.
struct Request {
    std::string name;
    EndingFamily family;
    ExactOptions options;
};

/// Reads a number from 1 to 9999999.
std::size_t read_count(const std::string& number, const std::string& request) {
    const auto is_digit = [](char letter) { return letter >= '0' && letter <= '9'; };
    if (number.empty() || number.size() > 7 || !std::ranges::all_of(number, is_digit) ||
        std::stoul(number) == 0) {
        throw CommandFailure(
            ExitCode::bad_input,
            fmt::format(R"("{}" is not a number from 1 to 9999999 in "{}")", number, request));
    }
    return std::stoul(number);
}

/// Reads "KPvKP", "KPvKP=100" or "KPvKP=100x20".
Request read_request(const std::string& text, const ExactOptions& usual) {
    const std::size_t sign = text.find('=');
    const std::string name = text.substr(0, sign);
    Request request{name, value_or_failure(parse_family(name)), usual};
    if (sign == std::string::npos) return request;
    const std::size_t times = text.find('x', sign);
    request.options.structures = read_count(text.substr(sign + 1, times - sign - 1), text);
    if (times != std::string::npos) request.options.positions = read_count(text.substr(times + 1), text);
    return request;
}

std::unique_ptr<TableStore> open_store_for(const TuneArguments& arguments) {
    if (!arguments.stores.empty()) return stores_or_failure(arguments.stores, StoreUse::writes);
    return value_or_failure(DirectoryStore::open_folder(std::make_shared<MemoryFileSystem>(), "memory"),
                            ExitCode::failed);
}

ResultSource draw_exact(const TuneArguments& arguments) {
    std::vector<Request> requests;
    requests.reserve(arguments.families.size());
    for (const std::string& text : arguments.families) {
        requests.push_back(read_request(text, arguments.options));
    }
    const auto store = open_store_for(arguments);
    ResultSource source{"exact values", {}, {}};
    for (Request& request : requests) {
        ProgressBar bar;
        request.options.stop = interrupt_token();
        request.options.progress = [&](double share) {
            bar.show(share, [&](auto) { return "  " + request.name; });
        };
        const auto positions = draw_exact_positions(request.family, *store, request.options);
        if (is_interrupted()) throw interruption();
        if (!positions) throw CommandFailure(ExitCode::failed, positions.error().message);
        for (const LabelledPosition& position : *positions) source.add(position, arguments.options.seed);
    }
    return source;
}

TuneOutcome tune(const TuneArguments& arguments) {
    TuneOutcome outcome;
    if (!arguments.game_files.empty()) outcome.sources.push_back(read_games(arguments));
    if (!arguments.families.empty()) outcome.sources.push_back(draw_exact(arguments));
    std::vector<const ResultSource*> all;
    for (const ResultSource& source : outcome.sources) {
        if (source.training.size() == 0 || source.held_out.size() == 0) {
            throw CommandFailure(
                ExitCode::bad_input,
                fmt::format("{}: too few positions for training and for validation", source.name));
        }
        all.push_back(&source);
    }
    outcome.rows.push_back({"starting values", starting_pawn_weights, {}});
    const auto learn_from = [&](std::span<const ResultSource* const> sources, const std::string& name,
                                WeightBounds bounds) {
        outcome.rows.push_back({name, tune_weights(sources, bounds), {}});
        if (is_interrupted()) throw interruption();
    };
    learn_from(all, "tuned without bounds", WeightBounds::none);
    if (all.size() > 1) {
        for (const ResultSource* source : all) {
            learn_from(std::span(&source, 1), "tuned on " + source->name, WeightBounds::chess);
        }
    }
    learn_from(all, "tuned on " + (all.size() > 1 ? "both" : all.front()->name), WeightBounds::chess);
    for (Judged& row : outcome.rows) {
        for (const ResultSource* source : all) row.judgements.push_back(judge(row.weights, *source));
    }
    return outcome;
}

void print_text(const TuneOutcome& outcome) {
    for (const ResultSource& source : outcome.sources) {
        fmt::print("{:<14}{} positions for training, {} for validation\n", source.name,
                   with_separators(source.training.size()), with_separators(source.held_out.size()));
    }
    fmt::print("\n{:<24}", "");
    for (const ResultSource& source : outcome.sources) fmt::print("  {:<26}", "held-out " + source.name);
    fmt::print("\n{:<24}", "");
    for (std::size_t i = 0; i < outcome.sources.size(); ++i)
        fmt::print("  {:<26}", "log loss  decided     all");
    fmt::print("\n");
    for (const Judged& row : outcome.rows) {
        fmt::print("{:<24}", row.name);
        for (const Judgement& judgement : row.judgements) {
            fmt::print("  {:>8.4f}  {:>6.2f}%  {:>6.2f}%", judgement.loss, 100 * judgement.decided_accuracy,
                       100 * judgement.accuracy);
        }
        fmt::print("\n");
    }
    fmt::print("\n{:<20}", "middlegame, endgame");
    for (const Judged& row : outcome.rows) fmt::print("  {:>21}", row.name);
    fmt::print("\n");
    for (const PawnTerm term : all_pawn_terms) {
        fmt::print("{:<20}", name_of(term));
        for (const Judged& row : outcome.rows) {
            fmt::print("  {:>21}", fmt::format("{:+} {:>+5}", row.weights[term].middlegame(),
                                               row.weights[term].endgame()));
        }
        fmt::print("\n");
    }
}

void print_json(const TuneOutcome& outcome) {
    Json json{{"sources", Json::array()}, {"weights", Json::array()}};
    for (const ResultSource& source : outcome.sources) {
        json["sources"].push_back({{"name", source.name},
                                   {"training", source.training.size()},
                                   {"held_out", source.held_out.size()}});
    }
    for (const Judged& row : outcome.rows) {
        Json entry{{"name", row.name}, {"held_out", Json::array()}, {"terms", Json::array()}};
        for (const Judgement& judgement : row.judgements) {
            entry["held_out"].push_back({{"loss", judgement.loss},
                                         {"decided_accuracy", judgement.decided_accuracy},
                                         {"accuracy", judgement.accuracy}});
        }
        for (const PawnTerm term : all_pawn_terms) {
            entry["terms"].push_back({{"name", name_of(term)},
                                      {"middlegame", row.weights[term].middlegame()},
                                      {"endgame", row.weights[term].endgame()}});
        }
        json["weights"].push_back(std::move(entry));
    }
    fmt::print("{}\n", json.dump());
}

/// The source file with the weights.
std::string cpp_text(const PawnWeights& weights) {
    std::string text =
        "// Written by `philidor tune`; docs/pawns.md has the command.\n"
        "\n"
        "#include \"philidor/pawns/detail/pawn_eval.hpp\"\n"
        "\n"
        "namespace philidor {\n"
        "\n"
        "const PawnWeights tuned_pawn_weights{{{\n";
    std::size_t width = 0;
    const auto pair = [&](PawnTerm term) {
        return fmt::format("{{{}, {}}},", weights[term].middlegame(), weights[term].endgame());
    };
    for (const PawnTerm term : all_pawn_terms) width = std::max(width, pair(term).size());
    for (const PawnTerm term : all_pawn_terms) {
        text += fmt::format("    {:<{}}  // {}\n", pair(term), width, name_of(term));
    }
    return text + "}}};\n\n}  // namespace philidor\n";
}

void run(const TuneArguments& arguments) {
    if (arguments.game_files.empty() && arguments.families.empty()) {
        throw CommandFailure(ExitCode::bad_input, "no training positions: use --games or --exact");
    }
    // Opened now, so that no work is in vain.
    std::unique_ptr<detail::OutputFile> cpp_file;
    std::unique_ptr<detail::OutputFile> weights_file;
    if (!arguments.cpp_path.empty()) cpp_file = open_output(arguments.cpp_path);
    if (!arguments.weights_path.empty()) weights_file = open_output(arguments.weights_path);
    const TuneOutcome outcome = tune(arguments);
    const PawnWeights& tuned = outcome.rows.back().weights;
    if (cpp_file != nullptr) write_and_finish(*cpp_file, cpp_text(tuned));
    if (weights_file != nullptr) write_and_finish(*weights_file, to_text(tuned));
    if (arguments.wants_json) {
        print_json(outcome);
    } else {
        print_text(outcome);
    }
}

void add_source_options(CLI::App& command, TuneArguments& arguments) {
    command
        .add_option("--games", arguments.game_files,
                    "A file of positions from games; each line has a FEN, a result (1-0, 1/2-1/2 or 0-1) and "
                    "the name of the game, separated by tabs. May be repeated")
        ->type_name("FILE")
        ->expected(1)
        ->allow_extra_args(false)
        ->take_all();
    command
        .add_option("--exact", arguments.families,
                    "Draw positions from a family of endings such as KPPvKP, and label them with their exact "
                    "values. KPPvKP=500x40 means 40 positions from each of 500 structures; the default is 20 "
                    "from each of 100. May be repeated; later families use the tables of earlier ones")
        ->type_name("FAMILY")
        ->expected(1)
        ->allow_extra_args(false)
        ->take_all();
}

}  // namespace

void add_tune_command(CLI::App& program) {
    CLI::App* command =
        program.add_subcommand("tune", "Fit the weights of the pawn evaluation to games and exact values");
    const auto arguments = std::make_shared<TuneArguments>();
    ExactOptions& options = arguments->options;
    add_source_options(*command, *arguments);
    command->add_option("--seed", options.seed, "The seed for drawing and for holding out positions")
        ->type_name("N")
        ->capture_default_str();
    add_store_option(*command, arguments->stores);
    command->get_option("--store")->default_str("none; tables are kept in memory");
    add_memory_option(*command, options.memory_bytes, "Memory for solving tables, such as 500M");
    add_threads_option(*command, options.threads);
    command->add_option("--cpp", arguments->cpp_path, "Write the last weights to this file as C++ source")
        ->type_name("FILE");
    command
        ->add_option("--weights", arguments->weights_path,
                     "Write the last weights to this file, as text that `eval --weights` reads")
        ->type_name("FILE");
    command->add_flag("--json", arguments->wants_json, "Print one line of JSON instead of text");
    command->footer(
        "A fifth of the games and of the structures is held out, and serves to compare the weights before "
        "and after.\n"
        "The same seed gives the same result. docs/pawns.md explains the method and shows the results.\n"
        "Example:\n"
        "  philidor tune --exact KPvK --exact KPvKP=500x40 --seed 1");
    command->callback([arguments] { run(*arguments); });
}

}  // namespace philidor::cli
