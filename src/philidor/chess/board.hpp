/// @file
/// A legal position.
#pragma once

#include <cassert>
#include <cstdint>
#include <optional>

#include "philidor/base/inline.hpp"
#include "philidor/base/result.hpp"
#include "philidor/chess/bitboard.hpp"
#include "philidor/chess/castling.hpp"
#include "philidor/chess/indexed_array.hpp"
#include "philidor/chess/move.hpp"
#include "philidor/chess/piece.hpp"
#include "philidor/chess/position.hpp"
#include "philidor/chess/setup.hpp"
#include "philidor/chess/square.hpp"

namespace philidor {

/// A hash key of a position: the same in every process, on every machine and in every version, so that stored
/// data may rely on it.
using Key = std::uint64_t;

/// The plies without a capture or a pawn move after which the 50-move rule lets a player claim a draw.
inline constexpr unsigned fifty_move_plies = 100;

/// What `Board::take_back` needs besides the move itself.
struct Undo {
    Key key = 0;                             ///< `Board::key()` before the move
    Key pawn_key = 0;                        ///< `Board::pawn_key()` before the move
    CastlingRights castling;                 ///< the castling rights before the move
    std::optional<Square> en_passant;        ///< `Board::en_passant()` before the move
    std::optional<Square> legal_en_passant;  ///< `Board::legal_en_passant()` before the move
    Piece captured = Piece::none;            ///< the piece that was captured, if any
    std::uint16_t halfmove_clock = 0;        ///< the halfmove clock before the move
    std::uint16_t fullmove_number = 1;       ///< the move number before the move
};

/// A legal position: one king on each side, the side not to move not in check, and so on (`PositionError`
/// lists every rule). A Board is always legal, because it can only be made from a checked `Setup` and changed
/// by legal moves.
///
/// The pieces are stored in three ways: as sets by kind, as sets by colour, and square by square. A Board is
/// plain data of three cache lines; search and perft copy it to keep the position before a move.
class Board {
  public:
    /// The start position of standard chess.
    Board();

    /// The position, or the first rule that the setup breaks.
    [[nodiscard]] static Result<Board, PositionError> from_setup(const Setup& setup);

    /// The position as plain fields.
    [[nodiscard]] Setup to_setup() const;

    /// The piece on a square, or `Piece::none`.
    [[nodiscard]] PHILIDOR_INLINE Piece piece_on(Square square) const { return squares_[square]; }

    /// All pieces of a colour, pawns and king included.
    [[nodiscard]] PHILIDOR_INLINE Bitboard pieces(Color color) const { return position_.pieces(color); }

    /// All pieces of a kind, of both colours.
    [[nodiscard]] PHILIDOR_INLINE Bitboard pieces(PieceType type) const { return position_.pieces(type); }

    /// The pieces of a colour and kind.
    [[nodiscard]] PHILIDOR_INLINE Bitboard pieces(Color color, PieceType type) const {
        return position_.pieces(color, type);
    }

    /// The pieces of a colour that move like a rook: rooks and queens.
    [[nodiscard]] PHILIDOR_INLINE Bitboard straight_sliders(Color color) const {
        return position_.straight_sliders(color);
    }

    /// The pieces of a colour that move like a bishop: bishops and queens.
    [[nodiscard]] PHILIDOR_INLINE Bitboard diagonal_sliders(Color color) const {
        return position_.diagonal_sliders(color);
    }

    /// All occupied squares.
    [[nodiscard]] PHILIDOR_INLINE Bitboard occupied() const { return position_.occupied(); }

    /// The square of a king.
    [[nodiscard]] PHILIDOR_INLINE Square king(Color color) const { return position_.king(color); }

    /// The side to move.
    [[nodiscard]] PHILIDOR_INLINE Color side_to_move() const { return side_to_move_; }

    /// The castling rights of both sides.
    [[nodiscard]] PHILIDOR_INLINE CastlingRights castling() const { return position_.castling; }

    /// Whether this castling would be legal if it were this side's turn.
    [[nodiscard]] bool can_castle(Color color, CastlingSide side) const;

    /// How the castling rights are written in a FEN.
    [[nodiscard]] CastlingStyle castling_style() const { return castling_style_; }

    /// The square that the last move's double pawn push passed over. `play` records it only if it allows a
    /// legal en passant capture; a FEN may name it in any case.
    [[nodiscard]] PHILIDOR_INLINE std::optional<Square> en_passant() const { return en_passant_; }

    /// The en passant square, if a capture onto it is legal.
    [[nodiscard]] PHILIDOR_INLINE std::optional<Square> legal_en_passant() const {
        return position_.en_passant;
    }

    /// Plies since the last capture or pawn move. From `fifty_move_plies` on a player may claim a draw; at
    /// 150 the game is drawn.
    [[nodiscard]] unsigned halfmove_clock() const { return halfmove_clock_; }

    /// The number of the move. It starts at 1 and goes up after each move of Black.
    [[nodiscard]] unsigned fullmove_number() const { return fullmove_number_; }

    /// The hash key. Two boards have the same key if they have the same pieces, side to move, castling rights
    /// and legal en passant captures. That is exactly what the rules of repetition call the same position.
    [[nodiscard]] PHILIDOR_INLINE Key key() const { return key_; }

    /// The hash key of the pawns alone, both colours included.
    [[nodiscard]] PHILIDOR_INLINE Key pawn_key() const { return pawn_key_; }

    /// `key()` computed from scratch.
    [[nodiscard]] Key computed_key() const;

    /// `pawn_key()` computed from scratch.
    [[nodiscard]] Key computed_pawn_key() const;

    /// The pieces of both colours that attack a square when `occupied` blocks the sliders.
    [[nodiscard]] Bitboard attackers(Square square, Bitboard occupied) const {
        return position_.attackers(square, occupied);
    }

    /// The pieces that give check to the side to move.
    [[nodiscard]] Bitboard checkers() const;

    /// Whether the side to move is in check.
    [[nodiscard]] bool is_check() const { return checkers().any(); }

    /// Whether this legal move gives check.
    [[nodiscard]] bool gives_check(Move move) const;

    /// Whether a legal move is a capture or a pawn move: it sets the clock to zero and leads to another
    /// table.
    [[nodiscard]] bool is_zeroing(Move move) const {
        return move.is_capture() || type_of(piece_on(move.from())) == PieceType::pawn;
    }

    /// Plays a move, which must be legal; see `is_legal(board, move)` in movegen.hpp. Returns what
    /// `take_back` needs.
    Undo play(Move move);

    /// Takes back the last move. `undo` is what `play` returned for it.
    void take_back(Move move, const Undo& undo);

    /// The board after a move, which must be legal.
    [[nodiscard]] Board after(Move move) const {
        Board next = *this;
        next.play(move);
        return next;
    }

    /// The board after the side to move has passed, which the rules do not allow but a search may try. The
    /// side to move must not be in check. The halfmove clock restarts, since no game can repeat a position
    /// reached by passing.
    [[nodiscard]] Board after_passing() const;

    /// Whether neither side can mate by any sequence of moves: bare kings, a single knight, or only bishops
    /// on squares of one colour.
    [[nodiscard]] bool has_insufficient_material() const;

    /// The part of the board that move generation reads.
    [[nodiscard]] PHILIDOR_INLINE const Position& position() const { return position_; }

    /// Whether everything is equal, clocks included.
    friend bool operator==(const Board&, const Board&) = default;

  private:
    friend class Symmetry;  // the image of a legal Board is legal and needs no check

    struct MenOf {
        const Setup& setup;
    };
    /// The pieces alone, perhaps not legal; `take_over_state` adds the rest once they have been checked.
    explicit Board(MenOf men);
    void take_over_state(const Setup& setup);
    [[nodiscard]] static Board from_checked(const Setup& setup);

    /// The part of the key that does not depend on the pieces.
    [[nodiscard]] Key state_key() const;

    template <Color Us>
    Undo play_as(Move move);
    template <Color Us>
    void take_back_as(Move move, const Undo& undo);
    void put(Piece piece, Square square);
    void remove(Square square);

    Position position_;
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
