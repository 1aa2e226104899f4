#include "philidor/builder/detail/tile_system.hpp"

#include "philidor/builder/detail/table_scheduler.hpp"

namespace philidor::detail {

namespace {

constexpr std::uint32_t no_tile = ~std::uint32_t{0};

}  // namespace

TileSystem::TileSystem(const MaterialKey& key, unsigned threads)
    : key_(key), layout_(shared_layout_of(key)), placed_(tile_count()) {
    if (threads > 1 && tile_count() >= fewest_tiles_to_share) team_ = std::make_unique<ThreadTeam>(threads);
    place_pieces();
    find_lines();
    find_legal();
}

ByColor<Bitboard> TileSystem::pawns() const {
    return {{key_.pawn_squares(Color::white), key_.pawn_squares(Color::black)}};
}

void TileSystem::place_pieces() {
    for_each_tile([&](std::size_t tile) {
        const Placement placement = layout_->placement_of(tile);
        PlacedPieces& placed = placed_[tile];
        Bitboard occupied;
        for (const KeyPiece piece : layout_->pieces()) {
            const Square square = placement[placed.count];
            placed.overlap = placed.overlap || occupied.has(square);
            occupied.add(square);
            placed.pieces[placed.count++] = {piece.color, piece.kind, square};
        }
    });
}

/// A line is found from the tile in which its piece stands on the first square that has a tile of its own.
void TileSystem::find_lines() {
    const auto& pieces = layout_->pieces();
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        if (i == 0 || pieces[i] != pieces[i - 1]) lines_[pieces[i].color].push_back({pieces[i].kind, {}});
        Flags begins_line(tile_count());
        const Bitboard own_squares = layout_->squares_of(i);
        for_each_tile([&](std::size_t tile) {
            const PlacedPieces& placed = placed_[tile];
            begins_line[tile] =
                !placed.overlap && placed.pieces[i].square == (free_squares(i, placed) & own_squares).first();
        });
        auto& lines = lines_[pieces[i].color].back().lines;
        for (std::size_t tile = 0; tile < tile_count(); ++tile) {
            if (begins_line[tile] != 0) lines.push_back(line_of(i, tile));
        }
    }
}

Bitboard TileSystem::free_squares(std::size_t piece, const PlacedPieces& placed) const {
    Bitboard free = squares_of(placed.pieces[piece].kind) - key_.pawn_squares();
    for (std::size_t other = 0; other < placed.count; ++other) {
        if (other != piece) free.remove(placed.pieces[other].square);
    }
    return free;
}

TileSystem::Line TileSystem::line_of(std::size_t piece, std::size_t first) const {
    Placement placement = layout_->placement_of(first);
    Line line;
    line.tiles.fill(no_tile);
    for (const Square square : free_squares(piece, placed_[first])) {
        placement[piece] = square;
        const auto [tile, turn] = layout_->locate(placement);
        line.tiles[index_of(square)] = static_cast<std::uint32_t>(tile);
        line.turns[index_of(square)] = turn;
        if (!turn.is_identity()) line.turned.add(square);
    }
    return line;
}

void TileSystem::find_legal() {
    for (const Color color : all_colors) {
        legal_[color] = Tiles(tile_count());
        in_check_[color] = Tiles(tile_count());
    }
    for_each_tile([&](std::size_t tile) {
        const PlacedPieces& pieces = placed_[tile];
        if (pieces.overlap) return;
        LegalTiles rules;
        find_legal_tiles(pawns(), pieces.all(), rules);
        for (const Color color : all_colors) {
            legal_[color][tile] = rules.legal[color];
            in_check_[color][tile] = rules.in_check[color];
        }
    });
}

StartTiles TileSystem::find_start(Question question, const Conversions& conversions) const {
    const Color defender = question.defender();
    StartTiles start{Tiles(tile_count()), Tiles(tile_count()), Tiles(tile_count())};
    Tiles& stuck = start.mates;  // at first: defender to move, and no move was found yet
    Flags wanted(tile_count());
    for_each_tile([&](std::size_t tile) {
        const PlacedPieces& pieces = placed_[tile];
        if (pieces.overlap) return;
        conversions.add_wins(question, pieces.all(), start.wins[tile]);
        DefenderConversions leaving;
        conversions.add_escapes(question, pieces.all(), leaving);
        start.escapes[tile] = leaving.escapes;
        kernels_.add_king_moves(defender, legal_[question.attacker][tile], leaving.any);
        stuck[tile] = legal_[defender][tile];
        stuck[tile] -= leaving.any;
        wanted[tile] = stuck[tile].any() ? 1 : 0;
    });
    if (!lines_[defender].empty()) {
        Tiles movable(tile_count());
        const Flags all(tile_count(), 1);
        add_piece_moves(defender, {legal_[question.attacker], all, wanted, movable});
        for_each_tile([&](std::size_t tile) { stuck[tile] -= movable[tile]; });
    }
    for_each_tile([&](std::size_t tile) {
        Tile stalemates = stuck[tile];
        stalemates -= in_check_[defender][tile];
        start.escapes[tile] |= stalemates;
        stuck[tile] &= in_check_[defender][tile];
    });
    return start;
}

void TileSystem::add_quiet_moves(Color mover, const QuietMoves& moves) const {
    for_each_tile([&](std::size_t tile) {
        if (moves.filled[tile] != 0 && moves.wanted[tile] != 0) {
            kernels_.add_king_moves(mover, moves.sources[tile], moves.targets[tile]);
        }
    });
    add_piece_moves(mover, moves);
}

void TileSystem::add_piece_moves(Color mover, const QuietMoves& moves) const {
    for (const PieceLines& kind : lines_[mover]) {
        const auto add = [&](std::size_t begin, std::size_t end, RankSpan ranks) {
            for (std::size_t i = begin; i < end; ++i) add_line_moves(kind.kind, kind.lines[i], ranks, moves);
        };
        // Like pieces have a line each through every tile, so threads cannot share such lines among them.
        if (!team_) {
            add(0, kind.lines.size(), {});
        } else if (key_.pieces(mover)[kind.kind] == 1) {
            team_->run(kind.lines.size(), [&](std::size_t begin, std::size_t end) { add(begin, end, {}); });
        } else {
            team_->run(8, [&](std::size_t begin, std::size_t end) {
                add(0, kind.lines.size(), {static_cast<unsigned>(begin), static_cast<unsigned>(end)});
            });
        }
    }
}

void TileSystem::add_line_moves(PieceKind kind,
                                const Line& line,
                                RankSpan ranks,
                                const QuietMoves& moves) const {
    TileLine tiles;
    bool has_source = false;
    bool has_target = false;
    for (unsigned index = 0; index < square_count; ++index) {
        const std::uint32_t tile = line.tiles[index];
        if (tile == no_tile) {
            tiles.blocked.add(square_at(index));
            continue;
        }
        if (moves.filled[tile] != 0) {
            tiles.sources[index] = &moves.sources[tile];
            has_source = true;
        }
        if (moves.wanted[tile] != 0 && !line.turned.has(square_at(index))) {
            tiles.targets[index] = &moves.targets[tile];
            has_target = true;
        }
    }
    if (!has_source || !has_target) return;
    std::array<Tile, 64> copies;
    for (const Square square : line.turned) {
        const Tile*& source = tiles.sources[index_of(square)];
        if (source == nullptr) continue;
        kernels_.turn(*source, line.turns[index_of(square)].inverse(), copies[index_of(square)]);
        source = &copies[index_of(square)];
    }
    const PieceType type = type_of(kind);
    if (type == PieceType::knight) return kernels_.add_knight_moves(tiles, ranks);
    if (type != PieceType::bishop) kernels_.add_straight_moves(tiles, ranks);
    if (type != PieceType::rook) kernels_.add_diagonal_moves(tiles, ranks);
}

Flags TileSystem::within_reach(Color mover, const Flags& marked) const {
    Flags reach = marked;
    for (const PieceLines& kind : lines_[mover]) {
        for (const Line& line : kind.lines) {
            bool any = false;
            for (const std::uint32_t tile : line.tiles) any = any || (tile != no_tile && marked[tile] != 0);
            if (!any) continue;
            for (const std::uint32_t tile : line.tiles) {
                if (tile != no_tile) reach[tile] = 1;
            }
        }
    }
    return reach;
}

}  // namespace philidor::detail
