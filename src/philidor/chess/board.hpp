/// @file
/// A position that obeys the rules.
#pragma once

#include <cassert>
#include <cstdint>
#include <optional>

#include "philidor/base/inline.hpp"
#include "philidor/base/result.hpp"
#include "philidor/chess/bitboard.hpp"
#include "philidor/chess/castling.hpp"
#include "philidor/chess/color.hpp"
#include "philidor/chess/detail/position.hpp"
#include "philidor/chess/indexed_array.hpp"
#include "philidor/chess/move.hpp"
#include "philidor/chess/piece.hpp"
#include "philidor/chess/position_error.hpp"
#include "philidor/chess/setup.hpp"
#include "philidor/chess/square.hpp"
#include "philidor/chess/zobrist.hpp"

namespace philidor {

/// The plies without a capture or a pawn move after which the 50-move rule lets a player claim a draw.
inline constexpr unsigned fifty_move_plies = 100;

/// What `Board::take_back` needs beyond the move itself.
struct Undo {
    Key key = 0;
    Key pawn_key = 0;
    CastlingRights castling;
    std::optional<Square> en_passant;
    std::optional<Square> legal_en_passant;
    Piece captured = Piece::none;
    std::uint16_t halfmove_clock = 0;
    std::uint16_t fullmove_number = 1;
};

/// A position that obeys the rules: one king a side, the side that has moved not in check, and so
/// on (`PositionError` lists all of it). There is no other kind of Board: it is made from a checked
/// `Setup` and changed by legal moves alone.
///
/// The men are kept three ways: as sets by kind, as sets by colour, and square by square. A Board is
/// plain data of three cache lines; copying it is how search and perft keep the position before a move.
class Board {
  public:
    /// The start position of standard chess.
    Board();

    /// The position, or the first rule it breaks.
    [[nodiscard]] static Result<Board, PositionError> from_setup(const Setup& setup);

    /// The position as plain fields.
    [[nodiscard]] Setup to_setup() const;

    /// What stands on a square.
    [[nodiscard]] PHILIDOR_INLINE Piece piece_on(Square square) const { return squares_[square]; }

    /// All men of a colour.
    [[nodiscard]] PHILIDOR_INLINE Bitboard pieces(Color color) const { return position_.pieces(color); }

    /// All men of a kind.
    [[nodiscard]] PHILIDOR_INLINE Bitboard pieces(PieceType type) const { return position_.pieces(type); }

    /// The men of a colour and kind.
    [[nodiscard]] PHILIDOR_INLINE Bitboard pieces(Color color, PieceType type) const {
        return position_.pieces(color, type);
    }

    /// The men of a colour that move like a rook: rooks and queens.
    [[nodiscard]] PHILIDOR_INLINE Bitboard straight_sliders(Color color) const {
        return position_.straight_sliders(color);
    }

    /// The men of a colour that move like a bishop: bishops and queens.
    [[nodiscard]] PHILIDOR_INLINE Bitboard diagonal_sliders(Color color) const {
        return position_.diagonal_sliders(color);
    }

    /// All men.
    [[nodiscard]] PHILIDOR_INLINE Bitboard occupied() const { return position_.occupied(); }

    /// Where a king stands.
    [[nodiscard]] PHILIDOR_INLINE Square king(Color color) const { return position_.king(color); }

    /// Whose turn it is.
    [[nodiscard]] PHILIDOR_INLINE Color side_to_move() const { return side_to_move_; }

    /// Who may still castle.
    [[nodiscard]] PHILIDOR_INLINE CastlingRights castling() const { return position_.castling; }

    /// How the castling rights are written.
    [[nodiscard]] CastlingStyle castling_style() const { return castling_style_; }

    /// The square passed over by the double push that led here. `play` records it only if a legal en
    /// passant capture answers it; a FEN may name it in any case.
    [[nodiscard]] PHILIDOR_INLINE std::optional<Square> en_passant() const { return en_passant_; }

    /// The en passant square, if some capture onto it is legal.
    [[nodiscard]] PHILIDOR_INLINE std::optional<Square> legal_en_passant() const {
        return position_.en_passant;
    }

    /// Plies since the last capture or pawn move; from `fifty_move_plies` on a player may claim a draw, at
    /// 150 it is one.
    [[nodiscard]] unsigned halfmove_clock() const { return halfmove_clock_; }

    /// The number of the move, starting at 1 and counted up after Black's.
    [[nodiscard]] unsigned fullmove_number() const { return fullmove_number_; }

    /// The hash key. Two boards with the same men, side to move, castling rights and legal en passant
    /// captures have the same key: exactly what the rules of repetition call the same position.
    [[nodiscard]] PHILIDOR_INLINE Key key() const { return key_; }

    /// The hash key of the pawns alone, of both colours.
    [[nodiscard]] PHILIDOR_INLINE Key pawn_key() const { return pawn_key_; }

    /// `key()` computed from scratch.
    [[nodiscard]] Key computed_key() const;

    /// `pawn_key()` computed from scratch.
    [[nodiscard]] Key computed_pawn_key() const;

    /// The men of both colours that attack a square when `occupied` blocks the sliders.
    [[nodiscard]] Bitboard attackers(Square square, Bitboard occupied) const {
        return position_.attackers(square, occupied);
    }

    /// The men that give check to the side to move.
    [[nodiscard]] Bitboard checkers() const;

    /// Whether the side to move is in check.
    [[nodiscard]] bool is_check() const { return checkers().any(); }

    /// Whether a legal move gives check.
    [[nodiscard]] bool gives_check(Move move) const;

    /// Whether a legal move is a capture or a pawn move: it sets the clock to zero and leads to another
    /// table.
    [[nodiscard]] bool is_zeroing(Move move) const {
        return move.is_capture() || type_of(piece_on(move.from())) == PieceType::pawn;
    }

    /// Plays a legal move. Whether a move is legal, `is_legal(board, move)` in movegen.hpp tells.
    Undo play(Move move);

    /// Takes back the last move played, given what `play` returned for it.
    void take_back(Move move, const Undo& undo);

    /// The board after a legal move.
    [[nodiscard]] Board after(Move move) const {
        Board next = *this;
        next.play(move);
        return next;
    }

    /// The board after the side to move has passed, which the rules do not allow but a search may try; not in
    /// check. The clock begins anew, since no game repeats what a pass has led to.
    [[nodiscard]] Board after_passing() const;

    /// Whether neither side can mate by any sequence of moves: kings alone, or with one knight, or
    /// with bishops of one square colour.
    [[nodiscard]] bool has_insufficient_material() const;

    /// The part that move generation reads.
    [[nodiscard]] PHILIDOR_INLINE const detail::Position& position() const { return position_; }

    /// Equal in everything, clocks included.
    friend bool operator==(const Board&, const Board&) = default;

  private:
    friend class Symmetry;  // the image of a Board needs no second check

    struct MenOf {
        const Setup& setup;
    };
    /// The men alone, checked or not; `take_over_state` adds the rest once they are.
    explicit Board(MenOf men);
    void take_over_state(const Setup& setup);
    [[nodiscard]] static Board from_checked(const Setup& setup);

    /// The part of the key that is not about men.
    [[nodiscard]] Key state_key() const;

    template <Color Us>
    Undo play_as(Move move);
    template <Color Us>
    void take_back_as(Move move, const Undo& undo);
    void put(Piece piece, Square square);
    void remove(Square square);

    detail::Position position_;
    BySquare<Piece> squares_;
    Key key_ = 0;
    Key pawn_key_ = 0;
    std::optional<Square> en_passant_;
    std::uint16_t halfmove_clock_ = 0;
    std::uint16_t fullmove_number_ = 1;
    Color side_to_move_ = Color::white;
    CastlingStyle castling_style_ = CastlingStyle::standard;
};

}  // namespace philidor
