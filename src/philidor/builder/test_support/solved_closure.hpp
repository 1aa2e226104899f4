/// @file
/// Tables for tests: solved on demand, and compared bit by bit.
#pragma once

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>

#include "philidor/builder/retrograde_solver.hpp"
#include "philidor/chess/fen.hpp"
#include "philidor/index/position_indexer.hpp"
#include "philidor/material/key_graph.hpp"
#include "philidor/material/key_text.hpp"

namespace philidor::test_support {

/// The canonical key of a text that must be good.
[[nodiscard]] inline CanonicalKey key_of(std::string_view text) {
    const auto key = parse_key(text);
    if (!key) throw std::invalid_argument(key.error().message);
    return canonicalize(*key).key;
}

/// No table at all.
[[nodiscard]] inline const Table* find_nothing(const CanonicalKey&) { return nullptr; }

/// Tables that are solved when they are asked for, children first, by the tile solver.
class SolvedClosure {
  public:
    /// The table of a key; everything within the limits that play can lead to is solved as well.
    const Table& table_of(const CanonicalKey& key, const KeyLimits& limits = {}) {
        if (const Table* known = find(key)) return *known;
        const KeyGraph closure = KeyGraph::closure_of(key, limits);
        for (const CanonicalKey& child : closure.keys()) {
            if (find(child) == nullptr)
                tables_.emplace(child, std::make_unique<Table>(solve(child, lookup())));
        }
        return *find(key);
    }

    /// The table of a key with this name.
    const Table& table_of(std::string_view text) { return table_of(key_of(text)); }

    /// A table that is there, or null.
    [[nodiscard]] const Table* find(const CanonicalKey& key) const {
        const auto found = tables_.find(key);
        return found == tables_.end() ? nullptr : found->second.get();
    }

    /// Finds what has been solved so far.
    [[nodiscard]] TableLookup lookup() const {
        return [this](const CanonicalKey& key) { return find(key); };
    }

  private:
    std::unordered_map<CanonicalKey, std::unique_ptr<Table>> tables_;
};

/// Where two tables of one key differ first, in words; nothing if they are equal to the last bit.
[[nodiscard]] inline std::optional<std::string> first_difference(const Table& a, const Table& b) {
    if (a.key() != b.key()) return "different keys: " + to_string(a.key()) + ", " + to_string(b.key());
    if (a.is_exact() != b.is_exact()) return to_string(a.key()) + ": only one of the two is exact";
    const PositionIndexer indexer = PositionIndexer::make(a.key()).value();
    for (std::size_t tile = 0; tile < a.layout().tile_count(); ++tile) {
        for (const Color side : all_colors) {
            for (const Certainty certainty : {Certainty::proved, Certainty::possible}) {
                for (const Color winner : all_colors) {
                    const Tile& one = a.wins(certainty, tile, side).wins[winner];
                    const Tile& other = b.wins(certainty, tile, side).wins[winner];
                    if (one == other) continue;
                    for (const Square white_king : Bitboard::all()) {
                        const Bitboard different = one.row(white_king) ^ other.row(white_king);
                        if (different.is_empty()) continue;
                        const auto board = indexer.board_at({side, tile, white_king, different.first()});
                        return to_string(a.key()) + ": " + std::string(name_of(winner)) +
                               (certainty == Certainty::proved ? " wins" : " may win") + " in " +
                               (one.has(white_king, different.first()) ? "the first" : "the second") +
                               " table only: " + (board ? to_fen(*board) : board.error().message);
                    }
                }
            }
        }
    }
    return std::nullopt;
}

}  // namespace philidor::test_support
