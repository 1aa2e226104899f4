#include "philidor/solve/detail/forced_win.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <unordered_map>
#include <vector>

#include "philidor/chess/movegen.hpp"
#include "philidor/solve/detail/knowledge.hpp"
#include "philidor/solve/detail/win_search.hpp"

namespace philidor {

namespace {

/// About a tenth of a second for each side.
constexpr std::size_t most_nodes_for_mate = 30'000;

/// The positions that a search has proved to be won by one side, down to the mates.
class MateTree {
  public:
    explicit MateTree(const std::vector<ProvedPosition>& proof) {
        for (const ProvedPosition& position : proof) positions_.emplace(position.board, position.move);
    }

    /// Whether it is known to be won.
    [[nodiscard]] bool contains(const Board& board) const {
        return positions_.contains(board) || is_mate(board);
    }

    /// The move to play: the winner's own, or the one that puts off mate for longest. Empty at the end.
    [[nodiscard]] std::optional<Move> move_of(const Board& board) {
        if (is_mate(board)) return std::nullopt;
        if (const auto move = positions_.at(board)) return move;
        const MoveList replies = legal_moves(board);
        return *std::ranges::max_element(replies, {}, [&](Move move) { return plies_of(board.after(move)); });
    }

    /// The plies to mate along the tree, which has no circles.
    [[nodiscard]] std::size_t plies_of(const Board& board) {
        if (is_mate(board)) return 0;
        if (const auto known = plies_.find(board); known != plies_.end()) return known->second;
        std::size_t plies = 0;
        if (const auto move = positions_.at(board)) {
            plies = 1 + plies_of(board.after(*move));
        } else {
            for (const Move reply : legal_moves(board))
                plies = std::max(plies, 1 + plies_of(board.after(reply)));
        }
        plies_.emplace(board, plies);
        return plies;
    }

  private:
    [[nodiscard]] static bool is_mate(const Board& board) {
        return board.is_check() && !has_legal_move(board);
    }

    template <class T>
    using ByPosition = std::unordered_map<Board, T, PositionHash, SamePosition>;

    ByPosition<std::optional<Move>> positions_;
    ByPosition<std::size_t> plies_;
};

Solution solution_of(const Board& board, WdlBounds value, MateTree tree) {
    Solution solution;
    solution.answer = answer_by_rules(board);
    solution.answer.bounds = value;
    for (MoveAnswer& known : solution.answer.moves) {
        const Board after = board.after(known.move);
        if (!tree.contains(after)) continue;
        solution.answer.learn(known, value, {});
        // If mate comes in time, captures and pawn moves on the way do no harm.
        if (after.halfmove_clock() + tree.plies_of(after) <= fifty_move_plies)
            known.under_rule = both_of(known.under_rule, value);
    }
    solution.answer.conclude();
    Board next = board;
    for (WdlBounds worth = value; const auto move = tree.move_of(next); worth = -worth) {
        solution.line.push_back({{*move, worth, {}, {}}, {}});
        next.play(*move);
    }
    solution.line_end = LineEnd::mate;
    return solution;
}

}  // namespace

std::optional<Solution> find_forced_win(const Board& board, const Budget& budget) {
    const auto begin = std::chrono::steady_clock::now();
    const Knowledge nothing;
    for (const Color attacker : all_colors) {
        detail::WinSearch search(nothing, attacker);
        search.search(board, most_nodes_for_mate, budget);
        const std::vector<ProvedPosition> proof = search.proof(board);
        if (proof.empty()) continue;
        const Wdl value = attacker == board.side_to_move() ? Wdl::win : Wdl::loss;
        Solution solution = solution_of(board, WdlBounds::exactly(value), MateTree(proof));
        solution.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        return solution;
    }
    return std::nullopt;
}

}  // namespace philidor
