#include "command_probe.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "exit_code.hpp"
#include "philidor/builder/prober.hpp"
#include "philidor/chess/fen.hpp"
#include "philidor/chess/san.hpp"
#include "philidor/chess/uci_move.hpp"
#include "read_input.hpp"
#include "table_options.hpp"

namespace philidor::cli {

namespace {

using Json = nlohmann::ordered_json;

/// What the command line asks for.
struct Arguments {
    std::vector<std::string> fens;
    std::vector<std::string> stores;
    ProberOptions options;
    bool wants_json = false;
    bool wants_tsv = false;
    bool leaves_out_dtz = false;
};

/// An answer that cannot be given is bad input if the position is to blame.
template <class T>
T value_or_failure(Result<T, ProbeError> result) {
    const bool is_input = !result && result.error().kind == ProbeError::castling;
    return cli::value_or_failure(std::move(result), is_input ? ExitCode::bad_input : ExitCode::failed);
}

/// Null where nothing is certain.
Json json_of(std::optional<int> number) { return number ? Json(*number) : Json(); }

/// The fields that a position and a move have in common.
void add_value(Json& json, WdlBounds bounds, std::optional<int> dtz) {
    json["value"] = bounds.is_exact() ? Json(name_of(bounds.worst)) : Json();
    json["worst"] = static_cast<int>(bounds.worst);
    json["best"] = static_cast<int>(bounds.best);
    json["dtz"] = json_of(dtz);
}

void print_json(const Board& board, const Answer& answer) {
    Json json{{"fen", to_fen(board)}};
    add_value(json, answer.bounds, answer.dtz);
    json["moves"] = Json::array();
    for (const MoveAnswer& move : answer.moves) {
        Json entry{{"uci", to_uci(board, move.move)}, {"san", to_san(board, move.move)}};
        add_value(entry, move.bounds, move.dtz);
        json["moves"].push_back(std::move(entry));
    }
    fmt::print("{}\n", json.dump());
}

/// "win", or "draw or win", or "unknown".
std::string text_of(WdlBounds bounds) {
    if (bounds.is_exact()) return std::string(name_of(bounds.worst));
    if (bounds == WdlBounds{}) return "unknown";
    return fmt::format("{} or {}", name_of(bounds.worst), name_of(bounds.best));
}

std::string text_of(std::optional<int> dtz) { return dtz ? std::to_string(*dtz) : "?"; }

void print_text(const Board& board, const Answer& answer) {
    fmt::print("fen     {}\n", to_fen(board));
    fmt::print("value   {}\n", text_of(answer.bounds));
    fmt::print("dtz     {}\n", text_of(answer.dtz));
    if (answer.moves.empty()) fmt::print("{}\n", board.is_check() ? "checkmate" : "stalemate");
    std::size_t width = 0;
    for (const MoveAnswer& move : answer.moves) width = std::max(width, to_san(board, move.move).size());
    for (const MoveAnswer& move : answer.moves) {
        fmt::print("  {:<{}}  {:<12}  {:>5}\n", to_san(board, move.move), width, text_of(move.bounds),
                   text_of(move.dtz));
    }
    fmt::print("\n");
}

/// Only the position's own table is asked.
void print_tsv(const Board& board, Prober& prober, bool leaves_out_dtz) {
    const std::optional<WdlBounds> value = value_or_failure(prober.value_of(board));
    std::optional<int> dtz;
    if (value && !leaves_out_dtz) dtz = value_or_failure(prober.dtz_of(board, *value));
    fmt::print("{}\t{}\t{}\t{}\n", to_fen(board), value ? fmt::to_string(static_cast<int>(value->worst)) : "",
               value ? fmt::to_string(static_cast<int>(value->best)) : "", dtz ? fmt::to_string(*dtz) : "");
}

void run(const Arguments& arguments) {
    const auto store = open_stores(arguments.stores, StoreUse::reads);
    Prober prober(*store, arguments.options);
    for_each_input(arguments.fens, [&](const std::string& fen) {
        const Board board = read_board(fen);
        if (arguments.wants_tsv) {
            print_tsv(board, prober, arguments.leaves_out_dtz);
        } else if (arguments.wants_json) {
            print_json(board, value_or_failure(prober.answer(board)));
        } else {
            print_text(board, value_or_failure(prober.answer(board)));
        }
        std::fflush(stdout);  // so that the next program of a pipe need not wait
    });
}

}  // namespace

void add_probe_command(CLI::App& program) {
    CLI::App* command = program.add_subcommand("probe", "Tell the value of positions, and of their moves");
    const auto arguments = std::make_shared<Arguments>();
    command
        ->add_option("FEN", arguments->fens,
                     "Positions without castling rights; a single `-` reads one from each line of standard "
                     "input")
        ->type_name("")
        ->required();
    add_store_option(*command, arguments->stores);
    CLI::Option* json =
        command->add_flag("--json", arguments->wants_json, "Print a line of JSON for each position");
    CLI::Option* tsv =
        command
            ->add_flag("--tsv", arguments->wants_tsv,
                       "Print FEN, worst, best and DTZ with tabs between: -1, 0 or 1 for the side to "
                       "move, nothing where the table is absent. Moves are not looked at")
            ->excludes(json);
    command
        ->add_flag("--no-dtz", arguments->leaves_out_dtz,
                   "Leave the last column empty: reading values alone is much faster")
        ->needs(tsv);
    add_memory_option(*command, arguments->options.memory_bytes,
                      "Memory for measuring distances, such as 500M");
    add_threads_option(*command, arguments->options.threads);
    command->footer(
        "DTZ is the number of plies to the next capture, pawn move or mate: positive for the winner, "
        "negative "
        "for\nthe loser. It is measured on the spot if it is not stored. Moves are seen from the side that "
        "makes them.\nWhere tables are absent, the value may be open: then `value` is null in JSON, between "
        "`worst` and `best`.\n"
        "Examples:\n"
        "  philidor probe '8/8/8/8/8/3k4/8/K1Q5 w - - 0 1'\n"
        "  philidor probe --store tables.db --tsv - < positions.txt");
    command->callback([arguments] { run(*arguments); });
}

}  // namespace philidor::cli
