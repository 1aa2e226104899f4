#include "philidor/chess/perft.hpp"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <chrono>
#include <future>

#include "philidor/chess/detail/kernels.hpp"
#include "philidor/chess/detail/perft_table.hpp"
#include "philidor/chess/movegen.hpp"

namespace philidor {

std::uint64_t perft(const Board& board, unsigned depth) {
    if (depth == 0) return 1;
    return detail::kernels().perft(board.position(), board.side_to_move(), depth);
}

PerftStatistics& PerftStatistics::operator+=(const PerftStatistics& other) {
    nodes += other.nodes;
    captures += other.captures;
    en_passant += other.en_passant;
    castles += other.castles;
    promotions += other.promotions;
    checks += other.checks;
    checkmates += other.checkmates;
    capturing_promotions += other.capturing_promotions;
    return *this;
}

namespace {

/// The statistics of a single last move.
PerftStatistics statistics_of(const Board& board, Move move) {
    const bool gives_check = board.gives_check(move);
    const bool mates = gives_check && !has_legal_move(board.after(move));
    return {.nodes = 1,
            .captures = move.is_capture() ? 1U : 0U,
            .en_passant = move.flag() == MoveFlag::en_passant ? 1U : 0U,
            .castles = move.is_castle() ? 1U : 0U,
            .promotions = move.is_promotion() ? 1U : 0U,
            .checks = gives_check ? 1U : 0U,
            .checkmates = mates ? 1U : 0U,
            .capturing_promotions = move.is_capture() && move.is_promotion() ? 1U : 0U};
}

/// Part of a large count: the sequences of `depth` moves from `board` that begin with `move`.
struct Task {
    std::size_t root_move;  ///< the index of its division
    Board board;
    Move move;
    unsigned depth;
    double share;           ///< of the whole count, estimated
    PerftStatistics found;  ///< the result
};

/// One task for each sequence of two moves, or for each move if the count is too shallow for that.
std::vector<Task> make_tasks(const Board& board, unsigned depth, const MoveList& moves) {
    std::vector<Task> tasks;
    for (std::size_t root_move = 0; root_move < moves.size(); ++root_move) {
        const Move move = moves[root_move];
        const double share = 1.0 / static_cast<double>(moves.size());
        if (depth < 3) {
            tasks.push_back({root_move, board, move, depth, share, {}});
            continue;
        }
        const Board next = board.after(move);
        const MoveList replies = legal_moves(next);
        for (const Move reply : replies) {
            const double share_of_reply = share / static_cast<double>(replies.size());
            tasks.push_back({root_move, next, reply, depth - 1, share_of_reply, {}});
        }
    }
    return tasks;
}

/// What the threads of one count share. Each task is done by one thread, and results are kept apart until all
/// are complete, so the number of threads cannot change them.
class Count {
  public:
    Count(std::vector<Task> tasks, const PerftOptions& options)
        : tasks_(std::move(tasks)), statistics_(options.statistics) {
        if (options.hash_bytes != 0 && !statistics_) table_.emplace(options.hash_bytes);
    }

    /// Does tasks until none is left. Called on several threads.
    void work() {
        for (;;) {
            const std::size_t mine = next_task_.fetch_add(1);
            if (mine >= tasks_.size()) return;
            tasks_[mine].found = count(tasks_[mine]);
        }
    }

    /// Makes all threads finish soon. Their results are then useless.
    void stop() { stopped_.store(true); }

    /// The share of the count that is done, from 0 to 1.
    [[nodiscard]] double share_done() const { return std::min(share_done_.load(), 1.0); }

    /// The tasks, with their results once all threads have finished.
    [[nodiscard]] const std::vector<Task>& tasks() const { return tasks_; }

  private:
    [[nodiscard]] PerftStatistics count(const Task& task) {
        if (task.depth > 1) return count(task.board.after(task.move), task.depth - 1, task.share);
        report(task.share);
        return statistics_ ? statistics_of(task.board, task.move) : PerftStatistics{.nodes = 1};
    }

    /// Walks the upper plies and checks `stopped_`; the subtrees below take a few milliseconds each.
    [[nodiscard]] PerftStatistics count(const Board& board, unsigned depth, double share) {
        if (stopped_.load()) return {};
        if (depth <= (statistics_ ? 3U : 4U)) {
            const auto found =
                statistics_ ? perft_statistics(board, depth) : nodes_only(count_nodes(board, depth));
            report(share);
            return found;
        }
        if (const auto known = find(board, depth)) {
            report(share);
            return nodes_only(*known);
        }
        PerftStatistics found;
        const MoveList moves = legal_moves(board);
        for (const Move move : moves) {
            found += count(board.after(move), depth - 1, share / static_cast<double>(moves.size()));
        }
        insert(board, depth, found.nodes);
        return found;
    }

    [[nodiscard]] std::uint64_t count_nodes(const Board& board, unsigned depth) {
        if (!table_ || depth < 2) return perft(board, depth);
        if (const auto known = find(board, depth)) return *known;
        std::uint64_t nodes = 0;
        if (depth == 2) {
            nodes = perft(board, depth);
        } else {
            for (const Move move : legal_moves(board)) nodes += count_nodes(board.after(move), depth - 1);
        }
        insert(board, depth, nodes);
        return nodes;
    }

    [[nodiscard]] std::optional<std::uint64_t> find(const Board& board, unsigned depth) const {
        return table_ ? table_->find(board, depth) : std::nullopt;
    }

    void insert(const Board& board, unsigned depth, std::uint64_t nodes) {
        if (table_) table_->insert(board, depth, nodes);
    }

    [[nodiscard]] static PerftStatistics nodes_only(std::uint64_t nodes) { return {.nodes = nodes}; }

    void report(double share) { share_done_.fetch_add(share); }

    std::vector<Task> tasks_;
    bool statistics_;
    std::optional<detail::PerftTable> table_;
    std::atomic<std::size_t> next_task_ = 0;
    std::atomic<double> share_done_ = 0;
    std::atomic<bool> stopped_ = false;
};

/// Runs a count. Returns whether it was completed, that is, not stopped.
bool run(Count& count, std::size_t threads, const PerftOptions& options) {
    struct StopAtExit {  // an exception must not wait for the whole count
        Count& count;
        ~StopAtExit() { count.stop(); }
    };
    std::vector<std::future<void>> workers;  // each waits for its thread when it is destroyed
    const StopAtExit stop_at_exit{count};
    while (workers.size() < threads) {
        workers.push_back(std::async(std::launch::async, [&count] { count.work(); }));
    }
    bool is_stopped = false;
    for (std::future<void>& worker : workers) {
        while (worker.wait_for(std::chrono::milliseconds(100)) != std::future_status::ready) {
            if (is_stopped) continue;
            if (options.progress) options.progress(count.share_done());
            if (!options.stop.stop_requested()) continue;
            is_stopped = true;
            count.stop();
        }
        worker.get();
    }
    return !is_stopped;
}

}  // namespace

PerftStatistics perft_statistics(const Board& board, unsigned depth) {
    if (depth == 0) return {.nodes = 1};
    PerftStatistics found;
    for (const Move move : legal_moves(board)) {
        found += depth == 1 ? statistics_of(board, move) : perft_statistics(board.after(move), depth - 1);
    }
    return found;
}

std::optional<std::vector<PerftDivision>> divide(const Board& board,
                                                 unsigned depth,
                                                 const PerftOptions& options) {
    assert(depth >= 1 && options.threads >= 1);
    const MoveList moves = legal_moves(board);
    std::vector<PerftDivision> divisions;
    for (const Move move : moves) divisions.push_back({move, {}});

    Count count(make_tasks(board, depth, moves), options);
    const std::size_t threads = std::min<std::size_t>(options.threads, count.tasks().size());
    if (!run(count, threads, options)) return std::nullopt;
    for (const Task& task : count.tasks()) divisions[task.root_move].below += task.found;
    return divisions;
}

PerftStatistics total(const std::vector<PerftDivision>& divisions) {
    PerftStatistics sum;
    for (const PerftDivision& division : divisions) sum += division.below;
    return sum;
}

}  // namespace philidor
