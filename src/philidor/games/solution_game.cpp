#include "philidor/games/solution_game.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "philidor/chess/movegen.hpp"
#include "philidor/chess/notation.hpp"

namespace philidor {

namespace {

std::string_view name_in_text(Color side) { return side == Color::white ? "White" : "Black"; }

GameResult result_of(WdlBounds value, Color side) {
    if (!value.is_exact()) return GameResult::unknown;
    if (value.worst == Wdl::draw) return GameResult::draw;
    return (value.worst == Wdl::win) == (side == Color::white) ? GameResult::white_wins
                                                               : GameResult::black_wins;
}

/// "White wins", "draw".
std::string result_text(WdlBounds value, Color side) {
    if (!value.is_exact()) return "open";
    if (value.worst == Wdl::draw) return "draw";
    return fmt::format("{} wins", name_in_text(value.worst == Wdl::win ? side : !side));
}

/// How the shown moves end.
std::string_view end_text(LineEnd end) {
    if (end == LineEnd::won) return "and wins";
    return end == LineEnd::drawn ? "=" : "";
}

/// Builds the tree of a solution.
class SolutionGame {
  public:
    SolutionGame(const Solution& solution, Proof& proof, const VariationLimits& limits)
        : solution_(solution), proof_(proof), limits_(limits), side_(solution.answer.board.side_to_move()) {
        // In a lost position, the other side has something to show.
        solver_ = solution.value() == WdlBounds::exactly(Wdl::loss) ? !side_ : side_;
    }

    [[nodiscard]] GameTree build() {
        GameTree game;
        game.start = solution_.answer.board;
        game.result = result_of(solution_.value(), side_);
        game.set_tag("Event", "Solved by Philidor");
        game.set_tag("White", "White");
        game.set_tag("Black", "Black");
        game.comment =
            fmt::format("{} to move: {}.", name_in_text(side_), result_text(solution_.value(), side_));
        if (solution_.is_mutual_zugzwang == true) game.comment += " A mutual zugzwang.";
        Ending ending = *Ending::from(game.start);
        std::vector<GameNode>* next = &game.next;
        std::size_t replies_shown = 0;
        for (std::size_t ply = 0; ply < solution_.line.size(); ++ply) {
            const LineMove& step = solution_.line[ply];
            const Answer answer =
                ply == 0 && !solution_.answer.moves.empty() ? solution_.answer : ask(ending);
            GameNode& node = next->emplace_back(GameNode{step.answer.move});
            const bool is_solver = ending.board().side_to_move() == solver_;
            if (is_solver) mark_only_move(answer, node);
            mark_zugzwang(ending.after(node.move), step.is_mutual_zugzwang, node);
            if (ply + 1 == solution_.line.size()) node.comment = end_text(solution_.line_end);
            if (is_solver) {
                add_tries(ending, answer, *next);
            } else if (replies_shown < limits_.replies) {
                ++replies_shown;
                add_replies(ending, *next);
            }
            ending.play(step.answer.move);
            next = &next->front().next;
        }
        return game;
    }

  private:
    /// What the proof knows, or finds out, about the moves of a position.
    [[nodiscard]] Answer ask(const Ending& ending) {
        return proof_.find(ending, SolutionScope::moves).answer;
    }

    /// Marks a move if every other one is known to be worse.
    static void mark_only_move(const Answer& answer, GameNode& node) {
        if (answer.moves.size() < 2 || !answer.bounds.is_exact()) return;
        const bool is_only = std::ranges::all_of(answer.moves, [&](const MoveAnswer& known) {
            return known.move == node.move || known.bounds.best < answer.bounds.worst;
        });
        if (is_only) node.glyphs.push_back(static_cast<unsigned>(Glyph::good));
    }

    static void mark_zugzwang(const Ending& after, std::optional<bool> is_zugzwang, GameNode& node) {
        if (is_zugzwang != true) return;
        const bool is_white = after.board().side_to_move() == Color::white;
        node.glyphs.push_back(
            static_cast<unsigned>(is_white ? Glyph::white_zugzwang : Glyph::black_zugzwang));
    }

    /// Adds a line of play as variation or its continuation.
    void add_line(const Ending& ending, WdlBounds value, std::size_t plies, std::vector<GameNode>& next) {
        Solution line;
        line.answer.board = ending.board();
        line.answer.bounds = value;
        proof_.add_line(ending, {plies, LineExtent::conversion}, line);
        Ending at = ending;
        std::vector<GameNode>* place = &next;
        for (const LineMove& step : line.line) {
            GameNode& node = place->emplace_back(GameNode{step.answer.move});
            at.play(step.answer.move);
            mark_zugzwang(at, step.is_mutual_zugzwang, node);
            if (&step == &line.line.back()) node.comment = end_text(line.line_end);
            place = &node.next;
        }
    }

    /// The moves that refute a try, which has this value for the side that makes it.
    [[nodiscard]] static std::vector<Move> refutations(const Answer& after, WdlBounds value) {
        std::vector<Move> found;
        for (const MoveAnswer& reply : after.moves) {
            if ((-value).worst == reply.bounds.worst && reply.bounds.is_exact()) found.push_back(reply.move);
        }
        return found;
    }

    /// Adds moves that fail, those with a single refutation first.
    void add_tries(const Ending& ending, const Answer& answer, std::vector<GameNode>& next) {
        struct Try {
            MoveAnswer answer;
            std::vector<Move> refutations;
            std::size_t place;  ///< among the tries, the best first
        };
        std::vector<Try> tries;
        for (const MoveAnswer& known : answer.moves) {
            const bool fails = known.bounds.is_exact() && known.bounds.best < answer.bounds.worst;
            if (!fails) continue;
            std::vector<Move> found = refutations(ask(ending.after(known.move)), known.bounds);
            if (!found.empty()) tries.push_back({known, std::move(found), tries.size()});
        }
        std::ranges::sort(tries, {},
                          [](const Try& one) { return std::pair(one.refutations.size(), one.place); });
        // After the first move, only what looks as if it would work is of interest.
        if (ending.board() != solution_.answer.board)
            std::erase_if(tries, [](const Try& one) { return one.refutations.size() > 1; });
        if (tries.size() > limits_.tries) tries.resize(limits_.tries);
        for (const Try& one : tries) {
            const int loss =
                static_cast<int>(answer.bounds.worst) - static_cast<int>(one.answer.bounds.worst);
            GameNode node{one.answer.move};
            node.glyphs.push_back(static_cast<unsigned>(loss > 1 ? Glyph::blunder : Glyph::mistake));
            node.comment = result_text(one.answer.bounds, ending.board().side_to_move());
            const Ending after = ending.after(node.move);
            GameNode& reply = node.next.emplace_back(GameNode{one.refutations.front()});
            if (one.refutations.size() == 1 && count_legal_moves(after.board()) > 1)
                reply.glyphs.push_back(static_cast<unsigned>(Glyph::good));
            add_line(after.after(reply.move), one.answer.bounds, limits_.try_plies, reply.next);
            next.push_back(std::move(node));
        }
    }

    /// Adds the other replies of the side that has nothing to show, with what they lead to.
    void add_replies(const Ending& ending, std::vector<GameNode>& next) {
        const Move shown = next.front().move;
        for (const Move move : legal_moves(ending.board())) {
            if (move == shown) continue;
            const Ending after = ending.after(move);
            const WdlBounds value = proof_.find(after, SolutionScope::value).value();
            if (!value.is_exact()) continue;
            GameNode node{move};
            const Color side = after.board().side_to_move();
            if (result_of(value, side) != result_of(solution_.value(), side_)) {
                node.glyphs.push_back(static_cast<unsigned>(Glyph::mistake));
                node.comment = result_text(value, side);
            }
            add_line(after, value, limits_.reply_plies, node.next);
            next.push_back(std::move(node));
        }
    }

    const Solution& solution_;
    Proof& proof_;
    VariationLimits limits_;
    Color side_;
    Color solver_ = Color::white;
};

}  // namespace

GameTree game_of(const Solution& solution, Proof& proof, const VariationLimits& limits) {
    return SolutionGame(solution, proof, limits).build();
}

}  // namespace philidor
