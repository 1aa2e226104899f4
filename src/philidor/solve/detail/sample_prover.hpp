/// @file
/// Proofs of their own for some positions of a table.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "philidor/base/budget.hpp"
#include "philidor/builder/detail/table_fault.hpp"
#include "philidor/table/detail/table.hpp"

namespace philidor::detail {

/// Which positions are proved, and what that may take.
struct SampleOptions {
    std::size_t positions = 1;                      ///< how many
    std::uint64_t seed = 1;                         ///< of the choice
    std::chrono::duration<double> time_for_each{};  ///< the longest time for one of them
    Budget budget = {};                             ///< threads, memory, and a way to stop
};

/// What the proofs found.
struct SampleReport {
    std::size_t proved = 0;          ///< positions of which all that the table says was proved
    std::size_t open = 0;            ///< positions whose time did not suffice
    std::vector<TableFault> faults;  ///< positions of which the contrary was proved
};

/// Proves positions of a table of which it says something, chosen at random, without any stored table.
[[nodiscard]] SampleReport prove_samples(const Table& table, const SampleOptions& options);

}  // namespace philidor::detail
