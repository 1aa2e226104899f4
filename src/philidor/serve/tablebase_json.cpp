#include "philidor/serve/tablebase_json.hpp"

#include <utility>

#include "philidor/chess/movegen.hpp"
#include "philidor/chess/notation.hpp"
#include "philidor/serve/category.hpp"

namespace philidor {

namespace {

bool is_certain(RuledValue value) { return syzygy_wdl(value).has_value(); }

Json number_json(std::optional<int> number) { return number ? Json(*number) : Json(); }

/// A distance after a move, from the point of view of the side to move then, as in the lichess tablebase.
std::optional<int> seen_by_opponent(std::optional<int> dtz) {
    return dtz ? std::optional(-*dtz) : std::nullopt;
}

/// The plies to mate after a move, likewise.
std::optional<int> dtm_after(std::optional<int> dtm) {
    if (!dtm || *dtm == 0) return dtm;
    return *dtm > 0 ? 1 - *dtm : -1 - *dtm;
}

/// What tables know of how long a win takes.
struct Distances {
    std::optional<int> dtz;
    std::optional<int> rounded_dtz;
    std::optional<int> dtm;
};

/// The fields that a position and a move have in common.
void add_position(Json& json, const Board& board, RuledValue value, const Distances& distances) {
    const auto& [dtz, rounded_dtz, dtm] = distances;
    json["category"] = name_of(category_of(value));
    json["worst"] = static_cast<int>(value.plain.worst);
    json["best"] = static_cast<int>(value.plain.best);
    json["dtz"] = number_json(dtz ? dtz : rounded_dtz);
    // Where the 50-move rule may still matter, other tablebases count the plies differently.
    json["precise_dtz"] = is_certain(value) ? number_json(dtz) : Json();
    json["dtm"] = number_json(dtm);
    json["dtc"] = nullptr;
    json["checkmate"] = is_checkmate(board);
    json["stalemate"] = is_stalemate(board);
    json["variant_win"] = false;
    json["variant_loss"] = false;
    json["insufficient_material"] = board.has_insufficient_material();
}

}  // namespace

Json tablebase_json(const Answer& answer) {
    Json moves = Json::array();
    for (const MoveAnswer& known : answer.moves) {
        Json move{{"uci", to_uci(answer.board, known.move)}, {"san", to_san(answer.board, known.move)}};
        add_position(move, answer.board.after(known.move), -known.value(),
                     {seen_by_opponent(known.dtz_after), seen_by_opponent(known.rounded_dtz_after),
                      dtm_after(known.dtm)});
        move["zeroing"] = answer.board.is_zeroing(known.move);
        moves.push_back(std::move(move));
    }
    Json json;
    add_position(json, answer.board, answer.value(), {answer.dtz, answer.rounded_dtz, answer.dtm});
    json["moves"] = std::move(moves);
    return json;
}

Json mainline_json(const Solution& solution) {
    const Answer& answer = solution.answer;
    Json moves = Json::array();
    Board board = answer.board;
    for (const LineMove& step : solution.line) {
        const Move played = step.answer.move;
        Json move{{"uci", to_uci(board, played)}, {"san", to_san(board, played)}};
        move["dtz"] = number_json(seen_by_opponent(step.answer.dtz_after));
        move["precise_dtz"] = is_certain(step.answer.value()) ? move["dtz"] : Json();
        moves.push_back(std::move(move));
        board.play(played);
    }
    // A side that can claim a draw does so.
    const bool is_drawn = answer.bounds.worst == Wdl::draw ||
                          (board.halfmove_clock() >= fifty_move_plies && !is_checkmate(board));
    const Color side = answer.board.side_to_move();
    const Color winner = answer.bounds.worst == Wdl::win ? side : !side;
    return {{"dtz", number_json(answer.dtz)},
            {"precise_dtz", is_certain(answer.value()) ? number_json(answer.dtz) : Json()},
            {"mainline", std::move(moves)},
            {"winner", is_drawn ? Json() : Json(winner == Color::white ? "w" : "b")}};
}

}  // namespace philidor
