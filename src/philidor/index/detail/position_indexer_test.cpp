#include "philidor/index/detail/position_indexer.hpp"

#include <algorithm>
#include <functional>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "philidor/chess/fen.hpp"
#include "philidor/chess/test_support/positions.hpp"
#include "philidor/index/detail/tile_symmetry.hpp"
#include "philidor/material/material_key.hpp"

namespace philidor {
namespace {

using test_support::board_of;
using test_support::ending_of;
using ::testing::HasSubstr;

static_assert(!std::is_convertible_v<int, PositionIndex>);

PositionIndexer indexer_of(const std::string& text) {
    return PositionIndexer::make(table_for(parse_key(text).value()).key).value();
}

/// The setup with every man turned along with the board.
Setup turned(const Setup& setup, BoardTurn turn) {
    Setup result = setup;
    for (const Square square : Bitboard::all()) result.squares[turn(square)] = setup.squares[square];
    return result;
}

/// Whether `b` is an image of `a`, perhaps turned and perhaps with the sides swapped, in a way that pawns
/// allow.
bool are_images(const Board& a, const Board& b) {
    const Setup other = b.to_setup();
    const bool has_pawns = a.pieces(PieceType::pawn).any();
    for (const Symmetry symmetry : {Symmetry(), Symmetry::swap_sides()}) {
        const Setup swapped = symmetry(a.to_setup());
        for (const bool transposes : {false, true}) {
            for (const bool flips : {false, true}) {
                for (const bool mirrors : {false, true}) {
                    if (has_pawns && (transposes || flips)) continue;
                    if (turned(swapped, BoardTurn(flips, mirrors, transposes)) == other) return true;
                }
            }
        }
    }
    return false;
}

/// Calls `visit` for every legal board of a key.
void for_each_board(const MaterialKey& key, const std::function<void(const Board&)>& visit) {
    std::vector<Piece> men;
    std::vector<Bitboard> squares;
    for (const auto [color, kind] : key.pieces()) {
        men.push_back(make_piece(color, type_of(kind)));
        squares.push_back(squares_of(kind) - key.pawn_squares());
    }
    for (const Color color : all_colors) {
        men.push_back(make_piece(color, PieceType::king));
        squares.push_back(~key.pawn_squares());
    }
    Setup setup;
    for (const Color color : all_colors) {
        for (const Square square : key.pawn_squares(color))
            setup.squares[square] = make_piece(color, PieceType::pawn);
    }
    const std::function<void(std::size_t)> place = [&](std::size_t next) {
        if (next == men.size()) {
            for (const Color side : all_colors) {
                setup.side_to_move = side;
                if (const auto board = Board::from_setup(setup)) visit(*board);
            }
            return;
        }
        for (const Square square : squares[next]) {
            if (setup.squares[square] != Piece::none) continue;
            setup.squares[square] = men[next];
            place(next + 1);
            setup.squares[square] = Piece::none;
        }
    };
    place(0);
}

/// Checks that every index has one board or none, and every legal board an index whose board is an image of
/// it.
void expect_bijection(const std::string& text) {
    SCOPED_TRACE(text);
    const PositionIndexer indexer = indexer_of(text);
    std::vector<bool> has_board(indexer.size());
    for (std::uint64_t number = 0; number < indexer.size(); ++number) {
        const auto board = indexer.board_at(position_index_at(number));
        if (!board) continue;
        has_board[number] = true;
        ASSERT_EQ(number_of(indexer.index_of(Ending::from(*board).value()).value()), number)
            << to_fen(*board);
    }
    std::vector<bool> is_met(indexer.size());
    for_each_board(indexer.key().material(), [&](const Board& board) {
        const auto index = indexer.index_of(Ending::from(board).value());
        ASSERT_TRUE(index) << to_fen(board);
        const std::uint64_t number = number_of(*index);
        ASSERT_LT(number, indexer.size()) << to_fen(board);
        ASSERT_TRUE(has_board[number]) << to_fen(board);
        is_met[number] = true;
        if (number % 16 == 0) {  // the comparison is slow
            ASSERT_TRUE(are_images(board, *indexer.board_at(*index))) << to_fen(board);
        }
    });
    EXPECT_EQ(is_met, has_board);
}

TEST(PositionIndexer, NumbersAllPositionsOfSmallKeys) {
    for (const std::string text : {"KvK", "Ke7vK", "Ke4vKe5", "Kd4e4vK", "Kd4e4vKd5", "Kb2vKa4"}) {
        expect_bijection(text);
        if (HasFatalFailure()) return;
    }
}

TEST(PositionIndexer, NumbersAllPositionsOfKeysWithAPiece) {
    for (const std::string text : {"KRvK", "KBlvK"}) {
        expect_bijection(text);
        if (HasFatalFailure()) return;
    }
}

TEST(SlowPositionIndexer, NumbersAllPositionsOfKeysWithTwoPieces) {
    for (const std::string text :
         {"KvKRa2", "KBlvKN", "KRvKR", "KBlvKBd", "KBlBlvK", "KBdvKBd", "KBld4e4vKBl"}) {
        expect_bijection(text);
        if (HasFatalFailure()) return;
    }
}

TEST(PositionIndexer, NumbersPositionsOfLargeKeys) {
    std::mt19937_64 random(1);
    for (const std::string text : {"KQRvKR", "KRRNvKRR", "KQRBlNvKQR", "KNNNvKBlBl", "KQRa2b3c4vKRa7b6",
                                   "KBdBlNd2e2vKRRd7e7", "KRBlNvKRBdN"}) {
        const PositionIndexer indexer = indexer_of(text);
        unsigned boards = 0;
        for (unsigned trial = 0; trial < 3000; ++trial) {
            const std::uint64_t number = random() % indexer.size();
            const auto board = indexer.board_at(position_index_at(number));
            if (!board) continue;
            ++boards;
            ASSERT_EQ(number_of(indexer.index_of(Ending::from(*board).value()).value()), number)
                << to_fen(*board);
            for (const Symmetry symmetry : all_symmetries) {
                const auto index = indexer.index_of(Ending::from(symmetry(*board)).value());
                // The mirror image may have another key, unless the canonical form mirrors it back.
                if (!index) continue;
                ASSERT_TRUE(are_images(*board, *indexer.board_at(*index))) << to_fen(*board);
            }
        }
        EXPECT_GT(boards, 300U) << text;
    }
}

TEST(PositionIndexer, HasTheFormulaOfTheDocumentation) {
    const PositionIndexer indexer = indexer_of("Kd7vK");
    const auto number = [&](const std::string& fen) {
        return number_of(indexer.index_of(ending_of(fen)).value());
    };
    EXPECT_EQ(number("8/3P4/8/8/8/8/8/K6k w - - 0 1"), 0U * 64 + 7);
    EXPECT_EQ(number("8/3P4/8/8/8/8/8/K6k b - - 0 1"), 64U * 64 + 0 * 64 + 7);
    EXPECT_EQ(number("7k/3P4/8/8/8/8/8/1K6 b - - 0 1"), 64U * 64 + 1 * 64 + 63);
    EXPECT_EQ(indexer.size(), 2U * 64 * 64);
}

TEST(PositionIndexer, SwapsTheSidesOfAKeyThatIsNotCanonical) {
    const PositionIndexer indexer = indexer_of("Ke7vK");
    EXPECT_EQ(indexer.index_of(ending_of("7k/4P3/8/8/8/8/8/1K6 b - - 0 1")).value(),
              indexer.index_of(ending_of("1k6/8/8/8/8/8/4p3/7K w - - 0 1")).value());
}

TEST(PositionIndexer, HasOneSideToMoveIfTheKeyIsSymmetric) {
    const PositionIndexer indexer = indexer_of("Ke2vKe7");
    EXPECT_EQ(indexer.size(), 64U * 64);
    EXPECT_EQ(indexer.index_of(ending_of("7k/4p3/8/8/8/8/4P3/1K6 b - - 0 1")).value(),
              indexer.index_of(ending_of("1k6/4p3/8/8/8/8/4P3/7K w - - 0 1")).value());
    // Swapping the sides and mirroring the files together do it as well.
    EXPECT_EQ(indexer_of("KBlvKBl").size(), indexer_of("KBlvKBl").layout().tile_count() * 64 * 64);
    const PositionIndexer crossed = indexer_of("Kh2vKa7");
    EXPECT_EQ(crossed.size(), 64U * 64);
    EXPECT_EQ(crossed.index_of(ending_of("7k/p7/8/8/8/8/7P/1K6 b - - 0 1")).value(),
              crossed.index_of(ending_of("6k1/p7/8/8/8/8/7P/K7 w - - 0 1")).value());
    EXPECT_EQ(indexer_of("KBlvKBd").size(), indexer_of("KBlvKBd").layout().tile_count() * 64 * 64);
}

TEST(PositionIndexer, GivesTurnedBoardsOneIndexIfTheTurnMovesTheAnchor) {
    const PositionIndexer indexer = indexer_of("KRvK");
    const Board board = board_of("8/8/8/3k4/8/1R6/8/4K3 w - - 0 1");
    for (const bool transposes : {false, true}) {
        for (const bool flips : {false, true}) {
            for (const bool mirrors : {false, true}) {
                const Board image = board_of(turned(board.to_setup(), BoardTurn(flips, mirrors, transposes)));
                EXPECT_EQ(indexer.index_of(Ending::from(image).value()).value(),
                          indexer.index_of(Ending::from(board).value()).value());
            }
        }
    }
}

TEST(PositionIndexer, KeepsTurnedBoardsApartIfTheTurnLeavesTheAnchorWhereItIs) {
    const PositionIndexer indexer = indexer_of("KRvK");
    const Board board = board_of("8/8/8/3k4/8/2R5/8/4K3 w - - 0 1");
    const Board image = board_of(turned(board.to_setup(), BoardTurn(false, false, true)));
    EXPECT_NE(indexer.index_of(Ending::from(image).value()).value(),
              indexer.index_of(Ending::from(board).value()).value());
}

TEST(PositionIndexer, IgnoresAnEnPassantSquare) {
    const PositionIndexer indexer = indexer_of("Kd5vKe5");
    EXPECT_EQ(indexer.index_of(ending_of("7k/8/8/3Pp3/8/8/8/K7 w - e6 0 1")).value(),
              indexer.index_of(ending_of("7k/8/8/3Pp3/8/8/8/K7 w - - 0 1")).value());
}

// --- Errors ---

void expect_no_index(const std::string& key,
                     const std::string& fen,
                     IndexError kind,
                     const std::string& part) {
    const auto index = indexer_of(key).index_of(ending_of(fen));
    ASSERT_FALSE(index) << fen;
    EXPECT_EQ(index.error().kind, kind) << index.error().message;
    EXPECT_THAT(index.error().message, HasSubstr(key));
    EXPECT_THAT(index.error().message, HasSubstr(part));
}

TEST(PositionIndexer, RefusesOtherMaterial) {
    const auto expect_mismatch = [](const std::string& key, const std::string& fen, const std::string& part) {
        expect_no_index(key, fen, IndexError::material_mismatch, part);
    };
    expect_mismatch("KRvK", "7k/8/8/8/8/8/8/KQ6 w - - 0 1", "KQvK");
    expect_mismatch("KRvK", "7k/8/8/8/8/8/8/K7 w - - 0 1", "KvK");
    expect_mismatch("KRvK", "7k/8/8/8/8/8/8/KRR5 w - - 0 1", "KRRvK");
    expect_mismatch("KBlBlvK", "7k/8/8/8/8/8/8/KB2B3 w - - 0 1", "KBdBlvK");
}

TEST(PositionIndexer, RefusesPawnsOnOtherSquares) {
    expect_no_index("Kd7vK", "7k/2P5/8/8/8/8/8/K7 w - - 0 1", IndexError::material_mismatch, "Kc7vK");
    expect_no_index("Kd7vK", "7k/8/4P3/8/8/8/8/K7 b - - 0 1", IndexError::material_mismatch, "Ke6vK");
    expect_no_index("Kd7vK", "7k/4p3/8/8/8/8/8/K7 w - - 0 1", IndexError::material_mismatch, "KvKe7");
}

TEST(PositionIndexer, RefusesCastlingRights) {}

void expect_no_board(const PositionIndexer& indexer,
                     std::uint64_t number,
                     IndexError kind,
                     const std::string& part) {
    const auto board = indexer.board_at(position_index_at(number));
    ASSERT_FALSE(board) << number;
    EXPECT_EQ(board.error().kind, kind) << board.error().message;
    EXPECT_THAT(board.error().message, HasSubstr(part));
}

TEST(PositionIndexer, RefusesAnIndexOutOfRange) {
    const PositionIndexer indexer = indexer_of("Kd7vK");
    EXPECT_TRUE(indexer.board_at(position_index_at(indexer.size() - 64)));
    expect_no_board(indexer, indexer.size(), IndexError::out_of_range, "8192 is not below 8192");
    expect_no_board(indexer, ~std::uint64_t{0}, IndexError::out_of_range, "Kd7vK");
}

TEST(PositionIndexer, RefusesTwoMenOnOneSquare) {
    const PositionIndexer pawn = indexer_of("Kd7vK");
    expect_no_board(pawn, 5 * 64 + 5, IndexError::shared_square, "two men on f1");
    expect_no_board(pawn, 51 * 64 + 5, IndexError::shared_square, "two men on d7");
    expect_no_board(pawn, 5 * 64 + 51, IndexError::shared_square, "two men on d7");
    expect_no_board(indexer_of("KRvKR"), 5 * 64 + 7, IndexError::shared_square, "two men on a1");
}

TEST(PositionIndexer, RefusesIllegalPositions) {
    const PositionIndexer indexer = indexer_of("Kd7vK");
    expect_no_board(indexer, 0 * 64 + 1, IndexError::illegal_position, "Kk6");
    expect_no_board(indexer, 0 * 64 + 60, IndexError::illegal_position, "4k3/3P4");  // White could take on e8
    EXPECT_TRUE(indexer.board_at(position_index_at(4096 + 0 * 64 + 60)));            // Black is to move
}

TEST(PositionIndexer, RefusesAKeyWithTooManyPieces) {
    const auto indexer = PositionIndexer::make(table_for(parse_key("KQRRNNBlvKQ").value()).key);
    EXPECT_TRUE(PositionIndexer::make(table_for(parse_key("KQRRNNvKQ").value()).key));
    ASSERT_FALSE(indexer);
    EXPECT_EQ(indexer.error().kind, IndexError::too_many_pieces);
    EXPECT_THAT(indexer.error().message, HasSubstr("KQRRBlNNvKQ: 7 pieces"));
}

}  // namespace
}  // namespace philidor
