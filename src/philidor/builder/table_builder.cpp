#include "philidor/builder/table_builder.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "philidor/builder/distance_solver.hpp"
#include "philidor/builder/retrograde_solver.hpp"
#include "philidor/builder/table_cache.hpp"
#include "philidor/index/tile_layout.hpp"
#include "philidor/material/table_size.hpp"
#include "philidor/table/block_file.hpp"
#include "philidor/table/distance_reader.hpp"
#include "philidor/table/distance_table.hpp"
#include "philidor/table/table.hpp"
#include "philidor/table/table_writer.hpp"

namespace philidor {

namespace {

/// Tables with at least this many tiles are solved one at a time by all threads, others one by each thread.
constexpr std::uint64_t tiles_for_all_threads = 512;

/// Tables are stored together, since a database commits many as fast as one.
constexpr std::size_t most_pending_tables = 256;
constexpr std::size_t most_pending_bytes = std::size_t{16} << 20U;
constexpr std::chrono::milliseconds longest_pending{500};

/// While it is found out what is missing, somebody may want to stop.
constexpr std::size_t keys_between_reports = 1024;

class Builder {
  public:
    Builder(TableStore& store, const BuildOptions& options) : store_(store), options_(options) {}

    Result<std::size_t, BuildError> build(std::span<const std::span<const CanonicalKey>> levels) {
        std::vector<std::vector<CanonicalKey>> missing;
        for (const auto level : levels) missing.push_back(find_missing(level));
        // What is left beside the largest table is for keeping children at hand.
        cache_.emplace(store_, options_.memory_bytes - std::min(options_.memory_bytes, largest_need_));
        for (std::size_t i = 0; i < missing.size() && !error_; ++i) build_level(missing[i]);
        store_pending();
        if (error_) return tl::unexpected(*error_);
        return progress_.tables;
    }

  private:
    /// The keys of a level that have to be built.
    std::vector<CanonicalKey> find_missing(std::span<const CanonicalKey> level) {
        std::vector<CanonicalKey> missing;
        for (const CanonicalKey& key : level) {
            if (error_) break;
            const auto is_done = is_stored(key);
            if (!is_done) fail_once(BuildError::store, is_done.error().message);
            if (is_done && *is_done) continue;
            largest_need_ = std::max(largest_need_, options_.stores_distances ? memory_for_distance_table(key)
                                                                              : memory_to_solve(key));
            if (largest_need_ > options_.memory_bytes) {
                const std::string need = Amount(largest_need_).is_too_large()
                                             ? "more memory than any machine has"
                                             : fmt::format("{} bytes of memory", largest_need_);
                fail_once(BuildError::not_enough_memory,
                          fmt::format("{} takes {} to solve, but {} are allowed", to_string(key), need,
                                      options_.memory_bytes));
            }
            if (++looked_at_ % keys_between_reports == 0) report_progress();
            ++progress_.all_tables;
            progress_.all_positions += table_size(key).positions.number();
            missing.push_back(key);
        }
        return missing;
    }

    /// Whether the store has all that is wanted of a key.
    [[nodiscard]] Result<bool, TableError> is_stored(const CanonicalKey& key) const {
        const auto stored = store_.open_file(TableKind::wdl, key);
        if (!stored && stored.error().kind == TableError::absent) return false;
        if (!stored) return tl::unexpected(stored.error());
        if (!stored->header().is_exact) return false;
        return options_.stores_distances ? store_.contains_file(TableKind::dtz, key) : true;
    }

    void build_level(const std::vector<CanonicalKey>& keys) {
        std::vector<CanonicalKey> small;
        for (const CanonicalKey& key : keys) {
            if (table_size(key).tiles.number() < tiles_for_all_threads) {
                small.push_back(key);
            } else if (!error_) {
                build_table(key, options_.threads);
            }
        }
        std::atomic<std::size_t> next = 0;
        const auto take_keys = [&] {
            for (std::size_t i = next++; i < small.size() && !is_stopped_; i = next++)
                build_table(small[i], 1);
        };
        std::vector<std::jthread> helpers;
        for (std::size_t i = 1; i < std::min<std::size_t>(options_.threads, small.size()); ++i) {
            helpers.emplace_back(take_keys);
        }
        take_keys();
    }

    void build_table(const CanonicalKey& key, unsigned threads) {
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
        Budget budget;
        budget.threads = threads;
        auto table = std::make_shared<const Table>(*solve_table(key, lookup, budget));
        std::optional<EncodedTable> distances;
        if (options_.stores_distances && table->is_exact()) {
            if (const auto measured = measure_distances(key, lookup, budget)) {
                distances = encode_distances(*measured, threads);
            }
        }
        auto encoded = failure ? Result<EncodedTable, TableError>(tl::unexpect, *failure)
                               : encode_table(*table, threads);
        const std::lock_guard lock(mutex_);
        if (!encoded) return fail_once(BuildError::store, encoded.error().message);
        cache_->add(table);
        // First the distances: whoever finds the values need not look for them again.
        if (distances) add_pending(*std::move(distances));
        add_pending(*std::move(encoded));
        finish(*table);
    }

    void add_pending(EncodedTable encoded) {
        pending_bytes_ += encoded.bytes.size();
        pending_.push_back(std::move(encoded));
    }

    /// Keeps account of a table that is done. The caller holds the lock.
    void finish(const Table& table) {
        ++progress_.tables;
        progress_.positions += table_size(table.key()).positions.number();
        if (options_.built) options_.built(table);
        const bool is_time = std::chrono::steady_clock::now() - last_stored_ > longest_pending;
        if (is_time || pending_.size() >= most_pending_tables || pending_bytes_ >= most_pending_bytes)
            store_pending();
        report_progress();
    }

    void report_progress() {
        if (options_.progress && !options_.progress(progress_))
            fail_once(BuildError::interrupted, "interrupted");
    }

    void store_pending() {
        const auto stored = store_.put_all(pending_);
        if (!stored) fail_once(BuildError::store, stored.error().message);
        pending_.clear();
        pending_bytes_ = 0;
        last_stored_ = std::chrono::steady_clock::now();
    }

    void fail_once(BuildError kind, std::string message) {
        if (!error_) error_ = Error<BuildError>{kind, std::move(message)};
        is_stopped_ = true;
    }

    TableStore& store_;
    const BuildOptions& options_;
    std::optional<TableCache> cache_;  ///< when it is known what is to be built
    std::uint64_t largest_need_ = 0;   ///< the memory that the largest missing table takes
    std::size_t looked_at_ = 0;        ///< how many keys of those that are missing
    std::mutex mutex_;                 ///< guards all below
    BuildProgress progress_;
    std::vector<EncodedTable> pending_;
    std::size_t pending_bytes_ = 0;
    std::chrono::steady_clock::time_point last_stored_ = std::chrono::steady_clock::now();
    std::optional<Error<BuildError>> error_;
    std::atomic<bool> is_stopped_ = false;
};

}  // namespace

Result<std::size_t, BuildError> build_tables(std::span<const std::span<const CanonicalKey>> levels,
                                             TableStore& store,
                                             const BuildOptions& options) {
    return Builder(store, options).build(levels);
}

}  // namespace philidor
