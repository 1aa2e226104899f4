/// @file
/// Keys and tables at random, for two solvers to agree about.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <unordered_map>
#include <vector>

#include "philidor/index/detail/legal_tiles.hpp"
#include "philidor/material/table_key.hpp"
#include "philidor/table/detail/table.hpp"
#include "philidor/table/detail/table_lookup.hpp"

namespace philidor::test_support {

/// A number from 0 to `count` - 1, the same on every machine for the same state of the generator.
[[nodiscard]] inline unsigned random_below(std::mt19937_64& random, unsigned count) {
    return static_cast<unsigned>(random() % count);
}

/// A square of a set that is not empty.
[[nodiscard]] inline Square random_square(std::mt19937_64& random, Bitboard set) {
    unsigned skipped = random_below(random, set.count());
    for (const Square square : set) {
        if (skipped-- == 0) return square;
    }
    return set.first();
}

/// Where pawns of a random key stand.
enum class Structure : std::uint8_t { anywhere, blocked, with_en_passant };

/// Adds a pawn that can move two squares past an enemy pawn, for one side or the other. The squares that it
/// needs.
inline Bitboard add_en_passant(std::mt19937_64& random, ByColor<Bitboard>& pawns) {
    const Color pusher = all_colors[random_below(random, 2)];
    const unsigned file = random_below(random, 8);
    const bool to_the_left = file == 7 || (file > 0 && random_below(random, 2) == 0);
    const File beside = all_files[to_the_left ? file - 1 : file + 1];
    const auto square = [&](Rank rank) { return make_square(all_files[file], relative(pusher, rank)); };
    pawns[pusher].add(square(Rank::second));
    pawns[!pusher].add(make_square(beside, relative(pusher, Rank::fourth)));
    return Bitboard(square(Rank::third)) | Bitboard(square(Rank::fourth));
}

/// Pawns of both sides, this many each.
[[nodiscard]] inline ByColor<Bitboard> random_pawns(std::mt19937_64& random,
                                                    unsigned count,
                                                    Structure structure) {
    ByColor<Bitboard> pawns;
    Bitboard kept_free = MaterialKey::back_ranks;
    if (structure == Structure::with_en_passant) kept_free |= add_en_passant(random, pawns);
    while (pawns[Color::white].count() < count || pawns[Color::black].count() < count) {
        const Bitboard free = ~(pawns[Color::white] | pawns[Color::black] | kept_free);
        if (structure == Structure::blocked) {
            const Square white = random_square(random, free - Bitboard(Rank::seventh));
            const Square black = square_at(index_of(white) + 8);
            if (!free.has(black)) continue;
            pawns[Color::white].add(white);
            pawns[Color::black].add(black);
            continue;
        }
        const Color color = all_colors[random_below(random, 2)];
        if (pawns[color].count() < count) pawns[color].add(random_square(random, free));
    }
    return pawns;
}

/// Whether no way to turn the board or to swap the sides leads from the key to itself.
[[nodiscard]] inline bool is_rigid(const MaterialKey& key) {
    if (key.pawn_squares().is_empty()) return false;
    return std::ranges::none_of(all_symmetries, [&](Symmetry symmetry) {
        return !symmetry.is_identity() && key.image(symmetry) == key;
    });
}

/// A key with `pawns` pawns a side and `pieces` pieces on the board.
[[nodiscard]] inline TableKey random_key(std::mt19937_64& random,
                                         unsigned pawns,
                                         unsigned pieces,
                                         Structure structure) {
    while (true) {
        ByColor<PieceCounts> counts;
        for (unsigned i = 0; i < pieces; ++i) {
            counts[all_colors[random_below(random, 2)]].add(all_piece_kinds[random_below(random, 5)]);
        }
        const auto key = MaterialKey::make(counts, random_pawns(random, pawns, structure));
        if (key && is_rigid(*key)) return table_for(*key).key;
    }
}

/// Tables of random values for any key, some of them exact, some bounds, some absent. Two solvers that read
/// the same tables must come to the same result, whatever the tables say, if the key that is solved is rigid.
/// If it is not, they may read the image of a position instead, and random values do not know that it is
/// worth the same.
class RandomTables {
  public:
    /// Which tables there are, and whether the 50-move rule may make a difference in them.
    enum class Presence : std::uint8_t { all_exact, some_absent, all_exact_without_rule };

    /// The same seed gives the same tables, in whichever order they are asked for.
    RandomTables(std::uint64_t seed, Presence presence) : seed_(seed), presence_(presence) {}

    /// Finds a table, or null.
    [[nodiscard]] TableLookup lookup() {
        return [this](const TableKey& key) {
            auto& table = tables_[key];
            if (!table) table = make_table(key);
            return table->get();
        };
    }

  private:
    using Entry = std::optional<std::unique_ptr<Table>>;

    [[nodiscard]] Entry make_table(const TableKey& key) const {
        std::mt19937_64 random(seed_ ^ key.material().hash());
        const bool is_uncertain = presence_ == Presence::some_absent;
        if (is_uncertain && random_below(random, 4) == 0) return std::unique_ptr<Table>();
        const bool is_exact = !is_uncertain || random_below(random, 3) != 0;
        auto table = std::make_unique<Table>(key, is_exact);
        const unsigned rarity = 1 + random_below(random, 4);  // of wins: 1 in 2, 4, 8 or 16
        for (std::size_t tile = 0; tile < table->layout().tile_count(); ++tile) {
            const ByColor<Tile> legal = legal_tiles(key.material(), *table, tile);
            for (const Color side : all_colors) fill(random, rarity, legal[side], tile, side, *table);
        }
        const bool has_rule = presence_ != Presence::all_exact_without_rule;
        if (has_rule && random_below(random, 2) == 0) add_rule_layer(random, is_exact, *table);
        return table;
    }

    /// Takes some of the wins away: the 50-move rule makes draws of them.
    static void add_rule_layer(std::mt19937_64& random, bool is_exact, Table& table) {
        table.add_rule_layer(is_exact);
        for (std::size_t tile = 0; tile < table.layout().tile_count(); ++tile) {
            for (const Color side : all_colors) {
                for (const Color winner : all_colors) {
                    Tile proved = table.won(Certainty::proved, tile, side, winner);
                    Tile possible = table.won(Certainty::possible, tile, side, winner);
                    for (std::size_t row = 0; row < square_count; ++row) {
                        proved.rows[row] &= random();
                        possible.rows[row] &= random() | proved.rows[row];
                    }
                    table.set_won({Certainty::proved, Rule::fifty_moves}, tile, side, winner, proved);
                    if (!is_exact)
                        table.set_won({Certainty::possible, Rule::fifty_moves}, tile, side, winner, possible);
                }
            }
        }
    }

    [[nodiscard]] static ByColor<Tile> legal_tiles(const MaterialKey& key,
                                                   const Table& table,
                                                   std::size_t tile) {
        const Placement placement = table.layout().placement_of(tile);
        std::vector<PlacedPiece> pieces;
        for (const auto [color, kind] : table.layout().pieces()) {
            pieces.push_back({color, kind, placement[pieces.size()]});
        }
        LegalTiles tiles;
        find_legal_tiles({{key.pawn_squares(Color::white), key.pawn_squares(Color::black)}}, pieces, tiles);
        return tiles.legal;
    }

    static void fill(std::mt19937_64& random,
                     unsigned rarity,
                     const Tile& legal,
                     std::size_t tile,
                     Color side,
                     Table& table) {
        const auto some = [&] {
            std::uint64_t bits = random();
            for (unsigned i = 1; i < rarity; ++i) bits &= random();
            return bits;
        };
        ByColor<Tile> proved;
        ByColor<Tile> possible;
        for (std::size_t row = 0; row < square_count; ++row) {
            const std::uint64_t white = some() & legal.rows[row];
            const std::uint64_t black = some() & legal.rows[row] & ~white;
            const std::uint64_t open = legal.rows[row] & ~white & ~black;
            possible[Color::white].rows[row] = white | (random() & open);
            possible[Color::black].rows[row] = black | (random() & open);
            proved[Color::white].rows[row] = white;
            proved[Color::black].rows[row] = black;
        }
        table.set_legal(tile, side, legal);
        for (const Color winner : all_colors) {
            table.set_won(Certainty::proved, tile, side, winner, proved[winner]);
            if (!table.is_exact()) table.set_won(Certainty::possible, tile, side, winner, possible[winner]);
        }
    }

    std::uint64_t seed_;
    Presence presence_;
    std::unordered_map<TableKey, Entry> tables_;
};

}  // namespace philidor::test_support
