#include "command_plan.hpp"

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
#include "philidor/base/detail/in_quotes.hpp"
#include "philidor/cluster/class_keys.hpp"
#include "philidor/cluster/run_plan.hpp"
#include "philidor/games/build_planner.hpp"
#include "philidor/index/detail/tile_layout.hpp"
#include "plan_options.hpp"
#include "progress_bar.hpp"
#include "read_input.hpp"
#include "run_folder.hpp"

namespace philidor::cli {

namespace {

using Json = nlohmann::ordered_json;

/// What the command line asks for.
struct PlanArguments {
    std::vector<std::string> inputs;
    std::size_t next = 0;  ///< how many keys an index of games chooses
    std::string index;
    PlanLimits limits;
    std::string folder;
    RunOptions options;
    bool wants_json = false;
};

/// What is to be planned, in words and as keys.
struct PlanGoals {
    std::vector<std::string> names;
    std::vector<TableKey> keys;
};

PlanGoals read_goals(const PlanArguments& arguments) {
    PlanGoals goals;
    for_each_input(arguments.inputs, [&](const std::string& input) {
        goals.names.push_back(input);
        if (is_class_name(input) && input.find('/') == std::string::npos) {
            const auto keys = keys_of_class(input, arguments.options.most_tables);
            if (!keys) throw failure_of(keys.error());
            goals.keys.insert(goals.keys.end(), keys->begin(), keys->end());
        } else {
            goals.keys.push_back(table_for(read_key(input)).key);
        }
        const MaterialKey& key = goals.keys.back().material();
        if (key.piece_count() > most_layout_pieces) {
            throw CommandFailure(ExitCode::bad_input,
                                 fmt::format("{} has {} pieces besides kings and pawns; a table can have {}",
                                             to_string(key), key.piece_count(), most_layout_pieces));
        }
    });
    return goals;
}

/// The keys that the games of an index call for most.
PlanGoals choose_goals(const PlanArguments& arguments) {
    const auto nothing_yet = make_memory_store();
    auto planner =
        value_or_failure(BuildPlanner::make(open_index(arguments.index), *nothing_yet), ExitCode::failed);
    Budget budget;
    budget.stop = interrupt_token();
    const auto chosen = planner.choose(arguments.next, arguments.limits, budget);
    if (is_interrupted()) throw interruption();
    PlanGoals goals;
    goals.names.push_back(fmt::format("--next {} --db {}", arguments.next, arguments.index));
    for (const Candidate& candidate : value_or_failure(chosen, ExitCode::failed))
        goals.keys.push_back(candidate.key);
    return goals;
}

void print_text(const PlanArguments& arguments, const RunPlan& plan) {
    fmt::print("{:>5}{:>8}{:>14}{:>12}{:>14}{:>12}\n", "level", "parts", "tables", "core time",
               "longest part", "memory");
    for (std::size_t number = 0; number < plan.levels.size(); ++number) {
        const RunLevel& level = plan.levels[number];
        double longest = 0;
        for (const RunPart& part : level.parts) longest = std::max(longest, part.seconds);
        fmt::print("{:>5}{:>8}{:>14}{:>12}{:>14}{:>12}\n", number, with_separators(level.parts.size()),
                   with_separators(level.tables()), time_text(level.seconds()), time_text(longest),
                   bytes_text(level.memory_bytes()));
    }
    fmt::print("{} tables in {} parts of {} levels: about {} of one core and {} of packs, in {}\n",
               with_separators(plan.tables()), with_separators(plan.parts()), plan.levels.size(),
               time_text(plan.seconds()), bytes_text(plan.bytes()), in_quotes(arguments.folder));
}

void run(const PlanArguments& arguments) {
    if (arguments.inputs.empty() && arguments.next == 0)
        throw CommandFailure(ExitCode::bad_input, "no KEY or CLASS, and not --next");
    const PlanGoals goals = arguments.next != 0 ? choose_goals(arguments) : read_goals(arguments);
    if (goals.keys.empty()) throw CommandFailure(ExitCode::failed, "there is nothing to plan");
    ProgressBar bar;
    Budget budget;
    budget.stop = interrupt_token();
    budget.progress = [&](const Progress& now) { bar.show(now.share()); };
    const auto plan =
        make_run(arguments.folder, goals.keys, goals.names, arguments.options, PHILIDOR_VERSION, budget);
    if (is_interrupted()) throw interruption();
    if (!plan && plan.error().kind == RunError::too_many_tables) {
        throw CommandFailure(ExitCode::bad_input,
                             fmt::format("more than {} tables are needed; --max-tables "
                                         "allows more",
                                         with_separators(arguments.options.most_tables)));
    }
    if (!plan) throw failure_of(plan.error());
    if (!arguments.wants_json) return print_text(arguments, *plan);
    const Json json{{"run", arguments.folder}, {"tables", plan->tables()},   {"levels", plan->levels.size()},
                    {"parts", plan->parts()},  {"seconds", plan->seconds()}, {"bytes", plan->bytes()}};
    fmt::print("{}\n", json.dump());
}

}  // namespace

void add_plan_command(CLI::App& program) {
    CLI::App* command = program.add_subcommand("plan", "Plan tables for many machines, or for one");
    const auto arguments = std::make_shared<PlanArguments>();
    CLI::Option* keys =
        command
            ->add_option("KEY", arguments->inputs,
                         "Classes such as KPPvKP, keys such as Ke2vKe7, or positions as FEN; a single `-` "
                         "reads one from each line of standard input")
            ->type_name("");
    CLI::Option* next = command
                            ->add_option("--next", arguments->next,
                                         "Plan the N keys that the games of an index call for most")
                            ->type_name("N")
                            ->check(CLI::Range(1U, 1'000'000U).description(""))
                            ->excludes(keys);
    add_index_option(*command, arguments->index)->needs(next);
    command
        ->add_option("--candidates", arguments->limits.candidates,
                     "Consider this many of the most frequent keys")
        ->type_name("N")
        ->check(CLI::Range(1U, 1'000'000'000U).description(""))
        ->default_str("2000")
        ->needs(next);
    command->add_option("--parts", arguments->options.parts, "The most parts of a level")
        ->type_name("N")
        ->check(CLI::Range(1U, 9999U).description(""))
        ->default_str("1");
    command
        ->add_option("--shortest-part", arguments->options.shortest_part,
                     "A level gets fewer parts rather than shorter ones, in seconds of one core")
        ->type_name("SECONDS")
        ->check(CLI::Range(0.0, 1e9).description(""))
        ->default_str("60");
    command
        ->add_option("--max-tables", arguments->options.most_tables,
                     "Give up if more tables are needed; planning takes some 100 bytes for each")
        ->type_name("N")
        ->check(CLI::Range(1U, 1'000'000'000U).description(""))
        ->default_str("20000000");
    command->add_option("--out", arguments->folder, "The folder of the run, which is made")
        ->type_name("RUN")
        ->required();
    command->add_flag("--json", arguments->wants_json, "Print one line of JSON instead of text");
    command->footer(
        "Nothing is built yet. `philidor build` builds a part, `philidor submit` has Slurm do it; "
        "docs/clusters.md tells more.\n"
        "Estimates are for one core; for a single table they may be wrong by a factor of several.\n"
        "Examples:\n"
        "  philidor plan KPPvKP --parts 64 --out run\n"
        "  philidor plan --next 1000 --db games.db --parts 16 --out run");
    command->callback([arguments] { run(*arguments); });
}

}  // namespace philidor::cli
