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

WinSearch::Numbers WinSearch::numbers_of(const Board& board) {
    const auto [place, is_new] = entries_.try_emplace(board.key());
    if (is_new) place->second.numbers = evaluate(board);
    if (place->second.is_on_path) return {hopeless, 1};
    return place->second.numbers;
}

/// What the knowledge says, or else a first guess: whoever has many moves is harder to beat.
WinSearch::Numbers WinSearch::evaluate(const Board& board) const {
    constexpr Numbers won{0, infinite};
    constexpr Numbers not_won{infinite, 0};
    const bool is_attacking = board.side_to_move() == attacker_;
    const std::uint32_t moves = count_legal_moves(board);
    if (moves == 0) return !is_attacking && board.is_check() ? won : not_won;
    if (knowledge_.says_win(board, {attacker_, Certainty::proved})) return won;
    if (!knowledge_.says_win(board, {attacker_, Certainty::possible})) return not_won;
    return is_attacking ? Numbers{1, moves} : Numbers{moves, 1};
}

void WinSearch::expand(const Board& board, Numbers most) {
    if (nodes_left_ == 0) return;
    --nodes_left_;
    if (nodes_left_ % nodes_between_questions == 0) {
        budget_->report({most_nodes_ - nodes_left_, most_nodes_, 0});
        if (!budget_->goes_on()) nodes_left_ = 0;
    }
    const bool is_attacking = board.side_to_move() == attacker_;
    if (path_length_ == longest_path) {
        entries_[board.key()].numbers = {hopeless, 1};
        return;
    }
    std::vector<Board> children;
    for (const Move move : legal_moves(board)) children.push_back(board.after(move));
    ++path_length_;
    entries_[board.key()].is_on_path = true;
    while (true) {
        // Seen from the side to move: the smallest number over all moves is what one move needs, the sum what
        // all need.
        const auto one = [&](Numbers numbers) { return is_attacking ? numbers.proof : numbers.disproof; };
        const auto all = [&](Numbers numbers) { return is_attacking ? numbers.disproof : numbers.proof; };
        std::uint32_t best = infinite;
        std::uint32_t second = infinite;
        std::uint32_t total = 0;
        const Board* next = nullptr;
        Numbers next_numbers;
        for (const Board& child : children) {
            const Numbers numbers = numbers_of(child);
            total = sum(total, all(numbers));
            if (one(numbers) < best) {
                second = best;
                best = one(numbers);
                next = &child;
                next_numbers = numbers;
            } else {
                second = std::min(second, one(numbers));
            }
        }
        const Numbers now = is_attacking ? Numbers{best, total} : Numbers{total, best};
        Entry& entry = entries_[board.key()];
        entry.numbers = now;
        if (now.proof == 0) entry.proved_at = ++time_;
        if (now.proof >= most.proof || now.disproof >= most.disproof || now.proof >= hopeless || best == 0 ||
            nodes_left_ == 0) {
            break;
        }
        // The child is left when it is no longer clearly the best, or when this position is settled enough.
        const std::uint32_t own_most = is_attacking ? most.proof : most.disproof;
        const std::uint32_t other_most = is_attacking ? most.disproof : most.proof;
        const std::uint32_t child_one = std::min(own_most, sum(second, 1 + second / 4));
        const std::uint32_t child_all =
            other_most == infinite ? infinite : other_most - total + all(next_numbers);
        expand(*next, is_attacking ? Numbers{child_one, child_all} : Numbers{child_all, child_one});
    }
    entries_[board.key()].is_on_path = false;
    --path_length_;
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
        const bool is_attacking = board.side_to_move() == search_.attacker_;
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
