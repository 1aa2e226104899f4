/// @file
/// Positions as rows of numbers for fitting weights.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "philidor/tune/labelled_position.hpp"
#include "philidor/tune/logistic_fit.hpp"
#include "philidor/tune/weight_parameters.hpp"

namespace philidor {

/// After the weights of the terms (`weight_parameters`) comes the context, that is, everything else that
/// decides games: two parameters each for the right to move and for the numbers of pawns, knights, bishops,
/// rooks and queens, and, for the middlegame only, one for each rank and each distance from the edge that a
/// pawn can have. An engine has other terms for these. Without them, their effects would be attributed to the
/// pawn terms.
inline constexpr std::size_t context_parameters = 2 * 6 + 8 + 4;

/// The numbers of many positions: how often each parameter counts for White, minus how often for Black.
class SampleList {
  public:
    /// Adds a position.
    void add(const LabelledPosition& position);

    /// The number of positions.
    [[nodiscard]] std::size_t size() const { return results_.size(); }

    /// The numbers of a position that are not 0.
    [[nodiscard]] std::span<const Feature> features(std::size_t index) const {
        return std::span(features_).subspan(begins_[index], begins_[index + 1] - begins_[index]);
    }

    /// The result of a position.
    [[nodiscard]] double result(std::size_t index) const { return results_[index]; }

  private:
    std::vector<Feature> features_;
    std::vector<std::size_t> begins_{0};
    std::vector<double> results_;
};

}  // namespace philidor
