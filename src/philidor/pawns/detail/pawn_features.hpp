/// @file
/// The pawn features of chess literature, as sets of squares.
///
/// Each function takes the pawns from one side's view and answers in the same view: *ahead* means up the
/// board, and the pawns returned are the side's own. Features that depend on pieces are not here.
/// docs/pawns.md has a diagram of each.
#pragma once

#include <array>
#include <string_view>

#include "philidor/base/inline.hpp"
#include "philidor/chess/bitboard.hpp"
#include "philidor/chess/piece.hpp"
#include "philidor/chess/square.hpp"
#include "philidor/pawns/detail/pawn_structure.hpp"

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

/// The squares ahead of these pawns, up to the last rank.
[[nodiscard]] PHILIDOR_INLINE constexpr Bitboard ahead_of(Bitboard set) {
    return shift<Direction::north>(filled_ahead(set));
}

/// The squares behind these pawns, down to the first rank.
[[nodiscard]] PHILIDOR_INLINE constexpr Bitboard behind(Bitboard set) {
    return shift<Direction::south>(filled_behind(set));
}

/// The squares directly to the left and right.
[[nodiscard]] PHILIDOR_INLINE constexpr Bitboard beside(Bitboard set) {
    return shift<Direction::west>(set) | shift<Direction::east>(set);
}

/// The squares that own pawns attack now, or can attack after advancing on their files.
[[nodiscard]] PHILIDOR_INLINE constexpr Bitboard attackable(PawnView view) {
    return beside(ahead_of(view.own));
}

/// Pawns with an own pawn ahead on their file: all but the frontmost.
[[nodiscard]] PHILIDOR_INLINE constexpr Bitboard doubled_pawns(PawnView view) {
    return view.own & behind(view.own);
}

/// Pawns without an own pawn on an adjacent file.
[[nodiscard]] PHILIDOR_INLINE constexpr Bitboard isolated_pawns(PawnView view) {
    return view.own - beside(filled_ahead(view.own) | filled_behind(view.own));
}

/// Pawns with an enemy pawn ahead on their file.
[[nodiscard]] PHILIDOR_INLINE constexpr Bitboard opposed_pawns(PawnView view) {
    return view.own & behind(view.enemy);
}

/// Pawns with an enemy pawn directly in front of them.
[[nodiscard]] PHILIDOR_INLINE constexpr Bitboard blocked_pawns(PawnView view) {
    return view.own & shift<Direction::south>(view.enemy);
}

/// Pawns with an own pawn directly beside them.
[[nodiscard]] PHILIDOR_INLINE constexpr Bitboard phalanx_pawns(PawnView view) {
    return view.own & beside(view.own);
}

/// Pawns defended by an own pawn.
[[nodiscard]] PHILIDOR_INLINE constexpr Bitboard supported_pawns(PawnView view) {
    return view.own & pawn_attacks<Color::white>(view.own);
}

/// Pawns that stand beside an own pawn or are defended by one.
[[nodiscard]] PHILIDOR_INLINE constexpr Bitboard connected_pawns(PawnView view) {
    return phalanx_pawns(view) | supported_pawns(view);
}

/// Pawns that defend an own pawn.
[[nodiscard]] PHILIDOR_INLINE constexpr Bitboard supporting_pawns(PawnView view) {
    return view.own & pawn_attacks<Color::black>(view.own);
}

/// Pawns that belong to a chain: they defend an own pawn or are defended by one.
[[nodiscard]] PHILIDOR_INLINE constexpr Bitboard chain_pawns(PawnView view) {
    return supporting_pawns(view) | supported_pawns(view);
}

/// The bases of chains: pawns that defend another pawn but are not defended by one.
[[nodiscard]] PHILIDOR_INLINE constexpr Bitboard chain_bases(PawnView view) {
    return supporting_pawns(view) - supported_pawns(view);
}

/// The heads of chains: pawns that are defended by a pawn but defend none.
[[nodiscard]] PHILIDOR_INLINE constexpr Bitboard chain_heads(PawnView view) {
    return supported_pawns(view) - supporting_pawns(view);
}

/// Pawns that are not isolated, but whose neighbours are all ahead of them, and whose next square is attacked
/// by an enemy pawn: they cannot advance safely, and no pawn can ever support them.
[[nodiscard]] PHILIDOR_INLINE constexpr Bitboard backward_pawns(PawnView view) {
    const Bitboard unsafe = pawn_attacks<Color::black>(view.enemy) - attackable(view);
    return (view.own & shift<Direction::south>(unsafe)) - isolated_pawns(view);
}

/// The frontmost pawns of their files that have no enemy pawn ahead, on their own file or an adjacent one.
[[nodiscard]] PHILIDOR_INLINE constexpr Bitboard passed_pawns(PawnView view) {
    const Bitboard guards = behind(view.enemy);
    return view.own - guards - beside(guards) - behind(view.own);
}

/// Pawns that may become passed: the frontmost of their file, with no enemy pawn ahead on it but some on
/// adjacent files; own pawns must stand beside or behind them on at least as many adjacent files.
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

/// Passed pawns with another passed pawn on an adjacent file, directly or diagonally beside them.
[[nodiscard]] PHILIDOR_INLINE constexpr Bitboard connected_passers(PawnView view) {
    const Bitboard passed = passed_pawns(view);
    return passed & beside(passed | shift<Direction::north>(passed) | shift<Direction::south>(passed));
}

/// Passed pawns defended by an own pawn.
[[nodiscard]] PHILIDOR_INLINE constexpr Bitboard protected_passers(PawnView view) {
    return passed_pawns(view) & supported_pawns(view);
}

/// The squares of the third and fourth rank that no own pawn attacks now or can attack after advancing.
[[nodiscard]] PHILIDOR_INLINE constexpr Bitboard holes(PawnView view) {
    return (Bitboard(Rank::third) | Bitboard(Rank::fourth)) - attackable(view);
}

/// The two wings: files a to d, and files e to h.
inline constexpr std::array wings{Bitboard::from_bits(0x0F0F0F0F0F0F0F0F),
                                  Bitboard::from_bits(0xF0F0F0F0F0F0F0F0)};

/// The number of wings on which the side has more pawns than the enemy.
[[nodiscard]] PHILIDOR_INLINE constexpr unsigned majority_count(PawnView view) {
    unsigned count = 0;
    for (const Bitboard wing : wings)
        count += (view.own & wing).count() > (view.enemy & wing).count() ? 1U : 0U;
    return count;
}

/// Pawns on a wing where the side has more pawns than the enemy.
[[nodiscard]] constexpr Bitboard majority_pawns(PawnView view) {
    Bitboard found;
    for (const Bitboard wing : wings) {
        if ((view.own & wing).count() > (view.enemy & wing).count()) found |= view.own & wing;
    }
    return found;
}

/// The number of islands: groups of pawns on adjacent files, separated by files without pawns.
[[nodiscard]] PHILIDOR_INLINE constexpr unsigned island_count(PawnView view) {
    const Bitboard files = filled_behind(view.own) & Bitboard(Rank::first);
    return (files - shift<Direction::east>(files)).count();  // each island is counted at its western end
}

/// A feature with its name.
struct NamedFeature {
    std::string_view name;          ///< the name, as in docs/pawns.md
    Bitboard (*squares)(PawnView);  ///< finds the feature
    bool is_of_pawns = true;        ///< otherwise it is about squares
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
