#include "philidor/serve/report_json.hpp"

#include <string_view>
#include <utility>

#include "philidor/base/detail/process_memory.hpp"
#include "philidor/chess/fen.hpp"
#include "philidor/chess/notation.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/material/table_key.hpp"

namespace philidor {

namespace {

/// Why the work stopped before the value was known. Empty if it is known.
std::string_view name_of(SolveEnd end) {
    switch (end) {
        case SolveEnd::settled: return "";
        case SolveEnd::out_of_time: return "time";
        case SolveEnd::out_of_memory: return "memory";
        case SolveEnd::interrupted: return "interrupted";
        case SolveEnd::exhausted: return "pieces";
    }
    return "";
}

std::string_view name_of(LineEnd end) {
    switch (end) {
        case LineEnd::open: return "open";
        case LineEnd::mate: return "mate";
        case LineEnd::won: return "won";
        case LineEnd::drawn: return "drawn";
    }
    return "";
}

std::string_view name_of(KeySquare verdict) {
    switch (verdict) {
        case KeySquare::unavailable: return "unavailable";
        case KeySquare::open: return "open";
        case KeySquare::white_wins: return "white_wins";
        case KeySquare::black_wins: return "black_wins";
        case KeySquare::drawn: return "drawn";
        case KeySquare::white_wins_to_move: return "white_wins_to_move";
        case KeySquare::black_wins_to_move: return "black_wins_to_move";
        case KeySquare::mover_wins: return "mover_wins";
        case KeySquare::mutual_zugzwang: return "mutual_zugzwang";
    }
    return "";
}

Json truth_json(std::optional<bool> truth) { return truth ? Json(*truth) : Json(); }

Json names_json(Bitboard squares) {
    Json names = Json::array();
    for (const Square square : squares) names.push_back(to_string(square));
    return names;
}

Json line_json(const Solution& solution) {
    Board board = solution.answer.board;
    Json line = Json::array();
    for (const LineMove& step : solution.line) {
        const Move move = step.answer.move;
        line.push_back({{"uci", to_uci(board, move)},
                        {"san", to_san(board, move)},
                        {"mutual_zugzwang", truth_json(step.is_mutual_zugzwang)}});
        board.play(move);
    }
    return line;
}

Json verdicts_json(const BySquare<KeySquare>& verdicts) {
    Json json = Json::object();
    for (const Square square : Bitboard::all()) {
        if (verdicts[square] != KeySquare::unavailable) json[to_string(square)] = name_of(verdicts[square]);
    }
    return json;
}

}  // namespace

void add_value(Json& json, RuledValue value, std::optional<int> dtz, std::optional<int> dtm) {
    const WdlBounds plain = value.plain;
    const std::optional<int> wdl = syzygy_wdl(value);
    json["value"] = plain.is_exact() ? Json(name_of(plain.worst)) : Json();
    json["worst"] = static_cast<int>(plain.worst);
    json["best"] = static_cast<int>(plain.best);
    json["wdl"] = wdl ? Json(*wdl) : Json();
    json["dtz"] = dtz ? Json(*dtz) : Json();
    json["dtm"] = dtm ? Json(*dtm) : Json();
}

Json json_of(const Board& board, std::span<const MoveAnswer> moves) {
    Json json = Json::array();
    for (const MoveAnswer& move : moves) {
        Json entry{{"uci", to_uci(board, move.move)}, {"san", to_san(board, move.move)}};
        add_value(entry, move.value(), move.dtz, move.dtm);
        json.push_back(std::move(entry));
    }
    return json;
}

Json json_of(const Solution& solution) {
    const Answer& answer = solution.answer;
    Json json{{"fen", to_fen(answer.board)}};
    add_value(json, answer.value(), answer.dtz, answer.dtm);
    json["stopped_by"] = solution.end == SolveEnd::settled ? Json() : Json(name_of(solution.end));
    json["moves"] = json_of(answer.board, answer.moves);
    json["line"] = line_json(solution);
    json["line_end"] = name_of(solution.line_end);
    json["mutual_zugzwang"] = truth_json(solution.is_mutual_zugzwang);
    json["tables"] = solution.statistics.tables;
    json["positions"] = solution.statistics.positions;
    json["seconds"] = solution.seconds;
    json["peak_memory_bytes"] = peak_memory();
    return json;
}

Json json_of(const SolveProgress& progress, std::chrono::duration<double> time) {
    Json json{{"attempt", progress.attempt},
              {"share", progress.share},
              {"attempt_tables", progress.attempt_tables},
              {"tables", progress.tables},
              {"memory_bytes", progress.bytes}};
    add_value(json, progress.bounds, {});
    json["seconds"] = time.count();
    return json;
}

Json json_of(const PawnReport& report) {
    Json terms = Json::array();
    for (const PawnTermCount& count : report.terms) {
        terms.push_back({{"name", name_of(count.term)},
                         {"color", name_of(count.color)},
                         {"squares", names_json(count.squares)},
                         {"middlegame", count.score.middlegame()},
                         {"endgame", count.score.endgame()}});
    }
    Json pawns = Json::array();
    for (const Square pawn : report.board.pieces(PieceType::pawn)) {
        pawns.push_back({{"square", to_string(pawn)},
                         {"color", name_of(color_of(report.board.piece_on(pawn)))},
                         {"features", pawn_features_of(report.board, pawn)}});
    }
    return {{"fen", to_fen(report.board)},
            {"middlegame", report.score.middlegame()},
            {"endgame", report.score.endgame()},
            {"phase", report.phase},
            {"total", report.total},
            {"terms", terms},
            {"pawns", pawns}};
}

Json json_of(Amount amount) { return amount.is_too_large() ? Json() : Json(amount.number()); }

Json json_of(const MaterialKey& key) {
    const auto [canonical, symmetry] = canonicalize(key);
    const TableKey table = table_for(key).key;
    const TableSize size = table_size(table);
    return {{"key", to_string(key)},
            {"canonical", to_string(canonical)},
            {"symmetry", name_of(symmetry)},
            {"symmetric", canonical.is_symmetric()},
            {"table", to_string(table)},
            {"men", key.man_count()},
            {"pieces", key.piece_count()},
            {"pawns", key.pawn_squares().count()},
            {"positions", json_of(size.positions)},
            {"bytes", json_of(size.bytes)}};
}

Json json_of(const Board& board, const KeySquares& squares) {
    Json corresponding = Json::object();
    for (const Square square : Bitboard::all()) {
        if (squares.corresponding[square].any()) {
            corresponding[to_string(square)] = names_json(squares.corresponding[square]);
        }
    }
    return {{"fen", to_fen(board)},
            {"white_king", verdicts_json(squares.white_king)},
            {"black_king", verdicts_json(squares.black_king)},
            {"corresponding", corresponding}};
}

}  // namespace philidor
