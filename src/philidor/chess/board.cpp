#include "philidor/chess/board.hpp"

#include <limits>
#include <utility>

#include "philidor/chess/attacks.hpp"
#include "philidor/chess/detail/validate.hpp"
#include "philidor/chess/detail/zobrist.hpp"

namespace philidor {

namespace {

/// The square of the piece that a capture takes.
Square captured_square(Move move) {
    return move.flag() == MoveFlag::en_passant ? passed_pawn(move.to()) : move.to();
}

/// One more, but a full counter stays full instead of wrapping around.
std::uint16_t counted_up(std::uint16_t counter) {
    return counter == std::numeric_limits<std::uint16_t>::max() ? counter
                                                                : static_cast<std::uint16_t>(counter + 1);
}

CastlingSide castling_side(Move move) {
    return move.flag() == MoveFlag::king_castle ? CastlingSide::king : CastlingSide::queen;
}

}  // namespace

Board::Board() : Board(from_checked(Setup::start_position())) {}

Result<Board, PositionError> Board::from_setup(const Setup& setup) {
    Board board{MenOf{setup}};
    if (auto fault = detail::find_fault(setup, board.position_)) return tl::unexpected(std::move(*fault));
    board.take_over_state(setup);
    return board;
}

Board Board::from_checked(const Setup& setup) {
    assert(!find_fault(setup));
    Board board{MenOf{setup}};
    board.take_over_state(setup);
    return board;
}

Board::Board(MenOf men) {
    for (const Square square : men.setup.occupied()) put(men.setup.squares[square], square);
}

void Board::take_over_state(const Setup& setup) {
    side_to_move_ = setup.side_to_move;
    position_.castling = setup.castling;
    castling_style_ = setup.castling_style;
    halfmove_clock_ = setup.halfmove_clock;
    fullmove_number_ = setup.fullmove_number;
    en_passant_ = setup.en_passant;
    if (setup.en_passant) {
        const bool is_legal = setup.side_to_move == Color::white
                                  ? position_.has_legal_en_passant<Color::white>(*setup.en_passant)
                                  : position_.has_legal_en_passant<Color::black>(*setup.en_passant);
        if (is_legal) position_.en_passant = setup.en_passant;
    }
    key_ ^= state_key();
}

Setup Board::to_setup() const {
    return {squares_,    side_to_move_,   castling(),      castling_style_,
            en_passant_, halfmove_clock_, fullmove_number_};
}

Key Board::computed_key() const {
    Key key = state_key();
    for (const Square square : occupied()) key ^= zobrist::numbers.pieces[squares_[square]][square];
    return key;
}

Key Board::state_key() const {
    Key key = zobrist::castling_key(castling().rooks());
    if (legal_en_passant()) key ^= zobrist::numbers.en_passant_files[file_of(*legal_en_passant())];
    if (side_to_move_ == Color::black) key ^= zobrist::numbers.black_to_move;
    return key;
}

Key Board::computed_pawn_key() const {
    Key key = 0;
    for (const Square square : pieces(PieceType::pawn)) {
        key ^= zobrist::numbers.pieces[squares_[square]][square];
    }
    return key;
}

bool Board::can_castle(Color color, CastlingSide side) const {
    const Square from = king(color);
    const auto rook = castling().rook(color, side, from);
    if (!rook) return false;
    const CastlingWay way(color, from, *rook);
    const Bitboard others = occupied() - Bitboard(from) - Bitboard(*rook);
    if (way.all().intersects(others)) return false;
    const auto is_attacked = [&](Square square, Bitboard blockers) {
        return attackers(square, blockers).intersects(pieces(!color));
    };
    if (is_attacked(from, occupied())) return false;
    for (const Square square : way.of_king) {
        if (is_attacked(square, others | Bitboard(*rook))) return false;
    }
    // In Chess960 the rook may be all that shielded the king's new square.
    return !is_attacked(king_target(color, side), others | Bitboard(rook_target(color, side)));
}

Bitboard Board::checkers() const {
    return attackers(king(side_to_move_), occupied()) & pieces(!side_to_move_);
}

bool Board::gives_check(Move move) const {
    if (move.is_castle()) return after(move).is_check();  // rare, and two pieces move
    const Color us = side_to_move_;
    const Square their_king = king(!us);
    const Bitboard from(move.from());
    Bitboard occupied_after = (occupied() - from) | Bitboard(move.to());
    if (move.flag() == MoveFlag::en_passant) occupied_after.remove(passed_pawn(move.to()));
    const Piece arriving = move.is_promotion() ? make_piece(us, move.promotion()) : squares_[move.from()];
    if (attacks_of(arriving, move.to(), occupied_after).has(their_king)) return true;
    const Bitboard discovered = (rook_attacks(their_king, occupied_after) & straight_sliders(us)) |
                                (bishop_attacks(their_king, occupied_after) & diagonal_sliders(us));
    return (discovered - from).any();
}

void Board::put(Piece piece, Square square) {
    squares_[square] = piece;
    position_.put(color_of(piece), type_of(piece), square);
    const Key key = zobrist::numbers.pieces[piece][square];
    key_ ^= key;
    if (type_of(piece) == PieceType::pawn) pawn_key_ ^= key;
}

void Board::remove(Square square) {
    const Piece piece = std::exchange(squares_[square], Piece::none);
    position_.remove(color_of(piece), type_of(piece), square);
    const Key key = zobrist::numbers.pieces[piece][square];
    key_ ^= key;
    if (type_of(piece) == PieceType::pawn) pawn_key_ ^= key;
}

template <Color Us>
Undo Board::play_as(Move move) {
    const Square from = move.from();
    const Square to = move.to();
    const Piece piece = squares_[from];
    Undo undo{key_,        pawn_key_,       castling(),      en_passant_, legal_en_passant(),
              Piece::none, halfmove_clock_, fullmove_number_};
    Bitboard kept_rights = castling().rooks() - Bitboard(from) - Bitboard(to);
    if (type_of(piece) == PieceType::king) kept_rights -= back_rank(Us);
    if (legal_en_passant()) key_ ^= zobrist::numbers.en_passant_files[file_of(*legal_en_passant())];

    if (move.is_castle()) {  // remove both before placing either: in Chess960 they may swap squares
        const CastlingSide side = castling_side(move);
        remove(*castling().rook(Us, side, from));
        remove(from);
        put(piece, to);
        put(make_piece(Us, PieceType::rook), rook_target(Us, side));
    } else {
        if (move.is_capture()) {
            const Square taken = captured_square(move);
            undo.captured = squares_[taken];
            remove(taken);
        }
        remove(from);
        put(move.is_promotion() ? make_piece(Us, move.promotion()) : piece, to);
    }
    key_ ^= zobrist::castling_key(castling().rooks() - kept_rights);
    position_.castling = CastlingRights(kept_rights);

    const bool is_irreversible = type_of(piece) == PieceType::pawn || move.is_capture();
    halfmove_clock_ = is_irreversible ? 0 : counted_up(halfmove_clock_);
    if constexpr (Us == Color::black) fullmove_number_ = counted_up(fullmove_number_);
    side_to_move_ = !Us;
    key_ ^= zobrist::numbers.black_to_move;
    position_.en_passant = en_passant_ = std::nullopt;
    if (move.flag() == MoveFlag::double_push) {
        const Square target = passed_pawn(to);
        if (position_.has_legal_en_passant<!Us>(target)) {
            position_.en_passant = en_passant_ = target;
            key_ ^= zobrist::numbers.en_passant_files[file_of(target)];
        }
    }
    return undo;
}

template <Color Us>
void Board::take_back_as(Move move, const Undo& undo) {
    const Square from = move.from();
    const Square to = move.to();
    if (move.is_castle()) {
        const CastlingSide side = castling_side(move);
        remove(rook_target(Us, side));
        remove(to);
        put(make_piece(Us, PieceType::king), from);
        put(make_piece(Us, PieceType::rook), *undo.castling.rook(Us, side, from));
    } else {
        const Piece piece = move.is_promotion() ? make_piece(Us, PieceType::pawn) : squares_[to];
        remove(to);
        put(piece, from);
        if (move.is_capture()) put(undo.captured, captured_square(move));
    }
    position_.castling = undo.castling;
    position_.en_passant = undo.legal_en_passant;
    en_passant_ = undo.en_passant;
    key_ = undo.key;
    pawn_key_ = undo.pawn_key;
    halfmove_clock_ = undo.halfmove_clock;
    fullmove_number_ = undo.fullmove_number;
    side_to_move_ = Us;
}

Undo Board::play(Move move) {
    assert(squares_[move.from()] != Piece::none && color_of(squares_[move.from()]) == side_to_move_);
    return side_to_move_ == Color::white ? play_as<Color::white>(move) : play_as<Color::black>(move);
}

void Board::take_back(Move move, const Undo& undo) {
    if (side_to_move_ == Color::black) {
        take_back_as<Color::white>(move, undo);
    } else {
        take_back_as<Color::black>(move, undo);
    }
}

Board Board::after_passing() const {
    assert(!is_check());
    Board next = *this;
    if (legal_en_passant()) next.key_ ^= zobrist::numbers.en_passant_files[file_of(*legal_en_passant())];
    next.key_ ^= zobrist::numbers.black_to_move;
    next.position_.en_passant = next.en_passant_ = std::nullopt;
    next.halfmove_clock_ = 0;
    if (side_to_move_ == Color::black) next.fullmove_number_ = counted_up(fullmove_number_);
    next.side_to_move_ = !side_to_move_;
    return next;
}

bool Board::has_insufficient_material() const {
    const Bitboard knights = pieces(PieceType::knight);
    const Bitboard bishops = pieces(PieceType::bishop);
    const Bitboard kings = pieces(PieceType::king);
    if (!occupied().is_subset_of(kings | knights | bishops)) return false;
    if (!(knights | bishops).has_several()) return true;
    const bool on_one_color =
        bishops.is_subset_of(Bitboard::light_squares()) || !bishops.intersects(Bitboard::light_squares());
    return knights.is_empty() && on_one_color;
}

}  // namespace philidor
