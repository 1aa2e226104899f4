/// @file
/// One entry of a table, bit by bit.
#pragma once

#include <optional>

#include "philidor/index/detail/tile_place.hpp"
#include "philidor/table/detail/table.hpp"
#include "philidor/table/wdl.hpp"

namespace philidor::detail {

/// The four bits of an entry, from the side to move.
struct EntryBits {
    ByCertainty<bool> wins;   ///< the side to move wins
    ByCertainty<bool> loses;  ///< the other side wins

    /// All bits equal.
    friend bool operator==(const EntryBits&, const EntryBits&) = default;
};

/// Reads the bits of an entry, with the 50-move rule or without it.
[[nodiscard]] inline EntryBits bits_at(const Table& table, const TilePlace& place, Rule rule = Rule::none) {
    EntryBits bits;
    for (const Certainty certainty : {Certainty::proved, Certainty::possible}) {
        const WinTiles& tiles = table.raw_wins({certainty, rule}, place.tile, place.side_to_move);
        bits.wins[certainty] = tiles.wins[place.side_to_move].has(place.white_king, place.black_king);
        bits.loses[certainty] = tiles.wins[!place.side_to_move].has(place.white_king, place.black_king);
    }
    return bits;
}

/// The bits that say: this position is illegal.
[[nodiscard]] inline EntryBits illegal_bits(bool is_exact) {
    return {{{true, is_exact}}, {{true, is_exact}}};
}

/// The bits of a legal position.
[[nodiscard]] inline EntryBits bits_of(WdlBounds value) {
    const auto [worst, best] = value;
    return {{{worst == Wdl::win, best == Wdl::win}}, {{best == Wdl::loss, worst == Wdl::loss}}};
}

/// The value that the bits stand for; none if they contradict each other.
[[nodiscard]] inline std::optional<WdlBounds> value_of(const EntryBits& bits) {
    for (const Wdl worst : {Wdl::loss, Wdl::draw, Wdl::win}) {
        for (const Wdl best : {Wdl::loss, Wdl::draw, Wdl::win}) {
            if (worst <= best && bits_of({worst, best}) == bits) return WdlBounds{worst, best};
        }
    }
    return std::nullopt;
}

}  // namespace philidor::detail
