/// @file
/// A table as a device sees it: plain data, and where its tiles are.
///
/// On a device the attacker is always White: it is the side whose king chooses the row of a tile, and whose
/// pawns move up the board. A question about Black is asked of the key with the sides swapped. So no answer
/// has to be seen through a swap, which would mean to transpose every tile.
#pragma once

#include <cstddef>
#include <cstdint>

#include "philidor/builder/detail/device_code.hpp"

namespace philidor::detail {

/// The most pieces, kings and pawns apart, of a table on a device.
inline constexpr unsigned most_device_pieces = 4;

/// The sides, as numbers.
inline constexpr unsigned attacker_side = 0;
inline constexpr unsigned defender_side = 1;

/// The numbers of the `PieceKind`s.
inline constexpr unsigned kind_queen = 0;
inline constexpr unsigned kind_rook = 1;
inline constexpr unsigned kind_dark_bishop = 2;
inline constexpr unsigned kind_light_bishop = 3;
inline constexpr unsigned kind_knight = 4;

/// The kind of this piece after it was put on another square: bishops may change the colour of their squares.
PHILIDOR_HOST_DEVICE constexpr unsigned kind_on(unsigned kind, unsigned square) {
    if (kind != kind_dark_bishop && kind != kind_light_bishop) return kind;
    return ((square ^ square >> 3U) & 1U) != 0 ? kind_light_bishop : kind_dark_bishop;
}

/// Like pieces of one side: a choice of `count` squares. See `TileLayout`.
struct DeviceGroup {
    std::uint32_t choices;
    std::uint32_t stride;
    std::uint8_t side;
    std::uint8_t kind;
    std::uint8_t first;  ///< the number of its first piece
    std::uint8_t count;
    std::uint8_t square_count;
    std::uint8_t squares[64];  // NOLINT(modernize-avoid-c-arrays): a GPU has no std::array
    std::uint8_t places[64];   // NOLINT(modernize-avoid-c-arrays)
};

/// A `TileLayout` as plain data.
struct DeviceLayout {
    std::uint32_t tile_count;
    std::uint8_t piece_count;
    std::uint8_t group_count;
    std::uint8_t anchor;                        ///< the piece that decides how the board is turned
    std::uint8_t group_of[most_device_pieces];  // NOLINT(modernize-avoid-c-arrays): by piece
    std::uint8_t anchor_turns[64];              // NOLINT(modernize-avoid-c-arrays)
    std::uint8_t weights[64];  // NOLINT(modernize-avoid-c-arrays): how many squares are turned to this one
    DeviceGroup groups[most_device_pieces];  // NOLINT(modernize-avoid-c-arrays)
};

/// No piece decides how the board is turned.
inline constexpr std::uint8_t no_anchor = 255;

/// What a child that is not there counts as.
enum class DeviceChildState : std::uint8_t { present, counts_as_not_won, counts_as_won };

/// The answer of a table that a move leads to.
struct DeviceChild {
    const Word* not_won;  ///< attacker to move; tile by tile
    const Word* lost;     ///< defender to move
    Word pawns[2];        // NOLINT(modernize-avoid-c-arrays): by side, as the table that asks sees them
    DeviceChildState state;
    bool is_mirrored;  ///< it is the table of the mirror image
    DeviceLayout layout;
};

/// A `ChangeKind`; en passant is an answer to a double push.
enum class DeviceChange : std::uint8_t {
    piece_taken,
    pawn_taken,
    push,
    double_push,
    pawn_takes_pawn,
    pawn_takes_piece,
    promotion,
    taking_promotion,
};

/// One way to leave a table: a `KeyChange`.
struct DeviceConversion {
    DeviceChange kind;
    std::uint8_t mover;
    std::uint8_t from;
    std::uint8_t to;
    std::uint8_t taken;
    std::uint8_t promotion;
    std::uint32_t child;         ///< its number
    std::uint32_t answer_count;  ///< captures en passant; these children follow `child`
};

/// A table of a batch.
struct DeviceTable {
    DeviceLayout layout;
    Word pawns[2];             // NOLINT(modernize-avoid-c-arrays): by side
    std::uint64_t first_tile;  ///< its tiles are numbered from here on, in the batch
    std::uint32_t first_conversion;
    std::uint32_t conversion_count;
};

/// The pieces of a tile on their squares, a byte each.
struct DevicePlacement {
    std::uint32_t squares = 0;
    Word occupied = 0;  ///< pawns included
    bool overlaps = false;

    /// The square of a piece.
    [[nodiscard]] PHILIDOR_HOST_DEVICE unsigned square(unsigned piece) const {
        return squares >> 8U * piece & 63U;
    }
};

/// C(n, k) for k up to 4.
PHILIDOR_HOST_DEVICE constexpr std::uint32_t choose(std::uint32_t n, unsigned k) {
    if (k == 1) return n;
    if (n < k) return 0;
    if (k == 2) return n * (n - 1) / 2;
    if (k == 3) return n * (n - 1) * (n - 2) / 6;
    return n * (n - 1) * (n - 2) / 6 * (n - 3) / 4;
}

/// The placement that a tile belongs to; see `TileLayout::placement_of`.
PHILIDOR_HOST_DEVICE inline DevicePlacement placement_of(const DeviceLayout& layout,
                                                         Word pawns,
                                                         std::uint32_t tile) {
    DevicePlacement placement;
    placement.occupied = pawns;
    const auto put = [&](unsigned piece, unsigned square) {
        placement.overlaps = placement.overlaps || has(placement.occupied, square);
        placement.occupied |= bit_of(square);
        placement.squares |= square << 8U * piece;
    };
    for (unsigned i = 0; i < layout.group_count; ++i) {
        const DeviceGroup& group = layout.groups[i];
        std::uint32_t choice = tile / group.stride % group.choices;
        if (group.count == 1) {
            put(group.first, group.squares[choice]);
            continue;
        }
        std::uint32_t place = group.square_count;
        for (unsigned k = group.count; k > 0; --k) {
            do --place;
            while (choose(place, k) > choice);
            choice -= choose(place, k);
            put(group.first + k - 1, group.squares[place]);
        }
    }
    return placement;
}

/// The number of a group's choice, its pieces on these squares after a turn.
PHILIDOR_HOST_DEVICE inline std::uint32_t choice_of(const DeviceGroup& group,
                                                    std::uint32_t squares,
                                                    Turn turn) {
    const auto place = [&](unsigned i) -> std::uint32_t {
        return group.places[turned_square(turn, squares >> 8U * (group.first + i) & 63U)];
    };
    if (group.count == 1) return place(0);
    std::uint32_t choice = 0;
    for (unsigned i = 0; i < group.count; ++i) {
        unsigned below = 0;
        for (unsigned other = 0; other < group.count; ++other) below += place(other) < place(i) ? 1U : 0U;
        choice += choose(place(i), below + 1);
    }
    return choice;
}

/// A tile and the turn that leads to its placement, in one number. The uppermost bit is a mark for callers.
using LineEntry = std::uint32_t;
inline constexpr unsigned entry_turn_shift = 28;
inline constexpr LineEntry entry_mark = LineEntry{1} << 31U;
inline constexpr std::uint32_t most_device_tiles = 1U << entry_turn_shift;

/// The tile of an entry.
PHILIDOR_HOST_DEVICE constexpr std::uint32_t tile_of(LineEntry entry) {
    return entry & (most_device_tiles - 1);
}

/// The turn of an entry.
PHILIDOR_HOST_DEVICE constexpr Turn turn_of(LineEntry entry) { return entry >> entry_turn_shift & 7U; }

/// The tile in which one piece of a tile stands on another, free square.
PHILIDOR_HOST_DEVICE inline LineEntry entry_of_move(const DeviceLayout& layout,
                                                    std::uint32_t tile,
                                                    const DevicePlacement& placement,
                                                    unsigned piece,
                                                    unsigned to) {
    const Turn turn = piece == layout.anchor ? layout.anchor_turns[to] : 0U;
    const std::uint32_t squares = (placement.squares & ~(63U << 8U * piece)) | static_cast<std::uint32_t>(to)
                                                                                   << 8U * piece;
    if (turn == 0) {
        const DeviceGroup& group = layout.groups[layout.group_of[piece]];
        const std::uint32_t before = tile / group.stride % group.choices;
        return tile - before * group.stride + choice_of(group, squares, 0) * group.stride;
    }
    std::uint32_t moved = 0;
    for (unsigned i = 0; i < layout.group_count; ++i) {
        moved += choice_of(layout.groups[i], squares, turn) * layout.groups[i].stride;
    }
    return moved | turn << entry_turn_shift;
}

/// Pieces on their squares, in any order: those of a tile, or what a move out of the table leaves of them.
struct DeviceMen {
    unsigned count = 0;
    std::uint8_t side[most_device_pieces + 1];    // NOLINT(modernize-avoid-c-arrays)
    std::uint8_t kind[most_device_pieces + 1];    // NOLINT(modernize-avoid-c-arrays)
    std::uint8_t square[most_device_pieces + 1];  // NOLINT(modernize-avoid-c-arrays)

    /// Adds a piece.
    PHILIDOR_HOST_DEVICE void add(unsigned piece_side, unsigned piece_kind, unsigned on) {
        side[count] = static_cast<std::uint8_t>(piece_side);
        kind[count] = static_cast<std::uint8_t>(piece_kind);
        square[count++] = static_cast<std::uint8_t>(on);
    }
    /// Removes a piece; another one takes its number.
    PHILIDOR_HOST_DEVICE void remove(unsigned piece) {
        --count;
        side[piece] = side[count];
        kind[piece] = kind[count];
        square[piece] = square[count];
    }
    /// The squares of all pieces.
    [[nodiscard]] PHILIDOR_HOST_DEVICE Word occupied() const {
        Word set = 0;
        for (unsigned i = 0; i < count; ++i) set |= bit_of(square[i]);
        return set;
    }
};

/// The pieces of a tile.
PHILIDOR_HOST_DEVICE inline DeviceMen men_of(const DeviceLayout& layout, const DevicePlacement& placement) {
    DeviceMen men;
    for (unsigned i = 0; i < layout.piece_count; ++i) {
        const DeviceGroup& group = layout.groups[layout.group_of[i]];
        men.add(group.side, group.kind, placement.square(i));
    }
    return men;
}

/// The tile of these men in a layout that has the same pieces, after the files were mirrored or not.
PHILIDOR_HOST_DEVICE inline LineEntry locate(const DeviceLayout& layout,
                                             const DeviceMen& men,
                                             bool is_mirrored) {
    const unsigned mirror = is_mirrored ? 7U : 0U;
    const auto belongs = [&](const DeviceGroup& group, unsigned man) {
        return men.side[man] == group.side && kind_on(men.kind[man], men.square[man] ^ mirror) == group.kind;
    };
    Turn turn = 0;
    if (layout.anchor != no_anchor) {
        const DeviceGroup& anchor = layout.groups[layout.group_of[layout.anchor]];
        for (unsigned man = 0; man < men.count; ++man) {
            if (belongs(anchor, man)) turn = layout.anchor_turns[men.square[man] ^ mirror];
        }
    }
    std::uint32_t tile = 0;
    for (unsigned i = 0; i < layout.group_count; ++i) {
        const DeviceGroup& group = layout.groups[i];
        const auto place = [&](unsigned man) -> std::uint32_t {
            return group.places[turned_square(turn, men.square[man] ^ mirror)];
        };
        for (unsigned man = 0; man < men.count; ++man) {
            if (!belongs(group, man)) continue;
            unsigned below = 0;
            for (unsigned other = 0; other < men.count; ++other) {
                if (belongs(group, other) && place(other) < place(man)) ++below;
            }
            tile += choose(place(man), below + 1) * group.stride;
        }
    }
    return tile | turn << entry_turn_shift;
}

}  // namespace philidor::detail
