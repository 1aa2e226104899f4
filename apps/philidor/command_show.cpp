#include "command_show.hpp"

#include <cstdint>
#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "interrupt.hpp"
#include "number_text.hpp"
#include "philidor/builder/prober.hpp"
#include "philidor/material/canonical_key.hpp"
#include "philidor/material/table_key.hpp"
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
    bool wants_classes = false;
    bool wants_json = false;
};

/// The tables of a class such as KPPvKP together.
struct ClassTotals {
    std::uint64_t tables = 0;
    std::uint64_t bytes = 0;
    std::uint64_t wins = 0;  ///< of the side that is named first, whoever is to move
    std::uint64_t draws = 0;
    std::uint64_t losses = 0;
    std::uint64_t unknowns = 0;
};

/// "KRBPP": the men of a side, without squares.
std::string men_of(const MaterialKey& key, Color color) {
    std::string men = "K";
    for (const PieceKind kind : all_piece_kinds)
        men += std::string(key.pieces(color)[kind], token_of(kind).front());
    return men + std::string(key.pawn_squares(color).count(), 'P');
}

/// Adds the values of one of the names that a table serves.
void add_to(std::map<std::string, ClassTotals>& classes,
            const CanonicalKey& name,
            const TableReport& report) {
    const std::string white = men_of(name.material(), Color::white);
    const std::string black = men_of(name.material(), Color::black);
    const bool is_white_first = std::pair(white.size(), white) >= std::pair(black.size(), black);
    ClassTotals& totals =
        classes[is_white_first ? fmt::format("{}v{}", white, black) : fmt::format("{}v{}", black, white)];
    if (name == report.key) {
        ++totals.tables;
        totals.bytes += report.bytes;
    }
    const Symmetry to_table = table_for(name.material()).symmetry;
    const ValueCounts& first = report.counts[to_table(is_white_first ? Color::white : Color::black)];
    const ValueCounts& second = report.counts[to_table(is_white_first ? Color::black : Color::white)];
    totals.wins += first.wins + second.losses;
    totals.losses += first.losses + second.wins;
    totals.draws += first.draws + second.draws;
    totals.unknowns += first.unknowns() + second.unknowns();
}

/// Adds up the values of tables by class, those of mirror images included. The side with more men is named
/// first.
std::map<std::string, ClassTotals> count_classes(const ShowArguments& arguments, const TableStore& store) {
    std::map<std::string, ClassTotals> classes;
    for (const TableKey& key : selected_keys(arguments.selection, store)) {
        if (is_interrupted()) throw interruption();
        const TableReport report = report_on(key, store, nullptr);
        add_to(classes, key, report);
        if (key.has_other_image()) add_to(classes, key.mirror_image(), report);
    }
    return classes;
}

void show_classes(const ShowArguments& arguments, const TableStore& store) {
    const auto classes = count_classes(arguments, store);
    if (!arguments.wants_json)
        fmt::print("{:<14}{:>12}{:>12}{:>18}{:>18}{:>18}{:>12}\n", "class", "tables", "bytes", "win", "draw",
                   "loss", "unknown");
    for (const auto& [name, totals] : classes) {
        if (arguments.wants_json) {
            const nlohmann::ordered_json json{{"class", name},
                                              {"tables", totals.tables},
                                              {"bytes", totals.bytes},
                                              {"win", totals.wins},
                                              {"draw", totals.draws},
                                              {"loss", totals.losses},
                                              {"unknown", totals.unknowns}};
            fmt::print("{}\n", json.dump());
        } else {
            fmt::print("{:<14}{:>12}{:>12}{:>18}{:>18}{:>18}{:>12}\n", name, with_separators(totals.tables),
                       bytes_text(totals.bytes), with_separators(totals.wins), with_separators(totals.draws),
                       with_separators(totals.losses), with_separators(totals.unknowns));
        }
    }
}

void show(const ShowArguments& arguments) {
    const auto store = stores_or_failure(arguments.stores, StoreUse::reads);
    if (arguments.wants_classes) return show_classes(arguments, *store);
    Prober prober(*store, arguments.options);
    end_at_interrupt();  // a report may take long, and there is nothing to keep
    for (const TableKey& key : selected_keys(arguments.selection, *store)) {
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
    for (const CanonicalKey& key : value_or_failure(store->file_keys(TableKind::wdl), ExitCode::failed)) {
        if (is_interrupted()) throw interruption();
        const auto file = value_or_failure(store->open_file(TableKind::wdl, key), ExitCode::failed);
        const auto distances = size_of(TableKind::dtz, key, *store);
        const auto mates = size_of(TableKind::dtm, key, *store);
        ++tables;
        bytes += file.byte_count() + distances.value_or(0) + mates.value_or(0);
        if (arguments.wants_json) {
            const nlohmann::ordered_json json{
                {"key", to_string(key)},
                {"exact", file.header().is_exact},
                {"bytes", file.byte_count()},
                {"dtz_bytes", distances ? nlohmann::ordered_json(*distances) : nlohmann::ordered_json()},
                {"dtm_bytes", mates ? nlohmann::ordered_json(*mates) : nlohmann::ordered_json()}};
            fmt::print("{}\n", json.dump());
        } else {
            fmt::print("{:<20}  {:<6}  {:>14}{}{}\n", to_string(key),
                       file.header().is_exact ? "exact" : "bounds", with_separators(file.byte_count()),
                       distances ? fmt::format("  dtz {:>14}", with_separators(*distances)) : "",
                       mates ? fmt::format("  dtm {:>14}", with_separators(*mates)) : "");
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
    command->add_flag(
        "--by-class", arguments->wants_classes,
        "Add up the tables of each class such as KPPvKP; values are those of the side named first");
    add_memory_option(*command, arguments->options.memory_bytes,
                      "Memory for computing distances, such as 500M");
    add_threads_option(*command, arguments->options.threads);
    command->add_flag("--json", arguments->wants_json, "Print a line of JSON for each table");
    command->footer(
        "All legal positions are counted, by their value for the side to move.\n"
        "Examples:\n"
        "  philidor show KRvKN\n"
        "  philidor show --all --store tables.db --json\n"
        "  philidor show --all --by-class --store run");
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
