#include "philidor/solve/detail/win_search.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>

#include "philidor/chess/movegen.hpp"

namespace philidor::detail {

namespace {

constexpr std::uint32_t infinite = std::numeric_limits<std::uint32_t>::max() / 2;

/// The sum, which is infinite only if a part is: positions that are counted twice must not look like a
/// disproof.
std::uint32_t sum(std::uint32_t a, std::uint32_t b) {
    return a == infinite || b == infinite ? infinite : std::min(infinite - 1, a + b);
}

/// What a line that repeats a position, or goes too deep, is worth: nothing to be gained there, until
/// everything else looks as hopeless. It is no disproof, since another path may come to the same position
/// without repeating anything.
constexpr std::uint32_t hopeless = 1U << 20U;

/// Deeper lines than this are not worth a search, and would take much stack.
constexpr std::size_t longest_path = 200;

/// How often the budget is asked whether to go on.
constexpr std::size_t nodes_between_questions = 1024;

}  // namespace

void WinSearch::search(const Board& root, std::size_t most_nodes, const Budget& budget) {
    most_nodes_ = most_nodes;
    nodes_left_ = most_nodes;
    budget_ = &budget;
    path_length_ = 0;
    expand(root, {infinite, infinite});
}

std::uint32_t WinSearch::distance_to_proof(const Board& root) const {
    const auto found = entries_.find(root.key());
    return found == entries_.end() ? infinite : found->second.numbers.proof;
}

WinSearch::Numbers WinSearch::numbers_of(const Board& board) {
    const auto [place, is_new] = entries_.try_emplace(board.key());
    if (is_new) {
        place->second.numbers = evaluate(board);
        if (!place->second.numbers.is_settled()) ++visits_[MaterialKey::from_board(board)];
    }
    if (place->second.is_on_path) return {hopeless, 1};
    return place->second.numbers;
}

/// What the knowledge says, or else a first guess: a side with many moves is harder to beat.
WinSearch::Numbers WinSearch::evaluate(const Board& board) const {
    constexpr Numbers won{0, infinite};
    constexpr Numbers not_won{infinite, 0};
    const std::uint32_t moves = count_legal_moves(board);
    if (moves == 0) return !is_attacking(board) && board.is_check() ? won : not_won;
    if (knowledge_.says_win(board, {attacker_, Certainty::proved})) return won;
    if (!knowledge_.says_win(board, {attacker_, Certainty::possible})) return not_won;
    return is_attacking(board) ? Numbers{1, moves} : Numbers{moves, 1};
}

void WinSearch::count_node() {
    --nodes_left_;
    if (nodes_left_ % nodes_between_questions != 0) return;
    budget_->report({most_nodes_ - nodes_left_, most_nodes_, 0});
    if (!budget_->goes_on()) nodes_left_ = 0;
}

/// Searches below a position until its numbers reach `most`.
void WinSearch::expand(const Board& board, Numbers most) {
    if (nodes_left_ == 0) return;
    count_node();
    if (path_length_ == longest_path) {
        entries_[board.key()].numbers = {hopeless, 1};
        return;
    }
    std::vector<Board> children;
    for (const Move move : legal_moves(board)) children.push_back(board.after(move));
    ++path_length_;
    entries_[board.key()].is_on_path = true;
    while (true) {
        const Choice choice = choose(children, is_attacking(board));
        const Numbers now =
            is_attacking(board) ? Numbers{choice.best, choice.total} : Numbers{choice.total, choice.best};
        Entry& entry = entries_[board.key()];
        entry.numbers = now;
        if (now.proof == 0) entry.proved_at = ++time_;
        if (choice.best == 0 || is_enough(now, most)) break;
        expand(*choice.next, limits_of_next(choice, most, is_attacking(board)));
    }
    entries_[board.key()].is_on_path = false;
    --path_length_;
}

WinSearch::Choice WinSearch::choose(const std::vector<Board>& children, bool is_attacking) {
    Choice choice{infinite, infinite, 0, nullptr, 0};
    for (const Board& child : children) {
        const Numbers numbers = numbers_of(child);
        const std::uint32_t own = is_attacking ? numbers.proof : numbers.disproof;
        const std::uint32_t other = is_attacking ? numbers.disproof : numbers.proof;
        choice.total = sum(choice.total, other);
        if (own < choice.best) {
            choice.second = choice.best;
            choice.best = own;
            choice.next = &child;
            choice.of_next = other;
        } else {
            choice.second = std::min(choice.second, own);
        }
    }
    return choice;
}

/// Whether there is no need, or no hope, or no time to search on.
bool WinSearch::is_enough(Numbers now, Numbers most) const {
    return now.proof >= most.proof || now.disproof >= most.disproof || now.proof >= hopeless ||
           nodes_left_ == 0;
}

/// The most promising move is left when it is no longer clearly the best, or when the position before it is
/// settled enough.
WinSearch::Numbers WinSearch::limits_of_next(const Choice& choice, Numbers most, bool is_attacking) {
    const std::uint32_t own_most = is_attacking ? most.proof : most.disproof;
    const std::uint32_t other_most = is_attacking ? most.disproof : most.proof;
    const std::uint32_t own = std::min(own_most, sum(choice.second, 1 + choice.second / 4));
    const std::uint32_t other =
        other_most == infinite ? infinite : other_most - choice.total + choice.of_next;
    return is_attacking ? Numbers{own, other} : Numbers{other, own};
}

/// Walks through a proof again with whole positions.
class WinSearch::Verifier {
  public:
    explicit Verifier(const WinSearch& search) : search_(search) {}

    /// Whether the position is won by what was proved before this time, which rules out circles.
    bool verify(const Board& board, std::uint32_t before) {
        const Numbers known = search_.evaluate(board);
        if (known.proof == 0) return true;
        const auto found = search_.entries_.find(board.key());
        if (known.disproof == 0 || found == search_.entries_.end()) return false;
        const std::uint32_t time = found->second.proved_at;
        if (time == 0 || time >= before) return false;
        const auto [place, is_new] = is_proved_.try_emplace(board, false);
        if (!is_new) return place->second;
        const bool result = verify_new(board, time);
        is_proved_[board] = result;
        return result;
    }

    std::vector<ProvedPosition> take() { return std::move(proof_); }

  private:
    bool verify_new(const Board& board, std::uint32_t time) {
        const bool is_attacking = search_.is_attacking(board);
        for (const Move move : legal_moves(board)) {
            const bool is_won = verify(board.after(move), time);
            if (is_won && is_attacking) {
                proof_.push_back({board, move});
                return true;
            }
            if (!is_won && !is_attacking) return false;
        }
        if (!is_attacking) proof_.push_back({board, std::nullopt});
        return !is_attacking;
    }

    const WinSearch& search_;
    std::unordered_map<Board, bool, PositionHash, SamePosition> is_proved_;
    std::vector<ProvedPosition> proof_;
};

std::vector<ProvedPosition> WinSearch::proof(const Board& root) const {
    const auto found = entries_.find(root.key());
    if (found == entries_.end() || found->second.numbers.proof != 0) return {};
    Verifier verifier(*this);
    return verifier.verify(root, time_ + 1) ? verifier.take() : std::vector<ProvedPosition>();
}

}  // namespace philidor::detail
