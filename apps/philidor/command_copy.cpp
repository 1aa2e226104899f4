#include "command_copy.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "exit_code.hpp"
#include "interrupt.hpp"
#include "number_text.hpp"
#include "philidor/base/detail/in_quotes.hpp"
#include "philidor/base/detail/posix_filesystem.hpp"
#include "philidor/builder/detail/sample_check.hpp"
#include "philidor/builder/prober.hpp"
#include "philidor/table/detail/block_file.hpp"
#include "philidor/table/detail/pack_store.hpp"
#include "philidor/table/detail/pack_writer.hpp"
#include "philidor/table/detail/store_list.hpp"
#include "philidor/table/table_store.hpp"
#include "progress_bar.hpp"
#include "read_input.hpp"
#include "table_options.hpp"
#include "table_selection.hpp"

namespace philidor::cli {

namespace {

/// The arguments of both commands.
struct CopyArguments {
    TableSelection selection;          ///< for an export
    std::string target;                ///< for an export
    std::vector<std::string> sources;  ///< for an import
    std::vector<std::string> stores;
    bool leaves_out_check = false;  ///< for an import
    bool wants_json = false;
};

/// How many positions of a table are checked before it is imported.
constexpr std::size_t samples_of_table = 8;

/// What was copied.
struct CopyCounts {
    std::size_t copied = 0;
    std::uint64_t bytes = 0;
    std::size_t skipped = 0;  ///< with bounds, where exact values are
};

void print_summary(const std::string& target, const CopyCounts& counts, bool wants_json) {
    if (wants_json) {
        const nlohmann::ordered_json json{{"store", target},
                                          {"copied", counts.copied},
                                          {"bytes", counts.bytes},
                                          {"skipped", counts.skipped}};
        fmt::print("{}\n", json.dump());
        return;
    }
    fmt::print("{} table{} copied to {}, {}\n", with_separators(counts.copied), counts.copied == 1 ? "" : "s",
               in_quotes(target), bytes_text(counts.bytes));
    if (counts.skipped != 0)
        fmt::print("{} with bounds skipped: the exact tables are there\n", with_separators(counts.skipped));
}

/// Copies tables, many at a time: a store writes many as fast as one.
class Copier {
  public:
    explicit Copier(TableStore& target) : target_(target) {}

    /// Checks a table completely and copies it. Bounds do not replace exact values.
    void add(const BlockFile& file) {
        if (is_interrupted()) throw interruption();
        const TableHeader& header = file.header();
        if (!header.is_exact && target_.has_exact(table_for(header.key.material()).key)) {
            ++counts_.skipped;
            return;
        }
        pending_.push_back(value_or_failure(file.copy(), ExitCode::failed));
        pending_bytes_ += pending_.back().bytes.size();
        if (pending_.size() >= 256 || pending_bytes_ >= (std::size_t{64} << 20U)) flush();
    }

    /// Writes the remaining tables and prints a summary.
    void finish(bool wants_json) {
        flush();
        print_summary(target_.path(), counts_, wants_json);
    }

  private:
    void flush() {
        value_or_failure(target_.put_all(pending_), ExitCode::failed);
        counts_.copied += pending_.size();
        counts_.bytes += pending_bytes_;
        pending_.clear();
        pending_bytes_ = 0;
    }

    TableStore& target_;
    std::vector<EncodedTable> pending_;
    std::size_t pending_bytes_ = 0;
    CopyCounts counts_;
};

/// Which tables are copied. Those that are not are reported.
using MayCopy = std::function<bool(const CanonicalKey&)>;

/// Copies the values of keys, and their distances if there are any.
void copy_keys(const std::vector<CanonicalKey>& keys,
               const TableStore& source,
               const MayCopy& may_copy,
               Copier& copier) {
    ProgressBar bar;
    std::size_t done = 0;
    for (const CanonicalKey& key : keys) {
        if (!may_copy(key)) continue;
        copier.add(value_or_failure(source.open_file(TableKind::wdl, key), ExitCode::failed));
        for (const TableKind kind : {TableKind::dtz, TableKind::dtm}) {
            const auto distances = source.open_file(kind, key);
            if (distances || distances.error().kind != TableError::absent)
                copier.add(value_or_failure(distances, ExitCode::failed));
        }
        bar.show(static_cast<double>(++done) / static_cast<double>(keys.size()));
    }
}

/// What the one table of a file tells; empty if the path is that of a store.
std::optional<TableKind> kind_of_file(const std::string& path) {
    for (const TableKind kind : all_table_kinds) {
        if (path.ends_with(fmt::format(".{}", name_of(kind)))) return kind;
    }
    return std::nullopt;
}

/// What a path holds: the tables of a store, or the one table of a file.
std::shared_ptr<TableStore> open_source(const std::string& path) {
    const auto kind = kind_of_file(path);
    if (!kind) return value_or_failure(open_store(path), ExitCode::failed);
    auto bytes = value_or_failure(PosixFileSystem().open(path), ExitCode::failed);
    const auto file =
        value_or_failure(BlockFile::open(*kind, std::move(bytes), in_quotes(path)), ExitCode::failed);
    const EncodedTable table = value_or_failure(file.copy(), ExitCode::failed);
    std::shared_ptr<TableStore> store = make_memory_store();
    value_or_failure(store->put_all({&table, 1}), ExitCode::failed);
    return store;
}

/// Copies tables into a new pack, which is written from front to back in the order of its index.
void export_to_pack(std::vector<CanonicalKey> keys,
                    const TableStore& source,
                    const CopyArguments& arguments) {
    std::ranges::sort(keys, {},
                      [](const CanonicalKey& key) { return detail::pack_name_of(TableKind::wdl, key); });
    auto writer = value_or_failure(detail::PackWriter::open(arguments.target), ExitCode::failed);
    ProgressBar bar;
    std::size_t done = 0;
    for (const CanonicalKey& key : keys) {
        for (const TableKind kind : all_table_kinds) {
            if (is_interrupted()) throw interruption();
            const auto file = source.open_file(kind, key);
            if (!file && file.error().kind == TableError::absent && kind != TableKind::wdl) continue;
            const auto table = value_or_failure(file, ExitCode::failed).copy();
            value_or_failure(writer.add(value_or_failure(table, ExitCode::failed)), ExitCode::failed);
        }
        bar.show(static_cast<double>(++done) / static_cast<double>(keys.size()));
    }
    const auto summary = value_or_failure(writer.finish(), ExitCode::failed);
    print_summary(arguments.target, {summary.tables, summary.bytes, 0}, arguments.wants_json);
}

/// The names under which the selected tables are stored.
std::vector<CanonicalKey> selected_names(const TableSelection& selection, const TableStore& store) {
    if (selection.wants_all) return value_or_failure(store.file_keys(TableKind::wdl), ExitCode::failed);
    std::vector<CanonicalKey> names;
    for (const TableKey& key : selected_keys(selection, store))
        names.push_back(
            value_or_failure(store.find_file(TableKind::wdl, key), ExitCode::failed).header().key);
    return names;
}

void run_export(const CopyArguments& arguments) {
    const auto source = stores_or_failure(arguments.stores, StoreUse::reads);
    const auto keys = selected_names(arguments.selection, *source);
    if (arguments.target.ends_with(PackStore::ending)) return export_to_pack(keys, *source, arguments);
    const auto target = value_or_failure(open_store(arguments.target), ExitCode::failed);
    Copier copier(*target);
    copy_keys(keys, *source, [](const CanonicalKey&) { return true; }, copier);
    copier.finish(arguments.wants_json);
}

/// Says which tables of a source agree with each other and with those of the target.
class SampleChecker {
  public:
    SampleChecker(const std::shared_ptr<TableStore>& source, const std::shared_ptr<TableStore>& target)
        : stores_({source, target}) {}

    /// Whether nothing contradicts the table; if something does, it is printed.
    [[nodiscard]] bool accepts(const CanonicalKey& key) {
        const auto checked = check_samples(table_for(key.material()).key, prober_, samples_of_table);
        if (!checked) fmt::print(stderr, "philidor: {}\n", checked.error().message);
        return checked.has_value();
    }

  private:
    StoreList stores_;
    Prober prober_{stores_};
};

/// Copies the tables of a source that may be copied. Returns how many may not.
std::size_t import_from(const std::string& path,
                        const CopyArguments& arguments,
                        const std::shared_ptr<TableStore>& target,
                        Copier& copier) {
    const auto source = open_source(path);
    SampleChecker checker(source, target);
    std::size_t refused = 0;
    const auto may_copy = [&](const CanonicalKey& key) {
        if (arguments.leaves_out_check || checker.accepts(key)) return true;
        ++refused;
        return false;
    };
    const auto kind = kind_of_file(path);
    if (kind && *kind != TableKind::wdl) {
        const auto keys = value_or_failure(source->file_keys(*kind), ExitCode::failed);
        copier.add(value_or_failure(source->open_file(*kind, keys.front()), ExitCode::failed));
    }
    copy_keys(value_or_failure(source->file_keys(TableKind::wdl), ExitCode::failed), *source, may_copy,
              copier);
    return refused;
}

void run_import(const CopyArguments& arguments) {
    for (const std::string& path : arguments.sources) {
        if (!std::filesystem::exists(path))
            throw CommandFailure(ExitCode::bad_input, fmt::format("{} does not exist", in_quotes(path)));
    }
    const std::shared_ptr<TableStore> target = stores_or_failure(arguments.stores, StoreUse::writes);
    Copier copier(*target);
    std::size_t refused = 0;
    for (const std::string& path : arguments.sources) refused += import_from(path, arguments, target, copier);
    copier.finish(arguments.wants_json);
    if (refused == 0) return;
    throw CommandFailure(ExitCode::failed,
                         fmt::format("{} tables were not imported, since they contradict others; --no-check "
                                     "imports them all the same",
                                     refused));
}

}  // namespace

void add_export_command(CLI::App& program) {
    CLI::App* command = program.add_subcommand("export", "Copy tables out of a store");
    const auto arguments = std::make_shared<CopyArguments>();
    add_selection(*command, arguments->selection);
    command
        ->add_option(
            "--to", arguments->target,
            "The target: a folder, or an SQLite file if the name ends in .db, created if missing; or a "
            "new pack if it ends in .pack")
        ->type_name("PATH")
        ->required();
    add_store_option(*command, arguments->stores);
    command->add_flag("--json", arguments->wants_json, "Print one line of JSON instead of text");
    command->footer(
        "Distances are copied with the values. Every table is checked before it is copied.\n"
        "Example:\n"
        "  philidor export --all --store tables.db --to folder\n"
        "  philidor export --all --store run --to tables.pack");
    command->callback([arguments] { run_export(*arguments); });
}

void add_import_command(CLI::App& program) {
    CLI::App* command = program.add_subcommand("import", "Copy tables into a store");
    const auto arguments = std::make_shared<CopyArguments>();
    command
        ->add_option("PATH", arguments->sources,
                     "Table files named KEY.wdl or KEY.dtz, folders of such files or of packs, packs whose "
                     "names end in .pack, or SQLite files whose names end in .db")
        ->type_name("")
        ->required();
    command->add_flag("--no-check", arguments->leaves_out_check,
                      "Do not compare samples of the values with those of other tables");
    add_store_option(*command, arguments->stores);
    command->add_flag("--json", arguments->wants_json, "Print one line of JSON instead of text");
    command->footer(
        "Every table is checked before it is copied, and some of its positions are compared with those that "
        "their moves\nlead to. Tables with bounds do not replace exact ones.\n"
        "Example:\n"
        "  philidor import KQvKR.wdl other.db --store tables.db");
    command->callback([arguments] { run_import(*arguments); });
}

}  // namespace philidor::cli
