#include "philidor/solve/detail/proof_graph.hpp"

#include <algorithm>
#include <limits>
#include <mutex>
#include <utility>

#include "philidor/builder/detail/retrograde_solver.hpp"
#include "philidor/builder/detail/table_scheduler.hpp"
#include "philidor/material/detail/child_keys.hpp"
#include "philidor/material/detail/key_rank.hpp"
#include "philidor/material/detail/table_size.hpp"
#include "philidor/solve/detail/keys_without_promotions.hpp"
#include "philidor/solve/detail/solve_policy.hpp"

namespace philidor::detail {

namespace {

/// The tiles of a table, as far as that matters to its cost.
std::uint32_t tiles_of(const MaterialKey& key) {
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(table_size(table_for(key).key).tiles.number(),
                                                              std::numeric_limits<std::uint32_t>::max()));
}

}  // namespace

/// Finds the children of a node by their keys. They are asked for one after the other, as a rule in the order
/// in which they are listed, so the search begins where the last one ended.
class ProofGraph::ChildFinder {
  public:
    ChildFinder(std::span<const Node> nodes, std::span<const std::uint32_t> children)
        : nodes_(nodes), children_(children) {}

    /// The child with this key, or null.
    [[nodiscard]] const Node* find(const MaterialKey& key) {
        for (std::size_t looked_at = 0; looked_at < children_.size(); ++looked_at) {
            const Node& node = nodes_[children_[next_]];
            next_ = next_ + 1 == children_.size() ? 0 : next_ + 1;
            if (node.key == key) return &node;
        }
        return nullptr;
    }

  private:
    std::span<const Node> nodes_;
    std::span<const std::uint32_t> children_;
    std::size_t next_ = 0;
};

/// Calls `visit(child)` for the key of every table that solving this one reads, if the resources allow it.
template <class Visit>
void ProofGraph::for_each_child(const MaterialKey& key, const Visit& visit) const {
    const Color prover = prover_of(questions_.front());
    for_each_table_read(key, [&](const TableRead& read) {
        if (allows(resources_, prover, root_, key, read.change, read.after)) visit(read.key);
    });
}

void ProofGraph::add_node(const MaterialKey& key) {
    const bool is_new = places_.try_emplace(key, static_cast<std::uint32_t>(nodes_.size())).second;
    if (!is_new) return;
    nodes_.push_back({key, tiles_of(key), 0, 0, {}});
    tiles_ += nodes_.back().tiles;
}

void ProofGraph::add(std::span<const MaterialKey> keys, unsigned pieces) {
    for (const MaterialKey& key : keys) {
        if (key.piece_count() == pieces && !is_known(key)) add_node(key);
    }
}

void ProofGraph::add_below(const MaterialKey& key,
                           std::uint64_t most_tiles,
                           const Budget& budget,
                           const std::function<bool(const MaterialKey&)>& is_done) {
    std::size_t next = nodes_.size();
    add_node(key);
    for (; next < nodes_.size() && tiles_ <= most_tiles; ++next) {
        if (next % keys_between_questions == 0 && !budget.goes_on({next, nodes_.size(), 0})) return;
        const MaterialKey parent = nodes_[next].key;
        for_each_child(parent, [&](const MaterialKey& child) {
            if (!is_done(child)) add_node(child);
        });
    }
}

void ProofGraph::add(const Reach& reach,
                     const std::unordered_set<MaterialKey>& solved,
                     std::uint64_t most_tiles,
                     const Budget& budget) {
    for (const MaterialKey& key : reach.open) add_node(key);
    for (const MaterialKey& key : reach.entrances) add_node(key);
    for (std::size_t next = 0; next < nodes_.size() && tiles_ <= most_tiles; ++next) {
        if (next % keys_between_questions == 0 && !budget.goes_on({next, nodes_.size(), 0})) return;
        const MaterialKey parent = nodes_[next].key;
        if (!has_new_pieces(root_, parent)) continue;  // what matters of its children is there
        for_each_child(parent, [&](const MaterialKey& child) {
            if (has_new_pieces(root_, child) ? !solved.contains(child) : !is_known(child)) add_node(child);
        });
    }
}

std::vector<MaterialKey> ProofGraph::keys() const {
    std::vector<MaterialKey> keys;
    keys.reserve(nodes_.size());
    for (const Node& node : nodes_) keys.push_back(node.key);
    return keys;
}

std::vector<MaterialKey> ProofGraph::keys_with_new_pieces() const {
    std::vector<MaterialKey> keys;
    for (const Node& node : nodes_) {
        if (has_new_pieces(root_, node.key)) keys.push_back(node.key);
    }
    return keys;
}

/// Finds the nodes that each one reads, once all are known. False if it gave up.
bool ProofGraph::link(const Budget& budget) {
    for (std::size_t place = 0; place < nodes_.size(); ++place) {
        if (place % keys_between_questions == 0 && !budget.goes_on(progress())) return false;
        Node& node = nodes_[place];
        node.first_child = children_.size();
        for_each_table_read(node.key, [&](const TableRead& read) {
            const auto found = places_.find(read.key);
            if (found == places_.end()) return;
            children_.push_back(found->second);
            ++nodes_[found->second].parents;
        });
    }
    return true;
}

std::span<const std::uint32_t> ProofGraph::children_of(std::uint32_t node) const {
    const std::size_t end = node + 1 < nodes_.size() ? nodes_[node + 1].first_child : children_.size();
    return std::span(children_).subspan(nodes_[node].first_child, end - nodes_[node].first_child);
}

std::vector<std::vector<std::uint32_t>> ProofGraph::levels() const {
    std::vector<std::vector<std::uint32_t>> levels(highest_key_rank + 1);
    for (std::uint32_t i = 0; i < nodes_.size(); ++i) levels[key_rank(nodes_[i].key)].push_back(i);
    return levels;
}

Progress ProofGraph::progress() const {
    return {solved_nodes_, nodes_.size(), bytes_ + knowledge_.byte_count()};
}

/// Whether it was solved, and not ended by the budget.
bool ProofGraph::solve_node(std::uint32_t place, const Budget& budget) {
    Node& node = nodes_[place];
    const QuestionSolver solver(node.key, budget.threads);
    for (const Question question : questions_) {
        ChildFinder children(nodes_, children_of(place));
        const auto lookup = [&](const MaterialKey& child) {
            const Node* solved = children.find(child);
            const WinTable* answer = solved != nullptr ? solved->find(question) : nullptr;
            if (answer == nullptr) answer = knowledge_.find(question, child);
            return answer != nullptr ? ChildTable(*answer) : ChildTable(child);
        };
        auto answer =
            solver.answer(question, lookup, knowledge_.find_wins(question.attacker, node.key), budget);
        if (!answer) return false;
        NodeAnswer& target = node.answer_to(question);
        target.own = std::make_unique<WinTable>(*std::move(answer));
        target.table = target.own.get();
    }
    return true;
}

/// Whether the knowledge has an answer to every question about a key.
bool ProofGraph::is_known(const MaterialKey& key) const {
    return std::ranges::all_of(questions_,
                               [&](Question question) { return knowledge_.find(question, key) != nullptr; });
}

/// Whether the knowledge gets the answer about a key: tables with new pieces are many.
bool ProofGraph::is_worth_keeping(const MaterialKey& key) const {
    return !has_new_pieces(root_, key) || knowledge_.byte_count() < most_kept_bytes_;
}

/// Whether all tables of a level were solved.
bool ProofGraph::solve_level(const std::vector<std::uint32_t>& level, const Budget& budget) {
    std::mutex mutex;  // guards all that is counted
    Budget telling = budget;
    telling.progress = [&](const Progress&) {
        const std::lock_guard lock(mutex);
        budget.report(progress());
    };
    const TableScheduler scheduler(policy::for_tables_side_by_side(telling));
    std::vector<TableCost> costs;
    costs.reserve(level.size());
    for (const std::uint32_t i : level) {
        const std::uint64_t tiles = tiles_to_solve(nodes_[i].key);
        costs.push_back({tiles, memory_to_answer(tiles)});
    }
    const auto solve = [&](std::size_t place, const Budget& part) {
        const std::uint32_t i = level[place];
        if (!solve_node(i, part)) return false;
        const std::lock_guard lock(mutex);
        ++solved_nodes_;
        solved_tiles_ += nodes_[i].tiles * questions_.size();
        for (const Question question : questions_) bytes_ += nodes_[i].find(question)->byte_count();
        const Progress now = progress();
        peak_bytes_ = std::max(peak_bytes_, now.memory_bytes);
        budget.report(now);
        return now.memory_bytes <= policy::most_answer_bytes(budget) && budget.goes_on();
    };
    return scheduler.run(scheduler.schedule(costs), costs, solve);
}

/// Forgets the children that are not read any more, and hands to the knowledge what has to stay.
void ProofGraph::finish_level(const std::vector<std::uint32_t>& level) {
    for (const std::uint32_t i : level) {
        for (const std::uint32_t child : children_of(i)) {
            if (--nodes_[child].parents == 0) forget(nodes_[child]);
        }
        if (!is_worth_keeping(nodes_[i].key)) continue;
        for (const Question question : questions_) {
            std::unique_ptr<WinTable>& own = nodes_[i].answer_to(question).own;
            if (own == nullptr) continue;
            bytes_ -= own->byte_count();
            knowledge_.put(question, std::move(own));
        }
    }
}

void ProofGraph::forget(Node& node) {
    for (const Question question : questions_) {
        NodeAnswer& answer = node.answer_to(question);
        if (answer.own == nullptr) continue;
        bytes_ -= answer.own->byte_count();
        answer = {};
    }
}

AttemptEnd ProofGraph::solve(const KeepOptions& options, const Budget& budget) {
    most_kept_bytes_ = options.most_kept_bytes;
    if (!link(budget)) return AttemptEnd::cut_short;
    const auto fits = [&](std::uint64_t bytes) { return bytes <= policy::most_answer_bytes(budget); };
    if (!nodes_.empty() && !fits(progress().memory_bytes)) return AttemptEnd::out_of_memory;
    for (const auto& level : levels()) {
        if (level.empty()) continue;
        const bool is_complete = solve_level(level, budget);
        if (!options.keeps_answers) finish_level(level);
        if (!fits(peak_bytes_)) return AttemptEnd::out_of_memory;
        if (!is_complete) return AttemptEnd::cut_short;
    }
    return AttemptEnd::complete;
}

std::vector<std::unique_ptr<WinTable>> ProofGraph::take_answers() {
    std::vector<std::unique_ptr<WinTable>> answers;
    for (Node& node : nodes_) {
        for (const Question question : questions_) {
            std::unique_ptr<WinTable>& own = node.answer_to(question).own;
            if (own != nullptr) answers.push_back(std::move(own));
        }
    }
    return answers;
}

}  // namespace philidor::detail
