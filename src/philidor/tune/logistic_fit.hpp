/// @file
/// Logistic regression.
#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <span>
#include <vector>

namespace philidor {

/// A value of an observation and the parameter it belongs to. Values that are not listed are 0.
struct Feature {
    std::size_t parameter = 0;  ///< the index of the parameter
    double value = 0;           ///< its factor
};

/// One observation.
struct Observation {
    std::span<const Feature> features;  ///< all values that are not 0
    double result = 0;                  ///< from 0 to 1
    double weight = 1;                  ///< how much it counts
};

/// The expected value of a parameter. The penalty for another value is `strength` times the square of the
/// difference. A small penalty keeps parameters that hardly occur where they are. The parameter stays between
/// its bounds, and so must the expected value.
struct Expectation {
    double value = 0;                                         ///< the expected value
    double strength = 0;                                      ///< the factor of the penalty
    double least = -std::numeric_limits<double>::infinity();  ///< the lower bound
    double most = std::numeric_limits<double>::infinity();    ///< the upper bound
};

/// Calls its argument with every observation.
using Observations = std::function<void(const std::function<void(const Observation&)>&)>;

/// 1 / (1 + e^-x): the expected result if the sum of features times parameters is x.
[[nodiscard]] double logistic(double x);

/// The loss of an observation: -(r ln p + (1 - r) ln(1 - p)) for the result r and p = logistic(x).
[[nodiscard]] double logistic_loss(double x, double result);

/// The parameters with the least sum of losses and penalties within the bounds, found by Newton's method from
/// the expected values. The sum is convex, so there is only one minimum, and the result does not depend on
/// chance.
[[nodiscard]] std::vector<double> fit_logistic(const Observations& observations,
                                               std::span<const Expectation> expectations);

}  // namespace philidor
