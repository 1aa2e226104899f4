#include "philidor/tune/logistic_fit.hpp"

#include <cmath>
#include <functional>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace philidor {
namespace {

TEST(LogisticFit, KnowsItsFunctions) {
    EXPECT_DOUBLE_EQ(logistic(0), 0.5);
    EXPECT_NEAR(logistic(std::log(3)), 0.75, 1e-12);
    EXPECT_NEAR(logistic_loss(0, 1), std::log(2), 1e-12);
    EXPECT_NEAR(logistic_loss(0, 0.5), std::log(2), 1e-12);
    EXPECT_NEAR(logistic_loss(std::log(3), 1), -std::log(0.75), 1e-12);
    EXPECT_NEAR(logistic_loss(std::log(3), 0), -std::log(0.25), 1e-12);
    EXPECT_NEAR(logistic_loss(-1000, 1), 1000, 1e-9);
    EXPECT_NEAR(logistic_loss(1000, 1), 0, 1e-9);
}

/// Results that are exactly those expected from these parameters.
Observations observations_of(const std::vector<double>& parameters) {
    return [parameters](const std::function<void(const Observation&)>& observe) {
        std::mt19937_64 random(1);
        for (int i = 0; i < 500; ++i) {
            std::vector<Feature> features;
            double sum = 0;
            for (std::size_t parameter = 0; parameter < parameters.size(); ++parameter) {
                if (random() % 2 == 0) continue;
                features.push_back({parameter, static_cast<double>(random() % 7) - 3});
                sum += features.back().value * parameters[parameter];
            }
            observe({features, logistic(sum), 1});
        }
    };
}

TEST(LogisticFit, FindsTheParametersThatResultsCameFrom) {
    const std::vector<double> truth{0.5, -1.25, 0, 2};
    const std::vector<Expectation> nothing(truth.size(), {0, 1e-12});
    const std::vector<double> found = fit_logistic(observations_of(truth), nothing);
    for (std::size_t i = 0; i < truth.size(); ++i) EXPECT_NEAR(found[i], truth[i], 1e-3) << i;
}

TEST(LogisticFit, LeavesAloneWhatItNeverSees) {
    const std::vector<Expectation> expectations{{0, 1e-12}, {42, 1e-6}};
    const std::vector<double> found = fit_logistic(observations_of({0.5}), expectations);
    EXPECT_NEAR(found[0], 0.5, 1e-3);
    EXPECT_DOUBLE_EQ(found[1], 42);
}

TEST(LogisticFit, KeepsToStrongExpectations) {
    const std::vector<Expectation> expectations{{-3, 1e9}};
    EXPECT_NEAR(fit_logistic(observations_of({0.5}), expectations)[0], -3, 1e-3);
}

TEST(LogisticFit, FindsTheBestWithinBounds) {
    const std::vector<double> truth{0.5, -1.25, 0.75, 2};
    std::vector<Expectation> bounded(truth.size(), {0, 1e-12});
    bounded[1].least = 0;
    bounded[3].most = 0.5;
    const Observations observations = observations_of(truth);
    const std::vector<double> found = fit_logistic(observations, bounded);
    EXPECT_EQ(found[1], 0) << "the truth is beyond the bound";
    EXPECT_EQ(found[3], 0.5);
    // No step that the bounds allow is better.
    const auto loss = [&](const std::vector<double>& parameters) {
        double total = 0;
        observations([&](const Observation& observation) {
            double sum = 0;
            for (const Feature& feature : observation.features)
                sum += feature.value * parameters[feature.parameter];
            total += logistic_loss(sum, observation.result);
        });
        return total;
    };
    for (std::size_t i = 0; i < truth.size(); ++i) {
        for (const double step : {-0.01, 0.01}) {
            std::vector<double> other = found;
            other[i] += step;
            if (other[i] < bounded[i].least || other[i] > bounded[i].most) continue;
            EXPECT_GT(loss(other), loss(found)) << i;
        }
    }
}

TEST(LogisticFit, DoesNotRunAwayFromASideThatAlwaysWins) {
    const std::vector<Feature> features{{0, 1}};
    const auto wins = [&](const std::function<void(const Observation&)>& observe) {
        observe({features, 1, 1});
    };
    const std::vector<Expectation> expectations{{0, 1e-4}};
    const double found = fit_logistic(wins, expectations)[0];
    EXPECT_GT(found, 3);
    EXPECT_LT(found, 10);
}

}  // namespace
}  // namespace philidor
