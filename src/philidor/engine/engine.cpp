#include "philidor/engine/engine.hpp"

#include <algorithm>
#include <optional>
#include <thread>
#include <utility>

#include "philidor/chess/movegen.hpp"
#include "philidor/engine/detail/root_prover.hpp"
#include "philidor/engine/detail/searcher.hpp"
#include "philidor/engine/detail/table_knowledge.hpp"
#include "philidor/engine/detail/time_manager.hpp"
#include "philidor/engine/detail/transposition_table.hpp"

namespace philidor {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

/// A proof may take one in this many parts of a move's time.
constexpr int share_for_proofs = 4;
constexpr milliseconds time_for_proofs_without_clock(3000);

constexpr milliseconds pause(1);

std::vector<Key> keys_before(const Game& game) {
    std::vector<Key> keys;
    keys.reserve(game.moves().size());
    Board board = game.start();
    for (const Move move : game.moves()) {
        keys.push_back(board.key());
        board.play(move);
    }
    return keys;
}

std::vector<Move> moves_to_search(const AnalyzeRequest& request) {
    if (!request.only_moves.empty()) return request.only_moves;
    const MoveList moves = legal_moves(request.game.board());
    return {moves.begin(), moves.end()};
}

Value value_of(Wdl wdl) {
    if (wdl == Wdl::draw) return {};
    return wdl == Wdl::win ? Value::proved_win_in(0) : -Value::proved_win_in(0);
}

}  // namespace

/// One analysis, from beginning to end.
class Engine::Analysis {
  public:
    Analysis(Engine& engine, const AnalyzeRequest& request, const Report& report, const std::stop_token& stop)
        : engine_(engine),
          request_(request),
          report_(report),
          stop_(stop),
          root_(request.game.board()),
          budget_(time_budget(request.limits, root_.side_to_move(), engine.options_.overhead)) {}

    [[nodiscard]] BestMove run() {
        std::vector<Move> moves = moves_to_search(request_);
        if (moves.empty()) return {};
        BestMove best{moves.front(), {}, {}};
        proof_ = prove(moves);
        if (proof_ && !proof_->line.empty()) {
            best = play_proof();
        } else {
            if (proof_) keep_proved(moves);
            best = search(std::move(moves));
        }
        wait_until_wanted();
        return best;
    }

  private:
    [[nodiscard]] milliseconds elapsed() const {
        return std::chrono::duration_cast<milliseconds>(Clock::now() - begin_);
    }
    [[nodiscard]] bool is_pondering() const {
        return request_.is_pondering != nullptr && request_.is_pondering->load(std::memory_order_relaxed);
    }

    // --- Proofs ---

    /// Tries to prove the position. A proof covers all moves; if only some of them are wanted, a search is
    /// needed.
    [[nodiscard]] std::optional<Solution> prove(const std::vector<Move>& moves) {
        const auto ending = Ending::from(root_);
        if (!ending || moves.size() != count_legal_moves(root_)) return std::nullopt;
        const auto wanted = request_.lines > 1 ? RootProver::Moves::all : RootProver::Moves::best;
        if (engine_.tables_) {
            if (auto proof = RootProver::prove_by_tables(*ending, *engine_.tables_, wanted)) return proof;
        }
        // With these limits the result must not depend on time.
        if (request_.limits.depth || request_.limits.nodes) return std::nullopt;
        const milliseconds most = budget_ ? budget_->usual / share_for_proofs : time_for_proofs_without_clock;
        if (!RootProver::may_succeed(*ending, most)) return std::nullopt;
        return engine_.prover_->prove_by_solving(*ending, most, stop_, wanted);
    }

    void keep_proved(std::vector<Move>& moves) const {
        std::erase_if(moves, [&](Move move) {
            const std::vector<MoveAnswer>& kept = proof_->answer.moves;
            return std::ranges::find(kept, move, &MoveAnswer::move) == kept.end();
        });
    }

    [[nodiscard]] Wdl proved_value() const { return proof_->value().worst; }

    /// Reports the proved moves and plays the first.
    [[nodiscard]] BestMove play_proof() const {
        std::vector<Move> line;
        for (const LineMove& step : proof_->line) line.push_back(step.answer.move);
        const std::vector<MoveAnswer>& moves = proof_->answer.moves;
        const std::size_t count = std::min<std::size_t>(request_.lines, moves.size());
        for (std::size_t place = 0; place < count; ++place) {
            SearchInfo info;
            info.depth = 1;
            info.line = static_cast<unsigned>(place) + 1;
            const Wdl value = moves[place].bounds.worst;
            info.value = place == 0 ? value_of_line(line) : value_of(value);
            info.proved = ProvedMove{value, moves[place].dtz};
            info.time = elapsed();
            info.table_hits = 1;
            info.moves = place == 0 ? line : std::vector{moves[place].move};
            tell(info);
        }
        return {line.front(), line.size() > 1 ? std::optional(line[1]) : std::nullopt, value_of_line(line)};
    }

    /// The proved value, as a mate if the line shows one.
    [[nodiscard]] Value value_of_line(const std::vector<Move>& line) const {
        Board last = root_;
        for (const Move move : line) last.play(move);
        if (!is_checkmate(last) || line.size() > most_plies) return value_of(proved_value());
        const int plies = static_cast<int>(line.size());
        return last.side_to_move() == root_.side_to_move() ? Value::mated_in(plies) : Value::mate_in(plies);
    }

    // --- Search ---

    [[nodiscard]] BestMove search(std::vector<Move> moves) {
        engine_.memory_->age();
        engine_.shared_->is_stopped = false;
        SearchTask task{root_, keys_before(request_.game), std::move(moves), 1, most_plies, {}, {}};
        task.lines = std::clamp<std::size_t>(request_.lines, 1, task.moves.size());
        if (request_.limits.depth) task.depth = std::clamp(*request_.limits.depth, 1, most_plies);
        // In the table of the root itself all won positions look the same. Without that table the search can
        // see progress.
        const unsigned men = root_.occupied().count();
        const auto ending = Ending::from(root_);
        if (engine_.tables_ && ending && engine_.tables_->has_table_of(*ending)) {
            task.most_men_in_tables = men - 1;
        }

        std::vector<std::jthread> helpers;
        for (std::size_t index = 1; index < engine_.searchers_.size(); ++index) {
            SearchTask help = task;
            help.depth = most_plies;
            help.first_depth = 1 + static_cast<int>(index % 2);
            helpers.emplace_back(
                [&searcher = *engine_.searchers_[index], help] { (void)searcher.run(help); });
        }
        task.iteration_done = [&](int depth, std::span<const RootMove> found) {
            return digest(depth, found, task);
        };
        task.goes_on = [&](std::uint64_t) { return goes_on(); };
        task.nodes_between_questions = std::min<std::uint64_t>(request_.limits.nodes.value_or(1024), 1024);
        const std::vector<RootMove> found = engine_.searchers_.front()->run(task);
        engine_.shared_->is_stopped = true;
        helpers.clear();  // waits for them
        // The unfinished iteration may have found a better move.
        if (found.front().move != best_so_far_) tell(depth_done_ + 1, 0, found.front());
        return best_of(found.front());
    }

    [[nodiscard]] static BestMove best_of(const RootMove& best) {
        return {best.move, best.line.size() > 1 ? std::optional(best.line[1]) : std::nullopt,
                best.known_value()};
    }

    /// Reports the lines of an iteration. Returns whether another one should follow.
    [[nodiscard]] bool digest(int depth, std::span<const RootMove> found, const SearchTask& task) {
        for (std::size_t place = 0; place < task.lines; ++place) tell(depth, place, found[place]);
        const RootMove& best = found.front();
        const bool is_same = best.move == best_so_far_;
        best_so_far_ = best.move;
        depth_done_ = depth;
        if (is_pondering() || request_.is_infinite) return true;
        if (request_.limits.mate) {
            const auto moves = best.known_value().mate_moves();
            if (moves && *moves > 0 && *moves <= *request_.limits.mate) return false;
        }
        if (!request_.limits.clock) return true;
        if (task.moves.size() == 1 || (best.known_value().is_mate() && depth > 20)) return false;
        // The next iteration takes about as long as all before it. A new best move deserves more time.
        return elapsed() * 3 < budget_->usual * (is_same ? 2 : 4);
    }

    void tell(int depth, std::size_t place, const RootMove& move) const {
        SearchInfo info;
        info.depth = depth;
        info.selective_depth = move.selective_depth;
        info.line = static_cast<unsigned>(place) + 1;
        info.value = move.known_value();
        if (proof_) {
            info.proved = ProvedMove{proved_value(), std::nullopt};
            info.value = value_of(proved_value());
        }
        info.nodes = engine_.nodes();
        info.time = elapsed();
        info.fullness = engine_.memory_->fullness();
        for (const auto& searcher : engine_.searchers_) info.table_hits += searcher->table_hits();
        info.moves = move.line;
        tell(info);
    }

    void tell(const SearchInfo& info) const {
        if (report_) report_(info);
    }

    [[nodiscard]] bool goes_on() const {
        if (stop_.stop_requested()) return false;
        if (request_.limits.nodes && engine_.nodes() >= *request_.limits.nodes) return false;
        return is_pondering() || request_.is_infinite || !budget_ || elapsed() < budget_->most;
    }

    /// Waits while pondering and in infinite analysis: the move must not be reported before the GUI asks for
    /// it.
    void wait_until_wanted() const {
        while ((request_.is_infinite || is_pondering()) && !stop_.stop_requested())
            std::this_thread::sleep_for(pause);
    }

    Engine& engine_;
    const AnalyzeRequest& request_;
    const Report& report_;
    const std::stop_token& stop_;
    const Board& root_;
    Clock::time_point begin_ = Clock::now();
    std::optional<TimeBudget> budget_;
    std::optional<Solution> proof_;
    Move best_so_far_;
    int depth_done_ = 0;
};

Engine::Engine(const EngineOptions& options)
    : options_(options),
      memory_(std::make_unique<TranspositionTable>(options.memory_bytes)),
      prover_(std::make_unique<RootProver>()) {
    make_searchers();
}

Engine::~Engine() = default;

void Engine::make_searchers() {
    searchers_.clear();
    shared_ = std::make_unique<SharedSearch>(*memory_, tables_.get());
    for (unsigned index = 0; index < options_.threads; ++index) {
        searchers_.push_back(std::make_unique<Searcher>(*shared_));
    }
}

void Engine::set_options(const EngineOptions& options) {
    if (options.memory_bytes != options_.memory_bytes) {
        memory_.reset();  // first, so that the old and the new table need not fit into memory together
        memory_ = std::make_unique<TranspositionTable>(options.memory_bytes);
    }
    options_ = options;
    make_searchers();
}

Result<std::size_t, TableError> Engine::set_tables(std::unique_ptr<TableStore> store,
                                                   std::unique_ptr<SyzygyTables> syzygy) {
    std::unique_ptr<TableKnowledge> tables;
    if (store == nullptr && syzygy != nullptr) store = make_memory_store();
    if (store != nullptr) {
        auto opened = TableKnowledge::open(std::move(store), std::move(syzygy));
        if (!opened) return tl::unexpected(opened.error());
        tables = *std::move(opened);
    }
    tables_ = std::move(tables);
    memory_->clear();
    make_searchers();
    return tables_ == nullptr ? 0 : tables_->size();
}

void Engine::forget() {
    memory_->clear();
    prover_->forget();
    for (const auto& searcher : searchers_) searcher->forget();
}

BestMove Engine::analyze(const AnalyzeRequest& request, const Report& report, const std::stop_token& stop) {
    return Analysis(*this, request, report, stop).run();
}

std::uint64_t Engine::nodes() const {
    std::uint64_t nodes = 0;
    for (const auto& searcher : searchers_) nodes += searcher->nodes();
    return nodes;
}

PawnHashStatistics Engine::pawn_hash() const {
    PawnHashStatistics statistics;
    for (const auto& searcher : searchers_) statistics += searcher->pawn_hash();
    return statistics;
}

}  // namespace philidor
