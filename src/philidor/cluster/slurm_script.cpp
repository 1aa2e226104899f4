#include "philidor/cluster/slurm_script.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

namespace philidor {

namespace {

/// Estimates of single parts may be wrong by a factor of several, and a job that is out of time ends the run.
constexpr double time_factor = 10;
constexpr double least_minutes = 15;

/// What the program takes beside what the plan says: its code, threads, and pages of the packs that it reads.
constexpr std::uint64_t memory_for_program = std::uint64_t{256} << 20U;

/// A word that a shell takes as it is.
std::string shell_word(std::string_view text) {
    std::string quoted = "'";
    for (const char letter : text) letter == '\'' ? quoted += "'\\''" : quoted += letter;
    return quoted + "'";
}

std::uint64_t minutes_for(const RunLevel& level, unsigned threads) {
    double longest = 0;
    for (const RunPart& part : level.parts) longest = std::max(longest, part.seconds);
    return static_cast<std::uint64_t>(
        std::ceil(std::max(least_minutes, longest * time_factor / threads / 60)));
}

/// What every job runs. A part that was killed, perhaps to save the machine, is tried again at once; a
/// requeued job would wait, and those that depend on it would be given up.
constexpr std::string_view job_script =
    "#!/bin/sh\n"
    "part=$((PHILIDOR_FIRST + SLURM_ARRAY_TASK_ID))\n"
    "for attempt in 1 2 3; do\n"
    "    {program} build {folder} --level \"$PHILIDOR_LEVEL\" --part \"$part\" --threads {threads}\n"
    "    code=$?\n"
    "    [ \"$code\" -eq 137 ] || break\n"
    "done\n"
    "exit \"$code\"\n";

}  // namespace

std::string slurm_script(const RunPlan& plan, const RunStatus& status, const SlurmOptions& options) {
    std::string common =
        fmt::format("--requeue --open-mode=append --ntasks=1 --cpus-per-task={}", options.threads);
    for (const std::string& argument : options.arguments) common += ' ' + shell_word(argument);
    std::string script = "#!/bin/sh\nset -e\njob=$(cat <<'END_OF_JOB'\n";
    script +=
        fmt::format(job_script, fmt::arg("program", shell_word(options.program)),
                    fmt::arg("folder", shell_word(options.folder)), fmt::arg("threads", options.threads));
    script += "END_OF_JOB\n)\n";
    std::string dependency;
    for (std::size_t level = 0; level < plan.levels.size(); ++level) {
        const bool is_done = std::ranges::all_of(status.parts, [&](const PartStatus& part) {
            return part.level != level || part.state == PartState::done;
        });
        if (is_done) continue;
        const RunLevel& parts = plan.levels[level];
        std::string ids;
        for (std::size_t first = 0; first < parts.parts.size(); first += options.array_size) {
            const std::size_t count = std::min(options.array_size, parts.parts.size() - first);
            const std::string id = fmt::format("level_{}_{}", level, first);
            script += fmt::format(
                "{}=$(printf '%s\\n' \"$job\" | sbatch --parsable "
                "--export=ALL,PHILIDOR_LEVEL={},PHILIDOR_FIRST={} --job-name=philidor-{}{} --array=0-{} "
                "--mem={}M --time={} --output={} {})\n",
                id, level, first, level, dependency, count - 1,
                (parts.memory_bytes() + memory_for_program) >> 20U, minutes_for(parts, options.threads),
                shell_word(fmt::format("{}/log/level-{:02}.from-{:04}.%a.out", options.folder, level, first)),
                common);
            script += fmt::format("echo \"level {}: parts {} to {} are job ${{{}%%;*}}\"\n", level, first,
                                  first + count - 1, id);
            ids += fmt::format(":${{{}%%;*}}", id);
        }
        dependency = " --dependency=afterok" + ids;
    }
    return script;
}

}  // namespace philidor
