#include "command_generate.hpp"

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <memory>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "exit_code.hpp"
#include "index_options.hpp"
#include "interrupt.hpp"
#include "number_text.hpp"
#include "philidor/builder/build.hpp"
#include "philidor/builder/detail/table_counter.hpp"
#include "philidor/builder/prober.hpp"
#include "philidor/games/build_planner.hpp"
#include "philidor/index/detail/tile_layout.hpp"
#include "philidor/material/table_key.hpp"
#include "plan_options.hpp"
#include "progress_bar.hpp"
#include "read_input.hpp"
#include "table_options.hpp"
#include "table_report.hpp"

namespace philidor::cli {

namespace {

using Json = nlohmann::ordered_json;

/// What the command line asks for.
struct GenerateArguments {
    std::vector<std::string> inputs;
    std::vector<std::string> stores;
    BuildOptions options;
    std::size_t next = 0;  ///< how many keys an index of games chooses
    std::string index;
    PlanLimits limits;
    bool is_quiet = false;
    bool wants_json = false;
    bool only_counts = false;
};

/// A key that was asked for.
struct Wanted {
    MaterialKey key;
    TableKey table;
};

std::vector<Wanted> read_wanted(const std::vector<std::string>& inputs) {
    std::vector<Wanted> wanted;
    std::unordered_set<MaterialKey> seen;
    for_each_input(inputs, [&](const std::string& input) {
        const MaterialKey key = read_key(input);
        if (key.piece_count() > most_layout_pieces) {
            throw CommandFailure(ExitCode::bad_input,
                                 fmt::format("{} has {} pieces besides kings and pawns; a table can have {}",
                                             to_string(key), key.piece_count(), most_layout_pieces));
        }
        if (seen.insert(key).second) wanted.push_back({key, table_for(key).key});
    });
    return wanted;
}

/// The keys that the games of an index call for most.
std::vector<Wanted> choose_wanted(const GenerateArguments& arguments, const TableStore& store) {
    const PgnIndex index = open_index(arguments.index);
    auto planner = value_or_failure(BuildPlanner::make(index, store), ExitCode::failed);
    ProgressBar bar;
    Budget budget;
    budget.stop = interrupt_token();
    budget.progress = [&](const Progress& now) { bar.show(now.share()); };
    const auto chosen = planner.choose(arguments.next, arguments.limits, budget);
    if (is_interrupted()) throw interruption();
    std::vector<Wanted> wanted;
    for (const Candidate& candidate : value_or_failure(chosen, ExitCode::failed)) {
        wanted.push_back({candidate.key.material(), candidate.key});
    }
    return wanted;
}

/// What a command throws if tables could not be planned or built.
CommandFailure build_failure(const Error<BuildError>& error, const BuildOptions& options) {
    switch (error.kind) {
        case BuildError::interrupted: return interruption();
        case BuildError::not_enough_memory:
            return {ExitCode::failed, error.message + "; --memory allows more"};
        case BuildError::too_many_men: return {ExitCode::bad_input, error.message};
        case BuildError::too_many_tables:
            return {ExitCode::bad_input,
                    fmt::format("more than {} tables are needed", with_separators(options.most_tables))};
        case BuildError::no_device: return {ExitCode::failed, "no GPU: " + error.message};
        case BuildError::out_of_time:
        case BuildError::store: break;
    }
    return {ExitCode::failed, error.message};
}

TablePlan plan_for(const std::vector<Wanted>& wanted, BuildOptions options) {
    std::vector<TableKey> keys;
    keys.reserve(wanted.size());
    for (const Wanted& one : wanted) keys.push_back(one.table);
    ProgressBar bar;
    options.progress = [&bar](const BuildProgress& progress) { bar.show(progress.share()); };
    auto plan = plan_tables(keys, options);
    if (!plan) throw build_failure(plan.error(), options);
    return *std::move(plan);
}

void announce(const GenerateArguments& arguments, const std::vector<Wanted>& wanted, const TablePlan& plan) {
    if (arguments.wants_json) return;
    for (const Wanted& one : wanted) {
        if (arguments.is_quiet) break;
        if (one.key == one.table.material()) continue;
        fmt::print("{} is stored as {}\n", to_string(one.key), to_string(one.table));
    }
    fmt::print("{} table{}; at most {} of memory, of which {} takes {} to solve\n",
               with_separators(plan.tables), plan.tables == 1 ? "" : "s",
               bytes_text(arguments.options.memory_bytes), to_string(*plan.largest),
               bytes_text(plan.largest_bytes));
    std::fflush(stdout);
}

/// "  1,204 of 7,731 tables, 103 M positions/s".
std::string note_on(const BuildProgress& progress, std::chrono::duration<double> elapsed) {
    return fmt::format("  {} of {} tables, {:.0f} M positions/s", with_separators(progress.tables),
                       with_separators(progress.all_tables),
                       static_cast<double>(progress.positions) / 1e6 / elapsed.count());
}

BuildReport build_planned(const TablePlan& plan, TableStore& store, BuildOptions options) {
    BuildProgress last;
    ProgressBar bar;
    options.progress = [&](const BuildProgress& progress) {
        last = progress;
        bar.show(progress.share(),
                 [&](std::chrono::duration<double> elapsed) { return note_on(progress, elapsed); });
    };
    const auto report = build(plan, store, options);
    if (report) {
        if (!report->device_trouble.empty())
            fmt::print(stderr, "philidor: {}; the processor solved it\n", report->device_trouble);
        for (const std::string& damage : report->damage)
            fmt::print(stderr, "philidor: {}; it was set aside and built again\n", damage);
        return *report;
    }
    if (report.error().kind != BuildError::interrupted) throw build_failure(report.error(), options);
    throw interruption(fmt::format("{} of {} missing tables are stored; the same command goes on from there",
                                   with_separators(last.tables), with_separators(last.all_tables)));
}

void print_json(const GenerateArguments& arguments,
                const std::vector<Wanted>& wanted,
                const TablePlan& plan,
                const BuildReport& report,
                const TableStore& store) {
    Prober prober(store, {arguments.options.memory_bytes, arguments.options.threads});
    Json json{{"store", store.path()},
              {"tables", plan.tables},
              {"built", report.built},
              {"positions", report.positions},
              {"seconds", report.seconds},
              {"memory", arguments.options.memory_bytes},
              {"memory_to_solve", plan.largest_bytes},
              {"keys", Json::array()}};
    for (const Wanted& one : wanted) {
        if (arguments.is_quiet) break;
        Json entry{{"input", to_string(one.key)}};
        entry.update(json_of(report_on(one.table, store, &prober)));
        json["keys"].push_back(std::move(entry));
    }
    fmt::print("{}\n", json.dump());
}

void print_text(const GenerateArguments& arguments,
                const std::vector<Wanted>& wanted,
                const TablePlan& plan,
                const BuildReport& report,
                const TableStore& store) {
    fmt::print("{} built, {} were there; {} positions in {:.1f} s\n", with_separators(report.built),
               with_separators(plan.tables - report.built), with_separators(report.positions),
               report.seconds);
    if (report.on_device != 0)
        fmt::print("{} of them on {}\n", with_separators(report.on_device), report.device);
    Prober prober(store, {arguments.options.memory_bytes, arguments.options.threads});
    for (const Wanted& one : wanted) {
        if (arguments.is_quiet) break;
        std::fflush(stdout);
        print(report_on(one.table, store, &prober));
    }
}

/// The counts of a key that was asked for, whose sides may be swapped in the table.
Json json_of(const Wanted& one, const TableCount& count) {
    const Symmetry symmetry = table_for(one.key).symmetry;
    Json json{{"key", to_string(one.key)}, {"seconds", count.seconds}};
    for (const Color side : all_colors) {
        const ValueCounts& values = count.values[symmetry(side)];
        json[side == Color::white ? "white" : "black"] = {
            {"legal", values.legal},
            {"wins", values.wins},
            {"draws", values.draws},
            {"losses", values.losses},
            {"checksum", fmt::format("{:016x}", count.checksums[symmetry(side)])}};
    }
    return json;
}

/// Solves and counts, and stores nothing.
void run_count(const GenerateArguments& arguments) {
    const std::vector<Wanted> wanted = read_wanted(arguments.inputs);
    if (wanted.empty()) throw CommandFailure(ExitCode::bad_input, "no KEY");
    const TablePlan plan = plan_for(wanted, arguments.options);
    announce(arguments, wanted, plan);
    ProgressBar bar;
    BuildOptions options = arguments.options;
    options.progress = [&](const BuildProgress& progress) {
        bar.show(progress.share(),
                 [&](std::chrono::duration<double> elapsed) { return note_on(progress, elapsed); });
    };
    std::vector<Json> counts;
    const auto report = count_tables(plan, options, [&](const TableCount& count) {
        for (const Wanted& one : wanted) {
            if (one.table == count.key) counts.push_back(json_of(one, count));
        }
    });
    if (!report) throw build_failure(report.error(), options);
    if (arguments.wants_json) {
        fmt::print("{}\n", Json{{"tables", report->tables},
                                {"positions", report->positions},
                                {"seconds", report->seconds},
                                {"device", report->device},
                                {"keys", counts}}
                               .dump());
        return;
    }
    for (const Json& count : counts) {
        fmt::print("{} ({:.3f} s)\n", count["key"].get<std::string>(), count["seconds"].get<double>());
        for (const std::string side : {"white", "black"}) {
            const Json& values = count[side];
            const auto number = [&](const char* name) {
                return with_separators(values[name].get<std::uint64_t>());
            };
            fmt::print("  {} to move: {} legal, {} won, {} drawn, {} lost; checksum of its wins {}\n", side,
                       number("legal"), number("wins"), number("draws"), number("losses"),
                       values["checksum"].get<std::string>());
        }
    }
    fmt::print("{} counted; {} positions in {:.2f} s{}\n", with_separators(report->tables),
               with_separators(report->positions), report->seconds,
               report->device.empty() ? "" : " on " + report->device);
}

void run(const GenerateArguments& arguments) {
    if (arguments.only_counts) return run_count(arguments);
    if (arguments.inputs.empty() && arguments.next == 0) {
        throw CommandFailure(ExitCode::bad_input, "no KEY, and not --next");
    }
    std::vector<Wanted> wanted = read_wanted(arguments.inputs);
    if (wanted.empty() && arguments.next == 0) return;
    const auto store = stores_or_failure(arguments.stores, StoreUse::writes);
    if (arguments.next != 0) wanted = choose_wanted(arguments, *store);
    if (wanted.empty()) {
        throw CommandFailure(ExitCode::failed,
                             "nothing to build: all keys of the index are exact, or need more tables "
                             "than --max-tables allows");
    }
    const TablePlan plan = plan_for(wanted, arguments.options);
    announce(arguments, wanted, plan);
    const BuildReport report = build_planned(plan, *store, arguments.options);
    // All is stored; to count values and to measure distances for the report may take longer than building.
    end_at_interrupt();
    if (is_interrupted()) throw interruption();
    if (arguments.wants_json) {
        print_json(arguments, wanted, plan, report, *store);
    } else {
        print_text(arguments, wanted, plan, report, *store);
    }
}

}  // namespace

void add_generate_command(CLI::App& program) {
    CLI::App* command = program.add_subcommand("generate", "Build tables, and all that they need");
    const auto arguments = std::make_shared<GenerateArguments>();
    CLI::Option* keys =
        command
            ->add_option(
                "KEY", arguments->inputs,
                "Keys such as Ke2vKe7, or positions as FEN; a single `-` reads one from each line of "
                "standard input")
            ->type_name("");
    CLI::Option* next =
        command
            ->add_option("--next", arguments->next,
                         "Build the N keys that the games of an index call for most: the first of "
                         "`philidor stats frontier` that are not below each other")
            ->type_name("N")
            ->check(CLI::Range(1U, 1'000'000U).description(""))
            ->excludes(keys);
    add_index_option(*command, arguments->index)->needs(next);
    for (CLI::Option* option : add_plan_options(*command, arguments->limits)) option->needs(next);
    command->add_flag_callback(
        "--no-closure", [arguments] { arguments->options.children = BuildOptions::Children::none; },
        "Build these tables alone; where children are absent, their values become bounds");
    command->add_flag("--dtz", arguments->options.stores_distances,
                      "Store distances to zeroing as well, of all tables that are exact; otherwise they are "
                      "measured when they are wanted");
    command->add_flag("--dtm", arguments->options.stores_mates,
                      "Store distances to mate as well, for tables of up to five men");
    command
        ->add_flag("--count", arguments->only_counts,
                   "Store nothing: count the values of each KEY, and print checksums of its wins")
        ->excludes(next);
    add_device_option(*command, arguments->options.device);
    add_store_option(*command, arguments->stores);
    add_memory_option(*command, arguments->options.memory_bytes,
                      "Memory for solving and for keeping children at hand, such as 500M");
    add_threads_option(*command, arguments->options.threads);
    command->add_flag("--quiet", arguments->is_quiet, "Print totals only, and not the figures of each KEY");
    command->add_flag("--json", arguments->wants_json, "Print one line of JSON instead of text");
    command->footer(
        "Tables that are stored already and exact are not built again, so a command that was interrupted "
        "goes "
        "on\nwhere it stopped. Counts are of all legal positions, for the side to move.\n"
        "Examples:\n"
        "  philidor generate Ke4vKe5\n"
        "  philidor generate --next 10 --db games.db\n"
        "  philidor generate --count KQRvKRN\n"
        "  philidor generate KRvKN KQvKR --store tables --threads 2 --memory 2G\n"
        "  philidor generate '8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1' --no-closure --json");
    command->callback([arguments] {
        arguments->options.stop = interrupt_token();
        run(*arguments);
    });
}

}  // namespace philidor::cli
