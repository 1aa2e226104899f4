#include "philidor/serve/tablebase_json.hpp"

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include "philidor/chess/movegen.hpp"
#include "philidor/chess/notation.hpp"
#include "philidor/serve/category.hpp"

namespace philidor {

namespace {

bool is_certain(Category category) {
    return category == Category::win || category == Category::draw || category == Category::loss;
}

Json number_json(std::optional<int> number) { return number ? Json(*number) : Json(); }

/// A distance after a move, from the point of view of the side to move then, as in the lichess tablebase.
std::optional<int> seen_by_opponent(std::optional<int> dtz) {
    return dtz ? std::optional(-*dtz) : std::nullopt;
}

/// A move, and the category of the position after it.
struct Row {
    const MoveAnswer* answer;
    Category category;
};

/// The moves, best first. Among winning moves, those that the 50-move rule does not affect come first; among
/// losing moves, those that it may save. Otherwise the order of the answer is kept.
std::vector<Row> rows_of(const Answer& answer) {
    using Order = std::tuple<Wdl, Wdl, int, std::size_t>;
    std::vector<std::pair<Order, Row>> rows;
    for (const MoveAnswer& known : answer.moves) {
        const Category category = category_after(answer.board, known);
        rows.push_back({{-known.bounds.worst, -known.bounds.best, -static_cast<int>(category), rows.size()},
                        {&known, category}});
    }
    std::ranges::sort(rows, {}, [](const auto& row) { return row.first; });
    std::vector<Row> sorted;
    sorted.reserve(rows.size());
    for (const auto& [order, row] : rows) sorted.push_back(row);
    return sorted;
}

/// The fields that a position and a move have in common.
void add_position(
    Json& json, const Board& board, Category category, WdlBounds bounds, std::optional<int> dtz) {
    json["category"] = name_of(category);
    json["worst"] = static_cast<int>(bounds.worst);
    json["best"] = static_cast<int>(bounds.best);
    json["dtz"] = number_json(dtz);
    // Where the 50-move rule may still matter, other tablebases count the plies differently.
    json["precise_dtz"] = is_certain(category) ? number_json(dtz) : Json();
    json["dtm"] = nullptr;
    json["checkmate"] = is_checkmate(board);
    json["stalemate"] = is_stalemate(board);
    json["variant_win"] = false;
    json["variant_loss"] = false;
    json["insufficient_material"] = board.has_insufficient_material();
}

/// The category of a position. The moves may make it more certain: the right capture may lead to a certain
/// win.
Category category_of(const Answer& answer, const std::vector<Row>& moves) {
    const Category own = category_of(answer.board, answer.bounds, answer.dtz);
    if (moves.empty() || answer.board.halfmove_clock() >= fifty_move_plies) return own;
    const auto is_lost = [](const Row& move) { return move.category == Category::loss; };
    const auto is_won = [](const Row& move) { return move.category == Category::win; };
    if (own == Category::maybe_win && std::ranges::any_of(moves, is_lost)) return Category::win;
    const bool loses_all = std::ranges::all_of(moves, is_won);
    return own == Category::maybe_loss && loses_all ? Category::loss : own;
}

}  // namespace

Json tablebase_json(const Answer& answer) {
    const std::vector<Row> rows = rows_of(answer);
    Json moves = Json::array();
    for (const Row& row : rows) {
        const MoveAnswer& known = *row.answer;
        Json move{{"uci", to_uci(answer.board, known.move)}, {"san", to_san(answer.board, known.move)}};
        add_position(move, answer.board.after(known.move), row.category, -known.bounds,
                     seen_by_opponent(known.dtz_after));
        move["zeroing"] = answer.board.is_zeroing(known.move);
        moves.push_back(std::move(move));
    }
    Json json;
    add_position(json, answer.board, category_of(answer, rows), answer.bounds, answer.dtz);
    json["moves"] = std::move(moves);
    return json;
}

Json mainline_json(const Solution& solution) {
    const Answer& answer = solution.answer;
    Json moves = Json::array();
    Board board = answer.board;
    for (const LineMove& step : solution.line) {
        const Move played = step.answer.move;
        const Category category = category_after(board, step.answer);
        Json move{{"uci", to_uci(board, played)}, {"san", to_san(board, played)}};
        move["dtz"] = number_json(seen_by_opponent(step.answer.dtz_after));
        move["precise_dtz"] = is_certain(category) ? move["dtz"] : Json();
        moves.push_back(std::move(move));
        board.play(played);
    }
    const Category category = category_of(answer.board, answer.bounds, answer.dtz);
    // A side that can claim a draw does so.
    const bool is_drawn = answer.bounds.worst == Wdl::draw ||
                          (board.halfmove_clock() >= fifty_move_plies && !is_checkmate(board));
    const Color side = answer.board.side_to_move();
    const Color winner = answer.bounds.worst == Wdl::win ? side : !side;
    return {{"dtz", number_json(answer.dtz)},
            {"precise_dtz", is_certain(category) ? number_json(answer.dtz) : Json()},
            {"mainline", std::move(moves)},
            {"winner", is_drawn ? Json() : Json(winner == Color::white ? "w" : "b")}};
}

}  // namespace philidor
