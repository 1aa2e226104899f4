/// @file
/// Fits the weights of the pawn evaluation to results.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "philidor/pawns/pawn_term.hpp"
#include "philidor/tune/labelled_position.hpp"
#include "philidor/tune/sample_list.hpp"

namespace philidor {

/// Results of one kind: of games, or exact values.
struct ResultSource {
    std::string name;     ///< for reports
    SampleList training;  ///< the positions to learn from
    SampleList held_out;  ///< the positions to judge by

    /// Adds a position to one of the two lists, depending on its group.
    void add(const LabelledPosition& position, std::uint64_t seed) {
        (is_held_out(position.group, seed) ? held_out : training).add(position);
    }
};

/// How well weights predict results that were held out.
struct Judgement {
    double loss = 0;              ///< the mean of `logistic_loss`
    double decided_accuracy = 0;  ///< the share of wins and losses that are predicted correctly
    double accuracy = 0;          ///< the share of all results that are nearest to the expectation
};

/// Judges weights by the held-out results of a source. The context and the scale of a centipawn are fitted to
/// the training results of the source first. So even sources as different as games and exact values judge
/// only the weights of the pawns.
[[nodiscard]] Judgement judge(const PawnWeights& weights, const ResultSource& source);

/// What weights may be.
enum class WeightBounds : std::uint8_t {
    chess,  ///< no term has the wrong sign (`sign_of`), and a passed pawn loses nothing by advancing
    none,   ///< anything, which shows what the bounds cost
};

/// The weights that best predict the training results of all sources, with each source counting the same.
/// They start from `starting_pawn_weights` and keep the scale: a centipawn of the first source stays what it
/// was.
[[nodiscard]] PawnWeights tune_weights(std::span<const ResultSource* const> sources,
                                       WeightBounds bounds = WeightBounds::chess);

}  // namespace philidor
