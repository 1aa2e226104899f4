#include "command_submit.hpp"

#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>

#include <fmt/format.h>
#include <sys/wait.h>

#include "exit_code.hpp"
#include "philidor/cluster/run_plan.hpp"
#include "philidor/cluster/run_status.hpp"
#include "philidor/cluster/slurm_script.hpp"
#include "run_folder.hpp"

namespace philidor::cli {

namespace {

/// What the command line asks for.
struct SubmitArguments {
    std::string folder;
    bool uses_slurm = false;
    bool runs = false;
    SlurmOptions options;
};

/// Has a shell run a script.
void run_script(const std::string& script) {
    std::FILE* const shell = ::popen("sh", "w");
    if (shell == nullptr) throw CommandFailure(ExitCode::failed, "cannot start a shell");
    const bool is_written = std::fwrite(script.data(), 1, script.size(), shell) == script.size();
    const int status = ::pclose(shell);
    if (!is_written || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
        throw CommandFailure(ExitCode::failed, "sbatch has failed; levels that it has named are submitted");
}

void run(SubmitArguments& arguments) {
    const RunPlan plan = plan_or_failure(arguments.folder);
    arguments.options.program = std::filesystem::read_symlink("/proc/self/exe").string();
    arguments.options.folder = std::filesystem::absolute(arguments.folder).lexically_normal().string();
    const std::string script = slurm_script(plan, status_of(arguments.folder, plan), arguments.options);
    if (arguments.runs) return run_script(script);
    fmt::print("{}", script);
}

}  // namespace

void add_submit_command(CLI::App& program) {
    CLI::App* command = program.add_subcommand("submit", "Have a cluster build a run");
    const auto arguments = std::make_shared<SubmitArguments>();
    add_run_argument(*command, arguments->folder);
    command->add_flag("--slurm", arguments->uses_slurm, "With Slurm: print a shell script that calls sbatch")
        ->required();
    command->add_flag("--run", arguments->runs, "Run the script instead of printing it");
    command->add_option("--threads", arguments->options.threads, "The number of threads of a part")
        ->type_name("N")
        ->check(CLI::Range(1U, 1024U).description(""))
        ->default_str("1");
    command
        ->add_option("--array-size", arguments->options.array_size,
                     "The most parts of one array; the limit of a site is called MaxArraySize")
        ->type_name("N")
        ->check(CLI::Range(1U, 1'000'000U).description(""))
        ->default_str("1000");
    command->allow_extras();
    command->footer(
        "Each level is one array of jobs, or several if it is large, and waits for all of the level before. "
        "Levels that are\ndone are left out, so a run that has ended early is submitted again. Memory and "
        "time are those of the plan.\nAll other options go to sbatch.\n"
        "Examples:\n"
        "  philidor submit run --slurm --partition=long\n"
        "  philidor submit run --slurm --run --threads 4 --account=chess");
    command->callback([command, arguments] {
        arguments->options.arguments = command->remaining();
        run(*arguments);
    });
}

}  // namespace philidor::cli
