/// @file
/// Reading the tables that a move out of this one leads to.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "philidor/builder/detail/question.hpp"
#include "philidor/builder/detail/win_table.hpp"
#include "philidor/chess/indexed_array.hpp"
#include "philidor/chess/piece.hpp"
#include "philidor/chess/symmetry.hpp"
#include "philidor/index/detail/legal_tiles.hpp"
#include "philidor/index/detail/tile.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/table/detail/distance_table.hpp"
#include "philidor/table/detail/table.hpp"
#include "philidor/table/detail/table_lookup.hpp"

namespace philidor {

/// What a child table answers for one tile. The pointers lead into the table itself where it can be read as
/// it stands, else to `copies`; those for the side that is not to move are null.
struct ChildTiles {
    const Tile* lost = nullptr;     ///< defender to move: legal, and the attacker wins
    const Tile* not_won = nullptr;  ///< attacker to move: legal, and it does not win
    const Tile* legal = nullptr;    ///< attacker to move: legal
    std::array<Tile, 2> copies;

    ChildTiles() = default;
    ChildTiles(const ChildTiles&) = delete;
    ChildTiles& operator=(const ChildTiles&) = delete;
};

/// A table that may be absent, seen with the colours and squares of the key that asks for it.
class ChildTable {
  public:
    /// A table that is not there. It counts as the certainty says, which as a rule is that of the question:
    /// what it hides is not won where wins are proved, and won where they are possible.
    explicit ChildTable(const MaterialKey& key, std::optional<Certainty> counts_as = std::nullopt)
        : key_(key), counts_as_(counts_as) {}

    /// A table of this key or of one of its images; `symmetry` leads from the key to the table's.
    ChildTable(const MaterialKey& key, const Table& table, Symmetry symmetry);

    /// The distances to mate of this key or of one of its images, of which only wins count that take at most
    /// so many plies. There is no legal position among these that it does not know.
    ChildTable(const MaterialKey& key, const DistanceTable& mates, Symmetry symmetry, unsigned most_plies);

    /// The answer to the only question that it will be asked.
    explicit ChildTable(const WinTable& answer);

    /// Whether it knows every value, with the 50-move rule or without it.
    [[nodiscard]] bool is_exact(Rule rule = Rule::none) const {
        return table_ != nullptr && table_->is_exact(rule);
    }

    /// Whether the 50-move rule changes none of its answers. That an absent table hides anything is true with
    /// the rule and without it.
    [[nodiscard]] bool is_same_under_rule() const {
        if (table_ != nullptr) return !table_->has_rule_layer();
        return answer_ == nullptr || answer_->holds_under_rule();
    }

    /// Whether it is not there.
    [[nodiscard]] bool is_absent() const {
        return table_ == nullptr && answer_ == nullptr && mates_ == nullptr;
    }

    /// The same table, entered one ply later: if it tells of mates, they must be one ply shorter.
    [[nodiscard]] ChildTable one_ply_later() const {
        ChildTable later = *this;
        if (later.most_plies_ > 0) --later.most_plies_;
        return later;
    }

    /// Whether it is not there, and nothing in it counts as won.
    [[nodiscard]] bool proves_nothing(Question question) const {
        return is_absent() && counts_as_.value_or(question.certainty) == Certainty::proved;
    }

    /// Reads the tile of these pieces, in any order, for one side to move.
    void read(Question question,
              std::span<const PlacedPiece> pieces,
              Color side_to_move,
              ChildTiles& tiles) const;

    /// What it is the table of, with the colours of the key that asks.
    [[nodiscard]] const MaterialKey& key() const { return key_; }

  private:
    void find_order(const MaterialKey& key);
    [[nodiscard]] Placement placement_of(std::span<const PlacedPiece> pieces) const;
    void read_absent(Question question,
                     std::span<const PlacedPiece> pieces,
                     Color side_to_move,
                     ChildTiles& tiles) const;
    void read_answer(const TileLayout::Place& place, bool is_attacker_to_move, ChildTiles& tiles) const;
    void read_mates(Question question,
                    std::span<const PlacedPiece> pieces,
                    const TileLayout::Place& place,
                    Color side_to_move,
                    ChildTiles& tiles) const;
    void read_table(Question question,
                    const TileLayout::Place& place,
                    Color side_to_move,
                    ChildTiles& tiles) const;

    MaterialKey key_;
    std::optional<Certainty> counts_as_;  ///< if it is absent
    Symmetry symmetry_;                   ///< leads from `key_` to the table's
    const Table* table_ = nullptr;
    const WinTable* answer_ = nullptr;
    const DistanceTable* mates_ = nullptr;
    unsigned most_plies_ = 0;  ///< to mate
    /// Where the pieces of each kind begin in the table's placements.
    ByColor<std::array<std::uint8_t, all_piece_kinds.size()>> first_of_kind_{};
};

/// Finds the child with this key, which need not be canonical.
using ChildLookup = std::function<ChildTable(const MaterialKey&)>;

/// Finds children among the tables of canonical keys. `lookup` must outlive the result.
[[nodiscard]] ChildLookup children_in(const TableLookup& lookup);

}  // namespace philidor
