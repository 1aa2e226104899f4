#include "philidor/solve/detail/attempt.hpp"

namespace philidor::detail {

namespace {

/// Resources in words of the prover, before it is known which colour that is.
struct Rung {
    unsigned own;    ///< pieces that the prover gets by promoting
    unsigned other;  ///< pieces that its opponent gets
    unsigned all;    ///< of both at the same time
    ProverPlay play;
    bool opponent_alone = true;  ///< the opponent may promote where the prover has not
};

Resources resources_of(const Rung& rung, const MaterialKey& root, Color prover) {
    Resources resources;
    resources.pieces[prover] = root.pieces(prover).total() + rung.own;
    resources.pieces[!prover] = root.pieces(!prover).total() + rung.other;
    resources.all_pieces = root.piece_count() + rung.all;
    resources.play = rung.play;
    resources.opponent_alone = rung.opponent_alone;
    return resources;
}

/// The rungs of a side that proves something, cheap ones first.
std::vector<Rung> rungs_of(unsigned most_pieces) {
    std::vector<Rung> rungs;
    rungs.push_back({1, 0, 1, ProverPlay::simple, false});  // one queen, which decides alone
    rungs.push_back({1, 1, 2, ProverPlay::simple, false});  // a race in which the prover is first
    for (const unsigned pieces : {1U, 2U}) {
        rungs.push_back({1, 1, pieces, ProverPlay::simple});
        rungs.push_back({1, 1, pieces, ProverPlay::queens});
    }
    for (unsigned pieces = 1; pieces <= most_pieces; ++pieces) {
        rungs.push_back({pieces, pieces, pieces, ProverPlay::complete});
    }
    return rungs;
}

}  // namespace

std::vector<Attempt> all_attempts(const MaterialKey& root, unsigned most_pieces) {
    std::vector<Attempt> attempts;
    for (const Question question : all_questions) {
        for (const Rung& rung : rungs_of(most_pieces)) {
            const Resources resources = resources_of(rung, root, prover_of(question));
            if (resources.all_pieces <= most_pieces) attempts.push_back({question, resources, {}});
        }
    }
    return attempts;
}

}  // namespace philidor::detail
