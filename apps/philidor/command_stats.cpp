#include "command_stats.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "exit_code.hpp"
#include "index_options.hpp"
#include "interrupt.hpp"
#include "number_text.hpp"
#include "philidor/base/budget.hpp"
#include "philidor/base/detail/in_quotes.hpp"
#include "philidor/games/build_planner.hpp"
#include "philidor/pgn/pgn_index.hpp"
#include "plan_options.hpp"
#include "progress_bar.hpp"
#include "read_input.hpp"
#include "table_options.hpp"

namespace philidor::cli {

namespace {

using Json = nlohmann::ordered_json;

/// What the command line asks for.
struct StatsArguments {
    std::string index;
    std::vector<std::string> stores;
    std::size_t limit = 20;
    std::string key;
    PlanLimits limits;
    bool wants_raw_keys = false;
    bool wants_json = false;
};

/// "12.3 %".
std::string percent(std::uint64_t part, std::uint64_t whole) {
    return whole == 0
               ? "-"
               : fmt::format("{:.1f} %", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

Json json_of(const IndexedKey& key) {
    return {{"key", key.key},
            {"positions", key.positions},
            {"games", key.games},
            {"white_wins", key.white_wins},
            {"draws", key.draws},
            {"black_wins", key.black_wins},
            {"example", {{"file", key.file}, {"game", key.first.game}, {"ply", key.first.ply}}}};
}

void print_top(const StatsArguments& arguments) {
    const PgnIndex index = open_index(arguments.index);
    if (arguments.wants_raw_keys && index.settings().names != KeyNames::raw) {
        throw CommandFailure(ExitCode::bad_input,
                             fmt::format("{} has canonical keys; `philidor index-pgn --raw-keys` "
                                         "makes an index of raw ones",
                                         in_quotes(arguments.index)));
    }
    const auto keys = value_or_failure(index.top(arguments.limit), ExitCode::failed);
    if (arguments.wants_json) {
        Json list = Json::array();
        for (const IndexedKey& key : keys) list.push_back(json_of(key));
        fmt::print("{}\n", Json{{"keys", std::move(list)}}.dump());
        return;
    }
    fmt::print("{:<30}{:>12}{:>10}{:>12}{:>10}{:>12}  {}\n", "key", "positions", "games", "white wins",
               "draws", "black wins", "first in");
    for (const IndexedKey& key : keys) {
        fmt::print("{:<30}{:>12}{:>10}{:>12}{:>10}{:>12}  {}, game {}\n", key.key,
                   with_separators(key.positions), with_separators(key.games),
                   with_separators(key.white_wins), with_separators(key.draws),
                   with_separators(key.black_wins), key.file, key.first.game);
    }
}

/// The planner of the index and the stores, which it keeps open. Planning may begin before there is a store:
/// then an empty one is made, to be filled by what was planned.
struct Planning {
    std::unique_ptr<TableStore> store;
    BuildPlanner planner;

    explicit Planning(const StatsArguments& arguments)
        : store(stores_or_failure(arguments.stores, StoreUse::writes)),
          planner(
              value_or_failure(BuildPlanner::make(open_index(arguments.index), *store), ExitCode::failed)) {}
};

void print_coverage(const StatsArguments& arguments) {
    Planning planning(arguments);
    const Coverage coverage = value_or_failure(planning.planner.coverage(), ExitCode::failed);
    const Coverage::Part all = coverage.all();
    const std::vector<std::pair<const char*, Coverage::Part>> parts{
        {"exact", coverage.exact}, {"bounds", coverage.bounds}, {"absent", coverage.absent}};
    if (arguments.wants_json) {
        Json json{{"positions", all.positions}, {"keys", all.keys}};
        for (const auto& [name, part] : parts) {
            json[name] = {{"positions", part.positions},
                          {"keys", part.keys},
                          {"share", all.positions == 0 ? 0.0
                                                       : static_cast<double>(part.positions) /
                                                             static_cast<double>(all.positions)}};
        }
        fmt::print("{}\n", json.dump());
        return;
    }
    fmt::print("{:<8}{:>14}{:>10}{:>12}\n", "tables", "positions", "share", "keys");
    for (const auto& [name, part] : parts) {
        fmt::print("{:<8}{:>14}{:>10}{:>12}\n", name, with_separators(part.positions),
                   percent(part.positions, all.positions), with_separators(part.keys));
    }
}

Json json_of(const Candidate& candidate) {
    return {{"key", to_string(candidate.key)},
            {"state", name_of(candidate.state)},
            {"positions", candidate.positions},
            {"covered", candidate.covered},
            {"leading", candidate.leading},
            {"reached", candidate.reached()},
            {"tables", candidate.tables},
            {"bytes", candidate.cost.bytes},
            {"seconds", candidate.cost.seconds},
            {"per_byte", candidate.tables == 0 ? Json() : Json(candidate.per_byte())},
            {"per_second", candidate.tables == 0 ? Json() : Json(candidate.per_second())}};
}

void print_frontier(const StatsArguments& arguments) {
    Planning planning(arguments);
    ProgressBar bar;
    Budget budget;
    budget.stop = interrupt_token();
    budget.progress = [&](const Progress& now) { bar.show(now.share()); };
    auto frontier = planning.planner.frontier(arguments.limits, budget);
    if (is_interrupted()) throw interruption();
    auto candidates = value_or_failure(std::move(frontier), ExitCode::failed);
    if (candidates.size() > arguments.limit) candidates.resize(arguments.limit, candidates.front());
    if (arguments.wants_json) {
        Json list = Json::array();
        for (const Candidate& candidate : candidates) list.push_back(json_of(candidate));
        fmt::print("{}\n", Json{{"candidates", std::move(list)}}.dump());
        return;
    }
    fmt::print("{:<30}{:>10}{:>10}{:>10}{:>9}{:>12}{:>11}\n", "key", "positions", "covered", "leading",
               "tables", "bytes", "seconds");
    for (const Candidate& candidate : candidates) {
        fmt::print("{:<30}{:>10}{:>10}{:>10}{:>9}{:>12}{:>11.3f}\n", to_string(candidate.key),
                   with_separators(candidate.positions), with_separators(candidate.covered),
                   with_separators(candidate.leading), with_separators(candidate.tables),
                   bytes_text(static_cast<std::uint64_t>(candidate.cost.bytes)), candidate.cost.seconds);
    }
}

void print_utility(const StatsArguments& arguments) {
    const TableKey key = table_for(read_key(arguments.key)).key;
    Planning planning(arguments);
    const auto candidate =
        value_or_failure(planning.planner.utility(key, arguments.limits), ExitCode::failed);
    if (!candidate) {
        throw CommandFailure(ExitCode::failed,
                             fmt::format("{} needs more than {} tables; --max-tables allows more",
                                         to_string(key), with_separators(arguments.limits.tables)));
    }
    if (arguments.wants_json) {
        fmt::print("{}\n", json_of(*candidate).dump());
        return;
    }
    fmt::print("key         {}\n", to_string(key));
    fmt::print("table       {}\n", name_of(candidate->state));
    fmt::print("positions   {}\n", with_separators(candidate->positions));
    fmt::print("covered     {}\n", with_separators(candidate->covered));
    fmt::print("leading     {}\n", with_separators(candidate->leading));
    fmt::print("missing     {} tables\n", with_separators(candidate->tables));
    fmt::print("bytes       about {}\n", bytes_text(static_cast<std::uint64_t>(candidate->cost.bytes)));
    fmt::print("seconds     about {:.3f}\n", candidate->cost.seconds);
}

void print_summary(const StatsArguments& arguments) {
    const PgnIndex index = open_index(arguments.index);
    const GameTotals totals = value_or_failure(index.totals(), ExitCode::failed);
    const auto files = value_or_failure(index.files(), ExitCode::failed);
    const std::uint64_t keys = value_or_failure(index.key_count(), ExitCode::failed);
    std::uint64_t counted = 0;
    for (std::size_t men = 0; men <= index.settings().most_men; ++men)
        counted += totals.positions_by_men[men];
    if (arguments.wants_json) {
        Json by_men = Json::array();
        for (std::size_t men = 0; men < totals.positions_by_men.size(); ++men) {
            if (totals.positions_by_men[men] == 0) continue;
            by_men.push_back({{"men", men},
                              {"positions", totals.positions_by_men[men]},
                              {"games_ended", totals.games_by_last_men[men]}});
        }
        Json list = Json::array();
        for (const IndexedFile& file : files) {
            list.push_back({{"file", file.name}, {"bytes", file.bytes}, {"complete", file.is_complete}});
        }
        const Json json{{"max_men", index.settings().most_men},
                        {"raw_keys", index.settings().names == KeyNames::raw},
                        {"files", std::move(list)},
                        {"games", totals.games},
                        {"positions", totals.positions()},
                        {"counted_positions", counted},
                        {"keys", keys},
                        {"games_stopped", totals.stopped},
                        {"games_left_out", totals.left_out},
                        {"games_with_fen", totals.with_fen},
                        {"by_men", std::move(by_men)}};
        fmt::print("{}\n", json.dump());
        return;
    }
    fmt::print("files       {}\n", with_separators(files.size()));
    fmt::print("games       {}\n", with_separators(totals.games));
    fmt::print("positions   {}\n", with_separators(totals.positions()));
    fmt::print("counted     {} with at most {} men\n", with_separators(counted), index.settings().most_men);
    fmt::print("keys        {}{}\n", with_separators(keys),
               index.settings().names == KeyNames::raw ? ", as on the board" : "");
    fmt::print("stopped     {}\n", with_separators(totals.stopped));
    fmt::print("left out    {}\n\n", with_separators(totals.left_out));
    fmt::print("{:>4}{:>14}{:>14}\n", "men", "positions", "games ended");
    for (std::size_t men = 0; men < totals.positions_by_men.size(); ++men) {
        if (totals.positions_by_men[men] == 0) continue;
        fmt::print("{:>4}{:>14}{:>14}\n", men, with_separators(totals.positions_by_men[men]),
                   with_separators(totals.games_by_last_men[men]));
    }
}

using Print = void (*)(const StatsArguments&);

/// Adds one of the commands with the options that all have.
CLI::App* add(CLI::App& parent,
              const std::string& name,
              const std::string& what,
              Print print,
              const std::shared_ptr<StatsArguments>& arguments,
              const std::string& example) {
    CLI::App* command = parent.add_subcommand(name, what);
    add_index_option(*command, arguments->index);
    command->add_flag("--json", arguments->wants_json, "Print one line of JSON instead of text");
    command->footer("Example:\n  philidor stats " + example);
    command->callback([arguments, print] { print(*arguments); });
    return command;
}

void add_limit_option(CLI::App& command, std::size_t& limit) {
    command.add_option("--limit", limit, "How many lines")
        ->type_name("N")
        ->check(CLI::Range(1U, 1'000'000'000U).description(""))
        ->default_str("20");
}

}  // namespace

void add_stats_command(CLI::App& program) {
    CLI::App* command =
        program.add_subcommand("stats", "Tell what an index of games says about keys and tables");
    command->require_subcommand(1);
    command->footer(
        "An index is made by `philidor index-pgn`.\n"
        "Example:\n"
        "  philidor stats top --db games.db");
    const auto arguments = std::make_shared<StatsArguments>();
    CLI::App* top =
        add(*command, "top", "List the most frequent keys", print_top, arguments, "top --limit 100 --json");
    add_limit_option(*top, arguments->limit);
    top->add_flag("--raw-keys", arguments->wants_raw_keys,
                  "Insist on keys as on the board, which the index must have");
    CLI::App* coverage =
        add(*command, "coverage", "Tell which share of the positions the tables of a store know",
            print_coverage, arguments, "coverage --store tables.db");
    add_store_option(*coverage, arguments->stores);
    CLI::App* frontier = add(*command, "frontier", "List what is worth building next, best first",
                             print_frontier, arguments, "frontier --limit 10 --store tables.db");
    add_limit_option(*frontier, arguments->limit);
    add_store_option(*frontier, arguments->stores);
    add_plan_options(*frontier, arguments->limits);
    CLI::App* utility = add(*command, "utility", "Tell what building a key would bring and take",
                            print_utility, arguments, "utility KRa2vKRa7 --store tables.db");
    utility->add_option("KEY", arguments->key, "A key such as KRa2vKRa7, or a position as FEN")
        ->type_name("")
        ->required();
    add_store_option(*utility, arguments->stores);
    add_plan_options(*utility, arguments->limits);
    add(*command, "summary", "Print the totals of an index", print_summary, arguments,
        "summary --db games.db");
}

}  // namespace philidor::cli
