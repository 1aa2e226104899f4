#include "philidor/serve/tablebase_json.hpp"

#include <algorithm>
#include <utility>

#include "philidor/chess/movegen.hpp"
#include "philidor/chess/san.hpp"
#include "philidor/chess/uci_move.hpp"
#include "philidor/serve/category.hpp"
#include "philidor/solve/winning_play.hpp"

namespace philidor {

namespace {

bool is_certain(Category category) {
    return category == Category::win || category == Category::draw || category == Category::loss;
}

Json number_json(std::optional<int> number) { return number ? Json(*number) : Json(); }

/// The fields that a position and a move have in common.
void add_position(
    Json& json, const Board& board, Category category, WdlBounds bounds, std::optional<int> dtz) {
    json["category"] = name_of(category);
    json["worst"] = static_cast<int>(bounds.worst);
    json["best"] = static_cast<int>(bounds.best);
    json["dtz"] = number_json(dtz);
    // Where the 50-move rule may still strike, others count the plies differently.
    json["precise_dtz"] = is_certain(category) ? number_json(dtz) : Json();
    json["dtm"] = nullptr;
    json["checkmate"] = is_checkmate(board);
    json["stalemate"] = is_stalemate(board);
    json["variant_win"] = false;
    json["variant_loss"] = false;
    json["insufficient_material"] = board.has_insufficient_material();
}

/// What the moves say about a position may be more certain than what it says itself: the right capture may
/// lead to a win that is.
Category category_of(const PositionAnswer& answer, const std::vector<Category>& moves) {
    const Category own = category_of(answer.board, answer.bounds, answer.dtz);
    if (moves.empty() || answer.board.halfmove_clock() >= most_quiet_plies) return own;
    if (own == Category::maybe_win && std::ranges::find(moves, Category::loss) != moves.end()) {
        return Category::win;
    }
    const bool loses_all = std::ranges::all_of(moves, [](Category move) { return move == Category::win; });
    return own == Category::maybe_loss && loses_all ? Category::loss : own;
}

}  // namespace

Json tablebase_json(const PositionAnswer& answer) {
    std::vector<Category> categories;
    Json moves = Json::array();
    for (const MoveOutcome& outcome : answer.moves) {
        const Board after = answer.board.after(outcome.move);
        categories.push_back(category_of(after, outcome.bounds, outcome.dtz));
        Json move{{"uci", to_uci(answer.board, outcome.move)}, {"san", to_san(answer.board, outcome.move)}};
        add_position(move, after, categories.back(), outcome.bounds, outcome.dtz);
        move["zeroing"] = is_zeroing(answer.board, outcome.move);
        moves.push_back(std::move(move));
    }
    Json json;
    add_position(json, answer.board, category_of(answer, categories), answer.bounds, answer.dtz);
    json["moves"] = std::move(moves);
    return json;
}

Json tablebase_json(const Mainline& line) {
    Json moves = Json::array();
    Board board = line.board;
    for (const MoveOutcome& outcome : line.moves) {
        Json move{{"uci", to_uci(board, outcome.move)}, {"san", to_san(board, outcome.move)}};
        board.play(outcome.move);
        const Category category = category_of(board, outcome.bounds, outcome.dtz);
        move["dtz"] = number_json(outcome.dtz);
        move["precise_dtz"] = is_certain(category) ? number_json(outcome.dtz) : Json();
        moves.push_back(std::move(move));
    }
    const Category category = category_of(line.board, line.bounds, line.dtz);
    // Who may claim a draw does so.
    const bool is_drawn = line.bounds.worst == Wdl::draw ||
                          (board.halfmove_clock() >= most_quiet_plies && !is_checkmate(board));
    const Color winner =
        line.bounds.worst == Wdl::win ? line.board.side_to_move() : !line.board.side_to_move();
    return {{"dtz", number_json(line.dtz)},
            {"precise_dtz", is_certain(category) ? number_json(line.dtz) : Json()},
            {"mainline", std::move(moves)},
            {"winner", is_drawn ? Json() : Json(winner == Color::white ? "w" : "b")}};
}

}  // namespace philidor
