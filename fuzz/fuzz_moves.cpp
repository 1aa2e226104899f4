// Up to the first newline the input is a FEN (if empty, the start position). Each byte after it chooses a
// legal move. After every move, everything updated incrementally must equal what is computed from scratch,
// and taking all moves back must lead through the same boards.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "philidor/chess/fen.hpp"
#include "philidor/chess/movegen.hpp"
#include "philidor/chess/perft.hpp"
#include "require.hpp"

namespace {

using namespace philidor;

struct Played {
    Board before;
    Move move;
    Undo undo;
};

/// Perft plays moves on a smaller board of its own, which must reach the same positions.
bool perft_agrees(const Board& board) {
    std::uint64_t count = 0;
    for (const Move move : legal_moves(board)) count += count_legal_moves(board.after(move));
    return perft(board, 2) == count;
}

Played play(Board& board, Move move) {
    const Board before = board;
    const bool gives_check = board.gives_check(move);
    const Undo undo = board.play(move);
    fuzz::require(board == before.after(move));
    fuzz::require(board.key() == board.computed_key());
    fuzz::require(board.pawn_key() == board.computed_pawn_key());
    fuzz::require(board.is_check() == gives_check);
    const auto again = Board::from_setup(board.to_setup());
    fuzz::require(again && *again == board);
    return {before, move, undo};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::uint8_t* const end = data + size;
    const std::uint8_t* const newline = std::find(data, end, std::uint8_t{'\n'});
    Board board;
    if (newline != end) {
        const auto start = parse_fen(std::string(data, newline), Variant::chess960);
        if (!start) return 0;
        board = *start;
    }
    std::vector<Played> game;
    for (const std::uint8_t* choice = newline == end ? data : newline + 1; choice != end; ++choice) {
        const MoveList moves = legal_moves(board);
        fuzz::require(moves.size() == count_legal_moves(board));
        if (moves.empty()) break;
        game.push_back(play(board, moves[*choice % moves.size()]));
    }
    fuzz::require(perft_agrees(board));
    for (; !game.empty(); game.pop_back()) {
        board.take_back(game.back().move, game.back().undo);
        fuzz::require(board == game.back().before);
    }
    return 0;
}
