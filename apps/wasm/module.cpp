// The module's interface to JavaScript: the questions of the server's paths, answered with the same JSON.
//
//     text_room(size)             where to write the text of a question
//     ask(seconds, memory_bytes)  answers it; the text is "PATH FEN"
//
// It calls page.report(text, size) while it works, and page.reply(status, text, size) once. One question at a
// time.

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "philidor/chess/fen.hpp"
#include "philidor/chess/notation.hpp"
#include "philidor/engine/engine.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/pawns/pawn_report.hpp"
#include "philidor/serve/report_json.hpp"
#include "philidor/serve/tablebase_json.hpp"
#include "philidor/solve/oracle.hpp"
#include "philidor/solve/solve.hpp"
#include "philidor/table/table_store.hpp"

extern "C" {

__attribute__((import_module("page"), import_name("report"))) void page_report(const char*, std::size_t);
__attribute__((import_module("page"), import_name("reply"))) void page_reply(int, const char*, std::size_t);
}

namespace philidor {

namespace {

using Clock = Budget::Clock;

constexpr int ok = 200;
constexpr int bad_request = 400;
constexpr int not_found = 404;

constexpr std::chrono::milliseconds between_reports{100};
constexpr unsigned engine_lines = 3;

void report(const Json& json) {
    const std::string text = json.dump();
    page_report(text.data(), text.size());
}

void reply(int status, const Json& json) {
    const std::string text = json.dump();
    page_reply(status, text.data(), text.size());
}

void refuse(int status, const std::string& message) { reply(status, Json{{"error", message}}); }

/// What is proved is kept for later questions.
Oracle& oracle() {
    static const std::unique_ptr<TableStore> store = make_memory_store();
    static Oracle oracle(store.get());
    return oracle;
}

/// Reports a proof's progress at intervals and whenever the bounds change.
Effort effort_of(const Budget& budget) {
    return {budget, [begin = Clock::now(), last = Clock::time_point(),
                     known = WdlBounds{}](const SolveProgress& progress) mutable {
                const Clock::time_point now = Clock::now();
                if (now - last < between_reports && progress.bounds == known) return;
                last = now;
                known = progress.bounds;
                report(json_of(progress, now - begin));
            }};
}

/// Replies with what was found, and keeps it.
template <class Found>
void tell(const Found& found, const Json& json) {
    reply(ok, json);
    (void)oracle().keep(found->findings);  // memory cannot fail but as a whole
}

void find_standard(const Ending& ending, const Effort& effort) {
    const auto found = oracle().find_answer(ending, effort);
    tell(found, tablebase_json(found->answer));
}

void find_mainline(const Ending& ending, const Effort& effort) {
    const auto found = oracle().find_line(ending, effort);
    if (found->answer.value().is_exact()) return tell(found, mainline_json(found->answer));
    refuse(not_found, "the value of this position is not known: " + to_fen(ending.board()));
}

void find_map(const Ending& ending, const Effort& effort) {
    if (MaterialKey::from_board(ending.board()).piece_count() != 0) {
        return refuse(bad_request,
                      "key squares exist only for endings of kings and pawns: " + to_fen(ending.board()));
    }
    const auto found = oracle().find_key_squares(ending, effort, usual_time_for_key_squares);
    tell(found, json_of(ending.board(), *found->answer.key_squares));
}

void find_solution(const Ending& ending, const Effort& effort) {
    const auto found = oracle().find_solution(ending, effort);
    tell(found, json_of(found->answer));
}

/// A line of the engine: centipawns or moves to mate for the side to move.
Json json_of(const Board& root, const SearchInfo& info) {
    Json moves = Json::array();
    Board board = root;
    for (const Move move : info.moves) {
        moves.push_back({{"uci", to_uci(board, move)}, {"san", to_san(board, move)}});
        board.play(move);
    }
    const auto mate = info.value.mate_moves();
    return {{"line", info.line},
            {"depth", info.depth},
            {"centipawns", mate ? Json() : Json(info.value.centipawns())},
            {"mate", mate ? Json(*mate) : Json()},
            {"moves", moves}};
}

/// The engine's best lines, which are judgement and no proof.
void analyze(const Board& board, const Budget& budget) {
    Engine engine;
    AnalyzeRequest request;
    request.game = Game(board);
    request.lines = engine_lines;
    request.limits.move_time =
        std::chrono::duration_cast<std::chrono::milliseconds>(*budget.deadline - Clock::now());
    Json lines = Json::object();
    Json json;
    (void)engine.analyze(request, [&](const SearchInfo& info) {
        lines[std::to_string(info.line)] = json_of(board, info);
        json = {{"lines", Json::array()}};
        for (const auto& [name, line] : lines.items()) json["lines"].push_back(line);
        report(json);
    });
    reply(ok, json);
}

void answer(std::string_view path, const std::string& fen, const Budget& budget) {
    const auto board = parse_fen(fen);
    if (!board) return refuse(bad_request, board.error().message);
    if (path == "key") return reply(ok, json_of(MaterialKey::from_board(*board)));
    if (path == "eval") return reply(ok, json_of(report_on_pawns(*board)));
    if (path == "analyze") return analyze(*board, budget);
    const auto ending = Ending::from(*board);
    if (!ending && path == "standard") return reply(ok, tablebase_json(answer_by_rules(*board)));
    if (!ending) return refuse(bad_request, ending.error().message);
    const Effort effort = effort_of(budget);
    if (path == "standard") return find_standard(*ending, effort);
    if (path == "standard/mainline") return find_mainline(*ending, effort);
    if (path == "map") return find_map(*ending, effort);
    if (path == "solve") return find_solution(*ending, effort);
    refuse(not_found, "no such question: " + std::string(path));
}

std::string question;

}  // namespace

}  // namespace philidor

extern "C" {

char* text_room(std::size_t size) {
    philidor::question.resize(size);
    return philidor::question.data();
}

void ask(double seconds, double memory_bytes) {
    using namespace philidor;
    const std::size_t space = question.find(' ');
    const std::chrono::duration<double> time(seconds);
    answer(question.substr(0, space), question.substr(space + 1),
           Budget::starting_now(time, static_cast<std::uint64_t>(memory_bytes), 1));
}
}
