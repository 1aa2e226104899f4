#include "philidor/pawns/detail/pawn_eval.hpp"

#include <algorithm>

#include "philidor/pawns/detail/count_terms.hpp"
#include "philidor/pawns/detail/pawn_features.hpp"

namespace philidor {

namespace {

/// Adds up scores without keeping the terms.
class ScoreSum {
  public:
    explicit ScoreSum(const PawnWeights& weights) : weights_(weights) {}

    PHILIDOR_INLINE void add(PawnTerm term, Bitboard /*squares*/, int times) {
        score_ += weights_[term] * times;
    }

    [[nodiscard]] PHILIDOR_INLINE Score score() const { return score_; }

  private:
    const PawnWeights& weights_;
    Score score_;
};

/// Keeps the terms of one side separately.
class TermList {
  public:
    TermList(const PawnWeights& weights, Color color) : weights_(weights), color_(color) {
        for (const PawnTerm term : all_pawn_terms) counts_[term] = {term, color, {}, 0, {}};
    }

    /// The side from whose view sets are given; they are turned back to the real board.
    void look_from(Color view) { view_ = view; }

    void add(PawnTerm term, Bitboard squares, int times) {
        PawnTermCount& count = counts_[term];
        const Score score = weights_[term] * times;
        count.squares |= relative(view_, squares);
        count.times += times;
        count.score += color_ == Color::white ? score : -score;
    }

    [[nodiscard]] const PawnTermCount& operator[](PawnTerm term) const { return counts_[term]; }

  private:
    const PawnWeights& weights_;
    Color color_;
    Color view_ = Color::white;
    ByPawnTerm<PawnTermCount> counts_;
};

Score structure_score(PawnView view, const PawnWeights& weights) {
    ScoreSum sum(weights);
    detail::count_structure_terms(view, sum);
    return sum.score();
}

}  // namespace

StructureScore score_structure(const PawnStructure& structure, const PawnWeights& weights) {
    const PawnView white = structure.seen_by(Color::white);
    const PawnView black = structure.seen_by(Color::black);
    return {structure_score(white, weights) - structure_score(black, weights),
            {{passed_pawns(white), relative(Color::black, passed_pawns(black))}}};
}

Score score_passers(const Board& board, const ByColor<Bitboard>& passed, const PawnWeights& weights) {
    ScoreSum white(weights);
    ScoreSum black(weights);
    detail::count_passer_terms(board, Color::white, passed[Color::white], white);
    detail::count_passer_terms(board, Color::black, passed[Color::black], black);
    return white.score() - black.score();
}

Score evaluate_pawns(const Board& board, const PawnWeights& weights) {
    const StructureScore structure = score_structure(PawnStructure::of(board), weights);
    return structure.score + score_passers(board, structure.passed, weights);
}

std::vector<PawnTermCount> explain_pawns(const Board& board, const PawnWeights& weights) {
    const PawnStructure structure = PawnStructure::of(board);
    ByColor<TermList> lists{{TermList(weights, Color::white), TermList(weights, Color::black)}};
    for (const Color color : all_colors) {
        const PawnView view = structure.seen_by(color);
        lists[color].look_from(color);
        detail::count_structure_terms(view, lists[color]);
        lists[color].look_from(Color::white);
        detail::count_passer_terms(board, color, relative(color, passed_pawns(view)), lists[color]);
    }
    std::vector<PawnTermCount> found;
    for (const PawnTerm term : all_pawn_terms) {
        for (const Color color : all_colors) {
            if (lists[color][term].times != 0) found.push_back(lists[color][term]);
        }
    }
    return found;
}

}  // namespace philidor
