#include "philidor/solve/oracle.hpp"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "philidor/builder/build.hpp"
#include "philidor/builder/prober.hpp"
#include "philidor/chess/movegen.hpp"
#include "philidor/material/table_key.hpp"
#include "philidor/solve/detail/solve_policy.hpp"
#include "philidor/table/detail/block_file.hpp"

namespace philidor {

namespace policy = detail::policy;

namespace {

/// Up to this number of men, all tables of an ending are built in half a second at most, and they give
/// distances too.
constexpr unsigned most_men_to_build = 4;

/// Narrows the bounds of an answer by those of a proof.
void add_bounds(const Answer& proved, Answer& answer) {
    answer.bounds = both_of(answer.bounds, proved.bounds);
    answer.under_rule = both_of(answer.under_rule, proved.under_rule);
    for (MoveAnswer& known : answer.moves) {
        const auto found = std::ranges::find(proved.moves, known.move, &MoveAnswer::move);
        if (found == proved.moves.end()) continue;
        answer.learn(known, found->bounds, {});
        known.under_rule = both_of(known.under_rule, found->under_rule);
    }
}

/// The answer of the tables. Among equal moves, those settled by the rules alone come first.
Result<Answer, TableError> probe(const Ending& ending, Prober* prober) {
    Answer answer = answer_by_rules(ending.board());
    if (prober == nullptr) return answer;
    auto probed = prober->answer(ending, DistancesAfter::all_moves);
    if (!probed) return probed;
    for (MoveAnswer& known : answer.moves) {
        known = *std::ranges::find(probed->moves, known.move, &MoveAnswer::move);
    }
    answer.bounds = probed->bounds;
    answer.under_rule = probed->under_rule;
    answer.dtz = probed->dtz;
    answer.rounded_dtz = probed->rounded_dtz;
    answer.dtm = probed->dtm;
    answer.conclude();
    return answer;
}

/// Whether a line ends with the game, or where a draw can be claimed.
bool is_finished(const Solution& solution) {
    Board board = solution.answer.board;
    for (const LineMove& step : solution.line) board.play(step.answer.move);
    return board.halfmove_clock() >= fifty_move_plies || !has_legal_move(board);
}

/// Cuts a line off where a draw can be claimed.
void end_at_draw_claim(Solution& solution) {
    Board board = solution.answer.board;
    for (std::size_t ply = 0; ply < solution.line.size(); ++ply) {
        if (board.halfmove_clock() >= fifty_move_plies) {
            solution.line.resize(ply);
            return;
        }
        board.play(solution.line[ply].answer.move);
    }
}

/// Adds a line found in tables alone. Returns false if they do not give a complete one.
Result<bool, TableError> add_probed_line(Prober* prober, std::size_t most_plies, Solution& solution) {
    if (solution.value().worst == Wdl::draw) return true;
    Ending next = *Ending::from(solution.answer.board);
    Answer here = solution.answer;
    while (solution.line.size() < most_plies && next.board().halfmove_clock() < fifty_move_plies) {
        if (here.moves.empty()) return true;
        const MoveAnswer best = here.moves.front();
        const bool is_measured = here.dtz && best.dtz_after;
        if (!is_measured && !(here.rounded_dtz && best.rounded_dtz_after)) return false;
        solution.line.push_back({best, {}});
        next.play(best.move);
        auto probed = probe(next, prober);
        if (!probed) return tl::unexpected(probed.error());
        here = *std::move(probed);
    }
    return true;
}

/// Copies the exact tables of these keys that one store has and the other lacks. Returns the number of
/// copies.
Result<std::size_t, TableError> copy_exact(const TableStore& from,
                                           std::span<const TableKey> keys,
                                           TableStore& to) {
    std::vector<EncodedTable> copies;
    for (const TableKey& key : keys) {
        if (to.has_exact(key)) continue;
        const auto file = from.find_file(TableKind::wdl, key);
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
    std::unique_ptr<TableStore> store = make_memory_store();
    Prober prober;

    explicit BuiltTables(const ProberOptions& options) : prober(*store, options) {}
};

Oracle::Oracle(TableStore* store, const OracleOptions& options, const TableStore* for_lookups)
    : store_(store),
      empty_store_(store == nullptr && options.syzygy != nullptr ? make_memory_store() : nullptr),
      store_for_lookups_(for_lookups == nullptr ? store : for_lookups),
      options_(options) {
    if (empty_store_ != nullptr) store_for_lookups_ = empty_store_.get();
    if (store_for_lookups_ != nullptr) renew_probers();
}

Oracle::~Oracle() = default;

void Oracle::renew_probers() {
    const ProberOptions limits{options_.memory_bytes, options_.threads, options_.syzygy};
    const ProberOptions nothing_to_measure_with{0, 1, options_.syzygy};
    const std::lock_guard lock(mutex_);
    probers_ = {std::make_shared<Prober>(store_ == nullptr ? *empty_store_ : *store_, limits),
                std::make_shared<Prober>(*store_for_lookups_, nothing_to_measure_with)};
}

Oracle::Probers Oracle::probers() const {
    const std::lock_guard lock(mutex_);
    return probers_;
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
    if (*stored != 0) renew_probers();  // the old ones remember what the tables said
    return {};
}

Result<std::size_t, TableError> Oracle::keep_tables(const BuiltTables& tables) const {
    const auto keys = tables.store->keys();
    if (!keys) return tl::unexpected(keys.error());
    return copy_exact(*tables.store, *keys, *store_);
}

std::shared_ptr<Oracle::BuiltTables> Oracle::build_tables_for(const Ending& ending,
                                                              const Budget& budget) const {
    const TableKey key = table_for(MaterialKey::from_board(ending.board())).key;
    const auto plan = plan_tables({&key, 1}, BuildOptions::within(budget));
    if (!plan) return nullptr;
    auto tables = std::make_shared<BuiltTables>(ProberOptions{budget.memory_bytes, budget.threads});
    // Tables of the store that cannot be read are built anew.
    for (const auto& level : plan->levels) {
        if (store_ != nullptr) (void)copy_exact(*store_, level, *tables->store);
    }
    // The time of the plan is spent.
    return build(*plan, *tables->store, BuildOptions::within(budget)) ? tables : nullptr;
}

Result<Oracle::Probed, TableError> Oracle::consult(const Ending& ending, const Effort& effort) {
    auto prober = probers().measuring;
    auto answer = probe(ending, prober.get());
    if (!answer) return tl::unexpected(answer.error());
    const bool has_few_men = ending.board().occupied().count() <= most_men_to_build;
    if (answer->has_distances() || !has_few_men) {
        return Probed{*std::move(answer), std::move(prober), nullptr};
    }
    auto tables = build_tables_for(ending, policy::for_building(effort.budget));
    // If the tables could not be built, a proof may still succeed.
    if (tables == nullptr) return Probed{*std::move(answer), std::move(prober), nullptr};
    prober = {tables, &tables->prober};
    answer = probe(ending, prober.get());
    if (!answer) return tl::unexpected(answer.error());
    return Probed{*std::move(answer), std::move(prober), std::move(tables)};
}

Effort Oracle::with_syzygy(Effort effort) const {
    effort.syzygy = options_.syzygy;
    return effort;
}

Result<std::unique_ptr<Proof>, TableError> Oracle::recalled_proof(const Ending& ending,
                                                                  const Effort& effort) const {
    auto proof = std::make_unique<Proof>(ending, store_, with_syzygy(effort));
    if (const auto done = proof->recall(); !done) return tl::unexpected(done.error());
    return proof;
}

Result<std::unique_ptr<Proof>, TableError> Oracle::prove(const Ending& ending,
                                                         WdlBounds probed,
                                                         const Effort& effort,
                                                         const std::function<bool(Proof&)>& use) const {
    // Stored tables may show who wins but not how. A proof based on them therefore gets little time before
    // one from nothing begins.
    const bool is_stored = store_ != nullptr && probed.is_exact();
    Effort first_effort = effort;
    if (is_stored) first_effort.budget = policy::for_stored_proof(effort.budget);
    auto first = recalled_proof(ending, first_effort);
    if (!first) return first;
    const std::uint64_t recalled_bytes = (*first)->byte_count();
    if (use(**first) || (recalled_bytes == 0 && !is_stored)) return first;

    if (is_stored) {
        auto second = std::make_unique<Proof>(ending, store_, with_syzygy(effort));
        (void)use(*second);
        return second;
    }
    // The first proof holds more that is worth keeping, so it stays in memory. The second gets what is left.
    Effort rest = with_syzygy(effort);
    rest.budget.memory_bytes -= std::min((*first)->byte_count(), rest.budget.memory_bytes);
    Proof second(ending, store_, rest);
    (void)use(second);
    return first;
}

Result<Answer, TableError> Oracle::answer(const Ending& ending) {
    const Budget budget = Budget::starting_now(options_.time, options_.memory_bytes, options_.threads);
    auto found = find_answer(ending, {budget, nullptr});
    if (!found) return tl::unexpected(found.error());
    if (const auto kept = keep(found->findings); !kept) return tl::unexpected(kept.error());
    return std::move(found->answer);
}

Result<Answer, TableError> Oracle::look_up(const Ending& ending) const {
    return probe(ending, probers().reading.get());
}

Result<std::optional<Solution>, TableError> Oracle::look_up_line(const Ending& ending) const {
    const auto prober = probers().reading;
    auto answer = probe(ending, prober.get());
    if (!answer) return tl::unexpected(answer.error());
    Solution solution;
    solution.answer = *std::move(answer);
    if (!solution.value().is_exact()) return std::nullopt;
    const auto is_told = add_probed_line(prober.get(), options_.line_plies, solution);
    if (!is_told) return tl::unexpected(is_told.error());
    return *is_told ? std::optional(std::move(solution)) : std::nullopt;
}

Result<Oracle::Found<Answer>, TableError> Oracle::find_answer(const Ending& ending, const Effort& effort) {
    auto probed = consult(ending, effort);
    if (!probed) return tl::unexpected(probed.error());
    Found<Answer> found{std::move(probed->answer), {nullptr, std::move(probed->tables)}};
    Answer& answer = found.answer;
    if (answer.has_rounded_distances()) return found;

    auto proof = prove(ending, answer.bounds, effort, [&](Proof& used) {
        add_bounds(used.find(ending, SolutionScope::moves).answer, answer);
        used.add_distances(ending, DistancesAfter::all_moves, answer);
        return answer.has_distances();
    });
    if (!proof) return tl::unexpected(proof.error());
    found.findings.proof = *std::move(proof);
    return found;
}

Result<Oracle::Found<Solution>, TableError> Oracle::find_line(const Ending& ending, const Effort& effort) {
    auto probed = consult(ending, effort);
    if (!probed) return tl::unexpected(probed.error());
    Found<Solution> found;
    found.findings.tables = std::move(probed->tables);
    found.answer.answer = std::move(probed->answer);
    const WdlBounds known = found.answer.value();
    if (known.is_exact()) {
        const auto is_told = add_probed_line(probed->prober.get(), options_.line_plies, found.answer);
        if (!is_told) return tl::unexpected(is_told.error());
        if (*is_told) return found;
        found.answer.line.clear();
    }
    auto proof = prove(ending, known, effort, [&](Proof& used) {
        Solution solution = used.find(ending, SolutionScope::value);
        solution.answer.bounds = both_of(known, solution.answer.bounds);
        if (!solution.value().is_exact()) return false;
        const bool is_draw = solution.value().worst == Wdl::draw;
        if (!is_draw) {
            solution.answer.dtz = used.dtz_of(ending, solution.value());
            used.add_line(ending, {options_.line_plies, LineExtent::mate}, solution);
            end_at_draw_claim(solution);
            used.add_line_distances(ending, solution);
        }
        const bool is_enough = is_draw || is_finished(solution);
        const bool is_better =
            is_enough || found.answer.line.empty() || solution.line.size() > found.answer.line.size();
        if (is_better) found.answer = std::move(solution);
        return is_enough;
    });
    if (!proof) return tl::unexpected(proof.error());
    found.findings.proof = *std::move(proof);
    return found;
}

Result<Oracle::Found<Solution>, TableError> Oracle::find_solution(const Ending& ending,
                                                                  const Effort& effort) {
    auto proof = recalled_proof(ending, effort);
    if (!proof) return tl::unexpected(proof.error());
    Solution solution = (*proof)->find(ending, SolutionScope::everything);
    return Found<Solution>{std::move(solution), {*std::move(proof), nullptr}};
}

Result<Oracle::Found<Solution>, TableError> Oracle::find_key_squares(const Ending& ending,
                                                                     const Effort& effort,
                                                                     std::chrono::duration<double> time) {
    auto proof = recalled_proof(ending, effort);
    if (!proof) return tl::unexpected(proof.error());
    Solution solution = (*proof)->find(ending, SolutionScope::moves);
    Effort later = effort;
    later.budget.deadline = time_from_now(time);
    (*proof)->set_effort(later);
    (*proof)->add_key_squares(ending, time, solution);
    return Found<Solution>{std::move(solution), {*std::move(proof), nullptr}};
}

}  // namespace philidor
