/// @file
/// Budgets that come to an end.
#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <utility>

#include "philidor/base/budget.hpp"

namespace philidor::test_support {

/// A budget whose time is up.
[[nodiscard]] inline Budget spent_budget() {
    Budget budget;
    budget.deadline = Budget::Clock::now();
    return budget;
}

/// A budget that is stopped by the first report of which `is_enough` is true.
[[nodiscard]] inline Budget budget_until(std::function<bool(const Progress&)> is_enough) {
    const auto source = std::make_shared<std::stop_source>();
    Budget budget;
    budget.stop = source->get_token();
    budget.progress = [source, is_enough = std::move(is_enough)](const Progress& progress) {
        if (is_enough(progress)) source->request_stop();
    };
    return budget;
}

}  // namespace philidor::test_support
