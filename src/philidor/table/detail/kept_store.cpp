#include "philidor/table/detail/kept_store.hpp"

#include <filesystem>
#include <system_error>
#include <utility>

namespace philidor {

KeptStore::KeptStore(std::unique_ptr<SqliteStore> reading,
                     std::unique_ptr<SqliteStore> writing,
                     std::uint64_t limit_bytes)
    : reading_(std::move(reading)), writing_(std::move(writing)), limit_bytes_(limit_bytes) {}

Result<std::unique_ptr<KeptStore>, TableError> KeptStore::open_database(const std::string& path,
                                                                        std::uint64_t limit_bytes) {
    auto writing = SqliteStore::open_database(path);
    if (!writing) return tl::unexpected(writing.error());
    auto reading = SqliteStore::open_database(path);
    if (!reading) return tl::unexpected(reading.error());
    std::unique_ptr<KeptStore> store(new KeptStore(std::move(*reading), std::move(*writing), limit_bytes));
    if (const auto done = store->make_room(0); !done) return tl::unexpected(done.error());
    std::error_code ignored;
    if (std::filesystem::file_size(path, ignored) > limit_bytes) {
        if (const auto done = store->writing_->compact(); !done) return tl::unexpected(done.error());
    }
    if (const auto done = store->writing_->empty_log(); !done) return tl::unexpected(done.error());
    return store;
}

/// The order of uses is worth remembering, but not worth an error.
KeptStore::~KeptStore() { (void)make_room(0); }

Result<BlockFile, TableError> KeptStore::open_file(TableKind kind, const CanonicalKey& key) const {
    auto file = reading_->open_file(kind, key);
    if (file) {
        const std::lock_guard lock(mutex_);
        used_.insert(key);
    }
    return file;
}

Result<bool, TableError> KeptStore::contains_file(TableKind kind, const CanonicalKey& key) const {
    return reading_->contains_file(kind, key);
}

Result<std::vector<CanonicalKey>, TableError> KeptStore::file_keys(TableKind kind) const {
    return reading_->file_keys(kind);
}

Result<void, TableError> KeptStore::put_all(std::span<const EncodedTable> tables) {
    if (tables.empty()) return {};
    std::uint64_t bytes = 0;
    for (const EncodedTable& table : tables) bytes += table.bytes.size();
    if (auto done = make_room(bytes); !done) return done;
    if (auto done = writing_->put_all(tables); !done) return done;
    return writing_->empty_log();  // it is as large as what was put
}

Result<void, TableError> KeptStore::set_aside(TableKind kind, const CanonicalKey& key) {
    return writing_->set_aside(kind, key);
}

Result<void, TableError> KeptStore::make_room(std::uint64_t more_bytes) {
    std::unordered_set<CanonicalKey> used;
    {
        const std::lock_guard lock(mutex_);
        used.swap(used_);
    }
    const std::vector<CanonicalKey> keys(used.begin(), used.end());
    return writing_->make_room(more_bytes, limit_bytes_, keys);
}

}  // namespace philidor
