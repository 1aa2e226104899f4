/// @file
/// Fitting the weights of the pawn evaluation to results.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "philidor/pawns/pawn_term.hpp"
#include "philidor/tune/labelled_position.hpp"
#include "philidor/tune/sample_list.hpp"

namespace philidor {

/// Results of one kind, games or exact values.
struct ResultSource {
    std::string name;
    SampleList training;
    SampleList held_out;

    /// Adds a position to one of the two, by its group.
    void add(const LabelledPosition& position, std::uint64_t seed) {
        (is_held_out(position.group, seed) ? held_out : training).add(position);
    }
};

/// How well weights predict results that nobody has learnt from.
struct Judgement {
    double loss = 0;              ///< the mean of `logistic_loss`
    double decided_accuracy = 0;  ///< the share of wins and losses whose side is told
    double accuracy = 0;          ///< the share of all results to which the expectation is nearest
};

/// Judges weights by the held-out results of a source. What else decides games, and how much a centipawn
/// means there, is fitted to its training results first, so that sources as different as games and exact
/// values judge the weights of pawns alone.
[[nodiscard]] Judgement judge(const PawnWeights& weights, const ResultSource& source);

/// The weights that predict the training results of all sources best; each source counts the same. They start
/// from `starting_pawn_weights` and keep their scale: a centipawn of the first source stays what it was.
[[nodiscard]] PawnWeights tune_weights(std::span<const ResultSource* const> sources);

}  // namespace philidor
