// Checks that the diagrams of docs/pawns.md show what the functions find.

#include <fstream>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "philidor/pawns/detail/pawn_features.hpp"
#include "philidor/pawns/pawn_term.hpp"

namespace philidor {
namespace {

/// A feature as the document shows it: on the left the pawns, on the right the squares White's pawns have it
/// on.
struct Picture {
    std::string name;
    PawnStructure structure;
    Bitboard squares;
};

/// Diagrams are eight lines such as "    P . . . . . . .    1 . . . . . . .", below a heading with the name
/// of the feature.
std::vector<Picture> pictures() {
    constexpr std::string_view heading = "### ";
    constexpr std::size_t line_length = 38;
    constexpr std::size_t left = 4;
    constexpr std::size_t right = 23;
    std::vector<Picture> found;
    unsigned rank = 0;
    std::ifstream file(PHILIDOR_SOURCE_DIR "/docs/pawns.md");
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with(heading)) {
            found.push_back({line.substr(heading.size()), {}, {}});
            rank = 8;
        } else if (rank > 0 && line.starts_with("    ") && line.size() == line_length) {
            --rank;
            for (unsigned file_number = 0; file_number < 8; ++file_number) {
                const Square square = square_at(8 * rank + file_number);
                const char man = line[left + 2 * file_number];
                if (man == 'P') found.back().structure.pawns[Color::white].add(square);
                if (man == 'p') found.back().structure.pawns[Color::black].add(square);
                if (line[right + 2 * file_number] == '1') found.back().squares.add(square);
            }
        }
    }
    return found;
}

TEST(PawnDocument, ShowsEveryFeatureAsItIs) {
    std::set<std::string> seen;
    for (const Picture& shown : pictures()) {
        for (const NamedFeature& feature : all_pawn_features) {
            if (feature.name != shown.name) continue;
            seen.insert(shown.name);
            EXPECT_EQ(picture(feature.squares(shown.structure.seen_by(Color::white))), picture(shown.squares))
                << shown.name;
            EXPECT_TRUE(shown.squares.any()) << shown.name;
        }
    }
    EXPECT_EQ(seen.size(), all_pawn_features.size());
}

}  // namespace
}  // namespace philidor
