#include "philidor/builder/detail/child_table.hpp"

#include "philidor/index/detail/tile_symmetry.hpp"
#include "philidor/material/table_key.hpp"

namespace philidor {

namespace {

constexpr Tile empty_tile{};

/// Turns a tile of the table into what the key that asks sees.
void see(Tile& tile, BoardTurn turn, Symmetry symmetry) {
    if (!turn.is_identity()) tile = turned(tile, turn.inverse());
    if (!symmetry.is_identity()) tile = image(tile, symmetry.inverse());
}

}  // namespace

ChildTable::ChildTable(const MaterialKey& key, const Table& table, Symmetry symmetry)
    : key_(key), symmetry_(symmetry), table_(&table) {
    find_order(table.key().material());
}

ChildTable::ChildTable(const MaterialKey& key,
                       const DistanceTable& mates,
                       Symmetry symmetry,
                       unsigned most_plies)
    : key_(key), symmetry_(symmetry), mates_(&mates), most_plies_(most_plies) {
    find_order(mates.key().material());
}

ChildTable::ChildTable(const WinTable& answer) : key_(answer.key()), answer_(&answer) {
    find_order(answer.key());
}

void ChildTable::find_order(const MaterialKey& key) {
    std::uint8_t place = 0;
    for (const Color color : all_colors) {
        for (const PieceKind kind : all_piece_kinds) {
            first_of_kind_[color][static_cast<std::size_t>(kind)] = place;
            place = static_cast<std::uint8_t>(place + key.pieces(color)[kind]);
        }
    }
}

Placement ChildTable::placement_of(std::span<const PlacedPiece> pieces) const {
    Placement placement{};
    auto next = first_of_kind_;
    for (const PlacedPiece& piece : pieces) {
        const Square square = symmetry_(piece.square);
        const PieceKind kind = kind_of(type_of(piece.kind), square);
        placement[next[symmetry_(piece.color)][static_cast<std::size_t>(kind)]++] = square;
    }
    return placement;
}

void ChildTable::read(Question question,
                      std::span<const PlacedPiece> pieces,
                      Color side_to_move,
                      ChildTiles& tiles) const {
    if (is_absent()) return read_absent(question, pieces, side_to_move, tiles);
    const TileLayout& layout = answer_ != nullptr  ? answer_->layout()
                               : mates_ != nullptr ? mates_->layout()
                                                   : table_->layout();
    const TileLayout::Place place = layout.locate(placement_of(pieces));
    if (answer_ != nullptr) return read_answer(place, side_to_move == question.attacker, tiles);
    if (mates_ != nullptr) return read_mates(question, pieces, place, side_to_move, tiles);
    read_table(question, place, side_to_move, tiles);
}

void ChildTable::read_absent(Question question,
                             std::span<const PlacedPiece> pieces,
                             Color side_to_move,
                             ChildTiles& tiles) const {
    const bool is_proof = proves_nothing(question);
    if (side_to_move == question.defender() && is_proof) {
        tiles.lost = &empty_tile;
        return;
    }
    LegalTiles rules;
    find_legal_tiles({{key_.pawn_squares(Color::white), key_.pawn_squares(Color::black)}}, pieces, rules);
    tiles.copies[0] = rules.legal[side_to_move];
    if (side_to_move == question.defender()) {
        tiles.lost = &tiles.copies[0];
    } else {
        tiles.legal = &tiles.copies[0];
        tiles.not_won = is_proof ? tiles.legal : &empty_tile;
    }
}

void ChildTable::read_answer(const TileLayout::Place& place,
                             bool is_attacker_to_move,
                             ChildTiles& tiles) const {
    Tile& first = tiles.copies[0];
    Tile& legal = tiles.copies[1];
    if (!is_attacker_to_move) {
        answer_->read_lost(place.tile, first);
        see(first, place.turn, {});
        tiles.lost = &first;
        return;
    }
    answer_->read_won(place.tile, first, legal);
    see(first, place.turn, {});
    see(legal, place.turn, {});
    tiles.not_won = &first;
    tiles.legal = &legal;
}

void ChildTable::read_mates(Question question,
                            std::span<const PlacedPiece> pieces,
                            const TileLayout::Place& place,
                            Color side_to_move,
                            ChildTiles& tiles) const {
    Tile& found = tiles.copies[0];
    const TileDistances& distances = mates_->tile(place.tile, symmetry_(side_to_move));
    const bool is_attacking = side_to_move == question.attacker;
    const unsigned parity = is_attacking ? 0 : 1;  // see MateDistance
    for (std::size_t row = 0; row < square_count; ++row) {
        std::uint64_t bits = 0;
        for (std::size_t square = 0; square < square_count; ++square) {
            const unsigned number = distances[row * square_count + square];
            const bool is_won = number - 1U <= most_plies_ && number % 2 == parity;
            bits |= std::uint64_t{is_won} << square;
        }
        found.rows[row] = bits;
    }
    see(found, place.turn, symmetry_);
    if (!is_attacking) {
        tiles.lost = &found;
        return;
    }
    LegalTiles rules;
    find_legal_tiles({{key_.pawn_squares(Color::white), key_.pawn_squares(Color::black)}}, pieces, rules);
    Tile& legal = tiles.copies[1];
    legal = rules.legal[side_to_move];
    for (std::size_t row = 0; row < square_count; ++row) found.rows[row] = legal.rows[row] & ~found.rows[row];
    tiles.not_won = &found;
    tiles.legal = &legal;
}

void ChildTable::read_table(Question question,
                            const TileLayout::Place& place,
                            Color side_to_move,
                            ChildTiles& tiles) const {
    Tile& won = tiles.copies[0];
    Tile& legal = tiles.copies[1];
    table_->read(question.wins(), place.tile, symmetry_(side_to_move), symmetry_(question.attacker), won,
                 legal);
    see(won, place.turn, symmetry_);
    if (side_to_move == question.defender()) {
        tiles.lost = &won;
        return;
    }
    see(legal, place.turn, symmetry_);
    for (std::size_t row = 0; row < square_count; ++row) won.rows[row] = legal.rows[row] & ~won.rows[row];
    tiles.not_won = &won;
    tiles.legal = &legal;
}

ChildLookup children_in(const TableLookup& lookup) {
    return [&lookup](const MaterialKey& key) {
        const auto [canonical, symmetry] = table_for(key);
        const Table* table = lookup(canonical);
        return table == nullptr ? ChildTable(key) : ChildTable(key, *table, symmetry);
    };
}

}  // namespace philidor
