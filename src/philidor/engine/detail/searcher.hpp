/// @file
/// The search of one thread.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "philidor/chess/board.hpp"
#include "philidor/chess/move.hpp"
#include "philidor/engine/detail/evaluation.hpp"
#include "philidor/engine/detail/move_history.hpp"
#include "philidor/engine/detail/table_knowledge.hpp"
#include "philidor/engine/detail/transposition_table.hpp"
#include "philidor/engine/value.hpp"

namespace philidor {

/// What all threads of a search share.
struct SharedSearch {
    /// Tables may be null.
    explicit SharedSearch(TranspositionTable& shared_memory, TableKnowledge* known_tables = nullptr)
        : memory(shared_memory), tables(known_tables) {}

    TranspositionTable& memory;            ///< the transposition table
    TableKnowledge* tables;                ///< null if there are none
    std::atomic<bool> is_stopped = false;  ///< set to end the search
};

/// The values of interest: those not above `alpha` are refuted, those not below `beta` cause a cutoff.
struct Window {
    Value alpha;  ///< the lower end
    Value beta;   ///< the upper end

    /// Whether it only asks if the value is above `alpha`.
    [[nodiscard]] bool is_question() const { return alpha + 1 == beta; }

    /// The window from the other side's point of view.
    [[nodiscard]] Window flipped() const { return {-beta, -alpha}; }
};

/// A move at the root, and what is known about it.
struct RootMove {
    Move move;                            ///< the move
    Value value = -Value::infinite();     ///< from the current iteration
    Value previous = -Value::infinite();  ///< from the previous iteration
    std::vector<Move> line;               ///< the best line, starting with the move
    int selective_depth = 0;              ///< the depth of the deepest position searched

    /// The value to show: from the latest iteration that searched the move.
    [[nodiscard]] Value known_value() const { return value == -Value::infinite() ? previous : value; }
};

/// What to search.
struct SearchTask {
    Board root;                     ///< the position to search
    std::vector<Key> earlier_keys;  ///< of the positions of the game before the root
    std::vector<Move> moves;        ///< of the root; at least one
    std::size_t lines = 1;          ///< how many best moves are wanted, at most the number of moves
    int depth = most_plies;         ///< the deepest iteration
    /// Called after each iteration, with its depth and the moves, best first. Returning false ends the
    /// search.
    std::function<bool(int depth, std::span<const RootMove> moves)> iteration_done;
    /// Called now and then. Returning false ends the search at once.
    std::function<bool(std::uint64_t nodes)> goes_on;
    std::uint64_t nodes_between_questions = 1024;  ///< how often `goes_on` is called
    int first_depth = 1;               ///< threads that start at different depths find different things
    unsigned most_men_in_tables = 32;  ///< tables with more men are not probed
};

/// Searches ahead with one thread: iterative deepening, and in each iteration a principal variation search.
/// Several searchers that share a transposition table help each other through it.
///
/// To read the code, start with `search` in searcher.cpp, which evaluates a position by its moves.
class Searcher {
  public:
    /// The shared data must outlive the searcher.
    explicit Searcher(SharedSearch& shared) : shared_(shared) {}

    /// Searches until the depth is reached, a callback ends it, or the search is stopped. Returns the moves,
    /// best first.
    [[nodiscard]] std::vector<RootMove> run(const SearchTask& task);

    /// Forgets everything from earlier searches.
    void forget();

    /// Positions searched so far by the current search. May be called from other threads.
    [[nodiscard]] std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }

    /// Positions found in tables. May be called from other threads.
    [[nodiscard]] std::uint64_t table_hits() const { return table_hits_.load(std::memory_order_relaxed); }

    /// How well the cache of pawn structures has worked so far. Not while a search is running.
    [[nodiscard]] const PawnHashStatistics& pawn_hash() const { return evaluator_.pawn_hash(); }

  private:
    /// What a ply of the current line keeps for the plies around it.
    struct Frame {
        Move move;                    ///< the move played here; none for a pass
        Piece moved = Piece::none;    ///< the piece that moved
        Value estimate;               ///< the static evaluation of the position here
        bool is_check = false;        ///< whether the side to move here is in check
        std::vector<Move> best_line;  ///< from here on
    };

    /// What a node knows before it tries its moves.
    struct Node {
        const Board& board;
        Window window;
        Window certain;  ///< the bounds that the tables give
        int depth;
        int ply;
        bool is_check;
        bool is_improving;  ///< better than two plies ago
        Value estimate;
        Move remembered;
    };

    [[nodiscard]] Value search_around(Value expected, int depth);
    [[nodiscard]] Value search_root(Window window, int depth);
    [[nodiscard]] Value search(const Board& board, Window window, int depth, int ply);
    [[nodiscard]] Value search_moves(const Node& node);
    [[nodiscard]] Value search_quiet(const Board& board, Window window, int ply);
    [[nodiscard]] Value search_after(
        const Board& after, Window window, int depth, int reduction, int ply, bool is_first);
    [[nodiscard]] std::optional<Value> refute_by_passing(const Node& node);
    [[nodiscard]] std::optional<Value> value_by_tables(const Board& board,
                                                       Window& window,
                                                       Window& certain,
                                                       int ply);
    [[nodiscard]] static bool is_late(const Node& node, std::size_t quiets_tried);
    [[nodiscard]] static bool is_futile(const Node& node, Move move, bool is_losing_capture);
    [[nodiscard]] int reduction_of(const Node& node, Move move, int number) const;
    [[nodiscard]] bool is_draw(const Board& board, int ply) const;
    [[nodiscard]] Board play(const Board& board, Move move, int ply);
    void take_back() { keys_.pop_back(); }
    void reward(const Node& node, Move move, std::span<const Move> quiets_tried);
    void take_over_line(Move move, int ply);
    [[nodiscard]] bool count_node();
    [[nodiscard]] bool is_stopped() const { return shared_.is_stopped.load(std::memory_order_relaxed); }
    [[nodiscard]] Frame& frame(int ply) { return frames_[static_cast<std::size_t>(ply)]; }
    [[nodiscard]] const Frame& frame(int ply) const { return frames_[static_cast<std::size_t>(ply)]; }

    SharedSearch& shared_;
    Evaluator evaluator_;
    MoveHistory history_;
    std::array<Frame, most_plies + 2> frames_;
    std::vector<Key> keys_;       ///< of the positions before the current one, starting with the game's first
    std::size_t root_place_ = 0;  ///< the index of the root in `keys_`
    std::vector<RootMove> root_moves_;
    std::size_t line_ = 0;  ///< which of the wanted lines is being searched
    int root_depth_ = 0;
    int selective_depth_ = 0;
    const SearchTask* task_ = nullptr;
    std::uint64_t next_question_ = 0;
    std::atomic<std::uint64_t> nodes_ = 0;
    std::atomic<std::uint64_t> table_hits_ = 0;
};

}  // namespace philidor
