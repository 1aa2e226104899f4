#include "philidor/material/canonical_key.hpp"

namespace philidor {

namespace {

/// Compares the two sides of a key, each from its own end of the board: greater if White comes first by rules
/// 1 and 2 of `CanonicalKey`, equal if the key is symmetric.
std::strong_ordering compare_sides(const MaterialKey& key) {
    const auto structures =
        key.pawn_squares(Color::white).bits() <=> key.pawn_squares(Color::black).flipped_ranks().bits();
    if (structures != 0) return structures;
    const PieceCounts white = key.pieces(Color::white);
    const PieceCounts black = key.pieces(Color::black).with_bishops_exchanged();
    if (white == black) return std::strong_ordering::equal;
    const auto bishops = [](PieceCounts side) {
        return side[PieceKind::dark_bishop] + side[PieceKind::light_bishop];
    };
    if (const auto order = white.total() <=> black.total(); order != 0) return order;
    if (const auto order = white[PieceKind::queen] <=> black[PieceKind::queen]; order != 0) return order;
    if (const auto order = white[PieceKind::rook] <=> black[PieceKind::rook]; order != 0) return order;
    if (const auto order = bishops(white) <=> bishops(black); order != 0) return order;
    // The knights are equal at this point. Black's light-squared bishops are those that White would have
    // after a swap.
    return white[PieceKind::light_bishop] <=> black[PieceKind::light_bishop];
}

/// Whether mirroring the files leaves the pawns unchanged and makes all bishops, now dark-squared,
/// light-squared.
bool wants_mirror(const MaterialKey& key) {
    const auto has_any = [&](PieceKind kind) {
        return key.pieces(Color::white).has(kind) || key.pieces(Color::black).has(kind);
    };
    if (!has_any(PieceKind::dark_bishop) || has_any(PieceKind::light_bishop)) return false;
    const auto is_mirrored = [&](Color color) {
        return key.pawn_squares(color).mirrored_files() == key.pawn_squares(color);
    };
    return is_mirrored(Color::white) && is_mirrored(Color::black);
}

}  // namespace

Canonicalization canonicalize(const MaterialKey& key) {
    const bool swaps = compare_sides(key) < 0;
    // Computed in any case and chosen without a branch: in a closure it is unpredictable which side is the
    // larger.
    const MaterialKey swapped = key.image(Symmetry::swap_sides());
    const Symmetry symmetry = swaps ? Symmetry::swap_sides() : Symmetry();
    const MaterialKey turned = swaps ? swapped : key;
    if (!wants_mirror(turned)) return {CanonicalKey(turned), symmetry};
    return {CanonicalKey(turned.image(Symmetry::mirror_files())), Symmetry::mirror_files() * symmetry};
}

}  // namespace philidor
