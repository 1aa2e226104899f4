// Properties of every key: round trips through text, and canonicalization with its symmetries.

#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "philidor/material/canonical_key.hpp"
#include "philidor/material/detail/key_rank.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/material/table_key.hpp"
#include "philidor/material/test_support/random_key.hpp"

namespace rc {

/// A key made by adding men one by one, as far as the rules allow, so that it shrinks to fewer men.
template <>
struct Arbitrary<philidor::MaterialKey> {
    static Gen<philidor::MaterialKey> arbitrary() {
        using namespace philidor;
        // 0 to 4 is a kind of piece, 8 to 55 the square of a pawn.
        const auto what = gen::oneOf(gen::inRange(0U, 5U), gen::inRange(8U, 56U));
        const auto man = gen::pair(gen::element(Color::white, Color::black), what);
        return gen::map(gen::container<std::vector<std::pair<Color, unsigned>>>(man), [](const auto& men) {
            MaterialKey key;
            for (const auto& [color, number] : men) {
                ByColor<PieceCounts> pieces{{key.pieces(Color::white), key.pieces(Color::black)}};
                ByColor<Bitboard> pawns{{key.pawn_squares(Color::white), key.pawn_squares(Color::black)}};
                if (number < 5 && pieces[color].total() < 15) pieces[color].add(all_piece_kinds[number]);
                if (number >= 8) pawns[color].add(square_at(number));
                if (const auto larger = MaterialKey::make(pieces, pawns)) key = *larger;
            }
            return key;
        });
    }
};

}  // namespace rc

namespace philidor {

/// For RapidCheck's messages.
void showValue(const MaterialKey& key, std::ostream& stream) { stream << to_string(key); }  // NOLINT

namespace {

/// The key with its pawns made the same on both wings, if possible.
MaterialKey with_mirrored_pawns(const MaterialKey& key) {
    ByColor<Bitboard> pawns;
    for (const Color color : all_colors) {
        pawns[color] = key.pawn_squares(color) | key.pawn_squares(color).mirrored_files();
    }
    pawns[Color::black] -= pawns[Color::white];
    const auto mirrored = MaterialKey::make({{key.pieces(Color::white), key.pieces(Color::black)}}, pawns);
    return mirrored ? *mirrored : key;
}

bool has_bishops_of_one_color(const MaterialKey& key) {
    const auto count = [&](PieceKind kind) {
        return key.pieces(Color::white)[kind] + key.pieces(Color::black)[kind];
    };
    return (count(PieceKind::dark_bishop) == 0) != (count(PieceKind::light_bishop) == 0);
}

RC_GTEST_PROP(KeyProperty, AKeyIsReadAsItIsWritten, (const MaterialKey& key)) {
    RC_ASSERT(to_string(key).size() <= longest_key_text);
    RC_ASSERT(parse_key(to_string(key)).value() == key);
}

RC_GTEST_PROP(KeyProperty, TextThatIsReadMeansWhatIsWritten, ()) {
    const auto text = *rc::gen::container<std::string>(rc::gen::elementOf(std::string("KKQRBdlNvvabh247")));
    const auto key = parse_key(text);
    if (key) RC_ASSERT(parse_key(to_string(*key)).value() == *key);
}

RC_GTEST_PROP(KeyProperty, CanonicalizingTwiceIsCanonicalizingOnce, (const MaterialKey& key)) {
    const auto [canonical, symmetry] = canonicalize(key);
    const auto [again, none] = canonicalize(canonical.material());
    RC_ASSERT(again == canonical);
    RC_ASSERT(none.is_identity());
}

RC_GTEST_PROP(KeyProperty, TheSymmetryLeadsToTheCanonicalKeyAndBack, (const MaterialKey& key)) {
    const auto [canonical, symmetry] = canonicalize(key);
    RC_ASSERT(key.image(symmetry) == canonical.material());
    RC_ASSERT(canonical.material().image(symmetry.inverse()) == key);
    RC_ASSERT(key_rank(canonical.material()) == key_rank(key));
}

RC_GTEST_PROP(KeyProperty, BothSidesOfAKeyHaveOneName, (const MaterialKey& arbitrary)) {
    for (const MaterialKey& key : {arbitrary, with_mirrored_pawns(arbitrary)}) {
        const CanonicalKey canonical = canonicalize(key).key;
        RC_ASSERT(canonicalize(key.image(Symmetry::swap_sides())).key == canonical);
        // The mirror image has the same name if its pawns are the same and all bishops are on squares of one
        // colour. If the pawns differ, it never has.
        const MaterialKey mirrored = key.image(Symmetry::mirror_files());
        const bool has_same_pawns = mirrored.pawn_squares(Color::white) == key.pawn_squares(Color::white) &&
                                    mirrored.pawn_squares(Color::black) == key.pawn_squares(Color::black);
        const bool has_same_name = canonicalize(mirrored).key == canonical;
        if (has_same_pawns && has_bishops_of_one_color(key)) RC_ASSERT(has_same_name);
        const bool is_turned = mirrored == key || mirrored == key.image(Symmetry::swap_sides());
        if (!has_same_pawns && !is_turned) RC_ASSERT(!has_same_name);
    }
}

RC_GTEST_PROP(KeyProperty, SymmetricKeysAreTheirOwnOtherSide, (const MaterialKey& key)) {
    const CanonicalKey canonical = canonicalize(key).key;
    RC_ASSERT(canonical.is_symmetric() ==
              (canonical.material().image(Symmetry::swap_sides()) == canonical.material()));
    if (canonical.is_symmetric()) {
        RC_ASSERT(canonical.material().pieces(Color::white).total() ==
                  canonical.material().pieces(Color::black).total());
    }
}

RC_GTEST_PROP(KeyProperty, ABoardAndItsImageHaveOneKey, (const MaterialKey& key)) {
    std::mt19937_64 random(*rc::gen::arbitrary<std::uint64_t>());
    for (int trial = 0; trial < 20; ++trial) {
        const auto board = Board::from_setup(test_support::random_setup(random, key));
        if (!board) continue;
        RC_ASSERT(MaterialKey::from_board(*board) == key);
        for (const Symmetry symmetry : all_symmetries) {
            RC_ASSERT(MaterialKey::from_board(symmetry(*board)) == key.image(symmetry));
        }
        const auto [canonical, symmetry] = canonicalize(key);
        RC_ASSERT(MaterialKey::from_board(symmetry(*board)) == canonical.material());
        RC_ASSERT(symmetry.inverse()(symmetry(*board)) == *board);
        return;
    }
}

RC_GTEST_PROP(KeyProperties, AllImagesHaveOneTable, (const MaterialKey& key)) {
    const auto [table, to_table] = table_for(key);
    RC_ASSERT(key.image(to_table) == table.material());
    RC_ASSERT(canonicalize(table.material()).key == table);
    for (const Symmetry symmetry : all_symmetries) RC_ASSERT(table_for(key.image(symmetry)).key == table);
}

}  // namespace
}  // namespace philidor
