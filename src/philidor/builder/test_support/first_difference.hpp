/// @file
/// Comparing tables bit by bit.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "philidor/chess/fen.hpp"
#include "philidor/index/detail/position_indexer.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/table/detail/table.hpp"

namespace philidor::test_support {

/// Where two tables of one key differ first, in words; nothing if they are equal to the last bit.
[[nodiscard]] inline std::optional<std::string> first_difference(const Table& a, const Table& b) {
    if (a.key() != b.key()) return "different keys: " + to_string(a.key()) + ", " + to_string(b.key());
    if (a.is_exact() != b.is_exact()) return to_string(a.key()) + ": only one of the two is exact";
    const PositionIndexer indexer = PositionIndexer::make(a.key()).value();
    for (std::size_t tile = 0; tile < a.layout().tile_count(); ++tile) {
        for (const Color side : all_colors) {
            for (const Certainty certainty : {Certainty::proved, Certainty::possible}) {
                for (const Color winner : all_colors) {
                    const Tile& one = a.raw_wins(certainty, tile, side).wins[winner];
                    const Tile& other = b.raw_wins(certainty, tile, side).wins[winner];
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
