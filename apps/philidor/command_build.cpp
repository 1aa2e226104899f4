#include "command_build.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "exit_code.hpp"
#include "interrupt.hpp"
#include "number_text.hpp"
#include "philidor/cluster/build_part.hpp"
#include "philidor/cluster/run_plan.hpp"
#include "progress_bar.hpp"
#include "run_folder.hpp"
#include "table_options.hpp"

namespace philidor::cli {

namespace {

using Json = nlohmann::ordered_json;

/// What the command line asks for.
struct BuildArguments {
    std::string folder;
    std::optional<std::size_t> level;
    std::optional<std::size_t> part;
    bool wants_all = false;
    unsigned threads = 1;
    std::uint64_t memory_bytes = 0;  ///< 0: as the plan says
    DeviceChoice device = DeviceChoice::automatic;
    bool wants_json = false;
};

void print_part(const BuildArguments& arguments, const std::string& name, const PartReport& report) {
    if (!report.damage.empty())
        fmt::print(stderr, "philidor: {}; it was set aside and built again\n", report.damage);
    if (arguments.wants_json) {
        const Json json{{"part", name},
                        {"was_there", report.was_there},
                        {"tables", report.tables},
                        {"bytes", report.bytes},
                        {"checksum", fmt::format("{:016x}", report.checksum)},
                        {"seconds", report.seconds}};
        fmt::print("{}\n", json.dump());
    } else if (report.was_there) {
        fmt::print("{}  was there, {} tables, {}\n", name, with_separators(report.tables),
                   bytes_text(report.bytes));
    } else {
        fmt::print("{}  {} tables, {}, {}\n", name, with_separators(report.tables), bytes_text(report.bytes),
                   time_text(report.seconds));
    }
    std::fflush(stdout);
}

void build_one(const BuildArguments& arguments, const RunPlan& plan, std::size_t level, std::size_t part) {
    if (is_interrupted()) throw interruption();
    ProgressBar bar;
    BuildOptions options;
    options.threads = arguments.threads;
    options.device = arguments.device;
    const RunPart& planned = plan.levels[level].parts[part];
    options.memory_bytes =
        arguments.memory_bytes == 0 ? planned.memory_bytes - planned.bytes : arguments.memory_bytes;
    options.stop = interrupt_token();
    options.progress = [&](const BuildProgress& progress) { bar.show(progress.share()); };
    const auto report = build_part(arguments.folder, plan, level, part, options);
    if (!report) throw failure_of(report.error());
    print_part(arguments, name_of_part(level, part), *report);
}

void run(const BuildArguments& arguments) {
    if (arguments.wants_all == (arguments.level && arguments.part)) {
        throw CommandFailure(ExitCode::bad_input, "what is to be built: --level and --part, or --all?");
    }
    const RunPlan plan = plan_or_failure(arguments.folder);
    if (!arguments.wants_all) {
        if (*arguments.level >= plan.levels.size()) {
            throw CommandFailure(ExitCode::bad_input, fmt::format("there is no level {}: the plan has {}",
                                                                  *arguments.level, plan.levels.size()));
        }
        const std::size_t parts = plan.levels[*arguments.level].parts.size();
        if (*arguments.part >= parts) {
            throw CommandFailure(ExitCode::bad_input, fmt::format("there is no part {}: level {} has {}",
                                                                  *arguments.part, *arguments.level, parts));
        }
        return build_one(arguments, plan, *arguments.level, *arguments.part);
    }
    for (std::size_t level = 0; level < plan.levels.size(); ++level) {
        for (std::size_t part = 0; part < plan.levels[level].parts.size(); ++part)
            build_one(arguments, plan, level, part);
    }
}

}  // namespace

void add_build_command(CLI::App& program) {
    CLI::App* command = program.add_subcommand("build", "Build a part of a planned run, or all of it");
    const auto arguments = std::make_shared<BuildArguments>();
    add_run_argument(*command, arguments->folder);
    CLI::Option* level =
        command->add_option("--level", arguments->level, "The level, counted from 0")->type_name("L");
    CLI::Option* part =
        command->add_option("--part", arguments->part, "The part of the level, counted from 0")
            ->type_name("I")
            ->needs(level);
    level->needs(part);
    command->add_flag("--all", arguments->wants_all, "All parts, one after the other")->excludes(level);
    add_threads_option(*command, arguments->threads);
    add_memory_option(*command, arguments->memory_bytes,
                      "Memory for solving and for keeping children at hand, such as 500M");
    command->get_option("--memory")->default_str("as planned");
    add_device_option(*command, arguments->device);
    command->add_flag("--json", arguments->wants_json, "Print a line of JSON for each part");
    command->footer(
        "A part becomes one pack. If the pack is there and right, nothing is done, so the same command can "
        "be "
        "given again\nat any time, and on any machine that sees the folder. A part needs all parts of the "
        "levels below it.\n"
        "Examples:\n"
        "  philidor build run --level 3 --part 17\n"
        "  philidor build run --all --threads 8");
    command->callback([arguments] { run(*arguments); });
}

}  // namespace philidor::cli
