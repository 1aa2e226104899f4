#include "philidor/material/material_key.hpp"

#include <string_view>

#include <fmt/format.h>

namespace philidor {

namespace {

/// The most men and pawns that a side can have, as at the start of a game.
constexpr unsigned most_men = 16;
constexpr unsigned most_pawns = 8;

Result<void, KeyError> check_side(Color color, PieceCounts pieces, Bitboard pawns) {
    const std::string_view side = name_of(color);
    if (const Bitboard misplaced = pawns & MaterialKey::back_ranks; misplaced.any()) {
        return fail(KeyError::pawn_on_back_rank,
                    fmt::format("key: {} pawn on {}", side, to_string(misplaced.first())));
    }
    if (pawns.count() > most_pawns) {
        return fail(KeyError::too_many_pawns, fmt::format("key: {} has {} pawns", side, pawns.count()));
    }
    if (const unsigned men = 1 + pieces.total() + pawns.count(); men > most_men) {
        return fail(KeyError::too_many_men, fmt::format("key: {} has {} men", side, men));
    }
    if (pieces.promoted() + pawns.count() > most_pawns) {
        return fail(KeyError::too_many_promotions,
                    fmt::format("key: {} has {} promoted pieces and still {} pawns", side, pieces.promoted(),
                                pawns.count()));
    }
    return {};
}

}  // namespace

Result<MaterialKey, KeyError> MaterialKey::make(const ByColor<PieceCounts>& pieces,
                                                const ByColor<Bitboard>& pawns) {
    for (const Color color : all_colors) {
        if (auto checked = check_side(color, pieces[color], pawns[color]); !checked) {
            return tl::unexpected(std::move(checked.error()));
        }
    }
    if (const Bitboard shared = pawns[Color::white] & pawns[Color::black]; shared.any()) {
        return fail(KeyError::shared_square,
                    fmt::format("key: both sides have a pawn on {}", to_string(shared.first())));
    }
    MaterialKey key;
    key.pieces_ = pieces;
    key.pawns_ = pawns;
    return key;
}

MaterialKey MaterialKey::from_board(const Board& board) {
    MaterialKey key;
    for (const Color color : all_colors) {
        key.pawns_[color] = board.pieces(color, PieceType::pawn);
        const Bitboard kings_and_pawns = board.pieces(PieceType::king) | board.pieces(PieceType::pawn);
        for (const Square square : board.pieces(color) - kings_and_pawns) {
            key.pieces_[color].add(kind_of(type_of(board.piece_on(square)), square));
        }
    }
    return key;
}

std::vector<KeyPiece> MaterialKey::pieces() const {
    std::vector<KeyPiece> list;
    for (const Color color : all_colors) {
        for (const PieceKind kind : all_piece_kinds)
            list.insert(list.end(), pieces_[color][kind], {color, kind});
    }
    return list;
}

}  // namespace philidor
