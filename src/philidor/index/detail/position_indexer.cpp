#include "philidor/index/detail/position_indexer.hpp"

#include <string>

#include <fmt/format.h>

#include "philidor/chess/fen.hpp"
#include "philidor/chess/setup.hpp"

namespace philidor {

namespace {

/// All placements of the two kings.
constexpr std::uint64_t placements_in_tile = square_count * square_count;

/// Places men on a board and detects shared squares.
class MenOnSquares {
  public:
    explicit MenOnSquares(Color side_to_move) { setup_.side_to_move = side_to_move; }

    void put(Piece piece, Square square) {
        if (occupied_.has(square)) shared_.add(square);
        occupied_.add(square);
        setup_.squares[square] = piece;
    }

    [[nodiscard]] Result<Board, IndexError> to_board(const TableKey& key) const {
        if (shared_.any()) {
            return fail(IndexError::shared_square,
                        fmt::format("index: {}: two men on {}", to_string(key), to_string(shared_.first())));
        }
        const auto board = Board::from_setup(setup_);
        if (board) return *board;
        return fail(IndexError::illegal_position,
                    fmt::format("index: {}: {}: {}", to_string(key), board.error().message, to_fen(setup_)));
    }

  private:
    Setup setup_;
    Bitboard occupied_;
    Bitboard shared_;
};

}  // namespace

Result<PositionIndexer, IndexError> PositionIndexer::make(const TableKey& key) {
    if (const unsigned count = key.material().piece_count(); count > most_layout_pieces) {
        return fail(IndexError::too_many_pieces,
                    fmt::format("index: {}: {} pieces besides kings and pawns, more than {}", to_string(key),
                                count, most_layout_pieces));
    }
    return PositionIndexer(key);
}

PositionIndexer::PositionIndexer(const TableKey& key)
    : key_(key), layout_(key.material(), TileLayout::Turns::used), own_swap_(key.own_swap()) {}

std::uint64_t PositionIndexer::size() const {
    return (own_swap_ ? 1 : 2) * layout_.tile_count() * placements_in_tile;
}

Result<PositionIndex, IndexError> PositionIndexer::index_of(const Ending& ending) const {
    const Board& board = ending.board();
    const MaterialKey material = MaterialKey::from_board(board);
    auto [canonical, symmetry] = table_for(material);
    if (canonical != key_) {
        return fail(IndexError::material_mismatch,
                    fmt::format("index: {}: a position of {}: {}", to_string(key_), to_string(material),
                                to_fen(board)));
    }
    if (own_swap_ && symmetry(board.side_to_move()) == Color::black) {
        symmetry = *own_swap_ * symmetry;
    }
    const TilePlace place = find_place(layout_, board, symmetry);
    const std::uint64_t tile =
        static_cast<std::uint64_t>(place.side_to_move) * layout_.tile_count() + place.tile;
    return position_index_at((tile * square_count + philidor::index_of(place.white_king)) * square_count +
                             philidor::index_of(place.black_king));
}

Result<Board, IndexError> PositionIndexer::board_at(PositionIndex index) const {
    const std::uint64_t number = number_of(index);
    if (number >= size()) {
        return fail(IndexError::out_of_range,
                    fmt::format("index: {}: {} is not below {}", to_string(key_), number, size()));
    }
    const std::uint64_t tile = number / placements_in_tile;
    const auto square = [](std::uint64_t part) {
        return square_at(static_cast<unsigned>(part % square_count));
    };
    return board_at(TilePlace{tile < layout_.tile_count() ? Color::white : Color::black,
                              static_cast<std::size_t>(tile % layout_.tile_count()),
                              square(number / square_count), square(number)});
}

Result<Board, IndexError> PositionIndexer::board_at(const TilePlace& place) const {
    MenOnSquares men(place.side_to_move);
    for (const Color color : all_colors) {
        for (const Square square : key_.material().pawn_squares(color)) {
            men.put(make_piece(color, PieceType::pawn), square);
        }
    }
    const Placement placement = layout_.placement_of(place.tile);
    for (std::size_t i = 0; i < layout_.pieces().size(); ++i) {
        const auto [color, kind] = layout_.pieces()[i];
        men.put(make_piece(color, type_of(kind)), placement[i]);
    }
    men.put(Piece::white_king, place.white_king);
    men.put(Piece::black_king, place.black_king);
    return men.to_board(key_);
}

}  // namespace philidor
