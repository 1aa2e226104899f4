#include "philidor/builder/detail/tile_system.hpp"

namespace philidor::detail {

namespace {

constexpr std::uint32_t no_tile = ~std::uint32_t{0};

/// Tables with fewer tiles are solved faster by one thread.
constexpr std::size_t fewest_tiles_for_threads = 512;

}  // namespace

TileSystem::TileSystem(const CanonicalKey& key, const TableLookup& lookup, unsigned threads)
    : key_(key),
      layout_(key.material(), TileLayout::Turns::unused),
      conversions_(key.material(), lookup),
      threads_(layout_.tile_count() < fewest_tiles_for_threads ? 1 : threads) {
    find_lines();
    find_starting_tiles();
}

ByColor<Bitboard> TileSystem::pawns() const {
    const MaterialKey& key = key_.material();
    return {{key.pawn_squares(Color::white), key.pawn_squares(Color::black)}};
}

TileSystem::PlacedPieces TileSystem::pieces_of(const Placement& placement) const {
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

/// A line is found from the tile in which its piece stands on the first square that is free for it.
void TileSystem::find_lines() {
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

void TileSystem::find_starting_tiles() {
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

void TileSystem::find_starting_tile(std::size_t tile, ByColor<std::vector<Tile>>& stuck) {
    const PlacedPieces pieces = pieces_of(layout_.placement_of(tile));
    if (pieces.overlap) return;
    LegalTiles rules;
    find_legal_tiles(pawns(), pieces.all(), rules);
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
void TileSystem::find_stalemates(Color color, std::vector<Tile>& stuck) {
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

std::vector<Tile> TileSystem::find_mates(Color side) const {
    std::vector<Tile> mates(tile_count());
    std::vector<Tile> movable(tile_count());
    const Flags all(tile_count(), 1);
    add_quiet_moves(side, legal_[!side], all, all, movable);
    for_each_tile([&](std::size_t tile) {
        const PlacedPieces pieces = pieces_of(layout_.placement_of(tile));
        if (pieces.overlap) return;
        LegalTiles rules;
        find_legal_tiles(pawns(), pieces.all(), rules);
        ConversionTiles conversions;
        conversions_.collect(side, pieces.all(), conversions);
        mates[tile] = rules.legal[side];
        mates[tile] &= rules.in_check[side];
        mates[tile] -= movable[tile];
        mates[tile] -= conversions.any;
    });
    return mates;
}

void TileSystem::add_quiet_moves(Color mover,
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
        // Like pieces have a line each through every tile: two threads would write to it at once.
        const unsigned threads = key_.material().pieces(mover)[kind.kind] == 1 ? threads_ : 1;
        parallel_for(kind.lines.size(), threads, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                add_line(kind.kind, kind.lines[i], sources, filled, wanted, targets);
            }
        });
    }
}

void TileSystem::add_line(PieceKind kind,
                          const LineOfTiles& tiles,
                          const std::vector<Tile>& sources,
                          const Flags& filled,
                          const Flags& wanted,
                          std::vector<Tile>& targets) const {
    TileLine line;
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

Flags TileSystem::within_reach(Color mover, const Flags& marked) const {
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

}  // namespace philidor::detail
