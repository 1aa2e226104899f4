/// @file
/// The stores of a server.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "philidor/base/result.hpp"
#include "philidor/table/table_error.hpp"
#include "philidor/table/table_store.hpp"

namespace philidor {

/// Where a server keeps results if they are limited, and its first store has this path: a database of its
/// own, so that no table of the store itself is ever deleted. `tables.db` has `tables.kept.db` beside it, and
/// a folder has `kept.db` in it.
[[nodiscard]] std::string path_for_kept_tables(const std::string& first_store);

/// The stores that a server answers from, each opened twice: look-ups do not wait while results are written.
///
/// A store that is deleted or replaced while it is open counts as empty, so that the server goes on without
/// it; nothing is written there. This is reported once, and once more if the store is back. Thread-safe.
class ServedStores {
  public:
    using Report = std::function<void(const std::string&)>;

    /// Opens stores that are searched in this order, and creates those that are missing. There must be at
    /// least one. Results go to the first. With a limit they go to `path_for_kept_tables`, and those that
    /// were not used for longest make room for new ones.
    [[nodiscard]] static Result<std::unique_ptr<ServedStores>, TableError> open(
        std::span<const std::string> paths, std::optional<std::uint64_t> limit_bytes, const Report& report);

    ~ServedStores();

    /// For answers and results.
    [[nodiscard]] TableStore& store() { return *store_; }

    /// For look-ups only.
    [[nodiscard]] const TableStore& for_lookups() const { return *for_lookups_; }

    /// Looks whether all stores are still there. This may wait for a disk.
    void look() const;

    /// How many stores are gone, as far as it has been noticed.
    [[nodiscard]] std::size_t lost_count() const;

  private:
    class Losses;
    class WatchedStore;

    explicit ServedStores(const Report& report);
    [[nodiscard]] std::shared_ptr<TableStore> watched(std::shared_ptr<TableStore> store);

    std::unique_ptr<Losses> losses_;
    std::vector<std::shared_ptr<const TableStore>> watched_;
    std::unique_ptr<TableStore> store_;
    std::unique_ptr<const TableStore> for_lookups_;
};

}  // namespace philidor
