#include "philidor/solve/detail/scout.hpp"

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "philidor/material/detail/child_keys.hpp"
#include "philidor/material/detail/key_rank.hpp"

namespace philidor::detail {

namespace {

/// A table that a search met less often is not worth the trouble.
constexpr std::uint32_t fewest_visits = 4;

/// How many tables to consider, and to explore below them, as a share of the tiles to solve.
constexpr std::size_t most_wishes = 300;
constexpr std::uint64_t tiles_per_explored_table = 2;

/// What a table costs besides its tiles.
constexpr double tiles_per_table = 100;

Resources resources_of(const MaterialKey& root, Color attacker, unsigned for_opponent, unsigned most_pieces) {
    Resources resources;
    resources.pieces[attacker] = root.pieces(attacker).total() + 1;
    resources.pieces[!attacker] = root.pieces(!attacker).total() + for_opponent;
    resources.all_pieces = std::min(root.piece_count() + 1 + for_opponent, most_pieces);
    resources.play = ProverPlay::simple;
    resources.opponent_alone = for_opponent != 0;
    return resources;
}

}  // namespace

/// A table that the search asks for.
struct Scout::Wish {
    MaterialKey key;
    double worth;  ///< how often it is asked for, for each tile that it costs
};

Scout::Scout(const MaterialKey& root, Color attacker, unsigned most_pieces)
    : root_(root),
      question_{attacker, Certainty::proved},
      ladder_{resources_of(root, attacker, 0, most_pieces), resources_of(root, attacker, 1, most_pieces)} {}

ProofGraph Scout::choose(std::size_t rung,
                         const KeyVisits& visits,
                         std::uint64_t most_tiles,
                         Knowledge& knowledge,
                         const Budget& budget) {
    ProofGraph graph(root_, question_, ladder_[rung], knowledge);
    for (const Wish& wish : find_wishes(rung, visits, most_tiles, knowledge, budget)) {
        if (graph.tile_count() >= most_tiles) break;
        add(wish.key, 2 * most_tiles, knowledge, budget, graph);
    }
    add_outdated(visits, graph.tile_count() + most_tiles, graph);
    ++round_;
    for (const MaterialKey& key : graph.keys()) rounds_[key] = round_;
    return graph;
}

/// The tables that it has not chosen yet and that can be solved with this many tiles, with what lies below
/// them and is not known; the best ones first.
std::vector<Scout::Wish> Scout::find_wishes(std::size_t rung,
                                            const KeyVisits& visits,
                                            std::uint64_t most_tiles,
                                            Knowledge& knowledge,
                                            const Budget& budget) {
    std::vector<std::pair<std::uint32_t, MaterialKey>> often;
    for (const auto& [key, count] : visits) {
        if (count < fewest_visits || rounds_.contains(key)) continue;
        const bool is_cheaper = rung != 0 && allows(ladder_[rung - 1], question_.attacker, root_, key);
        if (is_cheaper || !allows(ladder_[rung], question_.attacker, root_, key)) continue;
        const auto before = too_large_.find(key);
        if (before == too_large_.end() || before->second * 2 <= most_tiles) often.emplace_back(count, key);
    }
    std::ranges::sort(often, std::greater<>(), [](const auto& entry) { return entry.first; });
    std::vector<Wish> wishes;
    std::uint64_t explored = 0;
    for (const auto& [count, key] : often) {
        if (wishes.size() == most_wishes || explored * tiles_per_explored_table > most_tiles) break;
        ProofGraph below(root_, question_, ladder_[rung], knowledge);
        add(key, most_tiles, knowledge, budget, below);
        explored += below.table_count();
        if (!budget.goes_on()) break;
        if (below.tile_count() > most_tiles) {
            too_large_[key] = most_tiles;
            continue;
        }
        wishes.push_back({key, count / (static_cast<double>(below.tile_count()) + tiles_per_table)});
    }
    std::ranges::sort(wishes, std::greater<>(), &Wish::worth);
    return wishes;
}

/// Adds the tables chosen before that the search met again and that may find out more now, children before
/// their parents, up to this many tiles.
void Scout::add_outdated(const KeyVisits& visits, std::uint64_t most_tiles, ProofGraph& graph) const {
    std::vector<MaterialKey> solved;
    for (const auto& [key, count] : visits) {
        if (rounds_.contains(key)) solved.push_back(key);
    }
    std::ranges::sort(solved, {}, [](const MaterialKey& key) { return key_rank(key); });
    for (const MaterialKey& key : solved) {
        if (graph.tile_count() >= most_tiles) return;
        if (is_outdated(key, graph)) graph.add_again(key);
    }
}

/// Whether a table below this one was solved later, or will be.
bool Scout::is_outdated(const MaterialKey& key, const ProofGraph& graph) const {
    const std::uint32_t round = round_of(key);
    bool is_outdated = false;
    for_each_table_read(key, [&](const TableRead& read) {
        is_outdated = is_outdated || round_of(read.key) > round || graph.contains(read.key);
    });
    return is_outdated;
}

/// Adds a table, and what lies below it and may find out more.
void Scout::add(const MaterialKey& key,
                std::uint64_t most_tiles,
                const Knowledge& knowledge,
                const Budget& budget,
                ProofGraph& graph) {
    graph.add_below(key, most_tiles, budget,
                    [&](const MaterialKey& child) { return is_done(child, knowledge); });
}

/// Whether a table was chosen before, or nothing is open in it. What others have solved may know nothing of
/// promotions.
bool Scout::is_done(const MaterialKey& key, const Knowledge& knowledge) {
    if (rounds_.contains(key)) return true;
    if (knowledge.find(question_, key) == nullptr) return false;
    const auto [place, is_new] = settled_.try_emplace(key, false);
    if (is_new) place->second = !knowledge.is_open(question_.attacker, key);
    return place->second;
}

std::uint32_t Scout::round_of(const MaterialKey& key) const {
    const auto found = rounds_.find(key);
    return found == rounds_.end() ? 0 : found->second;
}

}  // namespace philidor::detail
