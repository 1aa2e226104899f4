#include "philidor/builder/detail/table_builder.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "philidor/builder/detail/distance_solver.hpp"
#include "philidor/builder/detail/retrograde_solver.hpp"
#include "philidor/builder/detail/table_cache.hpp"
#include "philidor/builder/detail/table_scheduler.hpp"
#include "philidor/material/detail/table_size.hpp"
#include "philidor/table/detail/block_file.hpp"
#include "philidor/table/detail/distance_reader.hpp"
#include "philidor/table/detail/distance_table.hpp"
#include "philidor/table/detail/table_writer.hpp"

namespace philidor::detail {

namespace {

using Clock = std::chrono::steady_clock;

/// Tables that are solved side by side take no more than this part of the memory, one half; the rest is for
/// their children.
constexpr std::uint64_t part_for_solving = 2;

/// Tables are stored together, since a database commits many as fast as one.
constexpr std::size_t most_pending_tables = 256;
constexpr std::size_t most_pending_bytes = std::size_t{16} << 20U;
constexpr std::chrono::milliseconds longest_pending{500};

/// After this many keys it is time to tell of progress, and to ask whether to go on.
constexpr std::size_t keys_between_reports = 1024;

class Builder {
  public:
    Builder(TableStore& store, const BuildOptions& options, const Budget& budget)
        : store_(store), options_(options), budget_(budget), scheduler_(for_solving()) {}

    Result<BuildReport, BuildError> build(const TablePlan& plan) {
        const Clock::time_point begin = Clock::now();
        std::vector<Level> levels;
        std::uint64_t peak_bytes = 0;
        for (const auto& keys : plan.levels) {
            levels.push_back(find_missing(keys));
            if (error_) return tl::unexpected(*error_);
            levels.back().schedule = scheduler_.schedule(levels.back().costs);
            peak_bytes = std::max(peak_bytes, levels.back().schedule.peak_bytes);
        }
        // What is left beside the tables that are solved is for keeping children at hand.
        cache_.emplace(store_, budget_.memory_bytes - std::min(budget_.memory_bytes, peak_bytes));
        for (const Level& level : levels) {
            const auto build_one = [&](std::size_t place, const Budget& budget) {
                return build_table(level.keys[place], budget);
            };
            if (!scheduler_.run(level.schedule, level.costs, build_one)) break;
        }
        store_pending();
        if (error_) return tl::unexpected(*error_);
        return BuildReport{plan.tables, progress_.tables, progress_.positions,
                           std::chrono::duration<double>(Clock::now() - begin).count(), damage_};
    }

  private:
    /// The missing tables of a level.
    struct Level {
        std::vector<CanonicalKey> keys;
        std::vector<TableCost> costs;
        TableSchedule schedule;
    };

    /// What the scheduler may share out.
    [[nodiscard]] Budget for_solving() {
        Budget budget = budget_.with_memory(budget_.memory_bytes / part_for_solving);
        budget.progress = [this](const Progress&) {
            const std::lock_guard lock(mutex_);
            report_progress();
        };
        return budget;
    }

    [[nodiscard]] Level find_missing(const std::vector<CanonicalKey>& keys) {
        Level missing;
        for (const CanonicalKey& key : keys) {
            const auto is_done = is_stored(key);
            if (!is_done) fail_once({BuildError::store, is_done.error().message});
            if (error_) break;
            if (++looked_at_ % keys_between_reports == 0) report_progress();
            if (*is_done) continue;
            const std::uint64_t bytes = memory_to_build(key, options_.stores_distances);
            if (bytes > budget_.memory_bytes) {
                fail_once(lack_of_memory(key, bytes));
                break;
            }
            ++progress_.all_tables;
            progress_.all_positions += table_size(key).positions.number();
            missing.keys.push_back(key);
            missing.costs.push_back({tiles_to_solve(key.material()), bytes});
        }
        return missing;
    }

    [[nodiscard]] Error<BuildError> lack_of_memory(const CanonicalKey& key, std::uint64_t bytes) const {
        const std::string need = Amount(bytes).is_too_large() ? "more memory than any machine has"
                                                              : fmt::format("{} bytes of memory", bytes);
        return {BuildError::not_enough_memory, fmt::format("{} takes {} to solve, but {} are allowed",
                                                           to_string(key), need, budget_.memory_bytes)};
    }

    /// Whether the store has all that is wanted of a key. What is damaged is set aside.
    [[nodiscard]] Result<bool, TableError> is_stored(const CanonicalKey& key) {
        const auto values = find_sound(TableKind::wdl, key);
        if (!values) return tl::unexpected(values.error());
        if (!*values || !(*values)->header().is_exact) return false;
        if (!options_.stores_distances) return true;
        return find_sound(TableKind::dtz, key).map([](const auto& distances) {
            return distances.has_value();
        });
    }

    /// A stored table without damage; empty if it is absent, or was damaged and set aside.
    [[nodiscard]] Result<std::optional<BlockFile>, TableError> find_sound(TableKind kind,
                                                                          const CanonicalKey& key) {
        auto file = store_.open_file(kind, key);
        if (!file && file.error().kind == TableError::absent) return std::nullopt;
        const auto checked = file ? file->check() : tl::unexpected(file.error());
        if (checked) return *std::move(file);
        if (checked.error().kind != TableError::corrupt) return tl::unexpected(checked.error());
        if (const auto done = store_.set_aside(kind, key); !done) return tl::unexpected(done.error());
        damage_.push_back(checked.error().message);
        return std::nullopt;
    }

    /// Whether to go on with other tables.
    [[nodiscard]] bool build_table(const CanonicalKey& key, const Budget& budget) {
        std::vector<std::shared_ptr<const Table>> children;  // kept alive until the table is solved
        std::optional<Error<TableError>> failure;
        const auto lookup = [&](const CanonicalKey& child) -> const Table* {
            auto found = cache_->find(child);
            if (!found) {
                failure = found.error();
                return nullptr;
            }
            if (*found != nullptr) children.push_back(*found);
            return found->get();
        };
        auto solved = solve_table(key, lookup, budget);
        if (!solved) return stop();
        const auto table = std::make_shared<const Table>(*std::move(solved));
        std::optional<EncodedTable> distances;
        if (options_.stores_distances && table->is_exact()) {
            const auto measured = measure_distances(key, lookup, budget);
            if (!measured && !failure) return stop();
            if (measured) distances = encode_distances(*measured, budget.threads);
        }
        auto encoded = failure ? Result<EncodedTable, TableError>(tl::unexpect, *failure)
                               : encode_table(*table, budget.threads);
        const std::lock_guard lock(mutex_);
        if (!encoded) {
            fail_once({BuildError::store, encoded.error().message});
            return false;
        }
        cache_->add(table);
        // The distances first: a table whose values are stored counts as done.
        if (distances) add_pending(*std::move(distances));
        add_pending(*std::move(encoded));
        finish(key);
        return !error_;
    }

    /// The budget has ended the work in the middle of a table.
    [[nodiscard]] bool stop() {
        const std::lock_guard lock(mutex_);
        report_progress();
        return false;
    }

    void add_pending(EncodedTable encoded) {
        pending_bytes_ += encoded.bytes.size();
        pending_.push_back(std::move(encoded));
    }

    /// Keeps account of a table that is done. The caller holds the lock, as with all that follows.
    void finish(const CanonicalKey& key) {
        ++progress_.tables;
        progress_.positions += table_size(key).positions.number();
        const bool is_time = Clock::now() - last_stored_ > longest_pending;
        if (is_time || pending_.size() >= most_pending_tables || pending_bytes_ >= most_pending_bytes)
            store_pending();
        report_progress();
    }

    void report_progress() {
        if (options_.progress) options_.progress(progress_);
        if (!budget_.goes_on()) fail_once(end_of(budget_));
    }

    void store_pending() {
        const auto stored = store_.put_all(pending_);
        if (!stored) fail_once({BuildError::store, stored.error().message});
        pending_.clear();
        pending_bytes_ = 0;
        last_stored_ = Clock::now();
    }

    void fail_once(Error<BuildError> error) {
        if (!error_) error_ = std::move(error);
    }

    TableStore& store_;
    const BuildOptions& options_;
    const Budget& budget_;
    TableScheduler scheduler_;
    std::optional<TableCache> cache_;  ///< when it is known what is to be built
    std::size_t looked_at_ = 0;        ///< how many keys
    std::vector<std::string> damage_;  ///< what was wrong with tables that were set aside
    std::mutex mutex_;                 ///< guards all below
    BuildProgress progress_;
    std::vector<EncodedTable> pending_;
    std::size_t pending_bytes_ = 0;
    Clock::time_point last_stored_ = Clock::now();
    std::optional<Error<BuildError>> error_;
};

}  // namespace

std::uint64_t memory_to_build(const CanonicalKey& key, bool stores_distances) {
    return stores_distances ? memory_for_distance_table(key) : memory_to_solve(key);
}

Error<BuildError> end_of(const Budget& budget) {
    if (budget.is_stopped()) return {BuildError::interrupted, "interrupted"};
    return {BuildError::out_of_time, "the time is up"};
}

Result<BuildReport, BuildError> build_tables(const TablePlan& plan,
                                             TableStore& store,
                                             const BuildOptions& options,
                                             const Budget& budget) {
    return Builder(store, options, budget).build(plan);
}

}  // namespace philidor::detail
