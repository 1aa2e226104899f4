/// @file
/// The tables of one attempt at a proof.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "philidor/base/budget.hpp"
#include "philidor/builder/detail/question.hpp"
#include "philidor/builder/detail/win_table.hpp"
#include "philidor/material/detail/key_change.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/solve/detail/knowledge.hpp"
#include "philidor/solve/detail/reach.hpp"
#include "philidor/solve/detail/resources.hpp"

namespace philidor::detail {

/// What becomes of the answers of an attempt.
struct KeepOptions {
    std::uint64_t most_kept_bytes = 0;  ///< from here on the knowledge gets no tables with new pieces
    bool keeps_answers = false;  ///< nothing is forgotten, and the knowledge is not told: see `take_answers`
};

/// How an attempt ended.
enum class AttemptEnd : std::uint8_t {
    complete,       ///< all tables are solved
    cut_short,      ///< the time was up, or the work was stopped
    out_of_memory,  ///< the answers took more memory than allowed
};

/// The tables that an attempt to settle a question looks at, and their answers. Tables with new pieces are
/// many: the knowledge gets them while there is room for them, the others are forgotten as soon as no table
/// reads them.
class ProofGraph {
  public:
    /// `root` is the key whose pieces come from no promotion.
    ProofGraph(const MaterialKey& root, Question question, const Resources& resources, Knowledge& knowledge)
        : ProofGraph(root, std::span(&question, 1), resources, knowledge) {}

    /// The same for several questions, which are answered table by table: that takes less time than one after
    /// the other. The resources must be those of a complete play, which is the same for all provers.
    ProofGraph(const MaterialKey& root,
               std::span<const Question> questions,
               const Resources& resources,
               Knowledge& knowledge)
        : root_(root),
          questions_(questions.begin(), questions.end()),
          resources_(resources),
          knowledge_(knowledge) {}

    /// Adds those of the keys that have this many pieces and are not known already.
    void add(std::span<const MaterialKey> keys, unsigned pieces);

    /// Adds a key alone, known or not.
    void add_again(const MaterialKey& key) { add_node(key); }

    /// Adds a key, and everything below it that the resources allow and that is not known, up to this many
    /// tiles. Ends early if the budget does.
    void add_unknown(const MaterialKey& key, std::uint64_t most_tiles, const Budget& budget = {}) {
        add_below(key, most_tiles, budget, [this](const MaterialKey& child) { return is_known(child); });
    }

    /// The same, where `is_done(child)` says what need not be added.
    void add_below(const MaterialKey& key,
                   std::uint64_t most_tiles,
                   const Budget& budget,
                   const std::function<bool(const MaterialKey&)>& is_done);

    /// Adds the open keys of a reach and its entrances, and what lies below the entrances and was not
    /// `solved` before, likewise.
    void add(const Reach& reach,
             const std::unordered_set<MaterialKey>& solved,
             std::uint64_t most_tiles,
             const Budget& budget = {});

    /// All tables.
    [[nodiscard]] std::vector<MaterialKey> keys() const;

    /// Whether a key is among them.
    [[nodiscard]] bool contains(const MaterialKey& key) const { return places_.contains(key); }

    /// The tables with new pieces.
    [[nodiscard]] std::vector<MaterialKey> keys_with_new_pieces() const;

    /// How many tables there are.
    [[nodiscard]] std::size_t table_count() const { return nodes_.size(); }

    /// How many tiles they have together: what solving them costs.
    [[nodiscard]] std::uint64_t tile_count() const { return tiles_; }

    /// Answers the question for all tables, children first, and tells the knowledge. If it ends early, the
    /// knowledge has what was found until then. Progress is told in tables: before the first, after each one,
    /// and in between where one takes long.
    AttemptEnd solve(const KeepOptions& options, const Budget& budget = {});

    /// All answers, if they were kept; once.
    [[nodiscard]] std::vector<std::unique_ptr<WinTable>> take_answers();

    /// How many tables were solved, and the tiles they have, counted for each question.
    [[nodiscard]] std::size_t solved_tables() const { return solved_nodes_ * questions_.size(); }
    [[nodiscard]] std::uint64_t solved_tiles() const { return solved_tiles_; }

    /// The most memory that the answers took.
    [[nodiscard]] std::uint64_t peak_bytes() const { return peak_bytes_; }

  private:
    struct NodeAnswer {
        std::unique_ptr<WinTable> own;  ///< until the knowledge gets it, or it is not needed any more
        const WinTable* table = nullptr;
    };
    struct Node {
        MaterialKey key;
        std::uint32_t tiles = 0;
        std::uint32_t parents = 0;    ///< how many tables that are still to be solved read it
        std::size_t first_child = 0;  ///< in `children_`
        ByColor<ByCertainty<NodeAnswer>> answers;

        [[nodiscard]] NodeAnswer& answer_to(Question question) {
            return answers[question.attacker][question.certainty];
        }
        [[nodiscard]] const WinTable* find(Question question) const {
            return answers[question.attacker][question.certainty].table;
        }
    };

    class ChildFinder;

    void add_node(const MaterialKey& key);
    template <class Visit>
    void for_each_child(const MaterialKey& key, const Visit& visit) const;
    [[nodiscard]] bool link(const Budget& budget);
    [[nodiscard]] std::span<const std::uint32_t> children_of(std::uint32_t node) const;
    [[nodiscard]] std::vector<std::vector<std::uint32_t>> levels() const;
    [[nodiscard]] bool solve_node(std::uint32_t place, const Budget& budget);
    [[nodiscard]] Progress progress() const;
    [[nodiscard]] bool solve_level(const std::vector<std::uint32_t>& level, const Budget& budget);
    [[nodiscard]] bool is_worth_keeping(const MaterialKey& key) const;
    [[nodiscard]] bool is_known(const MaterialKey& key) const;
    void finish_level(const std::vector<std::uint32_t>& level);
    void forget(Node& node);

    MaterialKey root_;
    std::vector<Question> questions_;
    Resources resources_;
    Knowledge& knowledge_;
    std::vector<Node> nodes_;
    std::unordered_map<MaterialKey, std::uint32_t> places_;
    std::vector<std::uint32_t> children_;  ///< the nodes that each node reads, node by node
    std::uint64_t tiles_ = 0;
    std::size_t solved_nodes_ = 0;
    std::uint64_t solved_tiles_ = 0;
    std::uint64_t bytes_ = 0;
    std::uint64_t peak_bytes_ = 0;
    std::uint64_t most_kept_bytes_ = 0;
};

}  // namespace philidor::detail
