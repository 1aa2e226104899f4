#include "philidor/builder/detail/device_layout.hpp"

#include <array>

#include "philidor/index/detail/tile_layout.hpp"
#include "philidor/material/detail/child_keys.hpp"

namespace philidor::detail {

namespace {

std::uint8_t byte_of(std::size_t number) { return static_cast<std::uint8_t>(number); }

Turn turn_bits_of(BoardTurn turn) {
    return (turn.flips_ranks() ? turn_flips : 0U) | (turn.mirrors_files() ? turn_mirrors : 0U) |
           (turn.transposes() ? turn_transposes : 0U);
}

DeviceChange change_of(ChangeKind kind) {
    switch (kind) {
        case ChangeKind::piece_taken: return DeviceChange::piece_taken;
        case ChangeKind::pawn_taken: return DeviceChange::pawn_taken;
        case ChangeKind::push: return DeviceChange::push;
        case ChangeKind::double_push: return DeviceChange::double_push;
        case ChangeKind::pawn_takes_pawn:
        case ChangeKind::en_passant: return DeviceChange::pawn_takes_pawn;
        case ChangeKind::pawn_takes_piece: return DeviceChange::pawn_takes_piece;
        case ChangeKind::promotion: return DeviceChange::promotion;
        case ChangeKind::taking_promotion: return DeviceChange::taking_promotion;
    }
    return DeviceChange::push;
}

/// The number of an optional enumerator; 0 if there is none.
template <class Enumerator>
std::uint8_t number_or_zero(const std::optional<Enumerator>& value) {
    return value ? static_cast<std::uint8_t>(*value) : std::uint8_t{0};
}

void set_pawns(const MaterialKey& key, Word (&pawns)[2]) {  // NOLINT(modernize-avoid-c-arrays)
    pawns[attacker_side] = key.pawn_squares(Color::white).bits();
    pawns[defender_side] = key.pawn_squares(Color::black).bits();
}

}  // namespace

DeviceKey device_key_of(const MaterialKey& key) {
    const auto [canonical, symmetry] = table_for(key);
    if (!symmetry.mirrors_files()) return {key, false};
    return {key.image(Symmetry::mirror_files()), true};
}

bool has_device_layout(const MaterialKey& key) {
    if (key.piece_count() > most_device_pieces) return false;
    return TileLayout(key, TileLayout::Turns::used).tile_count() < most_device_tiles;
}

DeviceLayout device_layout_of(const MaterialKey& key) {
    const TileLayout layout(key, TileLayout::Turns::used);
    const std::vector<KeyPiece>& pieces = layout.pieces();
    DeviceLayout result{};
    result.tile_count = static_cast<std::uint32_t>(layout.tile_count());
    result.piece_count = byte_of(pieces.size());
    result.anchor = layout.anchor() ? byte_of(*layout.anchor()) : no_anchor;
    std::uint32_t stride = 1;
    for (std::size_t first = 0; first < pieces.size();) {
        DeviceGroup& group = result.groups[result.group_count];
        group.side = static_cast<std::uint8_t>(pieces[first].color);
        group.kind = static_cast<std::uint8_t>(pieces[first].kind);
        group.first = byte_of(first);
        for (const Square square : layout.squares_of(first)) {
            group.places[index_of(square)] = group.square_count;
            group.squares[group.square_count++] = byte_of(index_of(square));
        }
        while (first < pieces.size() && pieces[first] == pieces[group.first]) {
            result.group_of[first++] = result.group_count;
            ++group.count;
        }
        group.choices = choose(group.square_count, group.count);
        group.stride = stride;
        stride *= group.choices;
        ++result.group_count;
    }
    for (unsigned index = 0; index < square_count; ++index) {
        const BoardTurn turn = layout.anchor_turn(square_at(index));
        result.anchor_turns[index] = byte_of(turn_bits_of(turn));
        if (layout.anchor()) ++result.weights[index_of(turn(square_at(index)))];
    }
    return result;
}

DeviceTable device_table_of(const MaterialKey& key) {
    DeviceTable table{};
    table.layout = device_layout_of(key);
    set_pawns(key, table.pawns);
    return table;
}

void append_conversions(const MaterialKey& key,
                        const FindDeviceChild& find,
                        std::vector<DeviceConversion>& conversions,
                        std::vector<DeviceChild>& children) {
    for_each_table_read(key, [&](const TableRead& read) {
        DeviceChild child{};
        child.state = DeviceChildState::counts_as_not_won;
        set_pawns(read.key, child.pawns);
        find(read.key, child);
        children.push_back(child);
        if (read.capturer) {
            ++conversions.back().answer_count;
            return;
        }
        const KeyChange& change = read.change;
        conversions.push_back({change_of(change.kind), static_cast<std::uint8_t>(change.mover),
                               number_or_zero(change.from), number_or_zero(change.to),
                               number_or_zero(change.taken), number_or_zero(change.promotion),
                               static_cast<std::uint32_t>(children.size() - 1), 0});
    });
}

}  // namespace philidor::detail
