#include "command_verify.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <iterator>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "exit_code.hpp"
#include "interrupt.hpp"
#include "manifest.hpp"
#include "number_text.hpp"
#include "philidor/base/detail/in_quotes.hpp"
#include "philidor/builder/detail/mate_verifier.hpp"
#include "philidor/builder/detail/syzygy_check.hpp"
#include "philidor/builder/detail/table_cache.hpp"
#include "philidor/builder/detail/table_verifier.hpp"
#include "philidor/solve/detail/sample_prover.hpp"
#include "philidor/table/detail/block_file.hpp"
#include "philidor/table/detail/distance_reader.hpp"
#include "philidor/table/detail/table.hpp"
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
    std::string syzygy;  ///< empty for no comparison
    std::uint64_t memory_bytes = std::uint64_t{4} << 30U;
    unsigned threads = 1;
    std::size_t samples = 0;
    double seconds_for_each = 10;
    std::string manifest;
    std::string share;               ///< "3/64", or empty for all
    std::size_t sampled_tables = 0;  ///< 0 for all
    bool compares_checksums_only = false;
    bool wants_json = false;
};

/// What was found about one table.
struct VerifyOutcome {
    TableKey key;
    std::string damage;   ///< why it could not be read, if so
    VerifyReport report;  ///< empty if it was not solved
    detail::SampleReport samples;
    SyzygyReport syzygy;  ///< empty if there is nothing to compare with
    MateReport mates;     ///< empty if no distances to mate are stored

    [[nodiscard]] bool is_clean() const {
        return damage.empty() && report.is_clean() && samples.faults.empty() && syzygy.faults == 0 &&
               mates.faults == 0;
    }
};

/// Reads the tables and compares their checksums; the first complaint, if there is one.
std::string find_damage(const TableKey& key, const TableStore& store) {
    for (const TableKind kind : all_table_kinds) {
        const auto file = store.find_file(kind, key);
        if (!file && file.error().kind == TableError::absent && kind != TableKind::wdl) continue;
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

/// The distances to mate of a table, if they are stored.
std::unique_ptr<DistanceTable> load_mates(const TableKey& key,
                                          VerifyOutcome& outcome,
                                          const TableStore& store,
                                          unsigned threads) {
    const auto reader = store.open_mates(key);
    if (!reader && reader.error().kind == TableError::absent) return nullptr;
    auto mates = reader ? (*reader)->load(threads) : tl::unexpected(reader.error());
    if (mates) return std::make_unique<DistanceTable>(*std::move(mates));
    outcome.damage = mates.error().message;
    return nullptr;
}

/// Checks the distances to mate, if they are stored, against those of the tables below.
void check_mates(VerifyOutcome& outcome, const TableStore& store, const Budget& budget) {
    const auto mates = load_mates(outcome.key, outcome, store, budget.threads);
    if (mates == nullptr) return;
    std::vector<std::unique_ptr<DistanceTable>> children;  // kept alive until the end
    const auto lookup = [&](const TableKey& child) {
        return children.emplace_back(load_mates(child, outcome, store, 1)).get();
    };
    outcome.mates = verify_mates(*mates, lookup, budget);
}

/// Checks every position of a table that is not damaged.
void verify_values(VerifyOutcome& outcome,
                   const VerifyArguments& arguments,
                   const TableStore& store,
                   const SyzygyTables* syzygy,
                   TableCache& tables) {
    std::vector<std::shared_ptr<const Table>> children;  // kept alive until the end
    const auto lookup = [&](const TableKey& child) -> const Table* {
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
    const auto distances = load_distances(outcome, store, arguments.threads);
    if (distances && !table->is_exact()) outcome.damage = "it has distances, though not all values are known";
    if (!outcome.damage.empty()) return;
    ProgressBar bar;
    VerifyOptions options{.distances = distances ? &*distances : nullptr, .bounds = BoundsCheck::agree};
    options.budget = Budget::starting_now({}, arguments.memory_bytes, arguments.threads, interrupt_token());
    options.budget.progress = [&bar](const philidor::Progress& progress) { bar.show(progress.share()); };
    outcome.report = verify(*table, lookup, options);
    check_mates(outcome, store, options.budget);
    if (syzygy != nullptr) {
        outcome.syzygy =
            compare_with_syzygy(*table, distances ? &*distances : nullptr, *syzygy, options.budget);
    }
    options.budget.progress = nullptr;
    outcome.samples = detail::prove_samples(
        *table, {.positions = arguments.samples,
                 .time_for_each = std::chrono::duration<double>(arguments.seconds_for_each),
                 .budget = options.budget});
    if (is_interrupted()) throw interruption();
}

void print_json(const VerifyOutcome& outcome) {
    Json faults = Json::array();
    for (const TableFault& fault : outcome.report.first) faults.push_back(describe(fault));
    for (const TableFault& fault : outcome.samples.faults) faults.push_back(describe(fault));
    for (const TableFault& fault : outcome.syzygy.first) faults.push_back("syzygy: " + describe(fault));
    for (const TableFault& fault : outcome.mates.first) faults.push_back("mate: " + describe(fault));
    const Json json{{"key", to_string(outcome.key)},
                    {"ok", outcome.is_clean()},
                    {"damage", outcome.damage.empty() ? Json() : Json(outcome.damage)},
                    {"positions", outcome.report.legal},
                    {"on_trust", outcome.report.on_trust},
                    {"proved", outcome.samples.proved},
                    {"not_proved", outcome.samples.open},
                    {"as_syzygy", outcome.syzygy.compared - outcome.syzygy.faults},
                    {"not_as_syzygy", outcome.syzygy.faults},
                    {"faults", outcome.report.faults + outcome.samples.faults.size() + outcome.syzygy.faults +
                                   outcome.mates.faults},
                    {"first_faults", faults}};
    fmt::print("{}\n", json.dump());
}

/// "right, 5,632 positions", or what is wrong, and how much was proved anew.
std::string text_of(const VerifyOutcome& outcome) {
    const auto& [key, damage, report, samples, syzygy, mates] = outcome;
    if (!damage.empty()) return "damaged: " + damage;
    if (report.legal == 0) return "checksums are right";
    std::string text;
    if (report.faults != 0) {
        text = fmt::format("{} of {} positions are wrong", with_separators(report.faults),
                           with_separators(report.legal));
    } else if (report.on_trust != 0) {
        text = fmt::format("agrees with its moves, {} positions, {} of them from a proof",
                           with_separators(report.legal), with_separators(report.on_trust));
    } else {
        text = fmt::format("right, {} positions", with_separators(report.legal));
    }
    if (samples.proved != 0) text += fmt::format(", {} proved anew", samples.proved);
    if (samples.open != 0) text += fmt::format(", {} not proved in time", samples.open);
    if (!samples.faults.empty()) text += fmt::format(", {} refuted", samples.faults.size());
    if (syzygy.compared != 0) {
        text += fmt::format(", {} as in Syzygy's tables", with_separators(syzygy.compared - syzygy.faults));
    } else if (syzygy.not_there != 0) {
        text += ", not in Syzygy's tables";
    }
    if (mates.faults != 0) {
        text += fmt::format(", {} distances to mate are wrong", with_separators(mates.faults));
    } else if (mates.positions != 0) {
        text += mates.is_complete ? ", distances to mate too"
                                  : ", distances to mate as far as those of the tables below are there";
    }
    if (syzygy.faults != 0) text += fmt::format(", {} not", with_separators(syzygy.faults));
    return text;
}

void print_text(const VerifyOutcome& outcome) {
    fmt::print("{:<20}  {}\n", to_string(outcome.key), text_of(outcome));
    for (const auto* faults : {&outcome.report.first, &outcome.samples.faults}) {
        for (const TableFault& fault : *faults) fmt::print("  {}\n", describe(fault));
    }
    for (const TableFault& fault : outcome.mates.first) fmt::print("  mate: {}\n", describe(fault));
    for (const TableFault& fault : outcome.syzygy.first) fmt::print("  syzygy: {}\n", describe(fault));
}

/// What is wrong with a table that a manifest lists; empty if nothing is.
std::string find_difference(const ManifestLine& listed, const TableStore& store) {
    const auto is_there = value_or_failure(store.contains_file(listed.kind, listed.key), ExitCode::failed);
    if (!is_there) return "absent";
    try {
        const ManifestLine stored = manifest_line(listed.kind, listed.key, store);
        return stored.checksum == listed.checksum ? "" : "another table than the manifest lists";
    } catch (const CommandFailure& failure) {
        return fmt::format("damaged: {}", failure.what());
    }
}

/// Compares a store with a manifest.
void compare_with_manifest(const VerifyArguments& arguments, const TableStore& store) {
    const std::vector<ManifestLine> lines = read_manifest(arguments.manifest);
    std::size_t bad_tables = 0;
    for (const ManifestLine& line : lines) {
        if (is_interrupted()) throw interruption();
        const std::string difference = find_difference(line, store);
        if (!difference.empty()) ++bad_tables;
        if (arguments.wants_json) {
            const Json problem = difference.empty() ? Json() : Json(difference);
            fmt::print("{}\n",
                       Json{{"file", line.name()}, {"ok", difference.empty()}, {"problem", problem}}.dump());
        } else if (!difference.empty()) {
            fmt::print("{:<20}  {}\n", line.name(), difference);
        }
    }
    if (bad_tables != 0) {
        throw CommandFailure(
            ExitCode::failed,
            fmt::format("{} of {} tables are not as the manifest lists them", bad_tables, lines.size()));
    }
    if (!arguments.wants_json)
        fmt::print("{} tables are as the manifest lists them\n", with_separators(lines.size()));
}

/// Which share of the tables is checked: number `number` of `of` shares, counted from 1.
struct Share {
    std::size_t number = 1;
    std::size_t of = 1;
};

Share read_share(const std::string& text) {
    Share share;
    char rest = 0;
    if (text.empty()) return share;
    const bool is_read =
        std::sscanf(text.c_str(), "%zu/%zu%c", &share.number, &share.of, &rest) == 2;  // NOLINT
    if (!is_read || share.number == 0 || share.number > share.of || text.find('-') != std::string::npos) {
        throw CommandFailure(ExitCode::bad_input,
                             fmt::format("--share: {} is not like 3/64, the third of 64", in_quotes(text)));
    }
    return share;
}

/// Those of the keys that are to be checked. Every share has keys of all sizes, since these are sorted.
std::vector<TableKey> keys_to_verify(const VerifyArguments& arguments, const TableStore& store) {
    const Share share = read_share(arguments.share);
    const auto all = selected_keys(arguments.selection, store);
    std::vector<TableKey> keys;
    for (std::size_t place = share.number - 1; place < all.size(); place += share.of)
        keys.push_back(all[place]);
    if (arguments.sampled_tables == 0) return keys;
    std::vector<TableKey> sample;
    std::ranges::sample(keys, std::back_inserter(sample),
                        static_cast<std::ptrdiff_t>(arguments.sampled_tables),
                        std::mt19937_64(std::random_device()()));
    return sample;
}

void run(const VerifyArguments& arguments) {
    const auto store = stores_or_failure(arguments.stores, StoreUse::reads);
    if (!arguments.manifest.empty()) compare_with_manifest(arguments, *store);
    const bool wants_tables = arguments.selection.wants_all || !arguments.selection.inputs.empty();
    if (!arguments.manifest.empty() && !wants_tables) return;
    std::unique_ptr<SyzygyTables> syzygy;
    if (!arguments.syzygy.empty())
        syzygy = value_or_failure(SyzygyTables::open(arguments.syzygy), ExitCode::bad_input);
    TableCache tables(*store, arguments.memory_bytes);
    std::size_t bad_tables = 0;
    const auto keys = keys_to_verify(arguments, *store);
    for (const TableKey& key : keys) {
        if (is_interrupted()) throw interruption();
        VerifyOutcome outcome{key, find_damage(key, *store), {}, {}, {}, {}};
        if (outcome.damage.empty() && !arguments.compares_checksums_only)
            verify_values(outcome, arguments, *store, syzygy.get(), tables);
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
    command
        ->add_option("--share", arguments->share,
                     "Check one share of the tables, such as 3/64 for the third of 64: for many machines")
        ->type_name("I/N");
    command->add_option("--sample", arguments->sampled_tables, "Check N of the tables, chosen at random")
        ->type_name("N")
        ->check(CLI::Range(1U, 1'000'000'000U).description(""));
    command->add_flag("--checksums", arguments->compares_checksums_only,
                      "Only compare checksums: finds damaged bytes, and takes no time");
    command
        ->add_option("--manifest", arguments->manifest,
                     "Compare the store with a list of SHA-256 checksums, as `philidor manifest` writes it; "
                     "without KEY and --all, do nothing else")
        ->type_name("FILE");
    CLI::Option* prove =
        command
            ->add_option("--prove", arguments->samples,
                         "Prove N positions of each table anew, chosen at random, without any stored table")
            ->type_name("N")
            ->check(CLI::Range(1U, 1'000'000U).description(""));
    command
        ->add_option("--time", arguments->seconds_for_each,
                     "The longest time for each of these proofs, in seconds")
        ->type_name("SECONDS")
        ->check(seconds_up_to(1e9))
        ->capture_default_str()
        ->needs(prove);
    add_store_option(*command, arguments->stores);
    command
        ->add_option("--syzygy", arguments->syzygy,
                     "Also compare every position with Syzygy's tables in these folders, which are separated "
                     "by colons")
        ->type_name("PATH");
    add_memory_option(*command, arguments->memory_bytes, "Memory for keeping tables at hand, such as 500M");
    add_threads_option(*command, arguments->threads);
    command->add_flag("--json", arguments->wants_json, "Print a line of JSON for each table");
    command->footer(
        "Every position is compared with what its legal moves lead to, by code that shares nothing with the "
        "solver.\nA table that is right is proved right if its children are: --all checks them, too. So "
        "are stored distances.\n"
        "Tables stored by `solve` hold what a proof found, without all tables that it used. They must agree "
        "with the\nmoves; --prove checks samples of the rest.\n"
        "Examples:\n"
        "  philidor verify KQvKR --threads 2\n"
        "  philidor verify --all --checksums --store tables.db\n"
        "  philidor verify --all --share 3/64 --store run\n"
        "  philidor verify --manifest SHA256SUMS --store tables.db");
    command->callback([arguments] { run(*arguments); });
}

}  // namespace philidor::cli
