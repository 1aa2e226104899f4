/// @file
/// Positions for tests: from a FEN or from seeded random games.
#pragma once

#include <array>
#include <cstdint>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "philidor/base/test_support/sample_size.hpp"
#include "philidor/chess/board.hpp"
#include "philidor/chess/ending.hpp"
#include "philidor/chess/fen.hpp"
#include "philidor/chess/movegen.hpp"
#include "philidor/chess/test_support/chess960_starts.hpp"

namespace philidor::test_support {

/// The board of a FEN, which must be legal.
inline Board board_of(std::string_view fen, Variant variant = Variant::standard) {
    const auto board = parse_fen(fen, variant);
    if (!board) throw std::invalid_argument(std::string(fen) + ": " + board.error().message);
    return *board;
}

/// The ending of a FEN that must be one.
inline Ending ending_of(std::string_view fen) {
    const auto ending = Ending::from_fen(fen);
    if (!ending) throw std::invalid_argument(std::string(fen) + ": " + ending.error().message);
    return *ending;
}

/// The board of a setup that must be good.
inline Board board_of(const Setup& setup) {
    const auto board = Board::from_setup(setup);
    if (!board) throw std::invalid_argument(board.error().message);
    return *board;
}

/// The legal move with this name: "e2e4", "a7a8q"; castling by the king's move, "e1g1".
inline Move move_of(const Board& board, std::string_view name) {
    for (const Move move : legal_moves(board)) {
        std::string text = to_string(move.from()) + to_string(move.to());
        if (move.is_promotion()) text += letter_of(make_piece(Color::black, move.promotion()));
        if (text == name) return move;
    }
    throw std::invalid_argument("no legal move " + std::string(name) + " in " + to_fen(board));
}

/// The same position with the colours swapped, turned upside down.
inline Setup color_swapped(const Setup& setup) {
    Setup swapped = setup;
    for (const Square square : Bitboard::all()) {
        const Piece piece = setup.squares[flip_ranks(square)];
        swapped.squares[square] =
            piece == Piece::none ? Piece::none : make_piece(!color_of(piece), type_of(piece));
    }
    swapped.side_to_move = !setup.side_to_move;
    swapped.castling = CastlingRights(setup.castling.rooks().flipped_ranks());
    if (setup.en_passant) swapped.en_passant = flip_ranks(*setup.en_passant);
    return swapped;
}

/// Which random games to play.
struct RandomGames {
    std::uint64_t seed = 1;
    unsigned games = 10;
    unsigned plies = 200;  ///< at most this many in each game
    Variant variant = Variant::standard;
};

/// Calls `visit(board, move)` for every move of the games, with the board before the move. Stops at the first
/// fatal failure.
template <class Visit>
void for_each_random_move(const RandomGames& which, Visit visit) {
    std::mt19937_64 random(which.seed);
    for (unsigned game = 0; game < which.games; ++game) {
        const auto number = static_cast<unsigned>(random() % chess960_count);
        const std::string start = chess960_start(number, CastlingStyle::shredder);
        Board board = which.variant == Variant::standard ? Board() : board_of(start, Variant::chess960);
        for (unsigned ply = 0; ply < which.plies; ++ply) {
            const MoveList moves = legal_moves(board);
            if (moves.empty()) break;
            const Move move = moves[random() % moves.size()];
            visit(static_cast<const Board&>(board), move);
            if (::testing::Test::HasFatalFailure()) return;
            board.play(move);
        }
    }
}

/// The games that most tests use: about twenty thousand positions, half of them from Chess960.
inline const std::array some_random_games{
    RandomGames{.seed = 1, .games = samples(60U), .variant = Variant::standard},
    RandomGames{.seed = 2, .games = samples(60U), .variant = Variant::chess960}};

}  // namespace philidor::test_support
