#include "philidor/index/detail/tile_place.hpp"

namespace philidor {

TilePlace find_place(const TileLayout& layout, const Board& board, Symmetry symmetry) {
    // The colour that becomes this one under the symmetry.
    const auto origin = [symmetry](Color color) { return symmetry.inverse()(color); };
    Placement placement{};
    Bitboard placed;
    for (std::size_t i = 0; i < layout.pieces().size(); ++i) {
        const auto [color, kind] = layout.pieces()[i];
        const Bitboard like = symmetry(board.pieces(origin(color), type_of(kind))) & squares_of(kind);
        placement[i] = (like - placed).first();
        placed.add(placement[i]);
    }
    const auto [tile, turn] = layout.locate(placement);
    return {symmetry(board.side_to_move()), tile, turn(symmetry(board.king(origin(Color::white)))),
            turn(symmetry(board.king(origin(Color::black))))};
}

}  // namespace philidor
