/// @file
/// Logistic regression.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace philidor {

/// A number of an observation that belongs to a parameter; the others are 0.
struct Feature {
    std::size_t parameter = 0;
    double value = 0;
};

/// What was seen once.
struct Observation {
    std::span<const Feature> features;
    double result = 0;  ///< from 0 to 1
    double weight = 1;  ///< how much it counts
};

/// What a parameter is expected to be. The penalty for another value is `strength` times the square of the
/// difference; a little of it keeps parameters that were hardly ever seen where they are.
struct Expectation {
    double value = 0;
    double strength = 0;
};

/// Calls what it is given with every observation.
using Observations = std::function<void(const std::function<void(const Observation&)>&)>;

/// 1 / (1 + e^-x), the expected result where the sum of features times parameters is x.
[[nodiscard]] double logistic(double x);

/// -(r ln p + (1 - r) ln(1 - p)) for the result r and p = logistic(x): the loss of an observation.
[[nodiscard]] double logistic_loss(double x, double result);

/// The parameters with the least sum of losses and penalties, by Newton's method from the expected values.
/// The sum is convex, so there is one such place, and no chance in finding it.
[[nodiscard]] std::vector<double> fit_logistic(const Observations& observations,
                                               std::span<const Expectation> expectations);

}  // namespace philidor
