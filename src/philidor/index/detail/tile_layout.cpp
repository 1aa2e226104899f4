#include "philidor/index/detail/tile_layout.hpp"

#include <algorithm>
#include <cassert>

namespace philidor {

namespace {

constexpr std::size_t no_piece = most_layout_pieces;

/// The number of ways to choose `count` out of `from` things.
constexpr std::size_t binomial(std::size_t from, std::size_t count) {
    std::size_t result = 1;
    if (count > from) return 0;
    for (std::size_t i = 0; i < count; ++i) result = result * (from - i) / (i + 1);
    return result;
}

/// The turns that leave the pawns unchanged and every bishop on squares of its colour.
std::vector<BoardTurn> turns_of(const MaterialKey& key) {
    const bool has_bishops = std::ranges::any_of(
        key.pieces(), [](KeyPiece piece) { return type_of(piece.kind) == PieceType::bishop; });
    std::vector<BoardTurn> turns;
    for (const bool transposes : {false, true}) {
        for (const bool flips : {false, true}) {
            for (const bool mirrors : {false, true}) {
                const BoardTurn turn(flips, mirrors, transposes);
                if (has_bishops && turn.exchanges_square_colors()) continue;
                const bool keeps_pawns =
                    key.pawn_squares().is_empty() ||
                    (!flips && !transposes && std::ranges::all_of(all_colors, [&](Color color) {
                        const Bitboard pawns = key.pawn_squares(color);
                        return !mirrors || pawns.mirrored_files() == pawns;
                    }));
                if (keeps_pawns) turns.push_back(turn);
            }
        }
    }
    return turns;
}

}  // namespace

TileLayout::TileLayout(const MaterialKey& key, Turns turns) : pieces_(key.pieces()), anchor_(no_piece) {
    assert(pieces_.size() <= most_layout_pieces);
    if (turns == Turns::used) choose_turns(key);
    for (std::size_t first = 0; first < pieces_.size();) {
        std::size_t end = first + 1;
        while (end < pieces_.size() && pieces_[end] == pieces_[first]) ++end;
        Bitboard squares = philidor::squares_of(pieces_[first].kind) - key.pawn_squares();
        if (first == anchor_) {
            for (const Square square : squares) {
                if (!anchor_turns_[square].is_identity()) squares.remove(square);
            }
        }
        add_group(first, end - first, squares);
        first = end;
    }
}

void TileLayout::choose_turns(const MaterialKey& key) {
    for (std::size_t piece = 0; piece < pieces_.size() && anchor_ == no_piece; ++piece) {
        if (std::ranges::count(pieces_, pieces_[piece]) == 1) anchor_ = piece;
    }
    if (anchor_ == no_piece) return;
    const std::vector<BoardTurn> turns = turns_of(key);
    for (unsigned index = 0; index < square_count; ++index) {
        const Square square = square_at(index);
        anchor_turns_[square] =
            *std::ranges::min_element(turns, {}, [&](BoardTurn turn) { return turn(square); });
    }
}

void TileLayout::add_group(std::size_t first, std::size_t count, Bitboard squares) {
    Group group{first, count, binomial(squares.count(), count), tile_count_, {}, {}};
    for (const Square square : squares) {
        group.places[square] = static_cast<std::uint8_t>(group.squares.size());
        group.squares.push_back(square);
    }
    tile_count_ *= group.choices;
    groups_.push_back(std::move(group));
}

Bitboard TileLayout::squares_of(std::size_t piece) const {
    Bitboard squares;
    for (const Group& group : groups_) {
        if (piece < group.first || piece >= group.first + group.count) continue;
        for (const Square square : group.squares) squares.add(square);
    }
    return squares;
}

std::optional<std::size_t> TileLayout::anchor() const {
    return anchor_ == no_piece ? std::nullopt : std::optional(anchor_);
}

std::size_t TileLayout::choice_of(const Group& group, const Placement& placement) {
    if (group.count == 1) return group.places[placement[group.first]];
    // The combinatorial number system: positions p1 < p2 < ... have the number C(p1, 1) + C(p2, 2) + ...
    std::array<std::uint8_t, most_layout_pieces> places{};
    for (std::size_t i = 0; i < group.count; ++i) places[i] = group.places[placement[group.first + i]];
    std::sort(places.begin(), places.begin() + static_cast<std::ptrdiff_t>(group.count));
    std::size_t choice = 0;
    for (std::size_t i = 0; i < group.count; ++i) choice += binomial(places[i], i + 1);
    return choice;
}

void TileLayout::place_choice(const Group& group, std::size_t choice, Placement& placement) {
    std::size_t place = group.squares.size();
    for (std::size_t i = group.count; i > 0; --i) {
        --place;
        while (binomial(place, i) > choice) --place;
        choice -= binomial(place, i);
        placement[group.first + i - 1] = group.squares[place];
    }
}

TileLayout::Place TileLayout::locate(const Placement& placement) const {
    Place place;
    Placement image = placement;
    if (anchor_ != no_piece) {
        place.turn = anchor_turns_[placement[anchor_]];
        if (!place.turn.is_identity()) {
            for (std::size_t i = 0; i < pieces_.size(); ++i) image[i] = place.turn(placement[i]);
        }
    }
    for (const Group& group : groups_) place.tile += choice_of(group, image) * group.stride;
    return place;
}

Placement TileLayout::placement_of(std::size_t tile) const {
    Placement placement{};
    for (const Group& group : groups_) {
        place_choice(group, tile / group.stride % group.choices, placement);
    }
    return placement;
}

std::shared_ptr<const TileLayout> shared_layout_of(const MaterialKey& key) {
    static const auto of_kings = std::make_shared<const TileLayout>(MaterialKey(), TileLayout::Turns::used);
    if (key.piece_count() == 0) return of_kings;
    return std::make_shared<const TileLayout>(key, TileLayout::Turns::used);
}

}  // namespace philidor
