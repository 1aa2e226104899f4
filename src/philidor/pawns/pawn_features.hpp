/// @file
/// What chess players say about pawns, as sets of squares.
///
/// Each function reads the pawns as one side sees them, and answers in the same view: *ahead* is up the
/// board, and the pawns it tells of are the side's own. Whatever is not about pieces is here; docs/pawns.md
/// has a picture of each.
#pragma once

#include <array>
#include <string_view>

#include "philidor/base/inline.hpp"
#include "philidor/chess/bitboard.hpp"
#include "philidor/chess/color.hpp"
#include "philidor/chess/square.hpp"
#include "philidor/pawns/pawn_structure.hpp"

namespace philidor {

/// The set and all squares ahead of it on the same files.
[[nodiscard]] PHILIDOR_INLINE constexpr Bitboard filled_ahead(Bitboard set) {
    set |= Bitboard::from_bits(set.bits() << 8U);
    set |= Bitboard::from_bits(set.bits() << 16U);
    return set | Bitboard::from_bits(set.bits() << 32U);
}

/// The set and all squares behind it on the same files.
[[nodiscard]] PHILIDOR_INLINE constexpr Bitboard filled_behind(Bitboard set) {
    set |= Bitboard::from_bits(set.bits() >> 8U);
    set |= Bitboard::from_bits(set.bits() >> 16U);
    return set | Bitboard::from_bits(set.bits() >> 32U);
}

/// The squares ahead of a pawn, up to the last rank.
[[nodiscard]] PHILIDOR_INLINE constexpr Bitboard ahead_of(Bitboard set) {
    return shift<Direction::north>(filled_ahead(set));
}

/// The squares behind a pawn, down to the first rank.
[[nodiscard]] PHILIDOR_INLINE constexpr Bitboard behind(Bitboard set) {
    return shift<Direction::south>(filled_behind(set));
}

/// The squares to the left and to the right.
[[nodiscard]] PHILIDOR_INLINE constexpr Bitboard beside(Bitboard set) {
    return shift<Direction::west>(set) | shift<Direction::east>(set);
}

/// The squares that own pawns attack, or can attack once they have walked up their files.
[[nodiscard]] PHILIDOR_INLINE constexpr Bitboard attackable(PawnView view) {
    return beside(ahead_of(view.own));
}

/// Pawns with an own pawn ahead on their file: all but the foremost.
[[nodiscard]] PHILIDOR_INLINE constexpr Bitboard doubled_pawns(PawnView view) {
    return view.own & behind(view.own);
}

/// Pawns without an own pawn on a neighbouring file.
[[nodiscard]] PHILIDOR_INLINE constexpr Bitboard isolated_pawns(PawnView view) {
    return view.own - beside(filled_ahead(view.own) | filled_behind(view.own));
}

/// Pawns with an enemy pawn ahead on their file.
[[nodiscard]] PHILIDOR_INLINE constexpr Bitboard opposed_pawns(PawnView view) {
    return view.own & behind(view.enemy);
}

/// Pawns with an enemy pawn on the very next square.
[[nodiscard]] PHILIDOR_INLINE constexpr Bitboard blocked_pawns(PawnView view) {
    return view.own & shift<Direction::south>(view.enemy);
}

/// Pawns with an own pawn beside them.
[[nodiscard]] PHILIDOR_INLINE constexpr Bitboard phalanx_pawns(PawnView view) {
    return view.own & beside(view.own);
}

/// Pawns that an own pawn defends.
[[nodiscard]] PHILIDOR_INLINE constexpr Bitboard supported_pawns(PawnView view) {
    return view.own & pawn_attacks<Color::white>(view.own);
}

/// Pawns that stand beside an own pawn, or are defended by one.
[[nodiscard]] PHILIDOR_INLINE constexpr Bitboard connected_pawns(PawnView view) {
    return phalanx_pawns(view) | supported_pawns(view);
}

/// Pawns that defend an own pawn.
[[nodiscard]] PHILIDOR_INLINE constexpr Bitboard supporting_pawns(PawnView view) {
    return view.own & pawn_attacks<Color::black>(view.own);
}

/// Pawns of a chain: they defend an own pawn, or are defended by one.
[[nodiscard]] PHILIDOR_INLINE constexpr Bitboard chain_pawns(PawnView view) {
    return supporting_pawns(view) | supported_pawns(view);
}

/// Where chains begin: pawns that defend another and that no pawn defends.
[[nodiscard]] PHILIDOR_INLINE constexpr Bitboard chain_bases(PawnView view) {
    return supporting_pawns(view) - supported_pawns(view);
}

/// Where chains end: pawns that are defended and defend none.
[[nodiscard]] PHILIDOR_INLINE constexpr Bitboard chain_heads(PawnView view) {
    return supported_pawns(view) - supporting_pawns(view);
}

/// Pawns that are not isolated, but whose neighbours are all ahead of them, and whose next square an enemy
/// pawn attacks: they cannot advance in safety, and no pawn can ever help them.
[[nodiscard]] PHILIDOR_INLINE constexpr Bitboard backward_pawns(PawnView view) {
    const Bitboard unsafe = pawn_attacks<Color::black>(view.enemy) - attackable(view);
    return (view.own & shift<Direction::south>(unsafe)) - isolated_pawns(view);
}

/// The foremost pawns of their files with no enemy pawn ahead, on their own file or a neighbouring one.
[[nodiscard]] PHILIDOR_INLINE constexpr Bitboard passed_pawns(PawnView view) {
    const Bitboard guards = behind(view.enemy);
    return view.own - guards - beside(guards) - behind(view.own);
}

/// Pawns that may become passed: foremost of their file, with no enemy pawn ahead on it, but on neighbouring
/// files; and on at least as many neighbouring files an own pawn stands beside or behind.
[[nodiscard]] PHILIDOR_INLINE constexpr Bitboard candidate_pawns(PawnView view) {
    const Bitboard guards = behind(view.enemy);
    const Bitboard guards_west = shift<Direction::east>(guards);
    const Bitboard guards_east = shift<Direction::west>(guards);
    const Bitboard helpers = filled_ahead(view.own);
    const Bitboard helpers_west = shift<Direction::east>(helpers);
    const Bitboard helpers_east = shift<Direction::west>(helpers);
    const Bitboard against_two = guards_west & guards_east & helpers_west & helpers_east;
    const Bitboard against_one = (guards_west ^ guards_east) & (helpers_west | helpers_east);
    return ((view.own - behind(view.own)) - guards) & (against_one | against_two);
}

/// Passed pawns with another passed pawn on a neighbouring file, beside or diagonally next to them.
[[nodiscard]] PHILIDOR_INLINE constexpr Bitboard connected_passers(PawnView view) {
    const Bitboard passed = passed_pawns(view);
    return passed & beside(passed | shift<Direction::north>(passed) | shift<Direction::south>(passed));
}

/// Passed pawns that an own pawn defends.
[[nodiscard]] PHILIDOR_INLINE constexpr Bitboard protected_passers(PawnView view) {
    return passed_pawns(view) & supported_pawns(view);
}

/// The squares of the third and fourth rank that no own pawn attacks or can attack later by walking up.
[[nodiscard]] PHILIDOR_INLINE constexpr Bitboard holes(PawnView view) {
    return (Bitboard(Rank::third) | Bitboard(Rank::fourth)) - attackable(view);
}

/// The two wings, files a to d and e to h.
inline constexpr std::array wings{Bitboard::from_bits(0x0F0F0F0F0F0F0F0F),
                                  Bitboard::from_bits(0xF0F0F0F0F0F0F0F0)};

/// On how many wings the side has more pawns than the enemy.
[[nodiscard]] PHILIDOR_INLINE constexpr unsigned majority_count(PawnView view) {
    unsigned count = 0;
    for (const Bitboard wing : wings)
        count += (view.own & wing).count() > (view.enemy & wing).count() ? 1U : 0U;
    return count;
}

/// Pawns on a wing where the side has more of them than the enemy.
[[nodiscard]] constexpr Bitboard majority_pawns(PawnView view) {
    Bitboard found;
    for (const Bitboard wing : wings) {
        if ((view.own & wing).count() > (view.enemy & wing).count()) found |= view.own & wing;
    }
    return found;
}

/// The number of islands: groups of neighbouring files with pawns, divided by files without.
[[nodiscard]] PHILIDOR_INLINE constexpr unsigned island_count(PawnView view) {
    const Bitboard files = filled_behind(view.own) & Bitboard(Rank::first);
    return (files - shift<Direction::east>(files)).count();  // each is counted at its western end
}

/// A feature by its name.
struct NamedFeature {
    std::string_view name;
    Bitboard (*squares)(PawnView);
    bool is_of_pawns = true;  ///< or else of squares
};

/// All features that are sets of squares.
inline constexpr std::array all_pawn_features{
    NamedFeature{"doubled", [](PawnView view) { return doubled_pawns(view); }},
    NamedFeature{"isolated", [](PawnView view) { return isolated_pawns(view); }},
    NamedFeature{"backward", [](PawnView view) { return backward_pawns(view); }},
    NamedFeature{"passed", [](PawnView view) { return passed_pawns(view); }},
    NamedFeature{"candidate", [](PawnView view) { return candidate_pawns(view); }},
    NamedFeature{"phalanx", [](PawnView view) { return phalanx_pawns(view); }},
    NamedFeature{"supported", [](PawnView view) { return supported_pawns(view); }},
    NamedFeature{"connected", [](PawnView view) { return connected_pawns(view); }},
    NamedFeature{"chain", [](PawnView view) { return chain_pawns(view); }},
    NamedFeature{"chain base", [](PawnView view) { return chain_bases(view); }},
    NamedFeature{"chain head", [](PawnView view) { return chain_heads(view); }},
    NamedFeature{"majority", [](PawnView view) { return majority_pawns(view); }},
    NamedFeature{"blocked", [](PawnView view) { return blocked_pawns(view); }},
    NamedFeature{"opposed", [](PawnView view) { return opposed_pawns(view); }},
    NamedFeature{"connected passer", [](PawnView view) { return connected_passers(view); }},
    NamedFeature{"protected passer", [](PawnView view) { return protected_passers(view); }},
    NamedFeature{"hole", [](PawnView view) { return holes(view); }, false},
};

}  // namespace philidor
