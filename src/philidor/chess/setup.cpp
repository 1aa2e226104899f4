#include "philidor/chess/setup.hpp"

#include <array>
#include <cstddef>

namespace philidor {

Setup Setup::start_position() {
    constexpr std::array back{PieceType::rook, PieceType::knight, PieceType::bishop, PieceType::queen,
                              PieceType::king, PieceType::bishop, PieceType::knight, PieceType::rook};
    Setup setup;
    for (const Color color : all_colors) {
        for (const File file : all_files) {
            const auto square_on = [&](Rank rank) { return make_square(file, relative(color, rank)); };
            setup.squares[square_on(Rank::first)] = make_piece(color, back[static_cast<std::size_t>(file)]);
            setup.squares[square_on(Rank::second)] = make_piece(color, PieceType::pawn);
        }
    }
    setup.castling = CastlingRights(Bitboard(Square::a1) | Bitboard(Square::h1) | Bitboard(Square::a8) |
                                    Bitboard(Square::h8));
    return setup;
}

}  // namespace philidor
