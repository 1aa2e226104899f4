#include "command_key.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "exit_code.hpp"
#include "interrupt.hpp"
#include "number_text.hpp"
#include "philidor/material/canonical_key.hpp"
#include "philidor/material/detail/child_keys.hpp"
#include "philidor/material/detail/key_graph.hpp"
#include "philidor/material/detail/table_size.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/serve/report_json.hpp"
#include "progress_bar.hpp"
#include "read_input.hpp"

namespace philidor::cli {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t usual_most_keys = 10'000'000;  // some 700 MB while searching

/// What the command line asks for.
struct KeyArguments {
    std::string input;
    bool wants_children = false;
    bool wants_closure = false;
    bool wants_json = false;
    KeyLimits limits{.keys = usual_most_keys};
};

/// What came out for one key.
struct KeyOutcome {
    MaterialKey key;
    CanonicalKey canonical;
    Symmetry symmetry;
    TableKey table;
    TableSize size;
    std::vector<ChildKey> children;
    std::optional<KeyGraph> closure;
};

KeyGraph closure_of(const TableKey& root, const KeyLimits& limits) {
    ProgressBar bar;
    Budget budget;
    budget.stop = interrupt_token();
    budget.progress = [&bar](const philidor::Progress& progress) { bar.show(progress.share()); };
    auto graph = KeyGraph::closure_of(root, limits, budget);
    if (is_interrupted()) throw interruption();
    return graph;
}

KeyOutcome outcome_of(const KeyArguments& arguments) {
    const MaterialKey key = read_key(arguments.input);
    const auto [canonical, symmetry] = canonicalize(key);
    const TableKey table = table_for(key).key;
    KeyOutcome outcome{key, canonical, symmetry, table, table_size(table), {}, {}};
    if (arguments.wants_children) outcome.children = child_keys(key);
    if (arguments.wants_closure) outcome.closure = closure_of(table, arguments.limits);
    return outcome;
}

/// The sum of all groups; its number of pieces means nothing.
KeyGroup total(const std::vector<KeyGroup>& groups) {
    KeyGroup sum;
    for (const KeyGroup& group : groups) {
        sum.keys += group.keys;
        sum.positions += group.positions;
        sum.bytes += group.bytes;
    }
    return sum;
}

Json json_of(const KeyGraph& closure) {
    const auto groups = closure.groups();
    const KeyGroup sum = total(groups);
    Json by_pieces = Json::array();
    for (const KeyGroup& group : groups) {
        by_pieces.push_back({{"pieces", group.pieces},
                             {"count", group.keys},
                             {"positions", json_of(group.positions)},
                             {"bytes", json_of(group.bytes)}});
    }
    return {{"count", sum.keys},
            {"positions", json_of(sum.positions)},
            {"bytes", json_of(sum.bytes)},
            {"levels", closure.levels().size()},
            {"cut_off", closure.is_cut_off()},
            {"leaves_out_children", closure.leaves_out_children()},
            {"by_pieces", by_pieces}};
}

void print_json(const KeyOutcome& outcome, const KeyArguments& arguments) {
    Json json{{"input", arguments.input}};
    json.update(json_of(outcome.key));
    if (arguments.wants_children) {
        json["children"] = Json::array();
        for (const ChildKey& child : outcome.children) {
            json["children"].push_back(
                {{"key", to_string(child.canonical)}, {"cause", describe(child.cause)}});
        }
    }
    if (outcome.closure) json["closure"] = json_of(*outcome.closure);
    fmt::print("{}\n", json.dump());
}

std::string amount_text(Amount amount) {
    return amount.is_too_large() ? "more than 10^19" : with_separators(amount.number());
}

void print_children(const std::vector<ChildKey>& children) {
    fmt::print("\nchildren    {}\n", with_separators(children.size()));
    std::size_t width = 0;
    for (const ChildKey& child : children) width = std::max(width, to_string(child.canonical).size());
    for (const ChildKey& child : children) {
        fmt::print("  {:<{}}  {}\n", to_string(child.canonical), width, describe(child.cause));
    }
}

void print_closure(const KeyGraph& closure, const KeyLimits& limits) {
    const auto print_row = [](const std::string& name, const KeyGroup& group) {
        fmt::print("  {:<6}  {:>13}  {:>26}  {:>26}\n", name, with_separators(group.keys),
                   amount_text(group.positions), amount_text(group.bytes));
    };
    fmt::print("\nclosure     {} tables in {} levels\n", with_separators(closure.keys().size()),
               closure.levels().size());
    fmt::print("  {:<6}  {:>13}  {:>26}  {:>26}\n", "pieces", "tables", "positions", "bytes");
    const auto groups = closure.groups();
    for (const KeyGroup& group : groups) print_row(std::to_string(group.pieces), group);
    print_row("all", total(groups));
    if (closure.leaves_out_children()) fmt::print("  without keys that have more pieces\n");
    if (closure.is_cut_off()) {
        fmt::print("  cut off after {} keys; --max-keys sets another limit\n", with_separators(limits.keys));
    }
}

void print_text(const KeyOutcome& outcome, const KeyArguments& arguments) {
    const auto print_line = [](const std::string& name, const std::string& value) {
        fmt::print("{:<12}{}\n", name, value);
    };
    print_line("key", to_string(outcome.key));
    print_line("canonical", to_string(outcome.canonical));
    print_line("symmetry", std::string(name_of(outcome.symmetry)));
    print_line("symmetric", outcome.canonical.is_symmetric() ? "yes" : "no");
    print_line("table", to_string(outcome.table));
    print_line("men", std::to_string(outcome.key.man_count()));
    print_line("pawns", std::to_string(outcome.key.pawn_squares().count()));
    print_line("positions", amount_text(outcome.size.positions));
    print_line("bytes", amount_text(outcome.size.bytes));
    if (arguments.wants_children) print_children(outcome.children);
    if (outcome.closure) print_closure(*outcome.closure, arguments.limits);
}

void run(const KeyArguments& arguments) {
    const KeyOutcome outcome = outcome_of(arguments);
    if (arguments.wants_json) {
        print_json(outcome, arguments);
    } else {
        print_text(outcome, arguments);
    }
}

}  // namespace

void add_key_command(CLI::App& program) {
    CLI::App* command = program.add_subcommand("key", "Name a pawn structure, and what it can become");
    const auto arguments = std::make_shared<KeyArguments>();
    add_fen_argument(*command, arguments->input, "A position, or a key such as KRa2b3vKRa6", "FEN|KEY");
    command->add_flag("--children", arguments->wants_children,
                      "List the keys that one move can lead to, each with its cause");
    CLI::Option* closure =
        command->add_flag("--closure", arguments->wants_closure,
                          "Count the keys that play can lead to, and what their tables take");
    command
        ->add_option("--max-pieces", arguments->limits.pieces,
                     "Leave out keys with more queens, rooks, bishops and knights than this")
        ->type_name("N")
        ->default_str("no limit")
        ->check(CLI::Range(0U, 30U).description(""))
        ->needs(closure);
    command->add_option("--max-keys", arguments->limits.keys, "Stop the closure after this many keys")
        ->type_name("N")
        ->default_str(with_separators(usual_most_keys))
        ->check(CLI::Range(std::size_t{1}, std::size_t{4'000'000'000}).description(""))
        ->needs(closure);
    command->add_flag("--json", arguments->wants_json, "Print one line of JSON instead of text");
    command->footer(
        "The table of a key holds the positions of its men with the pawns on these squares; its canonical "
        "name\n"
        "is the one it is stored under. Numbers too large for 64 bits are null in JSON.\n"
        "Examples:\n"
        "  philidor key KvKe2\n"
        "  philidor key '8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1' --children\n"
        "  philidor key Ka4d4f4d5vKa5d6f5 --closure --max-pieces 1 --json");
    command->callback([arguments] { run(*arguments); });
}

}  // namespace philidor::cli
