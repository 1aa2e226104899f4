// Tables to bytes and back: every value, exact or not, symmetric or not, read as a whole or one by one.

#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "philidor/base/detail/checksum.hpp"
#include "philidor/builder/test_support/first_difference.hpp"
#include "philidor/builder/test_support/solved_tables.hpp"
#include "philidor/chess/detail/validate.hpp"
#include "philidor/chess/fen.hpp"
#include "philidor/material/test_support/key_of.hpp"
#include "philidor/material/test_support/keys_of_class.hpp"
#include "philidor/table/detail/symmetric_half.hpp"
#include "philidor/table/detail/table_reader.hpp"
#include "philidor/table/detail/table_writer.hpp"
#include "philidor/table/test_support/version_one.hpp"

namespace philidor {
namespace {

using test_support::as_version_one;
using test_support::first_difference;
using test_support::keys_of_class;
using test_support::SolvedTables;
using testing::HasSubstr;

std::shared_ptr<const TableReader> reader_of(const Table& table) {
    const auto source = std::make_shared<const MemoryBytes>(encode_table(table).value().bytes);
    return TableReader::open(source, to_string(table.key()), table.key()).value();
}

void expect_round_trip(const Table& table) {
    const auto reader = reader_of(table);
    EXPECT_TRUE(reader->check());
    const auto loaded = reader->load();
    ASSERT_TRUE(loaded) << loaded.error().message;
    EXPECT_EQ(first_difference(*loaded, table), std::nullopt);
}

/// A board with the key's men on random squares, if it is legal.
std::optional<Board> random_board(const MaterialKey& key, std::mt19937_64& random) {
    Setup setup;
    Bitboard free = ~key.pawn_squares();
    const auto place = [&](Piece piece, Bitboard squares) {
        squares &= free;
        auto skipped = random() % squares.count();
        for (const Square square : squares) {
            if (skipped-- != 0) continue;
            setup.squares[square] = piece;
            free.remove(square);
            return;
        }
    };
    for (const Color color : all_colors) {
        for (const Square square : key.pawn_squares(color)) {
            setup.squares[square] = make_piece(color, PieceType::pawn);
        }
        place(make_piece(color, PieceType::king), Bitboard::all());
    }
    for (const auto [color, kind] : key.pieces()) place(make_piece(color, type_of(kind)), squares_of(kind));
    setup.side_to_move = random() % 2 == 0 ? Color::white : Color::black;
    const auto board = Board::from_setup(setup);
    return board ? std::optional(*board) : std::nullopt;
}

/// Checks that single values equal those of the whole table.
void expect_same_values(const Table& table, unsigned boards) {
    std::mt19937_64 random(1);
    const auto reader = reader_of(table);
    for (unsigned found = 0; found < boards;) {
        const auto board = random_board(table.key().material(), random);
        if (!board) continue;
        ++found;
        const auto value = reader->value_of(*board);
        ASSERT_TRUE(value) << value.error().message;
        ASSERT_TRUE(*value) << to_fen(*board);
        ASSERT_EQ((*value)->plain, table.value_of(*board)) << to_fen(*board);
        ASSERT_EQ((*value)->under_rule, table.value_of(*board, Rule::fifty_moves)) << to_fen(*board);
    }
}

TEST(StoredTable, HasAllValuesOfSmallTables) {
    SolvedTables tables;
    for (const auto* name : {"KQvK", "KRvK", "KBdBlvK", "KBlNvK", "KNNvK", "KQvKR", "KRvKBl", "KQvKQ",
                             "KRvKR", "KNvKN", "KBlvKBd", "KBlvKBl", "KRh2vK", "KQvKa7", "KBla2vK"}) {
        expect_round_trip(tables.of(name));
    }
    for (const Table* table : tables.all()) expect_round_trip(*table);
}

TEST(StoredTable, HasAllValuesOfTwoPawns) {
    SolvedTables tables;
    std::mt19937_64 random(2);
    const auto keys = keys_of_class("KPvKP");
    ASSERT_EQ(keys.size(), 588U);
    for (unsigned i = 0; i < 150; ++i) expect_round_trip(tables.of(keys[random() % keys.size()]));
}

TEST(StoredTable, HasAllBounds) {
    SolvedTables tables(0);  // kings and pawns only: promotions lead to absent tables
    tables.of("Ka4d4d5f4vKa5d6f5");
    tables.of("Ke4d3vKe5d6");
    std::size_t inexact = 0;
    for (const Table* table : tables.all()) {
        if (!table->is_exact()) ++inexact;
        expect_round_trip(*table);
    }
    EXPECT_GT(inexact, 1000U);
    SolvedTables one_piece(1);
    expect_round_trip(one_piece.of("KRa6vKa7"));
    expect_round_trip(one_piece.of("KQvKR"));
    expect_round_trip(one_piece.of("KRvKR"));
}

TEST(StoredTable, TellsSingleValues) {
    SolvedTables tables;
    for (const auto* name :
         {"KvK", "Ke4vK", "Ke4vKe5", "Ke4vKd6", "KQvKR", "KQvKQ", "KRa2vK", "KQvKa7", "KBlvKBd"}) {
        expect_same_values(tables.of(name), 300);
    }
    SolvedTables bounds(0);
    for (const auto* name : {"Ke4vK", "Ke4vKe5", "Ke4d3vKe5d6", "KQvKR", "KRa2vK"}) {
        expect_same_values(bounds.of(name), 300);
    }
}

TEST(StoredTable, HasTheSameBytesForAnyNumberOfThreads) {
    SolvedTables tables;
    const Table& table = tables.of("KQvKR");
    const EncodedTable one = encode_table(table, 1).value();
    EXPECT_EQ(one.bytes, encode_table(table, 3).value().bytes);
    const auto source = std::make_shared<const MemoryBytes>(one.bytes);
    EXPECT_EQ(first_difference(TableReader::open(source, "KQvKR").value()->load(3).value(), table),
              std::nullopt);
}

TEST(StoredTable, IsNotWrittenIfItContradictsTheRules) {
    SolvedTables tables;
    Table table = tables.of("Kd4vK");
    table.raw_wins(Certainty::proved, 0, Color::white).wins[Color::white].rows[0] = 0;
    const auto encoded = encode_table(table);
    ASSERT_FALSE(encoded);
    EXPECT_EQ(encoded.error().kind, TableError::unsound);
    EXPECT_THAT(encoded.error().message, HasSubstr("Kd4vK"));
}

TEST(StoredTable, IsNotWrittenIfItIsNotSymmetricAsItsKeySays) {
    SolvedTables tables;
    Table table = tables.of("KRvKR");
    ASSERT_TRUE(is_symmetric(table));
    // One black win less, with Black to move.
    Tile& wins = table.raw_wins(Certainty::proved, 3, Color::black).wins[Color::black];
    const Tile& illegal = table.raw_wins(Certainty::proved, 3, Color::black).wins[Color::white];
    for (std::size_t row = 0; row < 64; ++row) wins.rows[row] &= illegal.rows[row];
    EXPECT_FALSE(is_symmetric(table));
    EXPECT_EQ(encode_table(table).error().kind, TableError::unsound);
}

TEST(StoredTable, OfAnotherKeyIsRefused) {
    SolvedTables tables;
    const EncodedTable encoded = encode_table(tables.of("Kd4vK")).value();
    const auto source = std::make_shared<const MemoryBytes>(encoded.bytes);
    const auto reader = TableReader::open(source, "\"Kd5vK.wdl\"", tables.of("Kd5vK").key());
    ASSERT_FALSE(reader);
    EXPECT_EQ(reader.error().kind, TableError::corrupt);
    EXPECT_EQ(reader.error().message, "\"Kd5vK.wdl\": header: it is the table of Kd4vK, not of Kd5vK");
}

TEST(StoredTable, IsReadFromVersionOneAsWell) {
    SolvedTables tables;
    for (const auto* name :
         {"Ke4vK", "Kd4vK", "KQvKQ", "KRh2vK", "KRa2vK", "Kh2vKa7", "KBlvKBl", "KBde4vK"}) {
        const Table& table = tables.of(name);
        const auto bytes =
            std::make_shared<const MemoryBytes>(as_version_one(table, test_support::canonical_key_of(name)));
        const auto reader = TableReader::open(bytes, name);
        ASSERT_TRUE(reader) << reader.error().message;
        EXPECT_EQ((*reader)->key(), table.key());
        EXPECT_FALSE((*reader)->knows_rule());
        const Table old = (*reader)->load().value();
        // Where nothing is won, there is nothing to doubt.
        const bool has_wins = std::string_view(name) != "KBlvKBl";
        EXPECT_EQ(old.rule_layer(), has_wins ? LayerState::bounds : LayerState::absent) << name;
        for (std::size_t tile = 0; tile < old.layout().tile_count(); ++tile) {
            for (const Color side : all_colors) {
                for (const Color winner : all_colors) {
                    const Tile wins = table.won(Certainty::proved, tile, side, winner);
                    ASSERT_EQ(old.won(Certainty::proved, tile, side, winner), wins);
                    ASSERT_EQ(old.won({Certainty::proved, Rule::fifty_moves}, tile, side, winner), Tile());
                    ASSERT_EQ(old.won({Certainty::possible, Rule::fifty_moves}, tile, side, winner), wins);
                }
            }
        }
    }
}

TEST(StoredTable, AnswersForEveryBoardThatItServesWhicheverImageIsStored) {
    SolvedTables tables;
    const Table& table = tables.of("KRa2vK");
    for (const auto* name : {"KRa2vK", "KRh2vK"}) {
        const auto bytes =
            std::make_shared<const MemoryBytes>(as_version_one(table, test_support::canonical_key_of(name)));
        const auto reader = TableReader::open(bytes, name).value();
        for (const auto* fen : {"8/8/8/8/8/1k6/P7/K6R b - - 0 1", "8/8/8/8/8/k7/P7/1R4K1 b - - 0 1",
                                "8/8/8/8/8/R7/Pk6/3K4 b - - 0 1"}) {
            const Board board = parse_fen(fen).value();
            const WdlBounds expected = *table.value_of(board);
            for (const Symmetry symmetry : all_symmetries)
                EXPECT_EQ((*reader->value_of(symmetry(board)).value()).plain, expected)
                    << name << ", " << fen;
        }
    }
}

/// Frozen: files of format version 1 stay readable, equal tables stay equal files, and where the 50-move rule
/// makes no difference, version 2 differs in the header alone.
TEST(StoredTable, HasTheBlocksOfFormatVersionOne) {
    SolvedTables tables;
    const auto checksum = [&](const char* name) {
        return checksum_of(as_version_one(tables.of(name), test_support::canonical_key_of(name)));
    };
    EXPECT_EQ(checksum("KvK"), 2266613027939916222U);
    EXPECT_EQ(checksum("Ke4vK"), 13139495249415233180U);
    EXPECT_EQ(checksum("Ke4vKd6"), 4133322282804048104U);
    EXPECT_EQ(checksum("KQvKQ"), 6555282671247614324U);
    EXPECT_EQ(checksum("KRa2vK"), 8046730574868505222U);
    SolvedTables bounds(0);
    EXPECT_EQ(checksum_of(as_version_one(bounds.of("Ke4vKe5"), test_support::canonical_key_of("Ke4vKe5"))),
              11988262001900960112U);
}

/// Issue 4 allows three times the size of Syzygy's files.
TEST(SlowStoredTable, TakesNoMoreSpaceThanPromised) {
    SolvedTables tables;
    std::size_t bytes = 0;
    std::size_t files = 0;
    for (const auto* name : {"KPvK", "KPvKP", "KRPvK", "KQvKP"}) {
        for (const TableKey& key : keys_of_class(name)) {
            expect_round_trip(tables.of(key));
            bytes += encode_table(tables.of(key)).value().bytes.size();
            ++files;
        }
    }
    EXPECT_EQ(files, 660U);
    EXPECT_LT(bytes, 430'000U) << "Syzygy: 316,352";
}

}  // namespace
}  // namespace philidor
