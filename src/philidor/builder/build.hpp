/// @file
/// Building tables into a store, with everything that they need.
///
///     const auto store = open_store("tables").value();
///     const auto report = build(table_for(parse_key("Ke4vKe5").value()).key, *store, {.threads = 2});
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "philidor/base/budget.hpp"
#include "philidor/base/result.hpp"
#include "philidor/material/table_key.hpp"
#include "philidor/table/table_store.hpp"

namespace philidor {

/// Why tables could not be built.
enum class BuildError : std::uint8_t {
    interrupted,        ///< the work was stopped; what was built until then is stored
    out_of_time,        ///< the time was up; what was built until then is stored
    not_enough_memory,  ///< a table takes more memory to solve than is allowed
    too_many_tables,    ///< more tables are needed than are allowed
    too_many_men,       ///< distances to mate are not measured for so many
    store,              ///< a table could not be read or written
    no_device,          ///< the device that was asked for is not there, or failed
};

/// Where tables are solved.
enum class DeviceChoice : std::uint8_t {
    automatic,  ///< large tables on the GPU if there is one, all others by the processor
    processor,  ///< all by the processor
    cuda,       ///< as `automatic`, but it is an error if there is no GPU
};

/// How far the work is.
struct BuildProgress {
    std::size_t tables = 0;           ///< built until now; while it is planned: whose children are known
    std::size_t all_tables = 0;       ///< to be built; while it is planned: found until now
    std::uint64_t positions = 0;      ///< of the tables built until now
    std::uint64_t all_positions = 0;  ///< of the tables to be built; 0 while it is planned

    /// From 0 to 1.
    [[nodiscard]] double share() const;
};

/// Distances to mate need those of all tables below at hand, two bytes for each position.
inline constexpr unsigned most_men_with_mates = 5;

/// What is built, and what that may take.
struct BuildOptions {
    /// Which tables are built besides those that are asked for.
    enum class Children : std::uint8_t {
        closure,  ///< all that play can lead to, so that the values are exact
        none,     ///< none; where the store lacks a child, values are bounds
    };

    std::optional<std::chrono::duration<double>> time = std::nullopt;  ///< empty: as long as it takes
    std::uint64_t memory_bytes = std::uint64_t{4} << 30U;  ///< for solving and for keeping children at hand
    unsigned threads = 1;                                  ///< the most threads that may work
    /// Asks the work to end early.
    std::stop_token stop = {};      // NOLINT(readability-redundant-member-init): callers may leave it out
    bool stores_distances = false;  ///< to zeroing, of exact tables, beside their values
    bool stores_mates = false;      ///< distances to mate, of tables of up to `most_men_with_mates` men
    Children children = Children::closure;          ///< which other tables are built
    DeviceChoice device = DeviceChoice::automatic;  ///< where tables are solved; the result is the same
    unsigned most_pieces = 30;  ///< children with more queens, rooks, bishops and knights are left out
    std::size_t most_tables = 10'000'000;  ///< some 700 MB while they are looked for, and days to build
    /// Called now and then, by one thread at a time; may be empty.
    std::function<void(const BuildProgress&)> progress = nullptr;

    /// Options that take what a budget allows.
    [[nodiscard]] static BuildOptions within(const Budget& budget);
};

/// The tables to be built.
struct TablePlan {
    /// The keys, each once. Children stand in earlier levels than their parents, and the tables of a level do
    /// not need each other.
    std::vector<std::vector<TableKey>> levels;
    std::size_t tables = 0;           ///< how many there are
    std::optional<TableKey> largest;  ///< the one that takes most memory; empty if there is none
    std::uint64_t largest_bytes = 0;  ///< the memory that building it takes
};

/// What was done.
struct BuildReport {
    std::size_t tables = 0;       ///< that were needed
    std::size_t built = 0;        ///< the others were stored already
    std::uint64_t positions = 0;  ///< of the tables built
    double seconds = 0;           ///< that it took
    /// What was wrong with stored tables that were set aside and built again.
    std::vector<std::string> damage;
    std::string device;          ///< the GPU that solved tables; empty if none did
    std::size_t on_device = 0;   ///< how many tables it solved
    std::string device_trouble;  ///< why tables that were meant for it were solved by the processor
};

/// Finds the tables that have to be there for these keys.
[[nodiscard]] Result<TablePlan, BuildError> plan_tables(std::span<const TableKey> keys,
                                                        const BuildOptions& options = {});

/// Builds the tables of a plan that the store does not have, or has with bounds only, or without distances if
/// these are wanted. Distances to mate of a table with more men are an error, `BuildError::too_many_men`. A
/// stored table that is damaged is set aside and built again. Every table is stored soon after it is built,
/// so that the same call goes on where an earlier one was stopped. A stop loses no more than the tables that
/// are being solved. The tables do not depend on the number of threads.
[[nodiscard]] Result<BuildReport, BuildError> build(const TablePlan& plan,
                                                    TableStore& store,
                                                    const BuildOptions& options = {});

/// Plans and builds the tables of these keys.
[[nodiscard]] Result<BuildReport, BuildError> build(std::span<const TableKey> keys,
                                                    TableStore& store,
                                                    const BuildOptions& options = {});

/// Plans and builds the tables of one key.
[[nodiscard]] Result<BuildReport, BuildError> build(const TableKey& key,
                                                    TableStore& store,
                                                    const BuildOptions& options = {});

}  // namespace philidor
