/// @file
/// Finds a position in which a change of a key can be played, as proof that the child is really one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include "philidor/chess/attacks.hpp"
#include "philidor/chess/board.hpp"
#include "philidor/chess/movegen.hpp"
#include "philidor/material/detail/key_change.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/material/test_support/random_key.hpp"

namespace philidor::test_support {

/// A position and a legal move in it.
struct Witness {
    Board board;
    Move move;
};

/// Places the men of the move where the move needs them and the others at random. Then, as long as a king is
/// in a check that is not allowed, moves that king or a checking man to another random square.
class WitnessSearch {
  public:
    WitnessSearch(const MaterialKey& key, const KeyChange& change, std::mt19937_64& random)
        : key_(key), change_(change), us_(change.mover), random_(random) {}

    /// A witness, or nothing if the random search did not find one.
    [[nodiscard]] std::optional<Witness> find() {
        for (int trial = 0; trial < 200; ++trial) {
            if (!place_men()) continue;
            for (int repair = 0; repair < 300; ++repair) {
                const auto check = find_check();
                if (!check) return witness();
                if (!resolve(*check)) break;
            }
        }
        return std::nullopt;
    }

  private:
    /// A king that must not be in check, and a man that checks it.
    struct Check {
        Square king;
        Square checker;
    };

    [[nodiscard]] Bitboard pawns() const { return key_.pawn_squares(); }

    /// Places all men. Returns false if the move is impossible.
    [[nodiscard]] bool place_men() {
        setup_ = Setup();
        setup_.side_to_move = us_;
        fixed_ = kept_empty_ = Bitboard();
        for (const Color color : all_colors) {
            for (const Square square : key_.pawn_squares(color))
                fix(make_piece(color, PieceType::pawn), square);
        }
        std::vector<KeyPiece> others = key_.pieces();
        std::optional<PieceKind> mover;  // none for king and pawns
        bool is_king_move = false;
        if (change_.from) {
            choose_pawn_move();
        } else {
            const auto own = own_kinds();
            const std::size_t choice = random_() % (own.size() + 1);
            is_king_move = choice == own.size();
            if (!is_king_move) mover = own[choice];
            if (!choose_capture(mover)) return false;
        }
        const auto forget = [&](KeyPiece piece) {
            others.erase(std::find(others.begin(), others.end(), piece));
        };
        if (mover) forget({us_, *mover});
        if (change_.taken) forget({!us_, *change_.taken});
        for (const Color color : all_colors) {
            if (color != us_ || !is_king_move) put_anywhere(make_piece(color, PieceType::king));
        }
        for (const auto [color, kind] : others)
            put_anywhere(make_piece(color, type_of(kind)), squares_of(kind));
        return true;
    }

    [[nodiscard]] std::vector<PieceKind> own_kinds() const {
        std::vector<PieceKind> kinds;
        for (const PieceKind kind : all_piece_kinds) {
            if (key_.pieces(us_).has(kind)) kinds.push_back(kind);
        }
        return kinds;
    }

    void choose_pawn_move() {
        const Square from = *change_.from;
        const auto ahead = [&](Square square) {
            return square_at(us_ == Color::white ? index_of(square) + 8 : index_of(square) - 8);
        };
        Square to = change_.to ? *change_.to : ahead(from);
        if (change_.kind == ChangeKind::taking_promotion)
            to = random_square(random_, pawn_attacks(us_, from));
        MoveFlag flag = MoveFlag::quiet;
        switch (change_.kind) {
            case ChangeKind::double_push:
                kept_empty_.add(ahead(from));
                flag = MoveFlag::double_push;
                break;
            case ChangeKind::en_passant:
                setup_.en_passant = to;
                kept_empty_.add(ahead(to));
                flag = MoveFlag::en_passant;
                break;
            case ChangeKind::promotion: flag = promotion_flag(type_of(*change_.promotion), false); break;
            case ChangeKind::taking_promotion:
                flag = promotion_flag(type_of(*change_.promotion), true);
                break;
            case ChangeKind::pawn_takes_pawn:
            case ChangeKind::pawn_takes_piece: flag = MoveFlag::capture; break;
            default: break;
        }
        move_ = Move(from, to, flag);
        if (change_.taken) fix(make_piece(!us_, type_of(*change_.taken)), to);
        kept_empty_.add(to);
    }

    /// Chooses a capture by the king or by a piece of this kind. Returns false if there is none.
    [[nodiscard]] bool choose_capture(std::optional<PieceKind> mover) {
        const Square to =
            change_.to ? *change_.to : random_square(random_, squares_of(*change_.taken) - pawns());
        const Piece piece = make_piece(us_, mover ? type_of(*mover) : PieceType::king);
        const Bitboard origins =
            (attacks_of(piece, to, pawns()) & (mover ? squares_of(*mover) : Bitboard::all())) - pawns();
        if (origins.is_empty()) return false;
        const Square from = random_square(random_, origins);
        if (change_.taken) fix(make_piece(!us_, type_of(*change_.taken)), to);
        fix(piece, from);
        if (!mover || type_of(*mover) != PieceType::knight) kept_empty_ |= between(from, to);
        move_ = Move(from, to, MoveFlag::capture);
        return true;
    }

    void fix(Piece piece, Square square) {
        setup_.squares[square] = piece;
        fixed_.add(square);
    }

    void put_anywhere(Piece piece, Bitboard squares = Bitboard::all()) {
        setup_.squares[random_square(random_, (squares & free_squares()))] = piece;
    }

    [[nodiscard]] Bitboard free_squares() const {
        Bitboard free;
        for (const Square square : Bitboard::all() - kept_empty_) {
            if (setup_.squares[square] == Piece::none) free.add(square);
        }
        return free;
    }

    /// Their king in check before the move, or ours after it.
    [[nodiscard]] std::optional<Check> find_check() const {
        if (const auto check = find_check(setup_, !us_)) return check;
        Setup after = setup_;
        if (move_.flag() == MoveFlag::en_passant) {
            after.squares[make_square(file_of(move_.to()), rank_of(move_.from()))] = Piece::none;
        }
        after.squares[move_.to()] = std::exchange(after.squares[move_.from()], Piece::none);
        return find_check(after, us_);
    }

    [[nodiscard]] static std::optional<Check> find_check(const Setup& setup, Color color) {
        const Square king = setup.pieces(color, PieceType::king).first();
        Bitboard occupied;
        for (const Square square : Bitboard::all()) {
            if (setup.squares[square] != Piece::none) occupied.add(square);
        }
        for (const Square square : occupied) {
            const Piece piece = setup.squares[square];
            if (color_of(piece) != color && attacks_of(piece, square, occupied).has(king))
                return Check{king, square};
        }
        return std::nullopt;
    }

    /// Moves the king or the checking man elsewhere. Returns false if the move needs both where they are.
    [[nodiscard]] bool resolve(Check check) {
        const bool king_is_free = !fixed_.has(check.king) && check.king != move_.to();
        const bool checker_is_free = !fixed_.has(check.checker) && check.checker != move_.to();
        if (!king_is_free && !checker_is_free) return false;
        const bool moves_king = king_is_free && (!checker_is_free || random_() % 4 == 0);
        const Square from = moves_king ? check.king : check.checker;
        const Piece piece = std::exchange(setup_.squares[from], Piece::none);
        Bitboard squares = Bitboard::all();
        if (type_of(piece) == PieceType::bishop) squares = squares_of(kind_of(PieceType::bishop, from));
        put_anywhere(piece, squares);
        return true;
    }

    [[nodiscard]] std::optional<Witness> witness() const {
        const auto board = Board::from_setup(setup_);
        if (!board || !is_legal(*board, move_)) return std::nullopt;
        return Witness{*board, move_};
    }

    const MaterialKey& key_;
    const KeyChange& change_;
    Color us_;
    std::mt19937_64& random_;
    Setup setup_;
    Move move_;
    Bitboard fixed_;       ///< squares of the men that the move needs, and of all pawns
    Bitboard kept_empty_;  ///< squares where no other man may stand
};

}  // namespace philidor::test_support
