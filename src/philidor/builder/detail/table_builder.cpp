#include "philidor/builder/detail/table_builder.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "philidor/builder/detail/chosen_device.hpp"
#include "philidor/builder/detail/device_solver.hpp"
#include "philidor/builder/detail/distance_solver.hpp"
#include "philidor/builder/detail/mate_solver.hpp"
#include "philidor/builder/detail/recently_used.hpp"
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

/// Whether all is known that a table can tell, the 50-move rule included.
bool is_complete(const TableHeader& header) {
    return header.is_exact && header.knows_rule() && header.rule_layer != LayerState::bounds;
}

/// After this many keys it is time to tell of progress, and to ask whether to go on.
constexpr std::size_t keys_between_reports = 1024;

/// Whether distances to mate are stored of this key.
bool has_mates(const TableKey& key, const BuildOptions& options) {
    return options.stores_mates && key.material().man_count() <= most_men_with_mates;
}

class Builder {
  public:
    Builder(TableStore& store, const BuildOptions& options, const Budget& budget)
        : store_(store), options_(options), budget_(budget), scheduler_(for_solving()) {}

    Result<BuildReport, BuildError> build(const TablePlan& plan) {
        const Clock::time_point begin = Clock::now();
        if (!find_device(plan)) return tl::unexpected(*error_);
        std::vector<Level> levels;
        std::uint64_t peak_bytes = 0;
        for (const auto& keys : plan.levels) {
            levels.push_back(find_missing(keys));
            if (error_) return tl::unexpected(*error_);
            levels.back().schedule = scheduler_.schedule(levels.back().costs);
            peak_bytes = std::max(peak_bytes, levels.back().schedule.peak_bytes);
        }
        // What is left beside the tables that are solved is for keeping children at hand.
        const std::uint64_t left = budget_.memory_bytes - std::min(budget_.memory_bytes, peak_bytes);
        cache_.emplace(store_, options_.stores_mates ? left / 2 : left);
        mates_.emplace(left / 2);
        for (const Level& level : levels) {
            if (!build_on_device(level.for_device)) break;
            const auto build_one = [&](std::size_t place, const Budget& budget) {
                return build_table(level.keys[place], budget);
            };
            if (!scheduler_.run(level.schedule, level.costs, build_one)) break;
        }
        store_pending();
        if (error_) return tl::unexpected(*error_);
        return BuildReport{plan.tables,
                           progress_.tables,
                           progress_.positions,
                           std::chrono::duration<double>(Clock::now() - begin).count(),
                           damage_,
                           on_device_ == 0 ? std::string() : device_->name(),
                           on_device_,
                           device_trouble_};
    }

  private:
    /// The missing tables of a level.
    struct Level {
        std::vector<TableKey> keys;
        std::vector<TableCost> costs;
        TableSchedule schedule;
        std::vector<TableKey> for_device;
    };

    /// Looks for a device if it may be of use, since even that takes time. Whether all is well.
    [[nodiscard]] bool find_device(const TablePlan& plan) {
        const auto is_large = [](const TableKey& key) {  // which takes two pieces
            return key.material().piece_count() > 1 &&
                   tiles_to_solve(key.material()) >= fewest_tiles_for_a_device;
        };
        const bool has_large = std::ranges::any_of(
            plan.levels, [&](const auto& level) { return std::ranges::any_of(level, is_large); });
        if (!has_large && options_.device != DeviceChoice::cuda) return true;
        std::string why_not;
        device_ = chosen_device(options_.device, why_not);
        if (device_ != nullptr) device_solver_.emplace(*device_);
        if (device_ != nullptr || options_.device != DeviceChoice::cuda) return true;
        fail_once({BuildError::no_device, why_not});
        return false;
    }

    /// What the scheduler may share out.
    [[nodiscard]] Budget for_solving() {
        Budget budget = budget_.with_memory(budget_.memory_bytes / part_for_solving);
        budget.progress = [this](const Progress&) {
            const std::lock_guard lock(mutex_);
            report_progress();
        };
        return budget;
    }

    [[nodiscard]] Level find_missing(const std::vector<TableKey>& keys) {
        Level missing;
        for (const TableKey& key : keys) {
            const auto is_done = is_stored(key);
            if (!is_done) fail_once({BuildError::store, is_done.error().message});
            if (error_) break;
            if (++looked_at_ % keys_between_reports == 0) report_progress();
            if (*is_done) continue;
            if (suits_device(key)) {
                ++progress_.all_tables;
                progress_.all_positions += table_size(key).positions.number();
                missing.for_device.push_back(key);
                continue;
            }
            const std::uint64_t bytes = memory_to_build(key, options_);
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

    /// In kB, MB or GB.
    [[nodiscard]] static std::string text_of_bytes(std::uint64_t bytes) {
        const auto number = static_cast<double>(bytes);
        if (number < 1e6) return fmt::format("{:.1f} kB", number / 1e3);
        return number < 1e9 ? fmt::format("{:.1f} MB", number / 1e6) : fmt::format("{:.1f} GB", number / 1e9);
    }

    [[nodiscard]] Error<BuildError> lack_of_memory(const TableKey& key, std::uint64_t bytes) const {
        const std::string need = Amount(bytes).is_too_large()
                                     ? "more memory than any machine has"
                                     : fmt::format("{} of memory", text_of_bytes(bytes));
        return {BuildError::not_enough_memory,
                fmt::format("{} takes {} to solve, but {} are allowed", to_string(key), need,
                            text_of_bytes(budget_.memory_bytes))};
    }

    /// Whether the store has all that is wanted of a key. What is damaged is set aside.
    [[nodiscard]] Result<bool, TableError> is_stored(const TableKey& key) {
        const auto values = find_sound(TableKind::wdl, key);
        if (!values) return tl::unexpected(values.error());
        if (!*values || !is_complete((*values)->header())) return false;
        if (options_.stores_distances) {
            const auto distances = find_sound(TableKind::dtz, key);
            if (!distances) return tl::unexpected(distances.error());
            if (!*distances || !(*distances)->header().knows_rule()) return false;
        }
        if (!has_mates(key, options_)) return true;
        return find_sound(TableKind::dtm, key).map([](const auto& mates) { return mates.has_value(); });
    }

    /// A stored table without damage; empty if it is absent, or was damaged and set aside.
    [[nodiscard]] Result<std::optional<BlockFile>, TableError> find_sound(TableKind kind,
                                                                          const TableKey& key) {
        auto file = store_.open_file(kind, key);
        if (!file && file.error().kind == TableError::absent) return std::nullopt;
        const auto checked = file ? file->check() : tl::unexpected(file.error());
        if (checked) return *std::move(file);
        if (checked.error().kind != TableError::corrupt) return tl::unexpected(checked.error());
        if (const auto done = store_.set_aside(kind, key); !done) return tl::unexpected(done.error());
        damage_.push_back(checked.error().message);
        return std::nullopt;
    }

    /// Whether a table is worth a device's time, fits there, and fits here once it is solved.
    [[nodiscard]] bool suits_device(const TableKey& key) const {
        if (!device_solver_ || tiles_to_solve(key.material()) < fewest_tiles_for_a_device) return false;
        return DeviceSolver::memory_to_solve(key) < device_->free_bytes() / 2 &&
               table_size(key).bytes.number() * 4 < budget_.memory_bytes / part_for_solving;
    }

    /// Builds tables of a level on the device, several together. Whether to go on.
    [[nodiscard]] bool build_on_device(const std::vector<TableKey>& keys) {
        for (std::size_t begin = 0; begin < keys.size();) {
            const auto batch = next_batch(std::span(keys).subspan(begin), device_->free_bytes() / 2);
            begin += batch.size();
            ChildFinder children(*cache_);
            const DeviceOutcome outcome = device_solver_->solve(batch, children.lookup(), budget_);
            if (outcome == DeviceOutcome::stopped) return stop();
            for (const TableKey& key : batch) {
                std::optional<Table> table;
                if (outcome == DeviceOutcome::done) table = device_solver_->table(key);
                if (table && table->rounds() == most_rounds_under_rule) {
                    device_solver_->forget(key);  // it needs a layer for the 50-move rule
                    table.reset();
                }
                if (!(table ? finish_on_device(key, *std::move(table)) : build_here(key))) return false;
            }
        }
        return !error_;
    }

    /// The device could not do it.
    [[nodiscard]] bool build_here(const TableKey& key) {
        if (device_trouble_.empty()) {
            device_trouble_ = device_->fault().value_or(
                fmt::format("{} does not suit {}: it is too large, or the 50-move rule makes a difference",
                            to_string(key), device_->name()));
        }
        const std::uint64_t bytes = memory_to_build(key, options_);
        if (bytes <= budget_.memory_bytes) return build_table(key, budget_);
        fail_once(lack_of_memory(key, bytes));
        return false;
    }

    [[nodiscard]] bool finish_on_device(const TableKey& key, Table solved) {
        ++on_device_;
        std::optional<DistanceTable> distances;
        ChildFinder children(*cache_);
        if (options_.stores_distances) {
            const auto outcome = device_solver_->measure(key, children.lookup(), distances, budget_);
            if (outcome == DeviceOutcome::stopped) return stop();
            if (outcome != DeviceOutcome::done)
                distances = measure_distances(key, children.lookup(), budget_);
            if (!distances && !children.failure()) return stop();
        }
        return keep_with_mates(key, std::make_shared<const Table>(std::move(solved)), distances,
                               children.failure(), budget_);
    }

    /// Finds children, and keeps them alive.
    class ChildFinder {
      public:
        explicit ChildFinder(TableCache& cache) : cache_(cache) {}

        [[nodiscard]] TableLookup lookup() {
            return [this](const TableKey& child) -> const Table* {
                auto found = cache_.find(child);
                if (!found) {
                    failure_ = found.error();
                    return nullptr;
                }
                if (*found != nullptr) children_.push_back(*found);
                return found->get();
            };
        }

        /// Why a child could not be read.
        [[nodiscard]] const std::optional<Error<TableError>>& failure() const { return failure_; }

      private:
        TableCache& cache_;
        std::vector<std::shared_ptr<const Table>> children_;
        std::optional<Error<TableError>> failure_;
    };

    /// Whether to go on with other tables.
    [[nodiscard]] bool build_table(const TableKey& key, const Budget& budget) {
        ChildFinder children(*cache_);
        auto solved = solve_table(key, children.lookup(), budget);
        if (!solved) return stop();
        auto table = std::make_shared<const Table>(*std::move(solved));
        std::optional<DistanceTable> distances;
        if (options_.stores_distances && table->is_exact()) {
            distances = measure_distances(key, children.lookup(), budget);
            if (!distances && !children.failure()) return stop();
        }
        return keep_with_mates(key, std::move(table), distances, children.failure(), budget);
    }

    /// Measures the distances to mate if they are wanted and those of all children are there, and keeps all.
    /// Whether to go on.
    [[nodiscard]] bool keep_with_mates(const TableKey& key,
                                       std::shared_ptr<const Table> table,
                                       const std::optional<DistanceTable>& distances,
                                       const std::optional<Error<TableError>>& failure,
                                       const Budget& budget) {
        std::shared_ptr<const DistanceTable> mates;
        if (has_mates(key, options_) && table->is_exact() && !failure) {
            std::unordered_map<TableKey, std::shared_ptr<const DistanceTable>> children;
            auto measured = measure_mates(
                key,
                [&](const TableKey& child) {
                    const auto [place, is_new] = children.try_emplace(child);
                    if (is_new) place->second = find_mates(child);
                    return place->second.get();
                },
                budget);
            if (measured) mates = std::make_shared<const DistanceTable>(*std::move(measured));
            if (!mates && !budget.goes_on()) return stop();
        }
        return keep(key, std::move(table), distances, std::move(mates), failure, budget.threads);
    }

    /// The distances to mate of a child, or null. What is not at hand any more may still wait to be stored.
    [[nodiscard]] std::shared_ptr<const DistanceTable> find_mates(const TableKey& key) {
        if (auto mates = mates_->find(key)) return mates;
        const std::lock_guard lock(mutex_);
        store_pending();
        const auto reader = store_.open_mates(key);
        auto loaded = reader ? (*reader)->load() : tl::unexpected(reader.error());
        if (!loaded) {
            if (loaded.error().kind != TableError::absent)
                fail_once({BuildError::store, loaded.error().message});
            return nullptr;
        }
        auto mates = std::make_shared<const DistanceTable>(*std::move(loaded));
        mates_->add(key, mates, mates->byte_count());
        return mates;
    }

    /// Encodes a table and has it stored. Whether to go on.
    [[nodiscard]] bool keep(const TableKey& key,
                            std::shared_ptr<const Table> table,
                            const std::optional<DistanceTable>& measured,
                            std::shared_ptr<const DistanceTable> measured_mates,
                            const std::optional<Error<TableError>>& failure,
                            unsigned threads) {
        std::optional<EncodedTable> distances;
        std::optional<EncodedTable> mates;
        if (measured) distances = encode_distances(*measured, threads);
        if (measured_mates) mates = encode_distances(*measured_mates, threads, TableKind::dtm);
        auto encoded = failure ? Result<EncodedTable, TableError>(tl::unexpect, *failure)
                               : encode_table(*table, threads);
        const std::lock_guard lock(mutex_);
        if (!encoded) {
            fail_once({BuildError::store, encoded.error().message});
            return false;
        }
        cache_->add(std::move(table));
        // The distances first: a table whose values are stored counts as done.
        if (distances) add_pending(*std::move(distances));
        if (mates) {
            add_pending(*std::move(mates));
            const std::uint64_t bytes = measured_mates->byte_count();
            mates_->add(key, std::move(measured_mates), bytes);
        }
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
    void finish(const TableKey& key) {
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
    std::unique_ptr<Device> device_;  ///< null if the processor does everything
    std::optional<DeviceSolver> device_solver_;
    std::size_t on_device_ = 0;
    std::string device_trouble_;
    std::optional<TableCache> cache_;                             ///< when it is known what is to be built
    std::optional<RecentlyUsed<TableKey, DistanceTable>> mates_;  ///< likewise
    std::size_t looked_at_ = 0;                                   ///< how many keys
    std::vector<std::string> damage_;  ///< what was wrong with tables that were set aside
    std::mutex mutex_;                 ///< guards all below
    BuildProgress progress_;
    std::vector<EncodedTable> pending_;
    std::size_t pending_bytes_ = 0;
    Clock::time_point last_stored_ = Clock::now();
    std::optional<Error<BuildError>> error_;
};

}  // namespace

std::uint64_t memory_to_build(const TableKey& key, const BuildOptions& options) {
    const bool has_distances = options.stores_distances || has_mates(key, options);
    return has_distances ? memory_for_distance_table(key) : memory_to_solve(key);
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
