#include "philidor/tune/weight_parameters.hpp"

#include <cmath>

namespace philidor {

namespace {

PawnTerm lower_rank(PawnTerm term) { return static_cast<PawnTerm>(static_cast<std::size_t>(term) - 1); }

}  // namespace

WeightNumbers numbers_of(const PawnWeights& weights) {
    WeightNumbers numbers{};
    for (const PawnTerm term : all_pawn_terms) {
        Score score = weights[term];
        if (builds_on_lower_rank(term)) score = score - weights[lower_rank(term)];
        numbers[parameter_of(term)] = score.middlegame();
        numbers[parameter_of(term) + 1] = score.endgame();
    }
    return numbers;
}

PawnWeights weights_of(const WeightNumbers& numbers) {
    WeightNumbers sums = numbers;
    PawnWeights weights;
    for (const PawnTerm term : all_pawn_terms) {
        const std::size_t place = parameter_of(term);
        if (builds_on_lower_rank(term)) {
            for (const std::size_t part : {place, place + 1}) {
                sums[part] += sums[part - place + parameter_of(lower_rank(term))];
            }
        }
        weights[term] = {static_cast<int>(std::lround(sums[place])),
                         static_cast<int>(std::lround(sums[place + 1]))};
    }
    return weights;
}

int sign_of(PawnTerm term) {
    switch (term) {
        case PawnTerm::doubled:
        case PawnTerm::isolated:
        case PawnTerm::backward:
        case PawnTerm::exposed:
        case PawnTerm::island:
        case PawnTerm::hole:
        case PawnTerm::blocked_passer:
        case PawnTerm::own_king_distance: return -1;
        default: return 1;
    }
}

}  // namespace philidor
