#include "command_status.hpp"

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "number_text.hpp"
#include "philidor/cluster/run_plan.hpp"
#include "philidor/cluster/run_status.hpp"
#include "run_folder.hpp"

namespace philidor::cli {

namespace {

using Json = nlohmann::ordered_json;

/// What the command line asks for.
struct StatusArguments {
    std::string folder;
    bool wants_json = false;
};

/// How many parts are in each state.
using StateCounts = std::array<std::size_t, all_part_states.size()>;

StateCounts count_states(const RunStatus& status, std::size_t level) {
    StateCounts counts{};
    for (const PartStatus& part : status.parts) {
        if (part.level == level) ++counts.at(static_cast<std::size_t>(part.state));
    }
    return counts;
}

Json json_of(const StateCounts& counts) {
    Json json;
    for (const PartState state : all_part_states)
        json[std::string(name_of(state))] = counts.at(static_cast<std::size_t>(state));
    return json;
}

/// What there is to say about a part that is neither done nor missing.
std::string remark_on(const PartStatus& part) {
    if (!part.last) return "";
    std::string text =
        fmt::format("{} at {} on {}", name_of(part.last->event), part.last->time, part.last->host);
    if (part.last->event == PartEvent::started && part.state == PartState::failed)
        text += ", and its process is gone";
    if (!part.last->error.empty()) text += ": " + part.last->error;
    return text;
}

bool is_worth_a_remark(const PartStatus& part) {
    return part.state != PartState::done && part.state != PartState::missing;
}

void print_json(const StatusArguments& arguments, const RunPlan& plan, const RunStatus& status) {
    Json levels = Json::array();
    for (std::size_t level = 0; level < plan.levels.size(); ++level)
        levels.push_back(json_of(count_states(status, level)));
    Json parts = Json::array();
    for (const PartStatus& part : status.parts) {
        if (!is_worth_a_remark(part)) continue;
        parts.push_back({{"level", part.level},
                         {"part", part.part},
                         {"state", name_of(part.state)},
                         {"remark", remark_on(part)}});
    }
    const Json json{{"run", arguments.folder},
                    {"tables", plan.tables()},
                    {"bytes", status.bytes},
                    {"seconds_used", status.seconds_used},
                    {"seconds_left", status.seconds_left},
                    {"levels", levels},
                    {"parts", parts}};
    fmt::print("{}\n", json.dump());
}

void print_text(const RunPlan& plan, const RunStatus& status) {
    fmt::print("{:>5}{:>14}{:>9}", "level", "tables", "parts");
    for (const PartState state : all_part_states) fmt::print("{:>9}", name_of(state));
    fmt::print("\n");
    for (std::size_t level = 0; level < plan.levels.size(); ++level) {
        fmt::print("{:>5}{:>14}{:>9}", level, with_separators(plan.levels[level].tables()),
                   plan.levels[level].parts.size());
        for (const std::size_t count : count_states(status, level)) fmt::print("{:>9}", count);
        fmt::print("\n");
    }
    for (const PartStatus& part : status.parts) {
        if (is_worth_a_remark(part))
            fmt::print("{}  {}: {}\n", name_of_part(part.level, part.part), name_of(part.state),
                       remark_on(part));
    }
    fmt::print("{} used, about {} left for one process, {} of packs\n", time_text(status.seconds_used),
               time_text(status.seconds_left), bytes_text(status.bytes));
}

void run(const StatusArguments& arguments) {
    const RunPlan plan = plan_or_failure(arguments.folder);
    const RunStatus status = status_of(arguments.folder, plan);
    arguments.wants_json ? print_json(arguments, plan, status) : print_text(plan, status);
}

}  // namespace

void add_status_command(CLI::App& program) {
    CLI::App* command = program.add_subcommand("status", "Tell how far a run is");
    const auto arguments = std::make_shared<StatusArguments>();
    add_run_argument(*command, arguments->folder);
    command->add_flag("--json", arguments->wants_json, "Print one line of JSON instead of text");
    command->footer(
        "Hours are of processes, whatever their number of threads. A part that was killed on another machine "
        "counts as\nrunning until it is started again; `squeue` knows more. The folder log/ has what each "
        "part has said.\n"
        "Example:\n"
        "  philidor status run");
    command->callback([arguments] { run(*arguments); });
}

}  // namespace philidor::cli
