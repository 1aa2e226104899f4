#include "philidor/tune/logistic_fit.hpp"

#include <algorithm>
#include <cmath>

namespace philidor {

namespace {

/// A symmetric matrix. Only its lower half is used.
class Symmetric {
  public:
    explicit Symmetric(std::size_t size) : size_(size), cells_(size * size) {}

    [[nodiscard]] double& at(std::size_t row, std::size_t column) { return cells_[row * size_ + column]; }

    /// Solves `matrix * x = right` for a positive definite matrix by Cholesky's method. Changes both the
    /// matrix and `right`.
    [[nodiscard]] std::vector<double> solve(std::vector<double> right) {
        for (std::size_t row = 0; row < size_; ++row) {
            for (std::size_t column = 0; column <= row; ++column) {
                double sum = at(row, column);
                for (std::size_t k = 0; k < column; ++k) sum -= at(row, k) * at(column, k);
                at(row, column) = row == column ? std::sqrt(sum) : sum / at(column, column);
            }
        }
        for (std::size_t row = 0; row < size_; ++row) {
            for (std::size_t k = 0; k < row; ++k) right[row] -= at(row, k) * right[k];
            right[row] /= at(row, row);
        }
        for (std::size_t row = size_; row-- > 0;) {
            for (std::size_t k = row + 1; k < size_; ++k) right[row] -= at(k, row) * right[k];
            right[row] /= at(row, row);
        }
        return right;
    }

  private:
    std::size_t size_;
    std::vector<double> cells_;
};

double sum_of(const Observation& observation, std::span<const double> parameters) {
    double sum = 0;
    for (const Feature& feature : observation.features) sum += feature.value * parameters[feature.parameter];
    return sum;
}

double objective(const Observations& observations,
                 std::span<const Expectation> expectations,
                 std::span<const double> parameters) {
    double sum = 0;
    observations([&](const Observation& observation) {
        sum += observation.weight * logistic_loss(sum_of(observation, parameters), observation.result);
    });
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        const double difference = parameters[i] - expectations[i].value;
        sum += expectations[i].strength * difference * difference;
    }
    return sum;
}

/// Whether a parameter is at a bound, and a step along the slope would leave it there.
bool is_held(const Expectation& expectation, double parameter, double slope) {
    return (parameter <= expectation.least && slope <= 0) || (parameter >= expectation.most && slope >= 0);
}

/// The next step of Newton's method. Parameters that their bounds hold take no part in it.
std::vector<double> newton_step(const Observations& observations,
                                std::span<const Expectation> expectations,
                                std::span<const double> parameters) {
    std::vector<double> gradient(parameters.size());
    Symmetric curvature(parameters.size());
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        gradient[i] = 2 * expectations[i].strength * (expectations[i].value - parameters[i]);
        curvature.at(i, i) = 2 * expectations[i].strength;
    }
    observations([&](const Observation& observation) {
        const double expected = logistic(sum_of(observation, parameters));
        const double slope = observation.weight * (observation.result - expected);
        const double bend = observation.weight * expected * (1 - expected);
        for (const Feature& a : observation.features) {
            gradient[a.parameter] += slope * a.value;
            for (const Feature& b : observation.features) {
                if (b.parameter <= a.parameter) {
                    curvature.at(a.parameter, b.parameter) += bend * a.value * b.value;
                }
            }
        }
    });
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        if (!is_held(expectations[i], parameters[i], gradient[i])) continue;
        for (std::size_t k = 0; k < i; ++k) curvature.at(i, k) = 0;
        for (std::size_t k = i + 1; k < parameters.size(); ++k) curvature.at(k, i) = 0;
        gradient[i] = 0;
    }
    return curvature.solve(std::move(gradient));
}

}  // namespace

double logistic(double x) { return 1 / (1 + std::exp(-x)); }

double logistic_loss(double x, double result) {
    // ln(1 + e^x) - r x, without overflow for large x.
    return std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x))) - result * x;
}

std::vector<double> fit_logistic(const Observations& observations,
                                 std::span<const Expectation> expectations) {
    constexpr int most_steps = 50;
    constexpr double least_gain = 1e-9;
    std::vector<double> parameters;
    for (const Expectation& expectation : expectations) parameters.push_back(expectation.value);
    double loss = objective(observations, expectations, parameters);
    for (int step = 0; step < most_steps; ++step) {
        const std::vector<double> change = newton_step(observations, expectations, parameters);
        double length = 1;
        double gain = 0;
        for (; length > 1e-4; length /= 2) {  // a whole step may overshoot, or bend at a bound
            std::vector<double> next = parameters;
            for (std::size_t i = 0; i < next.size(); ++i) {
                next[i] =
                    std::clamp(next[i] + length * change[i], expectations[i].least, expectations[i].most);
            }
            const double next_loss = objective(observations, expectations, next);
            gain = loss - next_loss;
            if (!(gain > 0)) continue;
            parameters = std::move(next);
            loss = next_loss;
            break;
        }
        if (!(gain > least_gain * (1 + loss))) break;
    }
    return parameters;
}

}  // namespace philidor
