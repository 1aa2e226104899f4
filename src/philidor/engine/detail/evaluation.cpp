#include "philidor/engine/detail/evaluation.hpp"

#include <algorithm>
#include <cstdlib>

#include "philidor/chess/attacks.hpp"
#include "philidor/engine/detail/piece_square_tables.hpp"
#include "philidor/pawns/detail/pawn_features.hpp"

namespace philidor {

namespace {

constexpr Score tempo(12, 6);  // for the side to move
constexpr Score bishop_pair(25, 45);
constexpr Score open_file_rook(24, 8);
constexpr Score half_open_file_rook(11, 6);
constexpr Score shelter_pawn(14, 0);     // directly in front of the king
constexpr Score far_shelter_pawn(7, 0);  // one rank further ahead
constexpr Score open_file_at_king(-18, 0);

/// The score for each square a piece can go to, above or below the usual number.
struct Mobility {
    Score each;
    int usual;
};
constexpr ByPieceType<Mobility> mobilities{{{
    {{0, 0}, 0},   // pawn
    {{5, 5}, 4},   // knight
    {{5, 5}, 6},   // bishop
    {{3, 5}, 7},   // rook
    {{2, 4}, 13},  // queen
    {{0, 0}, 0},   // king
}}};

/// How much each attack on a square near the king adds to the danger.
constexpr ByPieceType<int> danger_of_attack{{{0, 2, 2, 3, 5, 0}}};

/// What all attacks on a king together cost it. One piece does not mate, two may, so the cost grows with the
/// square.
constexpr Score cost_of_danger(int danger) { return {-std::min(danger * danger / 4, 400), 0}; }

/// Adds up the terms of one side.
template <Color Us>
class SideEvaluation {
  public:
    explicit SideEvaluation(const Board& board)
        : board_(board),
          own_pawns_(board.pieces(Us, PieceType::pawn)),
          their_pawns_(board.pieces(!Us, PieceType::pawn)),
          safe_(~(board.pieces(Us) | pawn_attacks<!Us>(their_pawns_))),
          their_king_zone_(king_attacks(board.king(!Us)) | Bitboard(board.king(!Us))) {}

    [[nodiscard]] Score score() {
        const Bitboard occupied = board_.occupied();
        count<PieceType::knight>([](Square square) { return knight_attacks(square); });
        count<PieceType::bishop>([&](Square square) { return bishop_attacks(square, occupied); });
        count<PieceType::rook>([&](Square square) { return rook_attacks(square, occupied); });
        count<PieceType::queen>([&](Square square) { return queen_attacks(square, occupied); });
        if (board_.pieces(Us, PieceType::bishop).has_several()) score_ += bishop_pair;
        count_files_of_rooks();
        count_shelter();
        // The danger is the opponent's.
        return attackers_ >= 2 ? score_ - cost_of_danger(danger_) : score_;
    }

  private:
    template <PieceType Type, class Attacks>
    void count(const Attacks& attacks_from) {
        for (const Square square : board_.pieces(Us, Type)) {
            const Bitboard attacks = attacks_from(square);
            score_ += mobilities[Type].each *
                      (static_cast<int>((attacks & safe_).count()) - mobilities[Type].usual);
            if (const Bitboard at_king = attacks & their_king_zone_; at_king.any()) {
                ++attackers_;
                danger_ += danger_of_attack[Type] * static_cast<int>(at_king.count());
            }
        }
    }

    void count_files_of_rooks() {
        for (const Square square : board_.pieces(Us, PieceType::rook)) {
            const Bitboard file(file_of(square));
            if (file.intersects(own_pawns_)) continue;
            score_ += file.intersects(their_pawns_) ? half_open_file_rook : open_file_rook;
        }
    }

    void count_shelter() {
        const Bitboard king = relative(Us, Bitboard(board_.king(Us)));
        const Bitboard pawns = relative(Us, own_pawns_);
        const Bitboard front = shift<Direction::north>(king | beside(king));
        score_ += shelter_pawn * static_cast<int>((front & pawns).count());
        score_ += far_shelter_pawn * static_cast<int>((shift<Direction::north>(front) & pawns).count());
        const Bitboard files = filled_ahead(front);
        const Bitboard covered = filled_behind(files & pawns) | filled_ahead(files & pawns);
        const Bitboard uncovered = front - covered;
        score_ += open_file_at_king * static_cast<int>(uncovered.count());
    }

    const Board& board_;
    Bitboard own_pawns_;
    Bitboard their_pawns_;
    Bitboard safe_;  ///< where a piece can go without being blocked by its own men or captured by a pawn
    Bitboard their_king_zone_;
    Score score_;
    int attackers_ = 0;
    int danger_ = 0;
};

/// A bare king should be driven to the edge, with the enemy king close to it.
Score lone_king_score(const Board& board, Color lone) {
    const Square king = board.king(lone);
    const Square other = board.king(!lone);
    const int files = std::abs(static_cast<int>(file_of(king)) - static_cast<int>(file_of(other)));
    const int ranks = std::abs(static_cast<int>(rank_of(king)) - static_cast<int>(rank_of(other)));
    const int score = 200 - 20 * detail::centrality(king) - 10 * std::max(files, ranks);
    return lone == Color::black ? Score(score, score) : Score(-score, -score);
}

bool has_lone_king(const Board& board, Color color) { return !board.pieces(color).has_several(); }

/// The rough value of a side's pieces, in pawns.
int piece_count_value(const Board& board, Color color) {
    const auto count = [&](PieceType type) { return static_cast<int>(board.pieces(color, type).count()); };
    return 3 * (count(PieceType::knight) + count(PieceType::bishop)) + 5 * count(PieceType::rook) +
           9 * count(PieceType::queen);
}

/// Without pawns, more than a minor piece is needed to win.
bool can_hardly_win(const Board& board, Color color) {
    if (board.pieces(color, PieceType::pawn).any()) return false;
    return piece_count_value(board, color) <= piece_count_value(board, !color) + 3;
}

bool has_opposite_bishops_only(const Board& board) {
    const Bitboard bishops = board.pieces(PieceType::bishop);
    const Bitboard others =
        board.occupied() - bishops - board.pieces(PieceType::pawn) - board.pieces(PieceType::king);
    return others.is_empty() && bishops.count() == 2 && board.pieces(Color::white, PieceType::bishop).any() &&
           board.pieces(Color::black, PieceType::bishop).any() &&
           (bishops & Bitboard::light_squares()).count() == 1;
}

/// The share of the advantage that can be converted, in sixteenths.
int winnable_share(const Board& board, Color stronger) {
    if (can_hardly_win(board, stronger)) return 2;
    return has_opposite_bishops_only(board) ? 8 : 16;
}

}  // namespace

Value Evaluator::evaluate(const Board& board) {
    Score score = pawns_.evaluate(board);
    for (const Square square : board.occupied()) score += piece_square_scores[board.piece_on(square)][square];
    score += SideEvaluation<Color::white>(board).score();
    score += -SideEvaluation<Color::black>(board).score();
    for (const Color color : all_colors) {
        if (has_lone_king(board, color) && !has_lone_king(board, !color))
            score += lone_king_score(board, color);
    }
    score += board.side_to_move() == Color::white ? tempo : -tempo;

    int centipawns = tapered(score, phase_of(board));
    const Color stronger = centipawns > 0 ? Color::white : Color::black;
    centipawns = centipawns * winnable_share(board, stronger) / 16;
    return Value::estimate(board.side_to_move() == Color::white ? centipawns : -centipawns);
}

}  // namespace philidor
