/// @file
/// What a run builds, on how many machines whatever: levels, and parts of each level.
///
/// A run is a folder:
///
///     plan.json                    this plan, readable
///     plan.keys                    the names of all tables, 24 bytes each, in the order of the plan
///     level-03.part-0007.pack      what is built, one file for each part
///     log/level-03.part-0007.jsonl what happened to that part, a line for each event
///
/// The parts of a level do not need each other; a level needs all parts of those before it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "philidor/base/budget.hpp"
#include "philidor/base/result.hpp"
#include "philidor/cluster/run_error.hpp"
#include "philidor/material/table_key.hpp"

namespace philidor {

/// Tables that one process builds into one pack.
struct RunPart {
    std::uint64_t begin = 0;          ///< the place of its first table among all of the plan
    std::uint64_t tables = 0;         ///< how many
    double seconds = 0;               ///< of one core, estimated
    std::uint64_t bytes = 0;          ///< of its pack, estimated
    std::uint64_t memory_bytes = 0;   ///< that building it takes, with its tables until they are written
    std::uint64_t keys_checksum = 0;  ///< of its names in plan.keys
};

/// Parts that can be built at the same time.
struct RunLevel {
    std::vector<RunPart> parts;

    /// How many tables it has.
    [[nodiscard]] std::uint64_t tables() const;
    /// The seconds of one core that all parts take, estimated.
    [[nodiscard]] double seconds() const;
    /// The memory of the part that takes most.
    [[nodiscard]] std::uint64_t memory_bytes() const;
};

/// A plan, as `plan.json` says it.
struct RunPlan {
    std::vector<std::string> goals;  ///< what was asked for, as it was written
    std::vector<RunLevel> levels;    ///< children first

    /// How many tables there are.
    [[nodiscard]] std::uint64_t tables() const;
    /// How many parts there are.
    [[nodiscard]] std::size_t parts() const;
    /// The seconds of one core that it takes, estimated.
    [[nodiscard]] double seconds() const;
    /// The bytes of all packs, estimated.
    [[nodiscard]] std::uint64_t bytes() const;
};

/// How a plan is made.
struct RunOptions {
    std::size_t parts = 1;                 ///< the most parts of a level
    double shortest_part = 60;             ///< in seconds of one core; a level gets fewer parts instead
    std::size_t most_tables = 20'000'000;  ///< where planning gives up; some 70 bytes of memory each
};

/// Plans all tables that these keys need, and writes the plan to a folder. A folder that has a plan is an
/// error. The result depends on the keys and the options alone.
[[nodiscard]] Result<RunPlan, RunError> make_run(const std::string& folder,
                                                 std::span<const TableKey> keys,
                                                 const std::vector<std::string>& goals,
                                                 const RunOptions& options,
                                                 const std::string& program_version,
                                                 const Budget& budget = {});

/// Reads the plan of a folder. One that another version of the program has made is an error: its tables might
/// have other bytes.
[[nodiscard]] Result<RunPlan, RunError> read_run(const std::string& folder,
                                                 const std::string& program_version);

/// Reads the keys of a part.
[[nodiscard]] Result<std::vector<TableKey>, RunError> keys_of_part(const std::string& folder,
                                                                   const RunPart& part);

/// "level-03.part-0007".
[[nodiscard]] std::string name_of_part(std::size_t level, std::size_t part);

}  // namespace philidor
