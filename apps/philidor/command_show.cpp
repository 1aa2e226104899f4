#include "command_show.hpp"

#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "interrupt.hpp"
#include "number_text.hpp"
#include "philidor/builder/prober.hpp"
#include "philidor/table/detail/block_file.hpp"
#include "read_input.hpp"
#include "table_options.hpp"
#include "table_report.hpp"
#include "table_selection.hpp"

namespace philidor::cli {

namespace {

/// The arguments of both commands.
struct ShowArguments {
    TableSelection selection;
    std::vector<std::string> stores;
    ProberOptions options;
    bool leaves_out_dtz = false;
    bool wants_json = false;
};

void show(const ShowArguments& arguments) {
    const auto store = stores_or_failure(arguments.stores, StoreUse::reads);
    Prober prober(*store, arguments.options);
    end_at_interrupt();  // a report may take long, and there is nothing to keep
    for (const CanonicalKey& key : selected_keys(arguments.selection, *store)) {
        const TableReport report = report_on(key, *store, arguments.leaves_out_dtz ? nullptr : &prober);
        if (arguments.wants_json) {
            fmt::print("{}\n", json_of(report).dump());
        } else {
            print(report);
        }
        std::fflush(stdout);
    }
}

/// The size of a stored table. Empty if it is missing.
std::optional<std::uint64_t> size_of(TableKind kind, const CanonicalKey& key, const TableStore& store) {
    const auto file = store.open_file(kind, key);
    if (!file && file.error().kind == TableError::absent) return std::nullopt;
    return value_or_failure(file, ExitCode::failed).byte_count();
}

void list(const ShowArguments& arguments) {
    const auto store = stores_or_failure(arguments.stores, StoreUse::reads);
    std::uint64_t tables = 0;
    std::uint64_t bytes = 0;
    for (const CanonicalKey& key : value_or_failure(store->keys(), ExitCode::failed)) {
        if (is_interrupted()) throw interruption();
        const auto file = value_or_failure(store->open_file(TableKind::wdl, key), ExitCode::failed);
        const auto distances = size_of(TableKind::dtz, key, *store);
        ++tables;
        bytes += file.byte_count() + distances.value_or(0);
        if (arguments.wants_json) {
            const nlohmann::ordered_json json{
                {"key", to_string(key)},
                {"exact", file.header().is_exact},
                {"bytes", file.byte_count()},
                {"dtz_bytes", distances ? nlohmann::ordered_json(*distances) : nlohmann::ordered_json()}};
            fmt::print("{}\n", json.dump());
        } else {
            fmt::print("{:<20}  {:<6}  {:>14}{}\n", to_string(key),
                       file.header().is_exact ? "exact" : "bounds", with_separators(file.byte_count()),
                       distances ? fmt::format("  dtz {:>14}", with_separators(*distances)) : "");
        }
    }
    if (!arguments.wants_json) {
        fmt::print("{} table{}, {}\n", with_separators(tables), tables == 1 ? "" : "s", bytes_text(bytes));
    }
}

}  // namespace

void add_show_command(CLI::App& program) {
    CLI::App* command = program.add_subcommand("show", "Show statistics of stored tables");
    const auto arguments = std::make_shared<ShowArguments>();
    add_selection(*command, arguments->selection);
    add_store_option(*command, arguments->stores);
    command->add_flag("--no-dtz", arguments->leaves_out_dtz,
                      "Leave out the longest distance, which takes time to find if distances are not stored");
    add_memory_option(*command, arguments->options.memory_bytes,
                      "Memory for computing distances, such as 500M");
    add_threads_option(*command, arguments->options.threads);
    command->add_flag("--json", arguments->wants_json, "Print a line of JSON for each table");
    command->footer(
        "All legal positions are counted, by their value for the side to move.\n"
        "Examples:\n"
        "  philidor show KRvKN\n"
        "  philidor show --all --store tables.db --json");
    command->callback([arguments] { show(*arguments); });
}

void add_list_command(CLI::App& program) {
    CLI::App* command = program.add_subcommand("list", "List the tables of a store with their sizes");
    const auto arguments = std::make_shared<ShowArguments>();
    add_store_option(*command, arguments->stores);
    command->add_flag("--json", arguments->wants_json, "Print a line of JSON for each table");
    command->footer(
        "Example:\n"
        "  philidor list --store tables.db");
    command->callback([arguments] { list(*arguments); });
}

}  // namespace philidor::cli
