#include "philidor/tune/weight_tuner.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "philidor/tune/logistic_fit.hpp"
#include "philidor/tune/weight_parameters.hpp"

namespace philidor {

namespace {

/// What a source needs besides the weights: the size of a centipawn on the scale of `logistic`, and the
/// values of the context on the same scale.
struct SourceModel {
    double scale = 0;
    std::array<double, context_parameters> context{};
};

/// The score of the pawns of a position.
double score_of(std::span<const Feature> features, const WeightNumbers& weights) {
    double score = 0;
    for (const Feature& feature : features) {
        if (feature.parameter < weight_parameters) score += feature.value * weights[feature.parameter];
    }
    return score;
}

/// The sum that `logistic` turns into an expected result.
double sum_of(std::span<const Feature> features, const WeightNumbers& weights, const SourceModel& model) {
    double sum = model.scale * score_of(features, weights);
    for (const Feature& feature : features) {
        if (feature.parameter >= weight_parameters) {
            sum += feature.value * model.context[feature.parameter - weight_parameters];
        }
    }
    return sum;
}

constexpr double slight = 1e-7;  // a penalty that matters only where nothing else does

/// The model that fits these weights best.
SourceModel fit_model(const SampleList& samples, const WeightNumbers& weights) {
    const double weight = 1 / static_cast<double>(samples.size());
    std::vector<Feature> features;
    const auto observations = [&](const std::function<void(const Observation&)>& observe) {
        for (std::size_t i = 0; i < samples.size(); ++i) {
            features.assign({{0, score_of(samples.features(i), weights) / 100}});
            for (const Feature& feature : samples.features(i)) {
                if (feature.parameter < weight_parameters) continue;
                features.push_back({1 + feature.parameter - weight_parameters, feature.value});
            }
            observe({features, samples.result(i), weight});
        }
    };
    const std::vector<Expectation> expectations(1 + context_parameters, {0, slight});
    const std::vector<double> fitted = fit_logistic(observations, expectations);
    SourceModel model{fitted[0] / 100, {}};
    std::copy(fitted.begin() + 1, fitted.end(), model.context.begin());
    return model;
}

/// The weights that fit the scales of the models best. The context of each source is fitted with them.
WeightNumbers fit_weights(std::span<const ResultSource* const> sources,
                          std::span<const SourceModel> models,
                          WeightBounds bounds) {
    std::vector<Feature> features;
    const auto observations = [&](const std::function<void(const Observation&)>& observe) {
        for (std::size_t source = 0; source < sources.size(); ++source) {
            const SampleList& samples = sources[source]->training;
            const double weight = 1 / static_cast<double>(samples.size());
            for (std::size_t i = 0; i < samples.size(); ++i) {
                features.clear();
                for (const Feature& feature : samples.features(i)) {
                    if (feature.parameter < weight_parameters) {
                        features.push_back({feature.parameter, models[source].scale * feature.value});
                    } else {
                        features.push_back({feature.parameter + source * context_parameters, feature.value});
                    }
                }
                observe({features, samples.result(i), weight});
            }
        }
    };
    // As if ten thousand results had spoken for the usual values, give or take a pawn.
    constexpr double strength = 1e-4 / (2 * 100 * 100);
    std::vector<Expectation> expectations;
    const WeightNumbers usual = numbers_of(starting_pawn_weights);
    for (const PawnTerm term : all_pawn_terms) {
        for (const std::size_t part : {parameter_of(term), parameter_of(term) + 1}) {
            Expectation& expectation = expectations.emplace_back(Expectation{usual[part], strength});
            if (bounds == WeightBounds::none) continue;
            (sign_of(term) > 0 ? expectation.least : expectation.most) = 0;
        }
    }
    for (const SourceModel& model : models) {
        for (const double worth : model.context) expectations.push_back({worth, slight});
    }
    const std::vector<double> fitted = fit_logistic(observations, expectations);
    WeightNumbers weights{};
    std::copy_n(fitted.begin(), weight_parameters, weights.begin());
    return weights;
}

/// The result nearest to an expected result.
double nearest_result(double expected) {
    if (expected > 0.75) return 1;
    return expected < 0.25 ? 0 : 0.5;
}

}  // namespace

Judgement judge(const PawnWeights& weights, const ResultSource& source) {
    const WeightNumbers numbers = numbers_of(weights);
    const SourceModel model = fit_model(source.training, numbers);
    const SampleList& samples = source.held_out;
    Judgement judgement;
    double decided = 0;
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const double sum = sum_of(samples.features(i), numbers, model);
        const double result = samples.result(i);
        judgement.loss += logistic_loss(sum, result);
        if (nearest_result(logistic(sum)) == result) ++judgement.accuracy;
        if (result == 0.5) continue;
        ++decided;
        if ((sum > 0) == (result > 0.5)) ++judgement.decided_accuracy;
    }
    judgement.loss /= static_cast<double>(samples.size());
    judgement.accuracy /= static_cast<double>(samples.size());
    if (decided > 0) judgement.decided_accuracy /= decided;
    return judgement;
}

PawnWeights tune_weights(std::span<const ResultSource* const> sources, WeightBounds bounds) {
    constexpr int most_rounds = 20;
    constexpr double least_change = 0.1;  // centipawns
    WeightNumbers weights = numbers_of(starting_pawn_weights);
    std::vector<SourceModel> models;
    for (const ResultSource* source : sources) models.push_back(fit_model(source->training, weights));
    const double unit = models.front().scale;
    for (int round = 0; round < most_rounds; ++round) {
        // Weights and scales are multiplied, so each is fitted while the other stays fixed.
        const WeightNumbers before = weights;
        weights = fit_weights(sources, models, bounds);
        for (std::size_t i = 0; i < sources.size(); ++i) models[i] = fit_model(sources[i]->training, weights);
        const double stretch = models.front().scale / unit;
        for (double& weight : weights) weight *= stretch;
        for (SourceModel& model : models) model.scale /= stretch;
        double change = 0;
        for (std::size_t i = 0; i < weight_parameters; ++i)
            change = std::max(change, std::abs(weights[i] - before[i]));
        if (change < least_change) break;
    }
    return weights_of(weights);
}

}  // namespace philidor
