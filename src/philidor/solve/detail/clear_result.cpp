#include "philidor/solve/detail/clear_result.hpp"

#include <algorithm>
#include <cstdlib>

#include "philidor/chess/bitboard.hpp"
#include "philidor/chess/movegen.hpp"

namespace philidor::detail {

namespace {

constexpr int pieces_for_mate = 6;  ///< two bishops, or bishop and knight
constexpr int winning_pieces = 4;   ///< queen against rook
constexpr int winning_pawns = 2;
constexpr int most_for_clear_draw = 4;

int pieces_worth(const Board& board, Color side) {
    return material_of(board, side) - static_cast<int>(board.pieces(side, PieceType::pawn).count());
}

/// Whether a pawn of this side is two steps or less from promoting.
bool has_advanced_pawn(const Board& board, Color side) {
    const Bitboard far = Bitboard(relative(side, Rank::sixth)) | Bitboard(relative(side, Rank::seventh));
    return (board.pieces(side, PieceType::pawn) & far).any();
}

}  // namespace

int worth_of(PieceType type) {
    switch (type) {
        case PieceType::queen: return 9;
        case PieceType::rook: return 5;
        case PieceType::bishop:
        case PieceType::knight: return 3;
        case PieceType::pawn: return 1;
        case PieceType::king: return 0;
    }
    return 0;
}

int material_of(const Board& board, Color side) {
    int sum = 0;
    for (const PieceType type : all_piece_types)
        sum += worth_of(type) * static_cast<int>(board.pieces(side, type).count());
    return sum;
}

Gain gain_of(const Board& board, Move move) {
    const Color side = board.side_to_move();
    int gain = 0;
    if (move.is_capture()) {
        const bool is_en_passant = move.flag() == MoveFlag::en_passant;
        gain += worth_of(is_en_passant ? PieceType::pawn : type_of(board.piece_on(move.to())));
    }
    PieceType moved = type_of(board.piece_on(move.from()));
    if (move.is_promotion()) {
        moved = move.promotion();
        gain += worth_of(moved) - worth_of(PieceType::pawn);
    }
    const bool is_taken = std::ranges::any_of(legal_moves(board.after(move)), [&](Move reply) {
        return reply.is_capture() && reply.to() == move.to();
    });
    if (is_taken) gain -= worth_of(moved);
    return {gain, relative(side, rank_of(move.to()))};
}

bool can_win_material(const Board& board) {
    return std::ranges::any_of(legal_moves(board), [&](Move move) {
        return (move.is_capture() || move.is_promotion()) && gain_of(board, move).worth > 0;
    });
}

Lead lead_of(const Board& board, Color winner) {
    if (board.side_to_move() != winner && is_checkmate(board)) return Lead::mate;
    const bool has_major =
        (board.pieces(winner, PieceType::queen) | board.pieces(winner, PieceType::rook)).any();
    const int pieces = pieces_worth(board, winner);
    if (material_of(board, !winner) == 0 && (has_major || pieces >= pieces_for_mate)) return Lead::pieces;
    if (has_advanced_pawn(board, !winner)) return Lead::none;
    const int opposing_pieces = pieces_worth(board, !winner);
    if (has_major && pieces - opposing_pieces >= winning_pieces) return Lead::pieces;
    const int lead = material_of(board, winner) - material_of(board, !winner);
    return pieces + opposing_pieces == 0 && lead >= winning_pawns ? Lead::pawns : Lead::none;
}

bool has_clear_lead(const Board& board, Color winner, Lead lead) {
    if (lead_of(board, winner) < lead) return false;
    return std::ranges::none_of(legal_moves(board), [&](Move move) {
        return (move.is_capture() || move.is_promotion()) && lead_of(board.after(move), winner) < lead;
    });
}

bool is_clear_draw(const Board& board) {
    if (board.has_insufficient_material()) return true;
    const int advantage = material_of(board, Color::white) - material_of(board, Color::black);
    return board.pieces(PieceType::pawn).is_empty() && std::abs(advantage) <= most_for_clear_draw;
}

}  // namespace philidor::detail
