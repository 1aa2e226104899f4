#include "philidor/solve/line_finder.hpp"

#include <algorithm>
#include <tuple>

#include "philidor/chess/movegen.hpp"

namespace philidor {

LineFinder::LineFinder(PositionSolver& solver)
    : solver_(solver),
      meter_(solver),
      plays_{{WinningPlay(solver, meter_, Color::white), WinningPlay(solver, meter_, Color::black)}} {}

std::vector<Move> LineFinder::line_from(Ending ending, WdlBounds value, std::size_t plies) {
    std::vector<Move> line;
    if (!value.is_exact()) return line;
    const Color side = ending.board().side_to_move();
    const Color winner = value.worst == Wdl::win ? side : !side;
    std::vector<Key> seen{ending.board().key()};
    while (line.size() < plies && has_legal_move(ending.board())) {
        const auto move =
            value.worst == Wdl::draw ? holding_move(ending, seen) : plays_[winner].best_move(ending);
        if (!move) break;
        line.push_back(*move);
        ending.play(*move);
        // A winning line never repeats a position.
        const Key key = ending.board().key();
        if (value.worst != Wdl::draw && std::ranges::find(seen, key) != seen.end()) break;
        seen.push_back(key);
    }
    return line;
}

bool LineFinder::is_drawn(const Ending& ending) const {
    return solver_.bounds_of(ending) == WdlBounds::exactly(Wdl::draw);
}

/// A move that holds the draw: one to a new position if possible, and after which few replies hold it.
std::optional<Move> LineFinder::holding_move(const Ending& ending, const std::vector<Key>& seen) const {
    std::optional<Move> best;
    std::tuple<bool, double> best_worth;
    for (const Move move : legal_moves(ending.board())) {
        const Ending after = ending.after(move);
        if (!is_drawn(after)) continue;
        const MoveList answers = legal_moves(after.board());
        const auto good =
            std::ranges::count_if(answers, [&](Move answer) { return is_drawn(after.after(answer)); });
        const std::tuple worth(std::ranges::find(seen, after.board().key()) != seen.end(),
                               static_cast<double>(good) / static_cast<double>(answers.size() + 1));
        if (best && worth >= best_worth) continue;
        best = move;
        best_worth = worth;
    }
    return best;
}

std::optional<int> LineFinder::dtz_of(const Ending& ending, WdlBounds value) {
    if (!value.is_exact()) return std::nullopt;
    if (value.worst == Wdl::draw) return 0;
    const Board& board = ending.board();
    const int sign = static_cast<int>(value.worst);
    if (!has_legal_move(board)) return sign;
    if (board.legal_en_passant()) return std::nullopt;
    const Color winner = sign > 0 ? board.side_to_move() : !board.side_to_move();
    if (!plays_[winner].is_won(ending)) return std::nullopt;
    const auto longest = plays_[winner].distance_of(ending);
    const bool is_exact = longest && (*longest == 1 || longest == shortest_distance(board, winner));
    if (!is_exact) return std::nullopt;
    return sign * static_cast<int>(*longest);
}

std::optional<unsigned> LineFinder::shortest_distance(const Board& board, Color attacker) {
    const MaterialKey key = MaterialKey::from_board(board);
    std::shared_ptr<const WinDistances>& distances = shortest_[attacker];
    if (!distances || distances->key() != key) {
        const Question question{attacker, Certainty::possible};
        const auto lookup = [&](const MaterialKey& child) {
            const WinTable* known = solver_.knowledge().find(question, child);
            return known != nullptr ? ChildTable(*known) : ChildTable(child);
        };
        distances.reset();
        distances = meter_.measure(key, question, lookup, {}, 0);
    }
    return distances ? std::optional(distances->distance_of(board)) : std::nullopt;
}

}  // namespace philidor
