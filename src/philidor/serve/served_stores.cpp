#include "philidor/serve/served_stores.hpp"

#include <array>
#include <atomic>
#include <cassert>
#include <mutex>
#include <set>
#include <string_view>
#include <utility>

#include "philidor/base/detail/in_quotes.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/material/table_key.hpp"
#include "philidor/table/detail/block_file.hpp"
#include "philidor/table/detail/kept_store.hpp"
#include "philidor/table/detail/store_list.hpp"

namespace philidor {

/// The stores that are gone.
class ServedStores::Losses {
  public:
    explicit Losses(Report report) : report_(std::move(report)) {}

    void note_loss(const Error<TableError>& error, const std::string& path) {
        const std::lock_guard lock(mutex_);
        if (!paths_.insert(path).second) return;
        count_ = paths_.size();
        report_(error.message + "; going on without it");
    }

    void note_presence(const TableStore& store) {
        if (count_ == 0) return;  // as a rule, and look-ups should not wait for each other
        const std::string path = store.path();
        const std::lock_guard lock(mutex_);
        if (paths_.erase(path) == 0) return;
        count_ = paths_.size();
        report_(in_quotes(path) + ": it is back");
    }

    [[nodiscard]] std::size_t count() const { return count_; }

  private:
    Report report_;
    std::mutex mutex_;
    std::set<std::string> paths_;
    std::atomic<std::size_t> count_ = 0;  ///< of the paths
};

/// A store that is empty once it is gone.
class ServedStores::WatchedStore final : public TableStore {
  public:
    WatchedStore(std::shared_ptr<TableStore> store, Losses& losses)
        : store_(std::move(store)), losses_(losses) {}

    [[nodiscard]] std::string path() const override { return store_->path(); }

    [[nodiscard]] Result<BlockFile, TableError> open_file(TableKind kind,
                                                          const CanonicalKey& key) const override {
        auto file = noted(store_->open_file(kind, key));
        if (!is_loss(file)) return file;
        return fail(TableError::absent, file.error().message);
    }

    [[nodiscard]] Result<bool, TableError> contains_file(TableKind kind,
                                                         const CanonicalKey& key) const override {
        auto found = noted(store_->contains_file(kind, key));
        return is_loss(found) ? false : found;
    }

    [[nodiscard]] Result<std::vector<CanonicalKey>, TableError> file_keys(TableKind kind) const override {
        auto keys = noted(store_->file_keys(kind));
        return is_loss(keys) ? std::vector<CanonicalKey>() : keys;
    }

    /// That nothing is stored is an error all the same.
    [[nodiscard]] Result<void, TableError> put_all(std::span<const EncodedTable> tables) override {
        return noted(store_->put_all(tables));
    }

    [[nodiscard]] Result<void, TableError> set_aside(TableKind kind, const CanonicalKey& key) override {
        return noted(store_->set_aside(kind, key));
    }

  private:
    template <class T>
    [[nodiscard]] static bool is_loss(const Result<T, TableError>& result) {
        return !result && result.error().kind == TableError::gone;
    }

    template <class T>
    [[nodiscard]] Result<T, TableError> noted(Result<T, TableError> result) const {
        if (is_loss(result)) {
            losses_.note_loss(result.error(), path());
        } else {
            losses_.note_presence(*store_);
        }
        return result;
    }

    std::shared_ptr<TableStore> store_;
    Losses& losses_;
};

std::string path_for_kept_tables(const std::string& first_store) {
    constexpr std::string_view ending = ".db";
    if (!first_store.ends_with(ending)) return first_store + "/kept.db";
    return first_store.substr(0, first_store.size() - ending.size()) + ".kept.db";
}

ServedStores::ServedStores(const Report& report) : losses_(std::make_unique<Losses>(report)) {}

ServedStores::~ServedStores() = default;

Result<std::unique_ptr<ServedStores>, TableError> ServedStores::open(std::span<const std::string> paths,
                                                                     std::optional<std::uint64_t> limit_bytes,
                                                                     const Report& report) {
    assert(!paths.empty());
    std::unique_ptr<ServedStores> stores(new ServedStores(report));
    std::array<std::vector<std::shared_ptr<TableStore>>, 2> lists;
    for (auto& list : lists) {
        for (const std::string& path : paths) {
            auto store = open_store(path);
            if (!store) return tl::unexpected(store.error());
            list.push_back(stores->watched(std::move(*store)));
        }
    }
    if (limit_bytes) {
        auto kept = KeptStore::open_database(path_for_kept_tables(paths.front()), *limit_bytes);
        if (!kept) return tl::unexpected(kept.error());
        const auto watched = stores->watched(std::move(*kept));  // it has two handles itself
        for (auto& list : lists) list.insert(list.begin(), watched);
    }
    stores->store_ = std::make_unique<StoreList>(std::move(lists[0]));
    stores->for_lookups_ = std::make_unique<StoreList>(std::move(lists[1]));
    return stores;
}

std::shared_ptr<TableStore> ServedStores::watched(std::shared_ptr<TableStore> store) {
    auto made = std::make_shared<WatchedStore>(std::move(store), *losses_);
    watched_.push_back(made);
    return made;
}

void ServedStores::look() const {
    const TableKey bare_kings = table_for(MaterialKey{}).key;
    for (const auto& store : watched_) (void)store->contains(bare_kings);
}

std::size_t ServedStores::lost_count() const { return losses_->count(); }

}  // namespace philidor
