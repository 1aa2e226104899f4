/// @file
/// Which device solves which tables.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "philidor/builder/build.hpp"
#include "philidor/builder/detail/device.hpp"
#include "philidor/material/table_key.hpp"

namespace philidor::detail {

/// A table with fewer tiles is solved by the processor, unless a GPU is asked for: launching the steps takes
/// longer.
inline constexpr std::uint64_t fewest_tiles_for_a_device = 4096;

/// The device of a choice; null for the processor. `why_not` says why there is no GPU.
[[nodiscard]] std::unique_ptr<Device> chosen_device(DeviceChoice choice, std::string& why_not);

/// The first tables of a level that a device solves together, in this much of its memory; at least one.
[[nodiscard]] std::span<const TableKey> next_batch(std::span<const TableKey> level, std::uint64_t bytes);

}  // namespace philidor::detail
