#include "philidor/table/detail/block_codec.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "philidor/chess/attacks.hpp"
#include "philidor/table/detail/range_coder.hpp"

namespace philidor {

namespace {

/// The men of `side` that are not defended by a pawn or piece of theirs, disregarding the kings.
Bitboard loose_men(Color side,
                   const MaterialKey& key,
                   std::span<const PlacedPiece> pieces,
                   const ByColor<Bitboard>& men) {
    const Bitboard pawns = key.pawn_squares(side);
    Bitboard guarded =
        side == Color::white ? pawn_attacks<Color::white>(pawns) : pawn_attacks<Color::black>(pawns);
    for (const PlacedPiece& piece : pieces) {
        if (piece.color != side) continue;
        guarded |= attacks_of(make_piece(side, type_of(piece.kind)), piece.square,
                              men[Color::white] | men[Color::black]);
    }
    return men[side] - guarded;
}

/// The placements in which this side's king is adjacent to one of the squares, and the other king is not.
Tile king_may_take(Color side, Bitboard squares) {
    Tile tile;
    for (const Square square : squares) {
        const Bitboard beside = king_attacks(square);
        for (unsigned row = 0; row < 64; ++row) {
            const bool is_beside = beside.has(square_at(row));
            if (side == Color::white && is_beside) tile.rows[row] |= (~beside).bits();
            if (side == Color::black && !is_beside) tile.rows[row] |= beside.bits();
        }
    }
    return tile;
}

bool is_subset(const Tile& a, const Tile& b) {
    Tile rest = a;
    rest -= b;
    return !rest.any();
}

}  // namespace

BlockCodec::BlockCodec(const TableHeader& header, const TileLayout& layout)
    : key_(header.key.material()), layout_(layout) {
    for (const Color side : all_colors)
        scheme_.men[side] = key_.pieces(side).total() + key_.pawn_squares(side).count();
    scheme_.is_symmetric = header.is_symmetric();
    scheme_.is_exact = header.is_exact;
    scheme_.rule_layer = header.rule_layer;
    // The moves of the side with fewer pieces are easier to predict: most of them are king moves.
    const bool black_is_stronger = key_.pieces(Color::black).total() > key_.pieces(Color::white).total();
    scheme_.first = black_is_stronger ? Color::black : Color::white;
}

std::size_t BlockCodec::last_tile(std::size_t block) const {
    return std::min(first_tile(block + 1), layout_.tile_count()) - 1;
}

void BlockCodec::find_facts(std::size_t tile, detail::TileFacts& facts) const {
    const Placement placement = layout_.placement_of(tile);
    std::array<PlacedPiece, most_layout_pieces> pieces{};
    std::size_t count = 0;
    ByColor<Bitboard> men{{key_.pawn_squares(Color::white), key_.pawn_squares(Color::black)}};
    for (const KeyPiece piece : layout_.pieces()) {
        men[piece.color].add(placement[count]);
        pieces[count] = {piece.color, piece.kind, placement[count]};
        ++count;
    }
    find_legal_tiles({{key_.pawn_squares(Color::white), key_.pawn_squares(Color::black)}},
                     std::span(pieces).first(count), facts.rules);
    for (const Color side : all_colors) {
        facts.takes[side] = king_may_take(side, loose_men(!side, key_, std::span(pieces).first(count), men));
    }
}

bool BlockCodec::is_sound(std::size_t tile, const TileValues& values) const {
    detail::TileFacts facts;
    find_facts(tile, facts);
    for (const Color us : all_colors) {
        const Tile& legal = facts.rules.legal[us];
        if (!is_sound(values[Rule::none], us, legal, scheme_.is_exact)) return false;
        if (scheme_.rule_layer != LayerState::absent && !is_rule_sound(values, us, legal)) return false;
    }
    return true;
}

bool BlockCodec::is_sound(const LayerValues& values, Color us, const Tile& legal, bool is_exact) {
    ByColor<Tile> proved = values[Certainty::proved][us].wins;
    Tile both = proved[Color::white];
    both &= proved[Color::black];
    for (std::size_t row = 0; row < 64; ++row) {
        if (both.rows[row] != ~legal.rows[row]) return false;
    }
    if (is_exact) return true;
    const ByColor<Tile>& possible = values[Certainty::possible][us].wins;
    for (const Color winner : all_colors) {
        proved[winner] -= both;
        Tile open = legal;
        open -= proved[!winner];
        if (!is_subset(proved[winner], possible[winner]) || !is_subset(possible[winner], open)) return false;
    }
    return true;
}

bool BlockCodec::is_rule_sound(const TileValues& values, Color us, const Tile& legal) const {
    const bool is_rule_exact = scheme_.rule_layer == LayerState::exact;
    if (!is_sound(values[Rule::fifty_moves], us, legal, is_rule_exact)) return false;
    for (const Certainty certainty : all_certainties) {
        const Certainty under_rule = is_rule_exact ? Certainty::proved : certainty;
        const Certainty without = scheme_.is_exact ? Certainty::proved : certainty;
        for (const Color winner : all_colors) {
            Tile wins = values[Rule::fifty_moves][under_rule][us].wins[winner];
            wins &= legal;
            if (!is_subset(wins, values[Rule::none][without][us].wins[winner])) return false;
        }
    }
    return true;
}

Bytes BlockCodec::encode(std::size_t block,
                         const std::function<TileValues(std::size_t tile)>& value_of) const {
    detail::RangeEncoder encoder;
    detail::TileModel model(encoder, scheme_);
    for (std::size_t tile = first_tile(block); tile <= last_tile(block); ++tile) {
        detail::TileFacts facts;
        find_facts(tile, facts);
        TileValues values = value_of(tile);
        model.code(facts, values);
    }
    return encoder.finish();
}

void BlockCodec::decode(
    std::size_t block,
    std::size_t last,
    ByteView bytes,
    const std::function<void(std::size_t tile, const TileValues& values)>& receive) const {
    detail::RangeDecoder decoder(bytes);
    detail::TileModel model(decoder, scheme_);
    for (std::size_t tile = first_tile(block); tile <= std::min(last, last_tile(block)); ++tile) {
        detail::TileFacts facts;
        find_facts(tile, facts);
        TileValues values;
        model.code(facts, values);
        receive(tile, values);
    }
}

}  // namespace philidor
