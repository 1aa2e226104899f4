#include "philidor/solve/detail/best_play.hpp"

#include <algorithm>
#include <tuple>
#include <vector>

#include "philidor/chess/movegen.hpp"
#include "philidor/solve/detail/clear_result.hpp"

namespace philidor {

namespace {

using detail::Lead;

/// What the attacker can show next.
Lead next_lead(const Board& board, Color attacker) {
    const Lead now = detail::lead_of(board, attacker);
    return now == Lead::none ? Lead::pawns : now == Lead::pawns ? Lead::pieces : Lead::mate;
}

/// No game is played on for longer. Where play gets stuck, the result counts as this far away.
constexpr std::size_t longest_play = 300;

/// How hard it is to find a win among these moves: the fewer of them win the harder, and a quiet move is
/// harder to find than a check or a capture.
std::tuple<int, bool> difficulty_of(const Ending& ending, const WinningPlay& play) {
    int winning = 0;
    bool is_quiet = true;
    for (const Move move : legal_moves(ending.board())) {
        const Ending after = ending.after(move);
        if (!play.is_won(after)) continue;
        ++winning;
        if (move.is_capture() || after.board().is_check()) is_quiet = false;
    }
    return {-winning, is_quiet};
}

}  // namespace

std::optional<Move> BestPlay::best_move(const Ending& ending) {
    if (ending.board().side_to_move() != play_.attacker()) return best_defence(ending);
    return play_.good_move(ending, style_for(ending));
}

/// The attacker keeps to a style as long as no pawn moves and nothing is captured. So it makes progress.
WinningStyle BestPlay::style_for(const Ending& ending) {
    const MaterialKey key = MaterialKey::from_board(ending.board());
    if (const auto found = styles_.find(key); found != styles_.end()) return found->second;
    const Lead lead = next_lead(ending.board(), play_.attacker());
    const bool is_patient =
        plies_to(lead, ending, WinningStyle::patient) < plies_to(lead, ending, WinningStyle::direct);
    return styles_[key] = is_patient ? WinningStyle::patient : WinningStyle::direct;
}

std::optional<Move> BestPlay::best_defence(const Ending& ending) {
    const MoveList moves = legal_moves(ending.board());
    if (moves.size() == 1) return moves[0];
    const Lead lead = next_lead(ending.board(), play_.attacker());
    if (lead == Lead::mate) return play_.good_move(ending, WinningStyle::direct);
    std::optional<Move> best;
    std::tuple<std::size_t, std::tuple<int, bool>> best_worth;
    for (const Move move : moves) {
        const Ending after = ending.after(move);
        const std::size_t plies = plies_to(lead, after);
        const std::tuple worth(plies, difficulty_of(after, play_));
        if (best && worth <= best_worth) continue;
        best = move;
        best_worth = worth;
    }
    return best;
}

std::size_t BestPlay::plies_to(Lead lead, const Ending& ending) {
    return std::min(plies_to(lead, ending, WinningStyle::patient),
                    plies_to(lead, ending, WinningStyle::direct));
}

/// Plays on and counts the plies until the attacker has this lead.
std::size_t BestPlay::plies_to(Lead lead, const Ending& ending, WinningStyle style) {
    Plies& known = plies_[{lead, style}];
    std::vector<Key> path;
    Ending next = ending;
    std::size_t plies = longest_play;  // from the last position of the path
    while (true) {
        const Board& board = next.board();
        if (const auto found = known.find(board.key()); found != known.end()) {
            plies = found->second + 1;
            break;
        }
        path.push_back(board.key());
        const bool is_decided =
            board.side_to_move() != play_.attacker() && detail::has_clear_lead(board, play_.attacker(), lead);
        if (is_decided) plies = 0;
        const auto move =
            is_decided || path.size() == longest_play ? std::nullopt : play_.good_move(next, style);
        if (!move) break;
        next.play(*move);
    }
    for (auto key = path.rbegin(); key != path.rend(); ++key) known[*key] = plies++;
    return known.at(ending.board().key());
}

}  // namespace philidor
