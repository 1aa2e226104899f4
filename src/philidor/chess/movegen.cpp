#include "philidor/chess/movegen.hpp"

#include <cstdlib>
#include <string_view>

#include "philidor/chess/detail/kernels.hpp"

namespace philidor {

namespace detail {

namespace {

const Kernels& choose_kernels() {
#ifdef __x86_64__
    // AMD processors before Zen 3 have PEXT but run it as a slow microcode loop.
    const bool pext_is_slow = __builtin_cpu_is("znver1") || __builtin_cpu_is("znver2");
    const char* wish = std::getenv("PHILIDOR_KERNELS");
    const bool wants_portable = wish != nullptr && std::string_view(wish) == "portable";
    if (__builtin_cpu_supports("x86-64-v3") && !pext_is_slow && !wants_portable) return bmi2_kernels;
#endif
    return portable_kernels;
}

}  // namespace

const Kernels& kernels() {
    static const Kernels& chosen = choose_kernels();
    return chosen;
}

}  // namespace detail

MoveList legal_moves(const Board& board) { return legal_moves(board, Bitboard::all()); }

MoveList legal_moves(const Board& board, Bitboard movers) {
    MoveList moves;
    detail::kernels().list_legal(board.position(), board.side_to_move(), movers, moves);
    return moves;
}

MoveList pseudo_legal_moves(const Board& board) {
    MoveList moves;
    detail::kernels().list_pseudo_legal(board.position(), board.side_to_move(), moves);
    return moves;
}

unsigned count_legal_moves(const Board& board) {
    return detail::kernels().count_legal(board.position(), board.side_to_move());
}

bool is_legal(const Board& board, Move move) {
    const Piece piece = board.piece_on(move.from());
    if (piece == Piece::none || color_of(piece) != board.side_to_move()) return false;
    return legal_moves(board, Bitboard(move.from())).contains(move);
}

}  // namespace philidor
