/// @file
/// A run as jobs of Slurm.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "philidor/cluster/run_plan.hpp"
#include "philidor/cluster/run_status.hpp"

namespace philidor {

/// How a run is submitted.
struct SlurmOptions {
    std::string program;                 ///< the path of our program
    std::string folder;                  ///< of the run, as all machines know it
    unsigned threads = 1;                ///< for each part
    std::size_t array_size = 1000;       ///< the most parts of one array; Slurm's usual limit is 1000
    std::vector<std::string> arguments;  ///< for every sbatch
};

/// A shell script that submits what is not done: for each level one or more arrays of jobs, each of which
/// waits for all arrays of the level before.
[[nodiscard]] std::string slurm_script(const RunPlan& plan,
                                       const RunStatus& status,
                                       const SlurmOptions& options);

}  // namespace philidor
