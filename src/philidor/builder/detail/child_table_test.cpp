#include "philidor/builder/detail/child_table.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "philidor/base/test_support/sample_size.hpp"
#include "philidor/builder/test_support/random_tables.hpp"
#include "philidor/builder/test_support/solved_tables.hpp"
#include "philidor/material/material_key.hpp"

namespace philidor {
namespace {

using test_support::RandomTables;

/// The pieces of a tile of a key that need not be canonical.
std::vector<PlacedPiece> pieces_of(const TileLayout& layout, std::size_t tile) {
    const Placement placement = layout.placement_of(tile);
    std::vector<PlacedPiece> pieces;
    for (const auto [color, kind] : layout.pieces())
        pieces.push_back({color, kind, placement[pieces.size()]});
    return pieces;
}

/// The board with these men; empty if it is illegal.
std::optional<Board> board_of(const MaterialKey& key,
                              std::span<const PlacedPiece> pieces,
                              Color side_to_move,
                              Square white_king,
                              Square black_king) {
    Setup setup;
    setup.side_to_move = side_to_move;
    unsigned men = 0;
    const auto put = [&](Piece piece, Square square) {
        if (setup.squares[square] == Piece::none) ++men;
        setup.squares[square] = piece;
    };
    for (const Color color : all_colors) {
        for (const Square square : key.pawn_squares(color)) put(make_piece(color, PieceType::pawn), square);
    }
    for (const auto& [color, kind, square] : pieces) put(make_piece(color, type_of(kind)), square);
    put(Piece::white_king, white_king);
    put(Piece::black_king, black_king);
    const auto board = Board::from_setup(setup);
    return board && men == key.man_count() ? std::optional(*board) : std::nullopt;
}

/// Whether a value for the side to move says yes to the question.
bool wins(WdlBounds value, Color side_to_move, Question question) {
    const WdlBounds for_attacker = side_to_move == question.attacker ? value : -value;
    return (question.certainty == Certainty::proved ? for_attacker.worst : for_attacker.best) == Wdl::win;
}

/// By squares of the kings: what a table says of the boards that are legal.
using ValuesByKings = BySquare<BySquare<std::optional<WdlBounds>>>;

ValuesByKings values_of_boards(const MaterialKey& key,
                               std::span<const PlacedPiece> pieces,
                               Color side,
                               const TableLookup& lookup) {
    const auto [canonical, symmetry] = table_for(key);
    const Table* table = lookup(canonical);
    ValuesByKings values;
    for (const Square white_king : Bitboard::all()) {
        for (const Square black_king : Bitboard::all()) {
            const auto board = board_of(key, pieces, side, white_king, black_king);
            if (!board) continue;
            values[white_king][black_king] = table ? table->value_of(symmetry(*board)).value() : WdlBounds{};
        }
    }
    return values;
}

void expect_values_of_boards(const std::string& text, const TableLookup& lookup) {
    SCOPED_TRACE(text);
    const MaterialKey key = parse_key(text).value();
    const ChildTable child = children_in(lookup)(key);
    const TileLayout layout(key, TileLayout::Turns::unused);
    constexpr std::size_t sampled_tiles = test_support::is_sanitized ? 2 : 5;
    for (std::size_t tile = 0; tile < layout.tile_count(); tile += 1 + layout.tile_count() / sampled_tiles) {
        const auto pieces = pieces_of(layout, tile);
        for (const Color side : all_colors) {
            const ValuesByKings values = values_of_boards(key, pieces, side, lookup);
            for (const Color attacker : all_colors) {
                for (const Certainty certainty : all_certainties) {
                    const Question question{attacker, certainty};
                    ChildTiles tiles;
                    child.read(question, pieces, side, tiles);
                    for (const Square white_king : Bitboard::all()) {
                        for (const Square black_king : Bitboard::all()) {
                            const auto& value = values[white_king][black_king];
                            const bool is_win = value && wins(*value, side, question);
                            const auto has = [&](const Tile* answer) {
                                return answer->has(white_king, black_king);
                            };
                            if (side == question.defender()) {
                                ASSERT_EQ(has(tiles.lost), is_win);
                            } else {
                                ASSERT_EQ(has(tiles.legal), value.has_value());
                                ASSERT_EQ(has(tiles.not_won), value.has_value() && !is_win);
                            }
                        }
                    }
                }
            }
        }
    }
}

const std::vector<std::string>& keys() {
    static const std::vector<std::string> names{"KvK",     "Ke7vK", "KvKe2",     "KvKRa2",   "Kh7vKBd",
                                                "KBdvK",   "KvKBd", "KQvKN",     "KNvKQ",    "KBlvKBl",
                                                "KBdvKBd", "KvKNN", "KBdd4e4vK", "KvKBld5e5"};
    return names;
}

TEST(ChildTable, ShowsExactValuesWithTheColorsOfTheKeyThatAsks) {
    RandomTables tables(1, RandomTables::Presence::all_exact);
    for (const std::string& text : keys()) expect_values_of_boards(text, tables.lookup());
}

TEST(ChildTable, ShowsBoundsWithTheColorsOfTheKeyThatAsks) {
    RandomTables tables(2, RandomTables::Presence::some_absent);
    for (const std::string& text : keys()) expect_values_of_boards(text, tables.lookup());
}

TEST(ChildTable, ExcludesNothingWhereTheTableIsAbsent) {
    for (const std::string text : {"KvK", "KvKRa2", "KQvKN"}) {
        EXPECT_TRUE(children_in(test_support::find_nothing)(parse_key(text).value()).is_absent());
        expect_values_of_boards(text, test_support::find_nothing);
    }
}

}  // namespace
}  // namespace philidor
