// The first byte gives the number of following bytes that choose legal moves from the start position; if it
// is odd, castling is written as in Chess960. The rest is read as SAN and as UCI. An accepted move must be
// legal. Its text, and that of every legal move, must lead back to it.

#include <cstddef>
#include <cstdint>
#include <string>

#include "philidor/chess/fen.hpp"
#include "philidor/chess/movegen.hpp"
#include "philidor/chess/notation.hpp"
#include "require.hpp"

namespace {

using namespace philidor;

/// The text of a legal move must lead back to it.
void check_round_trip(const Board& board, Move move) {
    fuzz::require(is_legal(board, move));
    fuzz::require(parse_san(board, to_san(board, move)) == move);
    fuzz::require(parse_uci(board, to_uci(board, move)) == move);
}

void check(const Board& board, const std::string& text) {
    for (const Move move : legal_moves(board)) check_round_trip(board, move);
    if (const auto move = parse_san(board, text)) check_round_trip(board, *move);
    if (const auto move = parse_uci(board, text)) check_round_trip(board, *move);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0 || data[0] >= size) return 0;
    const std::size_t plies = data[0];
    const Variant variant = plies % 2 == 0 ? Variant::standard : Variant::chess960;
    Board board = *parse_fen(to_fen(Board()), variant);
    for (std::size_t ply = 0; ply < plies; ++ply) {
        const MoveList moves = legal_moves(board);
        if (moves.empty()) return 0;
        board.play(moves[data[1 + ply] % moves.size()]);
    }
    check(board, std::string(data + 1 + plies, data + size));
    return 0;
}
