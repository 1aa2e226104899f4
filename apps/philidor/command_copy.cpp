#include "command_copy.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "exit_code.hpp"
#include "interrupt.hpp"
#include "number_text.hpp"
#include "philidor/base/in_quotes.hpp"
#include "philidor/base/posix_filesystem.hpp"
#include "philidor/table/block_file.hpp"
#include "philidor/table/store_list.hpp"
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
    bool wants_json = false;
};

/// Copies tables, many at a time: a store writes many as fast as one.
class Copier {
  public:
    explicit Copier(TableStore& target) : target_(target) {}

    /// Checks a table completely and copies it. Bounds do not replace exact values.
    void add(const BlockFile& file) {
        if (is_interrupted()) throw interruption();
        const TableHeader& header = file.header();
        if (!header.is_exact && target_.has_exact(header.key)) {
            ++skipped_;
            return;
        }
        pending_.push_back(value_or_failure(file.copy(), ExitCode::failed));
        pending_bytes_ += pending_.back().bytes.size();
        if (pending_.size() >= 256 || pending_bytes_ >= (std::size_t{64} << 20U)) flush();
    }

    /// Writes the remaining tables and prints a summary.
    void finish(bool wants_json) {
        flush();
        if (wants_json) {
            const nlohmann::ordered_json json{
                {"store", target_.path()}, {"copied", copied_}, {"bytes", bytes_}, {"skipped", skipped_}};
            fmt::print("{}\n", json.dump());
            return;
        }
        fmt::print("{} table{} copied to {}, {}\n", with_separators(copied_), copied_ == 1 ? "" : "s",
                   in_quotes(target_.path()), bytes_text(bytes_));
        if (skipped_ != 0)
            fmt::print("{} with bounds skipped: the exact tables are there\n", with_separators(skipped_));
    }

  private:
    void flush() {
        value_or_failure(target_.put_all(pending_), ExitCode::failed);
        copied_ += pending_.size();
        bytes_ += pending_bytes_;
        pending_.clear();
        pending_bytes_ = 0;
    }

    TableStore& target_;
    std::vector<EncodedTable> pending_;
    std::size_t pending_bytes_ = 0;
    std::size_t copied_ = 0;
    std::uint64_t bytes_ = 0;
    std::size_t skipped_ = 0;
};

/// Copies the values of keys, and their distances if there are any.
void copy_keys(const std::vector<CanonicalKey>& keys, const TableStore& source, Copier& copier) {
    ProgressBar bar;
    std::size_t done = 0;
    for (const CanonicalKey& key : keys) {
        copier.add(value_or_failure(source.open_file(TableKind::wdl, key), ExitCode::failed));
        const auto distances = source.open_file(TableKind::dtz, key);
        if (distances || distances.error().kind != TableError::absent)
            copier.add(value_or_failure(distances, ExitCode::failed));
        bar.show(static_cast<double>(++done) / static_cast<double>(keys.size()));
    }
}

/// Copies a single file. Its header says which table it is.
void copy_file(const std::string& path, Copier& copier) {
    const TableKind kind = path.ends_with(".dtz") ? TableKind::dtz : TableKind::wdl;
    auto source = value_or_failure(PosixFileSystem().open(path), ExitCode::failed);
    copier.add(value_or_failure(BlockFile::open(kind, std::move(source), in_quotes(path)), ExitCode::failed));
}

void run_export(const CopyArguments& arguments) {
    const auto source = stores_or_failure(arguments.stores, StoreUse::reads);
    const auto keys = selected_keys(arguments.selection, *source);
    const auto target = value_or_failure(open_store(arguments.target), ExitCode::failed);
    Copier copier(*target);
    copy_keys(keys, *source, copier);
    copier.finish(arguments.wants_json);
}

void run_import(const CopyArguments& arguments) {
    for (const std::string& path : arguments.sources) {
        if (!std::filesystem::exists(path))
            throw CommandFailure(ExitCode::bad_input, fmt::format("{} does not exist", in_quotes(path)));
    }
    const auto target = stores_or_failure(arguments.stores, StoreUse::writes);
    Copier copier(*target);
    for (const std::string& path : arguments.sources) {
        if (path.ends_with(".wdl") || path.ends_with(".dtz")) {
            copy_file(path, copier);
        } else {
            const auto source = value_or_failure(open_store(path), ExitCode::failed);
            copy_keys(value_or_failure(source->keys(), ExitCode::failed), *source, copier);
        }
    }
    copier.finish(arguments.wants_json);
}

}  // namespace

void add_export_command(CLI::App& program) {
    CLI::App* command = program.add_subcommand("export", "Copy tables out of a store");
    const auto arguments = std::make_shared<CopyArguments>();
    add_selection(*command, arguments->selection);
    command
        ->add_option("--to", arguments->target,
                     "The target: a folder, or an SQLite file if the name ends in .db; created if missing")
        ->type_name("PATH")
        ->required();
    add_store_option(*command, arguments->stores);
    command->add_flag("--json", arguments->wants_json, "Print one line of JSON instead of text");
    command->footer(
        "Distances are copied with the values. Every table is checked before it is copied.\n"
        "Example:\n"
        "  philidor export --all --store tables.db --to folder");
    command->callback([arguments] { run_export(*arguments); });
}

void add_import_command(CLI::App& program) {
    CLI::App* command = program.add_subcommand("import", "Copy tables into a store");
    const auto arguments = std::make_shared<CopyArguments>();
    command
        ->add_option("PATH", arguments->sources,
                     "Table files named KEY.wdl or KEY.dtz, folders of such files, or SQLite files whose "
                     "names end in .db")
        ->type_name("")
        ->required();
    add_store_option(*command, arguments->stores);
    command->add_flag("--json", arguments->wants_json, "Print one line of JSON instead of text");
    command->footer(
        "Every table is checked before it is copied. Tables with bounds do not replace exact ones.\n"
        "Example:\n"
        "  philidor import KQvKR.wdl other.db --store tables.db");
    command->callback([arguments] { run_import(*arguments); });
}

}  // namespace philidor::cli
