#include "philidor/chess/detail/validate.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "philidor/chess/attacks.hpp"
#include "philidor/chess/position.hpp"

namespace philidor {

namespace {

using Fault = std::optional<Error<PositionError>>;

Fault fault(PositionError kind, std::string message) {
    return Error<PositionError>{kind, std::move(message)};
}

unsigned count_of(const Position& men, Color color, PieceType type) {
    return men.pieces(color, type).count();
}

Fault find_missing_king(const Position& men, Color color) {
    if (count_of(men, color, PieceType::king) != 0) return std::nullopt;
    return fault(PositionError::no_king, fmt::format("{} has no king", name_of(color)));
}

Fault find_second_king(const Position& men, Color color) {
    const unsigned kings = count_of(men, color, PieceType::king);
    if (kings == 1) return std::nullopt;
    return fault(PositionError::several_kings, fmt::format("{} has {} kings", name_of(color), kings));
}

Fault find_surplus_men(const Position& men, Color color) {
    const unsigned count = men.pieces(color).count();
    const unsigned pawns = count_of(men, color, PieceType::pawn);
    if (count > 16)
        return fault(PositionError::too_many_men, fmt::format("{} has {} men", name_of(color), count));
    if (pawns <= 8) return std::nullopt;
    return fault(PositionError::too_many_men, fmt::format("{} has {} pawns", name_of(color), pawns));
}

Fault find_surplus_promotions(const Position& men, Color color) {
    const Bitboard bishops = men.pieces(color, PieceType::bishop);
    const auto beyond = [](unsigned count, unsigned at_start) { return count - std::min(count, at_start); };
    const unsigned promoted = beyond(count_of(men, color, PieceType::queen), 1) +
                              beyond(count_of(men, color, PieceType::rook), 2) +
                              beyond(count_of(men, color, PieceType::knight), 2) +
                              beyond((bishops & Bitboard::light_squares()).count(), 1) +
                              beyond((bishops - Bitboard::light_squares()).count(), 1);
    const unsigned pawns = count_of(men, color, PieceType::pawn);
    if (promoted + pawns <= 8) return std::nullopt;
    return fault(PositionError::too_many_promotions,
                 fmt::format("{} has {} promoted piece{} and still {} pawn{}", name_of(color), promoted,
                             promoted == 1 ? "" : "s", pawns, pawns == 1 ? "" : "s"));
}

Fault find_pawn_on_back_rank(const Position& men, Color color) {
    const Bitboard misplaced =
        men.pieces(color, PieceType::pawn) & (back_rank(Color::white) | back_rank(Color::black));
    if (misplaced.is_empty()) return std::nullopt;
    return fault(PositionError::pawn_on_back_rank,
                 fmt::format("{} pawn on {}", name_of(color), to_string(misplaced.first())));
}

/// What is wrong with the right of a colour to castle with the rook on this square of its back rank.
Fault find_castling_fault(const Setup& setup, const Position& men, Color color, Square rook) {
    const auto impossible = [rook](const std::string& reason) {
        return fault(PositionError::castling_impossible,
                     fmt::format("castling right with the rook on {} but {}", to_string(rook), reason));
    };
    const Square king = men.pieces(color, PieceType::king).first();
    const bool is_standard = setup.castling_style == CastlingStyle::standard;
    if (setup.squares[rook] != make_piece(color, PieceType::rook)) {
        return impossible(fmt::format("no {} rook stands there", name_of(color)));
    }
    if (is_standard && file_of(rook) != File::a && file_of(rook) != File::h) {
        return impossible("that is not a corner");
    }
    const Square home = relative(color, Square::e1);
    if (is_standard && king != home) {
        return impossible(fmt::format("the {} king stands on {}, not on {}", name_of(color), to_string(king),
                                      to_string(home)));
    }
    if (!back_rank(color).has(king)) {
        return impossible(fmt::format("the {} king stands on {}, not on rank {}", name_of(color),
                                      to_string(king), digit_of(relative(color, Rank::first))));
    }
    for (const Square other : setup.castling.rooks(color)) {
        if (other <= rook || (other > king) != (rook > king)) continue;
        return impossible(fmt::format("another with the rook on {}, on the same side of the {} king",
                                      to_string(other), name_of(color)));
    }
    return std::nullopt;
}

Fault find_castling_fault(const Setup& setup, const Position& men, Color color) {
    for (const Square rook : setup.castling.rooks(color)) {
        if (auto found = find_castling_fault(setup, men, color, rook)) return found;
    }
    return std::nullopt;
}

Fault find_castling_off_back_ranks(const Setup& setup) {
    const Bitboard misplaced = setup.castling.rooks() - back_rank(Color::white) - back_rank(Color::black);
    if (misplaced.is_empty()) return std::nullopt;
    return fault(PositionError::castling_impossible,
                 fmt::format("castling right with the rook on {} but that is not on a back rank",
                             to_string(misplaced.first())));
}

Fault find_en_passant_fault(const Setup& setup) {
    if (!setup.en_passant) return std::nullopt;
    const Color us = setup.side_to_move;
    const Square target = *setup.en_passant;
    const auto impossible = [target](const std::string& reason) {
        return fault(PositionError::en_passant_impossible,
                     fmt::format("en passant square {} {}", to_string(target), reason));
    };
    const Rank rank = relative(us, Rank::sixth);
    if (rank_of(target) != rank) {
        return impossible(fmt::format("is not on rank {} but {} is to move", digit_of(rank), name_of(us)));
    }
    const Square origin = make_square(file_of(target), relative(us, Rank::seventh));
    const Square pawn = passed_pawn(target);
    if (setup.squares[pawn] != make_piece(!us, PieceType::pawn)) {
        return impossible(fmt::format("needs a {} pawn on {}", name_of(!us), to_string(pawn)));
    }
    if (setup.squares[target] != Piece::none) return impossible("is not empty");
    if (setup.squares[origin] != Piece::none) {
        return impossible(fmt::format("needs {} empty, where the pawn came from", to_string(origin)));
    }
    return std::nullopt;
}

Fault find_opponent_in_check(const Position& men, Color us) {
    if (!men.attackers(men.king(!us), men.occupied()).intersects(men.pieces(us))) return std::nullopt;
    if (king_attacks(men.king(us)).has(men.king(!us))) {
        return fault(PositionError::opponent_in_check,
                     fmt::format("the kings on {} and {} are adjacent", to_string(men.king(Color::white)),
                                 to_string(men.king(Color::black))));
    }
    return fault(PositionError::opponent_in_check,
                 fmt::format("{} is in check but {} is to move", name_of(!us), name_of(us)));
}

}  // namespace

Fault find_fault(const Setup& setup) {
    Position men;
    for (const Square square : setup.occupied()) {
        men.put(color_of(setup.squares[square]), type_of(setup.squares[square]), square);
    }
    return detail::find_fault(setup, men);
}

Fault detail::find_fault(const Setup& setup, const Position& men) {
    for (const auto find : {find_missing_king, find_second_king, find_surplus_men, find_surplus_promotions,
                            find_pawn_on_back_rank}) {
        for (const Color color : all_colors) {
            if (auto found = find(men, color)) return found;
        }
    }
    if (auto found = find_castling_off_back_ranks(setup)) return found;
    for (const Color color : all_colors) {
        if (auto found = find_castling_fault(setup, men, color)) return found;
    }
    if (auto found = find_en_passant_fault(setup)) return found;
    if (setup.fullmove_number == 0) {
        return fault(PositionError::fullmove_number, "move number 0, but the first move is number 1");
    }
    return find_opponent_in_check(men, setup.side_to_move);
}

}  // namespace philidor
