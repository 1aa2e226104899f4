#include "philidor/serve/oracle.hpp"

#include <algorithm>
#include <limits>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "philidor/base/memory_filesystem.hpp"
#include "philidor/base/time_left.hpp"
#include "philidor/builder/build.hpp"
#include "philidor/chess/movegen.hpp"
#include "philidor/material/canonical_key.hpp"
#include "philidor/serve/category.hpp"
#include "philidor/solve/line_finder.hpp"
#include "philidor/solve/solution.hpp"
#include "philidor/solve/winning_play.hpp"
#include "philidor/table/directory_store.hpp"

namespace philidor {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t report_line_plies = 200;

/// All tables that so few men need are built in half a second at most, and tell distances, too.
constexpr unsigned most_men_to_build = 4;

tl::unexpected<Error<TableError>> store_failure(const Error<ProbeError>& error) {
    return fail(TableError::unreadable, error.message);
}

/// The value of a side that cannot move, as far as distances are concerned.
std::optional<int> dtz_without_moves(const Board& board) {
    if (has_legal_move(board)) return std::nullopt;
    return board.is_check() ? -1 : 0;
}

/// The same move, seen from the side that makes it.
MoveAnswer seen_by_mover(const Board& board, const MoveOutcome& outcome) {
    const WdlBounds bounds = -outcome.bounds;
    if (!bounds.is_exact()) return {outcome.move, bounds, {}};
    const int sign = static_cast<int>(bounds.worst);
    const bool is_last = is_zeroing(board, outcome.move) || !has_legal_move(board.after(outcome.move));
    if (sign == 0 || is_last) return {outcome.move, bounds, sign};
    return {outcome.move, bounds, outcome.dtz ? std::optional(sign - *outcome.dtz) : std::nullopt};
}

using MoveOrder = std::tuple<Wdl, Wdl, int, int, bool, int>;

/// Best first; a win that the 50-move rule leaves alone comes before one that it may not. Among captures and
/// pawn moves mate comes first, then what is nearer to the next such move or, for a loser, farther from it.
MoveOrder order_of(const Board& board, const MoveOutcome& outcome) {
    constexpr int last = std::numeric_limits<int>::max();
    const MoveAnswer answer = seen_by_mover(board, outcome);
    const Board after = board.after(outcome.move);
    const auto category = static_cast<int>(category_of(after, outcome.bounds, outcome.dtz));
    return {-answer.bounds.worst,      -answer.bounds.best,  -category,  // the other side's loss is the last
            answer.dtz.value_or(last), !is_checkmate(after), outcome.dtz ? -*outcome.dtz : last};
}

/// Sorts the moves, and concludes from them what the position is worth.
void conclude(PositionAnswer& answer) {
    for (MoveOutcome& outcome : answer.moves) {
        if (outcome.bounds == WdlBounds::exactly(Wdl::draw)) outcome.dtz = 0;
    }
    if (answer.moves.empty()) {
        answer.bounds = WdlBounds::exactly(answer.board.is_check() ? Wdl::loss : Wdl::draw);
        answer.dtz = dtz_without_moves(answer.board);
        return;
    }
    std::vector<std::pair<MoveOrder, std::size_t>> order;  // equal moves stay in their order
    order.reserve(answer.moves.size());
    for (const MoveOutcome& outcome : answer.moves) {
        order.emplace_back(order_of(answer.board, outcome), order.size());
    }
    std::ranges::sort(order);
    std::vector<MoveOutcome> sorted;
    sorted.reserve(order.size());
    for (const auto& [place, index] : order) sorted.push_back(answer.moves[index]);
    answer.moves = std::move(sorted);
    WdlBounds best = WdlBounds::exactly(Wdl::loss);
    std::vector<MoveAnswer> moves;
    for (const MoveOutcome& outcome : answer.moves) {
        moves.push_back(seen_by_mover(answer.board, outcome));
        best = better_of(best, moves.back().bounds);
    }
    answer.bounds = both_of(answer.bounds, best);
    if (const auto dtz = dtz_from_moves(answer.bounds, moves)) answer.dtz = dtz;
}

/// Whether a line ends with the game, or where a draw can be claimed.
bool is_finished(const Mainline& line) {
    Board board = line.board;
    for (const MoveOutcome& outcome : line.moves) board.play(outcome.move);
    return board.halfmove_clock() >= most_quiet_plies || !has_legal_move(board);
}

/// Takes over what a proof knows better.
void add_solution(const Solution& solution, LineFinder& finder, PositionAnswer& answer) {
    answer.bounds = both_of(answer.bounds, solution.bounds);
    for (MoveOutcome& outcome : answer.moves) {
        const auto found = std::ranges::find(solution.moves, outcome.move, &MoveAnswer::move);
        if (found != solution.moves.end()) outcome.bounds = both_of(outcome.bounds, -found->bounds);
        if (!outcome.dtz) outcome.dtz = finder.dtz_of(answer.board.after(outcome.move), outcome.bounds);
    }
    conclude(answer);
    if (!answer.dtz && !answer.moves.empty()) answer.dtz = finder.dtz_of(answer.board, answer.bounds);
}

}  // namespace

PositionAnswer answer_by_rules(const Board& board) {
    PositionAnswer answer{board, {}, {}, {}};
    for (const Move move : legal_moves(board)) {
        const Board after = board.after(move);
        MoveOutcome outcome{move, {}, dtz_without_moves(after)};
        if (outcome.dtz) outcome.bounds = WdlBounds::exactly(*outcome.dtz < 0 ? Wdl::loss : Wdl::draw);
        if (after.has_insufficient_material()) outcome = {move, WdlBounds::exactly(Wdl::draw), 0};
        answer.moves.push_back(outcome);
    }
    if (board.has_insufficient_material()) answer.bounds = WdlBounds::exactly(Wdl::draw);
    conclude(answer);
    return answer;
}

namespace {

/// What tables tell.
Result<PositionAnswer, TableError> probe(const Board& board, Prober* prober) {
    PositionAnswer answer = answer_by_rules(board);
    if (prober == nullptr || !board.castling().none() || answer.moves.empty()) return answer;
    const auto probed = prober->answer(board);
    if (!probed) return store_failure(probed.error());
    answer.bounds = probed->bounds;
    answer.dtz = probed->dtz;
    for (MoveOutcome& outcome : answer.moves) {
        const auto found = std::ranges::find(probed->moves, outcome.move, &MoveAnswer::move);
        outcome.bounds = -found->bounds;
        if (outcome.dtz) continue;
        const auto dtz = prober->dtz_of(board.after(outcome.move), outcome.bounds);
        if (!dtz) return store_failure(dtz.error());
        outcome.dtz = *dtz;
    }
    conclude(answer);
    return answer;
}

/// A line that tables alone tell; empty if they do not.
Result<std::optional<Mainline>, TableError> probe_line(const PositionAnswer& answer,
                                                       Prober* prober,
                                                       std::size_t most_plies) {
    Mainline line{answer.board, answer.bounds, answer.dtz, {}};
    if (answer.bounds.worst == Wdl::draw) return line;
    Board next = answer.board;
    PositionAnswer here = answer;
    while (line.moves.size() < most_plies && next.halfmove_clock() < most_quiet_plies) {
        if (here.moves.empty()) return line;
        const MoveOutcome& best = here.moves.front();
        if (!here.dtz || !best.dtz) return std::nullopt;
        line.moves.push_back(best);
        next.play(best.move);
        auto probed = probe(next, prober);
        if (!probed) return tl::unexpected(probed.error());
        here = *std::move(probed);
    }
    return line;
}

/// Copies the exact tables of these keys that one store has and the other lacks: how many.
Result<std::size_t, TableError> copy_exact(const TableStore& from,
                                           std::span<const CanonicalKey> keys,
                                           TableStore& to) {
    std::vector<EncodedTable> copies;
    for (const CanonicalKey& key : keys) {
        if (to.has_exact(key)) continue;
        const auto file = from.open_file(TableKind::wdl, key);
        if (!file || !file->header().is_exact) continue;
        auto copy = file->copy();
        if (!copy) return tl::unexpected(copy.error());
        copies.push_back(*std::move(copy));
    }
    if (const auto done = to.put_all(copies); !done) return tl::unexpected(done.error());
    return copies.size();
}

}  // namespace

struct Oracle::BuiltTables {
    std::unique_ptr<TableStore> store =
        DirectoryStore::open_folder(std::make_shared<MemoryFileSystem>(), "tables").value();
    Prober prober;

    explicit BuiltTables(const ProberOptions& options) : prober(*store, options) {}
};

bool PositionAnswer::has_distances() const {
    return is_complete() && dtz &&
           std::ranges::all_of(moves, [](const MoveOutcome& move) { return move.dtz.has_value(); });
}

bool PositionAnswer::is_complete() const {
    return bounds.is_exact() &&
           std::ranges::all_of(moves, [](const MoveOutcome& outcome) { return outcome.bounds.is_exact(); });
}

Oracle::Oracle(TableStore* store, const OracleOptions& options) : store_(store), options_(options) {
    if (store_ != nullptr) renew_prober();
}

void Oracle::renew_prober() {
    const std::lock_guard lock(mutex_);
    prober_ = std::make_shared<Prober>(*store_, ProberOptions{options_.memory_bytes, options_.threads});
}

std::shared_ptr<Prober> Oracle::prober() const {
    const std::lock_guard lock(mutex_);
    return prober_;
}

Result<void, TableError> Oracle::keep(const Findings& findings) {
    if (store_ == nullptr) return {};
    Result<std::size_t, TableError> stored = std::size_t{0};
    if (findings.tables != nullptr) {
        stored = keep_tables(*findings.tables);
    } else if (findings.proof != nullptr) {
        stored = findings.proof->save();
    }
    if (!stored) return tl::unexpected(stored.error());
    if (*stored != 0) renew_prober();  // it remembers what was there before
    return {};
}

Result<std::size_t, TableError> Oracle::keep_tables(const BuiltTables& tables) const {
    const auto keys = tables.store->keys();
    if (!keys) return tl::unexpected(keys.error());
    return copy_exact(*tables.store, *keys, *store_);
}

std::unique_ptr<Proof> Oracle::begin_proof(const Board& board,
                                           const Effort& effort,
                                           std::uint64_t bytes_taken) const {
    SolveOptions options;
    options.threads = options_.threads;
    options.memory_bytes = options_.memory_bytes - std::min(bytes_taken, options_.memory_bytes);
    options.deadline = effort.deadline;
    // The solver that is to be asked for its bounds does not exist yet.
    auto solver = std::make_shared<const PositionSolver*>(nullptr);
    options.progress = [board, solver, report = effort.progress](const SolveProgress& progress) {
        return !report || report(progress, *solver != nullptr ? (*solver)->bounds_of(board) : WdlBounds{});
    };
    auto proof = std::make_unique<Proof>(board, options, store_);
    *solver = &proof->solver();
    return proof;
}

std::shared_ptr<Oracle::BuiltTables> Oracle::build_tables_for(const Board& board,
                                                              const Effort& effort) const {
    const CanonicalKey key = canonicalize(MaterialKey::from_board(board)).key;
    const Clock::time_point latest = part_of_time_until(effort.deadline, 2);  // the rest is for a proof
    const auto goes_on = [&] {
        return Clock::now() < latest && (!effort.progress || effort.progress(SolveProgress{}, WdlBounds{}));
    };
    std::stop_source stop;
    const BuildOptions options{.memory_bytes = options_.memory_bytes,
                               .threads = options_.threads,
                               .stop = stop.get_token(),
                               .progress = [&](const BuildProgress&) {
                                   if (!goes_on()) stop.request_stop();
                               }};
    const auto plan = plan_tables(std::span(&key, 1), options);
    if (!plan) return nullptr;
    auto tables = std::make_shared<BuiltTables>(ProberOptions{options_.memory_bytes, options_.threads});
    // Tables of the store that cannot be read are built anew.
    for (const auto& level : plan->levels) {
        if (store_ != nullptr) (void)copy_exact(*store_, level, *tables->store);
    }
    return build(*plan, *tables->store, options) ? tables : nullptr;
}

Result<Oracle::Probed, TableError> Oracle::consult(const Board& board, const Effort& effort) {
    auto prober = this->prober();
    auto answer = probe(board, prober.get());
    if (!answer) return tl::unexpected(answer.error());
    const bool has_few_men = board.occupied().count() <= most_men_to_build;
    if (answer->has_distances() || !has_few_men || !board.castling().none()) {
        return Probed{*std::move(answer), std::move(prober), nullptr};
    }
    auto tables = build_tables_for(board, effort);
    if (tables == nullptr) return Probed{*std::move(answer), std::move(prober), nullptr};  // a proof may do
    prober = {tables, &tables->prober};
    answer = probe(board, prober.get());
    if (!answer) return tl::unexpected(answer.error());
    return Probed{*std::move(answer), std::move(prober), std::move(tables)};
}

Result<std::unique_ptr<Proof>, TableError> Oracle::prove(
    const Board& board,
    WdlBounds probed,
    const Effort& effort,
    const std::function<bool(PositionSolver&)>& use) const {
    // What is stored may tell who wins and not how, since tables with new pieces are not: then this is soon
    // given up.
    Effort recalling = effort;
    const bool is_stored = store_ != nullptr && probed.is_exact();
    if (is_stored) recalling.deadline = part_of_time_until(effort.deadline, 4);
    auto proof = begin_proof(board, recalling);
    if (const auto done = proof->recall(); !done) return tl::unexpected(done.error());
    const bool has_recalled = proof->solver().knowledge().byte_count() != 0;
    const bool is_enough = use(proof->solver());
    if (is_enough || !(has_recalled || is_stored)) return proof;
    if (is_stored) {
        proof = begin_proof(board, effort);
        (void)use(proof->solver());
        return proof;
    }
    (void)use(begin_proof(board, effort, proof->solver().knowledge().byte_count())->solver());
    return proof;
}

Result<Oracle::Found<PositionAnswer>, TableError> Oracle::answer(const Board& board, const Effort& effort) {
    auto probed = consult(board, effort);
    if (!probed) return tl::unexpected(probed.error());
    Found<PositionAnswer> found{std::move(probed->answer), {nullptr, std::move(probed->tables)}};
    PositionAnswer& answer = found.answer;
    if (answer.has_distances() || !board.castling().none()) return found;

    auto proof = prove(board, answer.bounds, effort, [&](PositionSolver& solver) {
        const Solution solution = find_solution(board, solver, solver.options(), SolutionScope::moves);
        LineFinder finder(solver);
        add_solution(solution, finder, answer);
        return answer.has_distances();
    });
    if (!proof) return tl::unexpected(proof.error());
    found.findings.proof = *std::move(proof);
    return found;
}

Mainline Oracle::proved_line(const Board& board, WdlBounds bounds, PositionSolver& solver) const {
    LineFinder finder(solver);
    Mainline line{board, bounds, finder.dtz_of(board, bounds), {}};
    if (bounds.worst == Wdl::draw) return line;
    Board next = board;
    WdlBounds value = bounds;
    for (const Move move : finder.line_from(board, bounds, options_.line_plies)) {
        if (next.halfmove_clock() >= most_quiet_plies) break;
        next.play(move);
        value = -value;
        line.moves.push_back({move, value, finder.dtz_of(next, value)});
    }
    return line;
}

Result<Oracle::Found<std::optional<Mainline>>, TableError> Oracle::mainline(const Board& board,
                                                                            const Effort& effort) {
    Found<std::optional<Mainline>> found;
    if (!board.castling().none()) return found;
    const auto probed = consult(board, effort);
    if (!probed) return tl::unexpected(probed.error());
    found.findings.tables = probed->tables;
    const WdlBounds known = probed->answer.bounds;
    if (known.is_exact()) {
        auto line = probe_line(probed->answer, probed->prober.get(), options_.line_plies);
        if (!line) return tl::unexpected(line.error());
        found.answer = *std::move(line);
        if (found.answer) return found;
    }
    auto proof = prove(board, known, effort, [&](PositionSolver& solver) {
        const Solution solution = find_solution(board, solver, solver.options(), SolutionScope::value);
        const WdlBounds bounds = both_of(known, solution.bounds);
        if (!bounds.is_exact()) return false;
        Mainline line = proved_line(board, bounds, solver);
        const bool is_enough = bounds.worst == Wdl::draw || is_finished(line);
        const bool is_better = is_enough || !found.answer || line.moves.size() > found.answer->moves.size();
        if (is_better) found.answer = std::move(line);
        return is_enough;
    });
    if (!proof) return tl::unexpected(proof.error());
    found.findings.proof = *std::move(proof);
    return found;
}

Result<Oracle::Found<SolveReport>, TableError> Oracle::solve(const Board& board, const Effort& effort) {
    const Clock::time_point begin = Clock::now();
    Found<SolveReport> found{{board, {}, {}, {}, {}, 0}, {begin_proof(board, effort), nullptr}};
    if (const auto done = found.findings.proof->recall(); !done) return tl::unexpected(done.error());
    PositionSolver& solver = found.findings.proof->solver();
    found.answer.solution = find_solution(board, solver, solver.options());
    add_line(solver, report_line_plies, found.answer);
    found.answer.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    return found;
}

Result<Oracle::Found<SolveReport>, TableError> Oracle::map(const Board& board,
                                                           const Effort& effort,
                                                           std::chrono::duration<double> time) {
    Found<SolveReport> found{{board, {}, {}, {}, {}, 0}, {begin_proof(board, effort), nullptr}};
    if (const auto done = found.findings.proof->recall(); !done) return tl::unexpected(done.error());
    PositionSolver& solver = found.findings.proof->solver();
    found.answer.solution = find_solution(board, solver, solver.options(), SolutionScope::moves);
    const auto deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(time);
    found.answer.key_squares = find_key_squares(board, solver, deadline);
    return found;
}

}  // namespace philidor
