#include "command_probe.hpp"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "exit_code.hpp"
#include "philidor/builder/prober.hpp"
#include "philidor/chess/fen.hpp"
#include "philidor/chess/movegen.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/material/table_key.hpp"
#include "philidor/serve/report_json.hpp"
#include "read_input.hpp"
#include "table_options.hpp"
#include "value_text.hpp"

namespace philidor::cli {

namespace {

using Json = nlohmann::ordered_json;

/// The arguments of the command.
struct ProbeArguments {
    std::vector<std::string> fens;
    std::vector<std::string> stores;
    std::string syzygy;
    ProberOptions options;
    bool wants_json = false;
    bool wants_tsv = false;
    bool leaves_out_dtz = false;
};

void print_json(const Answer& answer) {
    Json json{{"fen", to_fen(answer.board)}};
    add_value(json, answer.value(), answer.dtz, answer.dtm);
    json["moves"] = json_of(answer.board, answer.moves);
    fmt::print("{}\n", json.dump());
}

void print_text(const Answer& answer, const TableStore& store) {
    const Board& board = answer.board;
    fmt::print("fen     {}\n", to_fen(board));
    const TableKey key = table_for(MaterialKey::from_board(board)).key;
    const bool has_table = value_or_failure(store.contains(key), ExitCode::failed);
    fmt::print("table   {}{}\n", to_string(key), has_table ? "" : ", not in the store");
    fmt::print("value   {}{}\n", to_string(answer.bounds), rule_text(answer.value()));
    fmt::print("dtz     {}\n", zeroing_text(answer));
    if (answer.dtm) fmt::print("dtm     {}\n", mate_text(answer));
    if (answer.moves.empty()) fmt::print("{}\n", board.is_check() ? "checkmate" : "stalemate");
    print_moves(board, answer.moves);
    fmt::print("\n");
}

/// Uses only the table of the position itself.
void print_tsv(const Ending& ending, Prober& prober, bool leaves_out_dtz) {
    const std::optional<RuledValue> value = value_or_failure(prober.value_of(ending), ExitCode::failed);
    std::optional<int> dtz;
    if (value && !leaves_out_dtz) dtz = value_or_failure(prober.dtz_of(ending, *value), ExitCode::failed);
    std::optional<int> wdl;
    if (value) {
        const Board& board = ending.board();
        const WdlBounds under_rule = is_checkmate(board)
                                         ? value->under_rule
                                         : with_clock(value->under_rule, dtz, board.halfmove_clock());
        wdl = syzygy_wdl({value->plain, under_rule});
    }
    const auto text = [](std::optional<int> number) { return number ? fmt::to_string(*number) : ""; };
    fmt::print("{}\t{}\t{}\t{}\t{}\n", to_fen(ending.board()),
               value ? fmt::to_string(static_cast<int>(value->plain.worst)) : "",
               value ? fmt::to_string(static_cast<int>(value->plain.best)) : "", text(dtz), text(wdl));
}

/// Those of `--store`. With Syzygy's tables and no `--store`, the usual one need not be there.
std::unique_ptr<TableStore> stores_of(const ProbeArguments& arguments, const SyzygyTables* syzygy) {
    const bool names_none = arguments.stores.empty() && store_paths_of_environment().empty();
    std::error_code ignored;
    if (names_none && syzygy != nullptr && !std::filesystem::exists(usual_store, ignored))
        return make_memory_store();
    return stores_or_failure(arguments.stores, StoreUse::reads);
}

void run(const ProbeArguments& arguments) {
    const auto syzygy = syzygy_if_usable(arguments.syzygy);
    const auto store = stores_of(arguments, syzygy.get());
    ProberOptions options = arguments.options;
    options.syzygy = syzygy.get();
    Prober prober(*store, options);
    for_each_input(arguments.fens, [&](const std::string& fen) {
        const Ending ending = read_ending(fen);
        if (arguments.wants_tsv) {
            print_tsv(ending, prober, arguments.leaves_out_dtz);
        } else {
            const Answer answer = value_or_failure(prober.answer(ending), ExitCode::failed);
            arguments.wants_json ? print_json(answer) : print_text(answer, *store);
        }
        std::fflush(stdout);  // so that the next program in a pipe need not wait
    });
}

}  // namespace

void add_probe_command(CLI::App& program) {
    CLI::App* command =
        program.add_subcommand("probe", "Look up the values of positions and their moves in tables");
    const auto arguments = std::make_shared<ProbeArguments>();
    command
        ->add_option("FEN", arguments->fens,
                     "Positions without castling rights; a single `-` reads one from each line of standard "
                     "input")
        ->type_name("")
        ->required();
    add_store_option(*command, arguments->stores);
    add_syzygy_option(*command, arguments->syzygy);
    CLI::Option* json =
        command->add_flag("--json", arguments->wants_json, "Print a line of JSON for each position");
    CLI::Option* tsv =
        command
            ->add_flag(
                "--tsv", arguments->wants_tsv,
                "Print FEN, worst, best, DTZ and WDL, separated by tabs; the bounds are -1, 0 or 1 for "
                "the side to move, and empty if the table is missing. WDL is -2 to 2 and counts the "
                "50-move rule. Moves are not looked up")
            ->excludes(json);
    command
        ->add_flag("--no-dtz", arguments->leaves_out_dtz,
                   "Leave the column of DTZ empty: looking up values alone is much faster")
        ->needs(tsv);
    add_memory_option(*command, arguments->options.memory_bytes,
                      "Memory for computing distances, such as 500M");
    add_threads_option(*command, arguments->options.threads);
    command->footer(
        "DTZ is the number of plies to the next capture, pawn move or mate: positive for the winner, "
        "negative for\nthe loser. It is computed on the spot if it is not stored. The values of moves are "
        "for "
        "the side that plays them.\nIf tables are missing, the value may be unknown: then `value` is null in "
        "JSON, and `worst` and `best` are its bounds.\n"
        "Examples:\n"
        "  philidor probe '8/8/8/8/8/3k4/8/K1Q5 w - - 0 1'\n"
        "  philidor probe --store tables.db --tsv - < positions.txt");
    command->callback([arguments] { run(*arguments); });
}

}  // namespace philidor::cli
