#include "philidor/solve/detail/proof_graph.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <unordered_set>
#include <utility>

#include "philidor/base/parallel.hpp"
#include "philidor/builder/retrograde_solver.hpp"
#include "philidor/material/child_keys.hpp"
#include "philidor/material/key_rank.hpp"
#include "philidor/material/table_size.hpp"

namespace philidor::detail {

namespace {

/// Tables with at least this many tiles are solved one at a time by all threads, others one by each thread.
constexpr std::uint64_t tiles_for_all_threads = 512;

/// The tiles of a table, as far as that matters to its cost.
std::uint64_t tiles_of(const MaterialKey& key) { return table_size(canonicalize(key).key).tiles.number(); }

}  // namespace

/// How many pieces somebody must have promoted.
unsigned ProofGraph::new_pieces(const MaterialKey& key) const {
    unsigned count = 0;
    for (const Color color : all_colors) {
        const unsigned now = key.pieces(color).total();
        const unsigned before = root_.pieces(color).total();
        if (now > before) count += now - before;
    }
    return count;
}

/// Calls `visit(child)` for the key of every table that solving this one reads, if the resources allow it.
template <class Visit>
void ProofGraph::for_each_child(const MaterialKey& key, const Visit& visit) const {
    const Color prover = prover_of(question_);
    for_each_change(key, [&](const KeyChange& change, const MaterialKey& child) {
        if (change.kind == ChangeKind::en_passant) return;  // an answer to a double push, below
        if (!allows(resources_, prover, root_, key, change, child)) return;
        visit(child);
        if (change.kind != ChangeKind::double_push) return;
        for_each_en_passant(child, change, [&](Square, const MaterialKey& answer) { visit(answer); });
    });
}

void ProofGraph::add_node(const MaterialKey& key) {
    const bool is_new = places_.try_emplace(key, static_cast<std::uint32_t>(nodes_.size())).second;
    if (!is_new) return;
    nodes_.push_back({key, nullptr, 0});
    tiles_ += tiles_of(key);
}

void ProofGraph::add(const MaterialKey& key, unsigned pieces, std::uint64_t most_tiles) {
    std::unordered_set<MaterialKey> seen{key};
    std::vector<MaterialKey> keys{key};
    for (std::size_t next = 0; next < keys.size() && tiles_ <= most_tiles; ++next) {
        // So many keys that one looks in vain for an end have more tiles still.
        if (keys.size() > most_tiles) tiles_ = most_tiles + 1;
        const MaterialKey parent = keys[next];
        if (parent.piece_count() == pieces && knowledge_.find(question_, parent) == nullptr) add_node(parent);
        for_each_child(parent, [&](const MaterialKey& child) {
            if (seen.insert(child).second) keys.push_back(child);
        });
    }
}

void ProofGraph::add_unknown(const MaterialKey& key, std::uint64_t most_tiles) {
    std::size_t next = nodes_.size();
    add_node(key);
    for (; next < nodes_.size() && tiles_ <= most_tiles; ++next) {
        const MaterialKey parent = nodes_[next].key;
        for_each_child(parent, [&](const MaterialKey& child) {
            if (knowledge_.find(question_, child) == nullptr) add_node(child);
        });
    }
}

void ProofGraph::add(const Reach& reach, std::uint64_t most_tiles) {
    for (const MaterialKey& key : reach.open) {
        if (new_pieces(key) == 0) add_node(key);
    }
    for (std::size_t next = 0; next < nodes_.size() && tiles_ <= most_tiles; ++next) {
        const MaterialKey parent = nodes_[next].key;
        const bool is_open = reach.open.contains(parent);
        for_each_child(parent, [&](const MaterialKey& child) {
            // From a table that was looked at before, only its open positions lead on; and what is known of a
            // table stays as it is if none of its open positions matters.
            const bool is_entrance =
                knowledge_.find(question_, child) == nullptr && (!is_open || reach.entrances.contains(child));
            if (is_entrance || reach.open.contains(child)) add_node(child);
        });
    }
}

void ProofGraph::count_parents() {
    for (const Node& node : nodes_) {
        for_each_child(node.key, [&](const MaterialKey& child) {
            if (const auto found = places_.find(child); found != places_.end())
                ++nodes_[found->second].parents;
        });
    }
}

std::vector<std::vector<std::uint32_t>> ProofGraph::levels() const {
    std::vector<std::vector<std::uint32_t>> levels(highest_key_rank + 1);
    for (std::uint32_t i = 0; i < nodes_.size(); ++i) levels[key_rank(nodes_[i].key)].push_back(i);
    return levels;
}

void ProofGraph::solve_node(Node& node, unsigned threads) const {
    const auto lookup = [&](const MaterialKey& child) {
        if (const auto found = places_.find(child); found != places_.end()) {
            const Node& child_node = nodes_[found->second];
            if (child_node.answer != nullptr) return ChildTable(*child_node.answer);
        }
        const WinTable* known = knowledge_.find(question_, child);
        return known != nullptr ? ChildTable(*known) : ChildTable(child);
    };
    node.answer = std::make_unique<WinTable>(
        philidor::solve(node.key, question_, lookup, knowledge_.find(question_, node.key), threads));
}

/// Whether the knowledge gets the answer about a key: tables with new pieces are many, and those with several
/// are large.
bool ProofGraph::is_worth_keeping(const MaterialKey& key) const {
    const unsigned pieces = new_pieces(key);
    return pieces == 0 || (pieces == 1 && knowledge_.byte_count() < most_kept_bytes_);
}

/// Forgets the children that nobody reads any more, and tells the knowledge what has to stay.
void ProofGraph::finish_level(const std::vector<std::uint32_t>& level) {
    for (const std::uint32_t i : level) {
        for_each_child(nodes_[i].key, [&](const MaterialKey& child) {
            const auto found = places_.find(child);
            if (found == places_.end()) return;
            Node& node = nodes_[found->second];
            if (--node.parents != 0 || node.answer == nullptr) return;
            bytes_ -= node.answer->byte_count();
            node.answer = nullptr;
        });
        Node& node = nodes_[i];
        if (node.answer == nullptr || !is_worth_keeping(node.key)) continue;
        bytes_ -= node.answer->byte_count();
        knowledge_.put(question_, std::move(node.answer));
    }
}

bool ProofGraph::solve(const AttemptOptions& options) {
    most_kept_bytes_ = options.most_kept_bytes;
    count_parents();
    std::mutex mutex;
    std::atomic<bool> goes_on = true;
    const auto finish = [&](const Node& node) {
        const std::lock_guard lock(mutex);
        ++solved_tables_;
        solved_tiles_ += tiles_of(node.key);
        bytes_ += node.answer->byte_count();
        const std::uint64_t bytes = bytes_ + knowledge_.byte_count();
        peak_bytes_ = std::max(peak_bytes_, bytes);
        const double share = static_cast<double>(solved_tables_) / static_cast<double>(nodes_.size());
        if (!options.progress(share, bytes)) goes_on = false;
    };
    for (const auto& level : levels()) {
        std::vector<std::uint32_t> small;
        for (const std::uint32_t i : level) {
            if (!goes_on) break;
            if (tiles_of(nodes_[i].key) < tiles_for_all_threads) {
                small.push_back(i);
                continue;
            }
            solve_node(nodes_[i], options.threads);
            finish(nodes_[i]);
        }
        parallel_for(small.size(), options.threads, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end && goes_on; ++i) {
                solve_node(nodes_[small[i]], 1);
                finish(nodes_[small[i]]);
            }
        });
        if (!options.keeps_answers) finish_level(level);
        if (!goes_on) return false;
    }
    return true;
}

std::vector<std::unique_ptr<WinTable>> ProofGraph::take_answers() {
    std::vector<std::unique_ptr<WinTable>> answers;
    for (Node& node : nodes_) {
        if (node.answer != nullptr) answers.push_back(std::move(node.answer));
    }
    return answers;
}

}  // namespace philidor::detail
