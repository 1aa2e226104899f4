/// @file
/// The rules of chess in their plainest form, slow and obvious, for testing the library against. The code
/// looks at squares one by one, makes each move on a copy of the setup and checks whether the king is
/// attacked.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <vector>

#include "philidor/chess/bitboard.hpp"
#include "philidor/chess/castling.hpp"
#include "philidor/chess/detail/slow_attacks.hpp"
#include "philidor/chess/move.hpp"
#include "philidor/chess/setup.hpp"

namespace philidor::naive {

/// All occupied squares.
inline Bitboard occupied(const Setup& setup) {
    Bitboard found;
    for (const Square square : Bitboard::all()) {
        if (setup.squares[square] != Piece::none) found.add(square);
    }
    return found;
}

/// Whether a piece of this colour stands there.
inline bool has_man(const Setup& setup, Color color, Square square) {
    return setup.squares[square] != Piece::none && color_of(setup.squares[square]) == color;
}

/// The squares attacked by the piece on `from`.
inline Bitboard attacks_from(const Setup& setup, Square from) {
    const Piece man = setup.squares[from];
    const int ahead = color_of(man) == Color::white ? 1 : -1;
    Bitboard attacked;
    switch (type_of(man)) {
        case PieceType::pawn:
            for (const int side : {-1, 1}) attacked |= slow::step_from(from, {side, ahead});
            break;
        case PieceType::knight:
            for (const int files : {-2, -1, 1, 2}) {
                for (const int ranks : {-2, -1, 1, 2}) {
                    if (std::abs(files) != std::abs(ranks)) attacked |= slow::step_from(from, {files, ranks});
                }
            }
            break;
        case PieceType::king:
            for (const int files : {-1, 0, 1}) {
                for (const int ranks : {-1, 0, 1}) {
                    if (files != 0 || ranks != 0) attacked |= slow::step_from(from, {files, ranks});
                }
            }
            break;
        case PieceType::bishop: return slow::bishop_attacks(from, occupied(setup));
        case PieceType::rook: return slow::rook_attacks(from, occupied(setup));
        case PieceType::queen:
            return slow::bishop_attacks(from, occupied(setup)) | slow::rook_attacks(from, occupied(setup));
    }
    return attacked;
}

/// The pieces of `by` that attack a square.
inline Bitboard attackers(const Setup& setup, Square target, Color by) {
    Bitboard found;
    for (const Square from : Bitboard::all()) {
        if (has_man(setup, by, from) && attacks_from(setup, from).has(target)) found.add(from);
    }
    return found;
}

/// Whether the king of this colour is attacked.
inline bool is_in_check(const Setup& setup, Color color) {
    return attackers(setup, setup.pieces(color, PieceType::king).first(), !color).any();
}

inline std::vector<Move> legal_moves(const Setup& setup);

/// The position after a move, with everything a FEN records.
inline Setup after(const Setup& setup, Move move) {
    const Color us = setup.side_to_move;
    const Piece man = setup.squares[move.from()];
    const bool is_pawn = type_of(man) == PieceType::pawn;
    const Rank back = relative(us, Rank::first);
    Setup next = setup;
    next.squares[move.from()] = Piece::none;
    Bitboard rights = setup.castling.rooks() - Bitboard(move.from()) - Bitboard(move.to());
    if (type_of(man) == PieceType::king) rights -= Bitboard(back);

    switch (move.flag()) {
        case MoveFlag::king_castle:
        case MoveFlag::queen_castle: {
            const bool is_king_side = move.flag() == MoveFlag::king_castle;
            for (const Square rook : setup.castling.rooks() & Bitboard(back)) {
                if ((file_of(rook) > file_of(move.from())) == is_king_side) next.squares[rook] = Piece::none;
            }
            next.squares[make_square(is_king_side ? File::g : File::c, back)] = man;
            next.squares[make_square(is_king_side ? File::f : File::d, back)] =
                make_piece(us, PieceType::rook);
            break;
        }
        case MoveFlag::en_passant:
            next.squares[move.to()] = man;
            next.squares[make_square(file_of(move.to()), rank_of(move.from()))] = Piece::none;
            break;
        case MoveFlag::quiet:
        case MoveFlag::double_push:
        case MoveFlag::capture: next.squares[move.to()] = man; break;
        default: next.squares[move.to()] = make_piece(us, move.promotion()); break;
    }

    const bool captures = setup.squares[move.to()] != Piece::none && !move.is_castle();
    next.castling = CastlingRights(rights);
    next.side_to_move = !us;
    next.halfmove_clock = static_cast<std::uint16_t>(is_pawn || captures ? 0 : setup.halfmove_clock + 1);
    if (us == Color::black) ++next.fullmove_number;
    next.en_passant = std::nullopt;
    if (move.flag() == MoveFlag::double_push) {  // recorded only if a capture is legal
        next.en_passant = make_square(file_of(move.to()), relative(us, Rank::third));
        bool can_be_taken = false;
        for (const Move reply : legal_moves(next)) can_be_taken |= reply.flag() == MoveFlag::en_passant;
        if (!can_be_taken) next.en_passant = std::nullopt;
    }
    return next;
}

/// Adds a pawn's move, four times if it promotes.
inline void add_pawn_move(std::vector<Move>& moves, Square from, Square to, MoveFlag flag) {
    if (rank_of(to) != Rank::first && rank_of(to) != Rank::eighth) {
        moves.emplace_back(from, to, flag);
    } else if (flag == MoveFlag::capture) {
        moves.emplace_back(from, to, MoveFlag::knight_capture_promotion);
        moves.emplace_back(from, to, MoveFlag::bishop_capture_promotion);
        moves.emplace_back(from, to, MoveFlag::rook_capture_promotion);
        moves.emplace_back(from, to, MoveFlag::queen_capture_promotion);
    } else {
        moves.emplace_back(from, to, MoveFlag::knight_promotion);
        moves.emplace_back(from, to, MoveFlag::bishop_promotion);
        moves.emplace_back(from, to, MoveFlag::rook_promotion);
        moves.emplace_back(from, to, MoveFlag::queen_promotion);
    }
}

/// Adds the moves of the pawn on `from`, whether or not they expose the king.
inline void add_pawn_moves(const Setup& setup, Square from, std::vector<Move>& moves) {
    const Color us = setup.side_to_move;
    const slow::Step ahead{0, us == Color::white ? 1 : -1};
    const Square one = slow::step_from(from, ahead).first();
    if (setup.squares[one] == Piece::none) {
        add_pawn_move(moves, from, one, MoveFlag::quiet);
        if (rank_of(from) == relative(us, Rank::second)) {
            const Square two = slow::step_from(one, ahead).first();
            if (setup.squares[two] == Piece::none) moves.emplace_back(from, two, MoveFlag::double_push);
        }
    }
    for (const Square to : attacks_from(setup, from)) {
        if (has_man(setup, !us, to)) add_pawn_move(moves, from, to, MoveFlag::capture);
        if (setup.en_passant == to) moves.emplace_back(from, to, MoveFlag::en_passant);
    }
}

/// The squares of a rank from one square to another, both included.
inline Bitboard walk_along_rank(Square from, Square to) {
    Bitboard way;
    for (const Square square : Bitboard(rank_of(from))) {
        if (square >= std::min(from, to) && square <= std::max(from, to)) way.add(square);
    }
    return way;
}

/// Castling by the letter of the rules, also for Chess960: king and rook have not moved; all squares between
/// the king's two squares and between the rook's two squares are empty except for these two pieces; and no
/// square from the king's first to its last is attacked.
inline void add_castling(const Setup& setup, std::vector<Move>& moves) {
    const Color us = setup.side_to_move;
    const Square king = setup.pieces(us, PieceType::king).first();
    const Rank back = relative(us, Rank::first);
    for (const Square rook : setup.castling.rooks() & Bitboard(back)) {
        const bool is_king_side = file_of(rook) > file_of(king);
        const Square king_end = make_square(is_king_side ? File::g : File::c, back);
        const Square rook_end = make_square(is_king_side ? File::f : File::d, back);
        const Bitboard kings_way = walk_along_rank(king, king_end);
        const Bitboard others = occupied(setup) - Bitboard(king) - Bitboard(rook);
        if ((kings_way | walk_along_rank(rook, rook_end)).intersects(others)) continue;
        bool is_attacked = false;
        for (const Square square : kings_way) is_attacked |= attackers(setup, square, !us).any();
        if (is_attacked) continue;
        moves.emplace_back(king, king_end, is_king_side ? MoveFlag::king_castle : MoveFlag::queen_castle);
    }
}

/// All moves, whether or not they expose the king.
inline std::vector<Move> pseudo_legal_moves(const Setup& setup) {
    std::vector<Move> moves;
    for (const Square from : Bitboard::all()) {
        if (!has_man(setup, setup.side_to_move, from)) continue;
        if (type_of(setup.squares[from]) == PieceType::pawn) {
            add_pawn_moves(setup, from, moves);
            continue;
        }
        for (const Square to : attacks_from(setup, from)) {
            if (has_man(setup, setup.side_to_move, to)) continue;
            const bool captures = setup.squares[to] != Piece::none;
            moves.emplace_back(from, to, captures ? MoveFlag::capture : MoveFlag::quiet);
        }
    }
    add_castling(setup, moves);
    return moves;
}

/// All legal moves.
inline std::vector<Move> legal_moves(const Setup& setup) {
    std::vector<Move> moves;
    for (const Move move : pseudo_legal_moves(setup)) {
        // A double push is made as a single one: the possible replies do not matter here.
        const bool is_double = move.flag() == MoveFlag::double_push;
        const Move plain = is_double ? Move(move.from(), move.to(), MoveFlag::quiet) : move;
        if (!is_in_check(after(setup, plain), setup.side_to_move)) moves.push_back(move);
    }
    return moves;
}

/// The squares from the king of this colour to each slider that pins a piece to it, with the slider. The
/// sliders are those that move by `steps`: `type` or queens.
inline Bitboard pin_rays(const Setup& setup,
                         Color color,
                         const std::array<slow::Step, 4>& steps,
                         PieceType type) {
    const Square king = setup.pieces(color, PieceType::king).first();
    Bitboard rays;
    for (const slow::Step step : steps) {
        Bitboard walked;
        int shields = 0;
        for (Bitboard next = slow::step_from(king, step); next.any();
             next = slow::step_from(next.first(), step)) {
            const Square square = next.first();
            walked.add(square);
            if (has_man(setup, color, square)) ++shields;
            if (has_man(setup, !color, square)) {
                const PieceType found = type_of(setup.squares[square]);
                if (shields == 1 && (found == type || found == PieceType::queen)) rays |= walked;
                break;
            }
        }
    }
    return rays;
}

}  // namespace philidor::naive
