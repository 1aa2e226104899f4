#include "philidor/cluster/build_part.hpp"

#include <chrono>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "philidor/base/detail/in_quotes.hpp"
#include "philidor/base/detail/posix_filesystem.hpp"
#include "philidor/cluster/part_log.hpp"
#include "philidor/table/detail/block_file.hpp"
#include "philidor/table/detail/pack_file.hpp"
#include "philidor/table/detail/pack_store.hpp"
#include "philidor/table/detail/pack_writer.hpp"
#include "philidor/table/detail/store_list.hpp"

namespace philidor {

namespace {

using Clock = std::chrono::steady_clock;

class PartBuilder {
  public:
    PartBuilder(const std::string& folder, const RunPlan& plan, std::size_t level, std::size_t part)
        : folder_(folder),
          plan_(plan),
          level_(level),
          name_(name_of_part(level, part)),
          part_(plan.levels[level].parts[part]),
          log_(folder, level, part) {}

    [[nodiscard]] Result<PartReport, RunError> build(const BuildOptions& options) {
        files_.remove_abandoned(folder_, [this](std::string_view name) {
            return name == name_ + std::string(PackStore::ending) || name == name_ + unfinished_ending;
        });
        auto keys = keys_of_part(folder_, part_);
        if (!keys) return tl::unexpected(keys.error());
        keys_ = *std::move(keys);
        const auto is_done = find_pack();
        if (!is_done) return tl::unexpected(is_done.error());
        if (*is_done) return report_;
        log_.append({});
        auto made = make_pack(options);
        report_.seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
        if (!made) {
            const bool is_stop = made.error().kind == RunError::interrupted;
            log_.append({.event = is_stop ? PartEvent::stopped : PartEvent::failed,
                         .seconds = report_.seconds,
                         .error = made.error().message});
            return tl::unexpected(made.error());
        }
        log_.append({.event = PartEvent::finished,
                     .seconds = report_.seconds,
                     .tables = report_.tables,
                     .bytes = report_.bytes,
                     .checksum = fmt::format("{:016x}", report_.checksum)});
        return report_;
    }

  private:
    static constexpr const char* unfinished_ending = ".unfinished";

    [[nodiscard]] std::string path(std::string_view ending) const {
        return fmt::format("{}/{}{}", folder_, name_, ending);
    }

    [[nodiscard]] static tl::unexpected<Error<RunError>> failure(const Error<TableError>& error) {
        return fail(RunError::failed, error.message);
    }

    /// Whether the pack is there and right. A damaged one is set aside.
    [[nodiscard]] Result<bool, RunError> find_pack() {
        const std::string pack_path = path(PackStore::ending);
        const auto pack = detail::PackFile::open(pack_path);
        auto checked = pack ? (*pack)->check() : tl::unexpected(pack.error());
        if (checked) checked = check_keys(**pack);
        if (checked) {
            report_ = {true, (*pack)->table_count(), (*pack)->byte_count(), (*pack)->checksum(), 0, ""};
            return true;
        }
        if (checked.error().kind == TableError::absent) return false;
        if (checked.error().kind != TableError::corrupt) return failure(checked.error());
        report_.damage = checked.error().message;
        if (const auto renamed = files_.rename(pack_path, pack_path + ".damaged"); !renamed)
            return fail(RunError::failed, renamed.error().message);
        return false;
    }

    /// Whether a pack has the tables of this part and no others.
    [[nodiscard]] Result<void, TableError> check_keys(const detail::PackFile& pack) const {
        std::size_t place = 0;
        bool is_same = pack.table_count() == keys_.size();
        auto listed = pack.for_each([&](const detail::NamedTable& table) {
            is_same = is_same && table.kind == TableKind::wdl && table.key == keys_[place];
            ++place;
        });
        if (listed && !is_same)
            return fail(TableError::corrupt, in_quotes(pack.path()) + ": it is the pack of another plan");
        return listed;
    }

    /// The packs of all lower levels.
    [[nodiscard]] Result<std::shared_ptr<TableStore>, RunError> open_children() const {
        std::vector<std::string> names;
        for (std::size_t level = 0; level < level_; ++level) {
            for (std::size_t part = 0; part < plan_.levels[level].parts.size(); ++part)
                names.push_back(name_of_part(level, part) + std::string(PackStore::ending));
        }
        auto packs = PackStore::open_packs(folder_, names);
        if (packs) return std::shared_ptr<TableStore>(*std::move(packs));
        if (packs.error().kind != TableError::absent) return failure(packs.error());
        return fail(RunError::missing_part,
                    fmt::format("{} needs all parts of the levels below: {}", name_, packs.error().message));
    }

    /// What an earlier call has left; null if there is nothing, or nothing of use.
    [[nodiscard]] std::shared_ptr<TableStore> open_unfinished() const {
        const auto pack = detail::PackFile::open(path(unfinished_ending));
        if (!pack || !(*pack)->check()) return nullptr;
        auto store = PackStore::open_file_of_tables(path(unfinished_ending));
        return store ? *std::move(store) : nullptr;
    }

    [[nodiscard]] Result<void, RunError> make_pack(const BuildOptions& options) {
        const auto children = open_children();
        if (!children) return tl::unexpected(children.error());
        std::vector<std::shared_ptr<TableStore>> stores{make_memory_store()};
        if (auto unfinished = open_unfinished()) stores.push_back(std::move(unfinished));
        stores.push_back(*children);
        StoreList store(std::move(stores));
        const TablePlan tables{.levels = {keys_}, .tables = keys_.size(), .largest = {}, .largest_bytes = 0};
        const auto built = philidor::build(tables, store, options);
        if (built) return write_pack(store);
        if (built.error().kind != BuildError::interrupted)
            return fail(RunError::failed, built.error().message);
        if (const auto kept = write_tables(store, path(unfinished_ending)); !kept)
            return failure(kept.error());
        return fail(RunError::interrupted, built.error().message);
    }

    [[nodiscard]] Result<void, RunError> write_pack(const TableStore& store) {
        const auto written = write_tables(store, path(PackStore::ending));
        if (!written) return failure(written.error());
        report_.tables = written->tables;
        report_.bytes = written->bytes;
        report_.checksum = written->checksum;
        // The pack is there, so an unfinished one that cannot be removed does no harm.
        (void)files_.remove(path(unfinished_ending));
        return {};
    }

    /// Writes those tables of this part that the store has.
    [[nodiscard]] Result<detail::PackWriter::Summary, TableError> write_tables(
        const TableStore& store, const std::string& path) const {
        auto writer = detail::PackWriter::open(path);
        if (!writer) return tl::unexpected(writer.error());
        for (const TableKey& key : keys_) {
            const auto file = store.open_file(TableKind::wdl, key);
            if (!file && file.error().kind == TableError::absent) continue;
            const auto table = file ? file->copy() : tl::unexpected(file.error());
            if (!table) return tl::unexpected(table.error());
            if (!table->is_exact()) {
                return fail(TableError::unsound, fmt::format("{} lacks tables below it, though the plan has "
                                                             "them: its values are not exact",
                                                             to_string(key)));
            }
            if (auto added = writer->add(*table); !added) return tl::unexpected(added.error());
        }
        return writer->finish();
    }

    PosixFileSystem files_;
    std::string folder_;
    const RunPlan& plan_;
    std::size_t level_;
    std::string name_;
    const RunPart& part_;
    PartLog log_;
    std::vector<TableKey> keys_;
    PartReport report_;
    Clock::time_point begin_ = Clock::now();
};

}  // namespace

Result<PartReport, RunError> build_part(const std::string& folder,
                                        const RunPlan& plan,
                                        std::size_t level,
                                        std::size_t part,
                                        const BuildOptions& options) {
    return PartBuilder(folder, plan, level, part).build(options);
}

}  // namespace philidor
