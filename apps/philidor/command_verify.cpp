#include "command_verify.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "exit_code.hpp"
#include "interrupt.hpp"
#include "number_text.hpp"
#include "philidor/builder/table_cache.hpp"
#include "philidor/builder/table_verifier.hpp"
#include "progress_bar.hpp"
#include "read_input.hpp"
#include "table_options.hpp"
#include "table_selection.hpp"

namespace philidor::cli {

namespace {

using Json = nlohmann::ordered_json;

/// What the command line asks for.
struct VerifyArguments {
    TableSelection selection;
    std::vector<std::string> stores;
    std::uint64_t memory_bytes = std::uint64_t{4} << 30U;
    unsigned threads = 1;
    bool compares_checksums_only = false;
    bool wants_json = false;
};

/// What was found about one table.
struct VerifyOutcome {
    CanonicalKey key;
    std::string damage;   ///< why it could not be read, if so
    VerifyReport report;  ///< empty if it was not solved

    [[nodiscard]] bool is_clean() const { return damage.empty() && report.is_clean(); }
};

/// Reads the tables and compares their checksums; the first complaint, if there is one.
std::string find_damage(const CanonicalKey& key, const TableStore& store) {
    for (const TableKind kind : all_table_kinds) {
        const auto file = store.open_file(kind, key);
        if (!file && file.error().kind == TableError::absent && kind == TableKind::dtz) continue;
        if (!file) return file.error().message;
        if (const auto checked = file->check(); !checked) return checked.error().message;
    }
    return "";
}

/// The distances of a table, if they are stored.
std::optional<DistanceTable> load_distances(VerifyOutcome& outcome,
                                            const TableStore& store,
                                            unsigned threads) {
    const auto reader = store.open_distances(outcome.key);
    if (!reader && reader.error().kind == TableError::absent) return std::nullopt;
    auto distances = reader ? (*reader)->load(threads) : tl::unexpected(reader.error());
    if (distances) return *std::move(distances);
    outcome.damage = distances.error().message;
    return std::nullopt;
}

/// Checks every position of a table that is not damaged.
void verify_values(VerifyOutcome& outcome, const TableStore& store, TableCache& tables, unsigned threads) {
    std::vector<std::shared_ptr<const Table>> children;  // kept alive until the end
    const auto lookup = [&](const CanonicalKey& child) -> const Table* {
        auto found = tables.find(child);
        if (!found) {
            outcome.damage = found.error().message;
            return nullptr;
        }
        if (*found != nullptr) children.push_back(*found);
        return found->get();
    };
    const Table* table = lookup(outcome.key);
    if (table == nullptr) return;
    const auto distances = load_distances(outcome, store, threads);
    if (distances && !table->is_exact()) outcome.damage = "it has distances, though not all values are known";
    if (!outcome.damage.empty()) return;
    ProgressBar bar;
    outcome.report =
        verify(*table, lookup,
               {.threads = threads,
                .distances = distances ? &*distances : nullptr,
                .progress = [&](const VerifyProgress& progress) {
                    bar.show(static_cast<double>(progress.done) / static_cast<double>(progress.total));
                    return !is_interrupted();
                }});
    if (is_interrupted()) throw interruption();
}

void print_json(const VerifyOutcome& outcome) {
    Json faults = Json::array();
    for (const TableFault& fault : outcome.report.first) faults.push_back(describe(fault));
    const Json json{{"key", to_string(outcome.key)},
                    {"ok", outcome.is_clean()},
                    {"damage", outcome.damage.empty() ? Json() : Json(outcome.damage)},
                    {"positions", outcome.report.legal},
                    {"faults", outcome.report.faults},
                    {"first_faults", faults}};
    fmt::print("{}\n", json.dump());
}

void print_text(const VerifyOutcome& outcome) {
    if (!outcome.damage.empty()) {
        fmt::print("{:<20}  damaged: {}\n", to_string(outcome.key), outcome.damage);
    } else if (outcome.report.faults != 0) {
        fmt::print("{:<20}  {} of {} positions are wrong\n", to_string(outcome.key),
                   with_separators(outcome.report.faults), with_separators(outcome.report.legal));
        for (const TableFault& fault : outcome.report.first) fmt::print("  {}\n", describe(fault));
    } else if (outcome.report.legal != 0) {
        fmt::print("{:<20}  right, {} positions\n", to_string(outcome.key),
                   with_separators(outcome.report.legal));
    } else {
        fmt::print("{:<20}  checksums are right\n", to_string(outcome.key));
    }
}

void run(const VerifyArguments& arguments) {
    const auto store = stores_or_failure(arguments.stores, StoreUse::reads);
    TableCache tables(*store, arguments.memory_bytes);
    std::size_t bad_tables = 0;
    const auto keys = selected_keys(arguments.selection, *store);
    for (const CanonicalKey& key : keys) {
        if (is_interrupted()) throw interruption();
        VerifyOutcome outcome{key, find_damage(key, *store), {}};
        if (outcome.damage.empty() && !arguments.compares_checksums_only)
            verify_values(outcome, *store, tables, arguments.threads);
        if (!outcome.is_clean()) ++bad_tables;
        arguments.wants_json ? print_json(outcome) : print_text(outcome);
        std::fflush(stdout);
    }
    if (bad_tables == 0) return;
    throw CommandFailure(ExitCode::failed,
                         fmt::format("{} of {} tables are not as they should be", bad_tables, keys.size()));
}

}  // namespace

void add_verify_command(CLI::App& program) {
    CLI::App* command = program.add_subcommand("verify", "Check stored tables");
    const auto arguments = std::make_shared<VerifyArguments>();
    add_selection(*command, arguments->selection);
    command->add_flag("--checksums", arguments->compares_checksums_only,
                      "Only compare checksums: finds damaged bytes, and takes no time");
    add_store_option(*command, arguments->stores);
    add_memory_option(*command, arguments->memory_bytes, "Memory for keeping tables at hand, such as 500M");
    add_threads_option(*command, arguments->threads);
    command->add_flag("--json", arguments->wants_json, "Print a line of JSON for each table");
    command->footer(
        "Every position is compared with what its legal moves lead to, by code that shares nothing with the "
        "solver.\nA table that is right is proved right if its children are: --all checks them, too. So "
        "are stored distances.\n"
        "Examples:\n"
        "  philidor verify KQvKR --threads 2\n"
        "  philidor verify --all --checksums --store tables.db");
    command->callback([arguments] { run(*arguments); });
}

}  // namespace philidor::cli
