#include "command_analyze.hpp"

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "exit_code.hpp"
#include "interrupt.hpp"
#include "line_text.hpp"
#include "number_text.hpp"
#include "philidor/chess/fen.hpp"
#include "philidor/chess/movegen.hpp"
#include "philidor/chess/notation.hpp"
#include "philidor/engine/engine.hpp"
#include "philidor/table/table_store.hpp"
#include "read_input.hpp"
#include "status_line.hpp"
#include "table_options.hpp"

namespace philidor::cli {

namespace {

using Json = nlohmann::ordered_json;

/// The time for an analysis without a limit.
constexpr std::chrono::milliseconds usual_time(5000);

/// The arguments of the command.
struct AnalyzeArguments {
    std::string fen;
    std::vector<std::string> stores;  ///< if empty, those of PHILIDOR_PATH
    std::string syzygy;
    EngineOptions options;
    std::uint64_t memory_bytes = 0;
    std::optional<int> depth;
    std::optional<std::int64_t> move_time;
    unsigned lines = 1;
    bool wants_json = false;
};

/// "+0.34", "#3", or "proven win, DTZ 5".
std::string value_text(const SearchInfo& info) {
    if (info.proved) {
        std::string text = fmt::format("proven {}", name_of(info.proved->value));
        if (info.proved->dtz && *info.proved->dtz != 0) text += fmt::format(", DTZ {}", *info.proved->dtz);
        return text;
    }
    if (const auto moves = info.value.mate_moves()) return fmt::format("#{}", *moves);
    return fmt::format("{:+.2f}", info.value.centipawns() / 100.0);
}

std::string line_text(const Board& board, const std::vector<Move>& moves) {
    LineText line(board);
    for (const Move move : moves) line.add(move);
    return line.text();
}

Json json_of(const Board& board, const SearchInfo& info) {
    Json json{{"move", to_uci(board, info.moves.front())}, {"san", to_san(board, info.moves.front())}};
    json["centipawns"] = info.value.is_decided() ? Json() : Json(info.value.centipawns());
    const auto mate = info.value.mate_moves();
    json["mate"] = mate ? Json(*mate) : Json();
    json["proved"] = info.proved ? Json(name_of(info.proved->value)) : Json();
    json["dtz"] = info.proved && info.proved->dtz ? Json(*info.proved->dtz) : Json();
    json["depth"] = info.depth;
    json["line"] = Json::array();
    Board next = board;
    for (const Move move : info.moves) {
        json["line"].push_back(to_uci(next, move));
        next.play(move);
    }
    return json;
}

/// Stops the analysis on Ctrl-C.
std::jthread watch_interrupt(std::stop_source analysis) {
    return std::jthread([analysis](const std::stop_token& watching) mutable {
        while (!watching.stop_requested()) {
            if (is_interrupted()) analysis.request_stop();
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        }
    });
}

/// The result of an analysis.
struct Analyzed {
    std::vector<SearchInfo> lines;  ///< the last report on each of the best lines
    PawnHashStatistics pawn_hash;
};

/// What is known about one of the best lines, for programs.
Json report_json(const Board& board, const SearchInfo& info) {
    Json json = json_of(board, info);
    json["multipv"] = info.line;
    json["nodes"] = info.nodes;
    json["seconds"] = static_cast<double>(info.time.count()) / 1000;
    return json;
}

Analyzed analyze(const AnalyzeArguments& arguments, const Board& board) {
    Engine engine(arguments.options);
    const std::vector<std::string> stores =
        arguments.stores.empty() ? store_paths_of_environment() : arguments.stores;
    auto store = stores.empty() ? nullptr : stores_or_failure(stores, StoreUse::reads);
    (void)value_or_failure(engine.set_tables(std::move(store), syzygy_if_usable(arguments.syzygy)),
                           ExitCode::failed);
    AnalyzeRequest request;
    request.game = Game(board);
    request.lines = arguments.lines;
    request.limits.depth = arguments.depth;
    if (arguments.move_time) request.limits.move_time = std::chrono::milliseconds(*arguments.move_time);
    if (!arguments.depth && !arguments.move_time) request.limits.move_time = usual_time;

    std::map<unsigned, SearchInfo> found;
    StatusLine live;
    std::stop_source stop;
    const std::jthread watcher = watch_interrupt(stop);
    const auto report = [&](const SearchInfo& info) {
        found[info.line] = info;
        if (arguments.wants_json) {
            fmt::print("{}\n", report_json(board, info).dump());
            std::fflush(stdout);  // for programs that listen
        }
        if (info.line == 1 && live.is_wanted())
            live.show(
                fmt::format("depth {}  {}  {}", info.depth, value_text(info), line_text(board, info.moves)));
    };
    (void)engine.analyze(request, report, stop.get_token());
    Analyzed analyzed{{}, engine.pawn_hash()};
    analyzed.lines.reserve(found.size());
    for (auto& [line, info] : found) analyzed.lines.push_back(std::move(info));
    return analyzed;
}

void run(AnalyzeArguments& arguments) {
    arguments.options.memory_bytes = arguments.memory_bytes;
    const Board board = read_board(arguments.fen);
    const auto [lines, pawn_hash] = analyze(arguments, board);
    if (arguments.wants_json) {
        Json json{{"fen", to_fen(board)}, {"lines", Json::array()}};
        for (const SearchInfo& info : lines) json["lines"].push_back(json_of(board, info));
        json["nodes"] = lines.empty() ? 0 : lines.front().nodes;
        json["seconds"] = lines.empty() ? 0.0 : static_cast<double>(lines.front().time.count()) / 1000;
        json["pawn_hash_hit_rate"] = pawn_hash.probes == 0 ? Json() : Json(pawn_hash.hit_rate());
        fmt::print("{}\n", json.dump());
    } else if (lines.empty()) {
        fmt::print("{}\n", is_checkmate(board)   ? "checkmate"
                           : is_stalemate(board) ? "stalemate"
                                                 : "nothing found");
    } else {
        for (const SearchInfo& info : lines)
            fmt::print("{:>8}  {}\n", value_text(info), line_text(board, info.moves));
        const SearchInfo& best = lines.front();
        fmt::print("\ndepth {}, {} nodes, {:.2f} s", best.depth, with_separators(best.nodes),
                   static_cast<double>(best.time.count()) / 1000);
        if (pawn_hash.probes > 0) fmt::print(", pawn hash {:.1f} %", 100 * pawn_hash.hit_rate());
        fmt::print("\n");
    }
    if (is_interrupted()) throw interruption();
}

}  // namespace

void add_analyze_command(CLI::App& program) {
    CLI::App* command =
        program.add_subcommand("analyze", "Find the best moves of a position, by proof or by search");
    const auto arguments = std::make_shared<AnalyzeArguments>();
    add_fen_argument(*command, arguments->fen, "A position");
    command
        ->add_option("--depth", arguments->depth, "Search this many plies deep, and deeper in forcing lines")
        ->type_name("PLIES")
        ->check(CLI::Range(1, most_plies).description(""));
    command->add_option("--movetime", arguments->move_time, "Search for this many milliseconds")
        ->type_name("MS")
        ->check(CLI::Range(std::int64_t{1}, std::int64_t{1'000'000'000}).description(""))
        ->default_str("5000, unless --depth is given");
    command->add_option("--multipv", arguments->lines, "Show this many of the best moves")
        ->type_name("N")
        ->check(CLI::Range(1U, 256U).description(""))
        ->capture_default_str();
    add_store_option(*command, arguments->stores);
    command->get_option("--store")
        ->description("Tables to use: a folder, or an SQLite file if the name ends in .db; may be repeated")
        ->default_str("PHILIDOR_PATH, or none");
    add_syzygy_option(*command, arguments->syzygy);
    arguments->memory_bytes = std::uint64_t{64} << 20U;
    add_memory_option(*command, arguments->memory_bytes, "Memory for positions already searched, such as 1G");
    command->get_option("--memory")->default_str("64M");
    add_threads_option(*command, arguments->options.threads);
    command->add_flag("--json", arguments->wants_json,
                      "Print a line of JSON for each report, and the result in the last one");
    command->footer(
        "Values are in pawns, for the side to move; #3 is mate in three moves. Results from tables or a "
        "quick proof are\ncalled proven. Ctrl-C stops the analysis and prints the best moves found so far.\n"
        "Example:\n"
        "  philidor analyze 'r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3' --multipv 3");
    command->callback([arguments] { run(*arguments); });
}

}  // namespace philidor::cli
