#include "philidor/builder/retrograde_solver.hpp"

#include <array>
#include <atomic>
#include <cstdint>
#include <vector>

#include "philidor/base/parallel.hpp"
#include "philidor/builder/conversions.hpp"
#include "philidor/builder/detail/tile_kernels.hpp"
#include "philidor/index/legal_tiles.hpp"
#include "philidor/index/tile_layout.hpp"
#include "philidor/index/tile_symmetry.hpp"

namespace philidor {

namespace {

constexpr std::uint32_t no_tile = ~std::uint32_t{0};

/// A line of tiles: one piece goes to every square, the others stay. By square of that piece.
using LineOfTiles = std::array<std::uint32_t, 64>;

/// All lines of one kind of piece of one side.
struct PieceLines {
    PieceKind kind;
    std::vector<LineOfTiles> lines;
};

/// A flag for each tile. Bytes, since threads write them side by side.
using Flags = std::vector<std::uint8_t>;

class Solver {
  public:
    Solver(const CanonicalKey& key, const TableLookup& lookup, unsigned threads)
        : key_(key),
          layout_(key.material(), TileLayout::Turns::unused),
          conversions_(key.material(), lookup),
          threads_(layout_.tile_count() < 512 ? 1 : threads) {}

    Table solve() {
        find_lines();
        find_starting_tiles();
        Table table(key_, conversions_.are_exact());
        for (const Color attacker : all_colors) {
            solve_system(attacker, Certainty::proved, table);
            if (!table.is_exact()) solve_system(attacker, Certainty::possible, table);
        }
        mark_illegal(table);
        return table;
    }

  private:
    [[nodiscard]] std::size_t tile_count() const { return layout_.tile_count(); }

    template <class Work>
    void for_each_tile(const Work& work) const {
        parallel_for(tile_count(), threads_, [&](std::size_t begin, std::size_t end) {
            for (std::size_t tile = begin; tile < end; ++tile) work(tile);
        });
    }

    /// The pieces of a tile; empty if two of them stand on one square.
    struct PlacedPieces {
        std::array<PlacedPiece, most_layout_pieces> pieces;
        std::size_t count = 0;
        bool overlap = false;
        [[nodiscard]] std::span<const PlacedPiece> all() const { return {pieces.data(), count}; }
    };

    [[nodiscard]] PlacedPieces pieces_of(const Placement& placement) const {
        PlacedPieces placed;
        Bitboard occupied;
        for (const KeyPiece piece : layout_.pieces()) {
            const Square square = placement[placed.count];
            placed.overlap = placed.overlap || occupied.has(square);
            occupied.add(square);
            placed.pieces[placed.count++] = {piece.color, piece.kind, square};
        }
        return placed;
    }

    /// Finds the lines of every kind of piece. A line is found from the tile in which its piece stands on the first
    /// square that is free for it.
    void find_lines() {
        const auto& pieces = layout_.pieces();
        for (std::size_t i = 0; i < pieces.size(); ++i) {
            if (i == 0 || pieces[i] != pieces[i - 1]) lines_[pieces[i].color].push_back({pieces[i].kind, {}});
            auto& lines = lines_[pieces[i].color].back().lines;
            for (std::size_t tile = 0; tile < tile_count(); ++tile) {
                Placement placement = layout_.placement_of(tile);
                if (pieces_of(placement).overlap) continue;
                Bitboard free = squares_of(pieces[i].kind) - key_.material().pawn_squares();
                for (std::size_t other = 0; other < pieces.size(); ++other) {
                    if (other != i) free.remove(placement[other]);
                }
                if (placement[i] != free.first()) continue;
                LineOfTiles line;
                line.fill(no_tile);
                for (const Square square : free) {
                    placement[i] = square;
                    line[index_of(square)] = static_cast<std::uint32_t>(layout_.locate(placement).tile);
                }
                lines.push_back(line);
            }
        }
    }

    /// Finds what is legal, what leaving the table is worth, and who is stalemated.
    void find_starting_tiles() {
        for (const Color color : all_colors) {
            legal_[color].resize(tile_count());
            for (const Certainty certainty : all_certainties) {
                if (certainty == Certainty::possible && conversions_.are_exact()) break;
                wins_[certainty][color].resize(tile_count());
                escapes_[certainty][color].resize(tile_count());
            }
        }
        ByColor<std::vector<Tile>> stuck;  // to move, not in check, and without a move that leaves the table
        for (const Color color : all_colors) stuck[color].resize(tile_count());
        for_each_tile([&](std::size_t tile) { find_starting_tile(tile, stuck); });
        for (const Color color : all_colors) find_stalemates(color, stuck[color]);
    }

    void find_starting_tile(std::size_t tile, ByColor<std::vector<Tile>>& stuck) {
        const PlacedPieces pieces = pieces_of(layout_.placement_of(tile));
        if (pieces.overlap) return;
        const MaterialKey& key = key_.material();
        LegalTiles rules;
        find_legal_tiles({{key.pawn_squares(Color::white), key.pawn_squares(Color::black)}}, pieces.all(), rules);
        for (const Color color : all_colors) {
            ConversionTiles conversions;
            conversions_.collect(color, pieces.all(), conversions);
            legal_[color][tile] = rules.legal[color];
            Tile& waiting = stuck[color][tile] = rules.legal[color];
            waiting -= rules.in_check[color];
            waiting -= conversions.any;
            for (const Certainty certainty : all_certainties) {
                if (certainty == Certainty::possible && conversions_.are_exact()) break;
                wins_[certainty][color][tile] = conversions.moves[certainty].wins;
                escapes_[certainty][color][tile] = conversions.moves[certainty].escapes;
            }
        }
    }

    /// Stalemate is an escape for the side that is stalemated.
    void find_stalemates(Color color, std::vector<Tile>& stuck) {
        Flags wanted(tile_count());
        for_each_tile([&](std::size_t tile) { wanted[tile] = stuck[tile].any() ? 1 : 0; });
        const Flags all(tile_count(), 1);
        std::vector<Tile> movable(tile_count());
        add_quiet_moves(color, legal_[!color], all, wanted, movable);
        for_each_tile([&](std::size_t tile) {
            if (wanted[tile] == 0) return;
            stuck[tile] -= movable[tile];
            for (auto& escapes : escapes_.values) {
                if (!escapes[color].empty()) escapes[color][tile] |= stuck[tile];
            }
        });
    }

    /// Adds to the `wanted` tiles of `targets` the positions from which a quiet move of `mover` leads to a position of
    /// the `filled` tiles of `sources`.
    void add_quiet_moves(Color mover,
                         const std::vector<Tile>& sources,
                         const Flags& filled,
                         const Flags& wanted,
                         std::vector<Tile>& targets) const {
        for_each_tile([&](std::size_t tile) {
            if (filled[tile] != 0 && wanted[tile] != 0) {
                kernels_.add_king_moves(mover, sources[tile], targets[tile]);
            }
        });
        for (const PieceLines& kind : lines_[mover]) {
            parallel_for(kind.lines.size(), threads_, [&](std::size_t begin, std::size_t end) {
                for (std::size_t i = begin; i < end; ++i) {
                    add_line(kind.kind, kind.lines[i], sources, filled, wanted, targets);
                }
            });
        }
    }

    void add_line(PieceKind kind,
                  const LineOfTiles& tiles,
                  const std::vector<Tile>& sources,
                  const Flags& filled,
                  const Flags& wanted,
                  std::vector<Tile>& targets) const {
        detail::TileLine line;
        bool has_source = false;
        bool has_target = false;
        for (unsigned index = 0; index < square_count; ++index) {
            if (tiles[index] == no_tile) {
                line.blocked.add(square_at(index));
                continue;
            }
            if (filled[tiles[index]] != 0) {
                line.sources[index] = &sources[tiles[index]];
                has_source = true;
            }
            if (wanted[tiles[index]] != 0) {
                line.targets[index] = &targets[tiles[index]];
                has_target = true;
            }
        }
        if (!has_source || !has_target) return;
        const PieceType type = type_of(kind);
        if (type == PieceType::knight) return kernels_.add_knight_moves(line);
        if (type != PieceType::bishop) kernels_.add_straight_moves(line);
        if (type != PieceType::rook) kernels_.add_diagonal_moves(line);
    }

    /// Marks the tiles from which one of `mover`'s moves leads to a marked tile.
    [[nodiscard]] Flags within_reach(Color mover, const Flags& marked) const {
        Flags reach = marked;
        for (const PieceLines& kind : lines_[mover]) {
            for (const LineOfTiles& line : kind.lines) {
                bool any = false;
                for (const std::uint32_t tile : line) any = any || (tile != no_tile && marked[tile] != 0);
                if (!any) continue;
                for (const std::uint32_t tile : line) {
                    if (tile != no_tile) reach[tile] = 1;
                }
            }
        }
        return reach;
    }

    /// The least fixed point of "the attacker wins": a position with the attacker to move is won if some move leads to
    /// a lost one; with the defender to move it is lost if no move escapes.
    void solve_system(Color attacker, Certainty certainty, Table& table) {
        const Color defender = !attacker;
        std::vector<Tile> not_won = legal_[attacker];
        std::vector<Tile> not_lost = legal_[defender];
        Flags changed(tile_count(), 1);
        for_each_tile([&](std::size_t tile) {
            not_won[tile] -= wins_[certainty][attacker][tile];
            not_lost[tile] -= escapes_[certainty][defender][tile];
        });
        if (layout_.pieces().empty()) {
            detail::OpenTile open{not_won[0], not_lost[0]};
            kernels_.solve_kings(attacker, open);
            not_won[0] = open.not_won;
            not_lost[0] = open.not_lost;
        } else {
            iterate(attacker, not_won, not_lost, std::move(changed));
        }
        write_system(attacker, certainty, not_won, not_lost, table);
    }

    void iterate(Color attacker, std::vector<Tile>& not_won, std::vector<Tile>& not_lost, Flags changed) {
        const Color defender = !attacker;
        std::vector<Tile> reached(tile_count());
        std::vector<Tile> lost(tile_count());
        Flags has_lost(tile_count());
        Flags open(tile_count());
        const Flags all(tile_count(), 1);
        while (true) {
            Flags wanted = within_reach(defender, changed);
            for_each_tile([&](std::size_t tile) {
                wanted[tile] = wanted[tile] != 0 && not_lost[tile].any() ? 1 : 0;
                if (wanted[tile] != 0) reached[tile] = {};
            });
            add_quiet_moves(defender, not_won, all, wanted, reached);
            for_each_tile([&](std::size_t tile) {
                has_lost[tile] =
                    wanted[tile] != 0 && kernels_.settle_outside(reached[tile], not_lost[tile], lost[tile]) ? 1 : 0;
            });

            wanted = within_reach(attacker, has_lost);
            for_each_tile([&](std::size_t tile) {
                wanted[tile] = wanted[tile] != 0 && not_won[tile].any() ? 1 : 0;
                if (wanted[tile] != 0) reached[tile] = {};
            });
            add_quiet_moves(attacker, lost, has_lost, wanted, reached);
            std::atomic<bool> any = false;
            for_each_tile([&](std::size_t tile) {
                Tile won;
                changed[tile] = wanted[tile] != 0 && kernels_.settle_inside(reached[tile], not_won[tile], won) ? 1 : 0;
                if (changed[tile] != 0) any = true;
            });
            if (!any) return;
        }
    }

    void write_system(Color attacker,
                      Certainty certainty,
                      const std::vector<Tile>& not_won,
                      const std::vector<Tile>& not_lost,
                      Table& table) const {
        const Color defender = !attacker;
        for (std::size_t tile = 0; tile < table.layout().tile_count(); ++tile) {
            const std::size_t from = layout_.locate(table.layout().placement_of(tile)).tile;
            Tile& won = table.wins(certainty, tile, attacker).wins[attacker] = legal_[attacker][from];
            won -= not_won[from];
            Tile& lost = table.wins(certainty, tile, defender).wins[attacker] = legal_[defender][from];
            lost -= escapes_[certainty][defender][from];
            lost -= not_lost[from];
        }
    }

    void mark_illegal(Table& table) const {
        for (std::size_t tile = 0; tile < table.layout().tile_count(); ++tile) {
            const std::size_t from = layout_.locate(table.layout().placement_of(tile)).tile;
            for (const Color color : all_colors) {
                for (Tile& wins : table.wins(Certainty::proved, tile, color).wins.values) {
                    for (std::size_t row = 0; row < 64; ++row) wins.rows[row] |= ~legal_[color][from].rows[row];
                }
            }
        }
    }

    CanonicalKey key_;
    TileLayout layout_;
    Conversions conversions_;
    unsigned threads_;
    const detail::TileKernels& kernels_ = detail::tile_kernels();
    ByColor<std::vector<PieceLines>> lines_;
    ByColor<std::vector<Tile>> legal_;
    ByCertainty<ByColor<std::vector<Tile>>> wins_;
    ByCertainty<ByColor<std::vector<Tile>>> escapes_;
};

}  // namespace

Table solve(const CanonicalKey& key, const TableLookup& lookup, unsigned threads) {
    return Solver(key, lookup, threads).solve();
}

}  // namespace philidor
