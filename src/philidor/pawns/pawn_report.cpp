#include "philidor/pawns/pawn_report.hpp"

#include "philidor/pawns/detail/pawn_eval.hpp"
#include "philidor/pawns/detail/pawn_features.hpp"
#include "philidor/pawns/detail/pawn_structure.hpp"

namespace philidor {

PawnReport report_on_pawns(const Board& board) { return report_on_pawns(board, tuned_pawn_weights); }

PawnReport report_on_pawns(const Board& board, const PawnWeights& weights) {
    PawnReport report{board, explain_pawns(board, weights), evaluate_pawns(board, weights), phase_of(board),
                      0};
    report.total = tapered(report.score, report.phase);
    return report;
}

std::vector<std::string_view> pawn_features_of(const Board& board, Square pawn) {
    std::vector<std::string_view> names;
    const Color color = color_of(board.piece_on(pawn));
    const PawnView view = PawnStructure::of(board).seen_by(color);
    for (const NamedFeature& feature : all_pawn_features) {
        if (feature.is_of_pawns && feature.squares(view).has(relative(color, pawn)))
            names.push_back(feature.name);
    }
    return names;
}

}  // namespace philidor
