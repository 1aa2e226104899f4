#include "philidor/solve/detail/line_finder.hpp"

#include <algorithm>

#include "philidor/chess/movegen.hpp"
#include "philidor/solve/detail/clear_result.hpp"
#include "philidor/solve/detail/holding_play.hpp"

namespace philidor {

namespace {

using detail::Lead;

/// After so many positions in which nothing can go wrong for the side to move, a draw is clear.
constexpr std::size_t calm_plies = 6;

}  // namespace

LineFinder::LineFinder(PositionSolver& solver)
    : solver_(solver),
      meter_(solver),
      plays_{{WinningPlay(solver, meter_, Color::white), WinningPlay(solver, meter_, Color::black)}},
      best_plays_{{BestPlay(plays_[Color::white]), BestPlay(plays_[Color::black])}} {}

Line LineFinder::line_from(const Ending& ending, WdlBounds value, LineLimits limits) {
    if (!value.is_exact()) return {};
    if (value.worst == Wdl::draw) return drawn_line_from(ending, limits);
    const Color side = ending.board().side_to_move();
    return won_line_from(ending, value.worst == Wdl::win ? side : !side, limits);
}

Line LineFinder::won_line_from(Ending ending, Color winner, LineLimits limits) {
    Line line;
    std::vector<Key> seen{ending.board().key()};
    const Lead lead = detail::lead_of(ending.board(), winner);
    const bool is_to_mate = limits.extent == LineExtent::mate || lead == Lead::pieces;
    while (has_legal_move(ending.board())) {
        if (line.moves.size() == limits.plies) return line;
        const bool is_winner_to_move = ending.board().side_to_move() == winner;
        const auto move = best_plays_[winner].best_move(ending);
        if (!move) return line;
        line.moves.push_back(*move);
        const bool is_conversion = move->is_capture() || move->is_promotion();
        ending.play(*move);
        // A winning line never repeats a position.
        if (std::ranges::find(seen, ending.board().key()) != seen.end()) return line;
        seen.push_back(ending.board().key());
        if (is_to_mate || !is_winner_to_move || !is_conversion || !has_legal_move(ending.board())) continue;
        const Lead wanted = lead == Lead::none ? Lead::pawns : Lead::pieces;
        if (!detail::has_clear_lead(ending.board(), winner, wanted)) continue;
        line.end = LineEnd::won;
        return line;
    }
    line.end = LineEnd::mate;
    return line;
}

Line LineFinder::drawn_line_from(Ending ending, LineLimits limits) const {
    const HoldingPlay play(solver_, ending);
    Line line;
    std::vector<Key> seen{ending.board().key()};
    std::size_t calm = play.is_calm(ending) ? 1 : 0;  // positions in a row in which nothing can go wrong
    while (has_legal_move(ending.board()) && !detail::is_clear_draw(ending.board()) && calm < calm_plies) {
        if (line.moves.size() == limits.plies) return line;
        const auto move = play.best_move(ending, seen);
        if (!move) return line;
        line.moves.push_back(*move);
        ending.play(*move);
        if (std::ranges::find(seen, ending.board().key()) != seen.end()) break;
        seen.push_back(ending.board().key());
        calm = play.is_calm(ending) ? calm + 1 : 0;
    }
    if (calm >= calm_plies) line.moves.resize(line.moves.size() + 1 - calm);
    line.end = LineEnd::drawn;
    return line;
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
