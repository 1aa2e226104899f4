#include "run_folder.hpp"

#include <fmt/format.h>

#include "interrupt.hpp"

namespace philidor::cli {

void add_run_argument(CLI::App& command, std::string& folder) {
    command.add_option("RUN", folder, "The folder of a run, which `philidor plan` makes")
        ->type_name("")
        ->required();
}

RunPlan plan_or_failure(const std::string& folder) {
    auto plan = read_run(folder, PHILIDOR_VERSION);
    if (!plan) throw failure_of(plan.error());
    return *std::move(plan);
}

CommandFailure failure_of(const Error<RunError>& error) {
    switch (error.kind) {
        case RunError::interrupted:
            return interruption("what is done by then is kept; the same command goes on");
        case RunError::input:
        case RunError::too_many_tables:
        case RunError::other_version:
        case RunError::bad_plan: return {ExitCode::bad_input, error.message};
        case RunError::missing_part:
        case RunError::failed: break;
    }
    return {ExitCode::failed, error.message};
}

std::string time_text(double seconds) {
    if (seconds < 100) return fmt::format("{:.1f} s", seconds);
    if (seconds < 6000) return fmt::format("{:.1f} min", seconds / 60);
    return fmt::format("{:.1f} h", seconds / 3600);
}

}  // namespace philidor::cli
