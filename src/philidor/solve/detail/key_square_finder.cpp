#include "philidor/solve/detail/key_square_finder.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "philidor/chess/setup.hpp"

namespace philidor::detail {

namespace {

/// The root's men with the kings on these squares and no rights; empty if that is illegal.
std::optional<Ending> with_kings(const Ending& root,
                                 Square white_king,
                                 Square black_king,
                                 Color side_to_move) {
    Setup setup = root.board().to_setup();
    for (const Color color : all_colors) setup.squares[root.board().king(color)] = Piece::none;
    for (const Square square : {white_king, black_king}) {
        if (setup.squares[square] != Piece::none || white_king == black_king) return std::nullopt;
    }
    setup.squares[white_king] = make_piece(Color::white, PieceType::king);
    setup.squares[black_king] = make_piece(Color::black, PieceType::king);
    setup.side_to_move = side_to_move;
    setup.en_passant.reset();
    const auto board = Board::from_setup(setup);
    if (!board) return std::nullopt;
    return *Ending::from(*board);
}

/// What values with White and with Black to move, both seen from White, mean together.
KeySquare verdict_of(Wdl white_to_move, Wdl black_to_move) {
    if (white_to_move < black_to_move) return KeySquare::mutual_zugzwang;
    if (white_to_move == black_to_move) {
        if (white_to_move == Wdl::draw) return KeySquare::drawn;
        return white_to_move == Wdl::win ? KeySquare::white_wins : KeySquare::black_wins;
    }
    if (black_to_move == Wdl::draw) return KeySquare::white_wins_to_move;
    return white_to_move == Wdl::draw ? KeySquare::black_wins_to_move : KeySquare::mover_wins;
}

/// Two proofs of the same positions, each knowing something that the other does not.
struct Proofs {
    const PositionSolver& one;
    const PositionSolver& other;

    [[nodiscard]] WdlBounds bounds_of(const Ending& ending) const {
        return both_of(one.bounds_of(ending), other.bounds_of(ending));
    }
};

KeySquare judge(const Ending& root, Square white_king, Square black_king, const Proofs& proofs) {
    ByColor<std::optional<Wdl>> values{};  // by side to move, seen from White
    for (const Color side : all_colors) {
        const auto ending = with_kings(root, white_king, black_king, side);
        if (!ending) continue;
        const WdlBounds bounds = proofs.bounds_of(*ending);
        if (!bounds.is_exact()) return KeySquare::open;
        values[side] = side == Color::white ? bounds.worst : -bounds.worst;
    }
    const auto& white = values[Color::white];
    const auto& black = values[Color::black];
    if (!white && !black) return KeySquare::unavailable;
    return verdict_of(white ? *white : *black, black ? *black : *white);
}

}  // namespace

KeySquares find_key_squares(const Ending& root, const PositionSolver& solver, const Effort& effort) {
    const Square white_king = root.board().king(Color::white);
    const Square black_king = root.board().king(Color::black);
    std::vector<Ending> targets;
    for (const Square square : Bitboard::all()) {
        for (const Color side : all_colors) {
            if (const auto ending = with_kings(root, square, black_king, side)) targets.push_back(*ending);
            if (const auto ending = with_kings(root, white_king, square, side)) targets.push_back(*ending);
        }
    }
    PositionSolver map_solver(root, effort, std::min(solver.most_pieces(), 1U));
    (void)map_solver.settle(targets);  // what stays open is marked as such

    const Proofs proofs{solver, map_solver};
    KeySquares squares;
    for (const Square square : Bitboard::all()) {
        squares.white_king[square] = judge(root, square, black_king, proofs);
        squares.black_king[square] = judge(root, white_king, square, proofs);
        for (const Square other : Bitboard::all()) {
            if (judge(root, square, other, proofs) == KeySquare::mutual_zugzwang) {
                squares.corresponding[square].add(other);
            }
        }
    }
    return squares;
}

}  // namespace philidor::detail
