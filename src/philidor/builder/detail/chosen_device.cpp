#include "philidor/builder/detail/chosen_device.hpp"

#include "philidor/builder/detail/device_solver.hpp"

namespace philidor::detail {

namespace {

/// Questions are not solved together beyond this many tiles: rounds on them are then long enough.
constexpr std::uint64_t most_bytes_together = std::uint64_t{4} << 30U;

}  // namespace

std::unique_ptr<Device> chosen_device(DeviceChoice choice, std::string& why_not) {
    return choice == DeviceChoice::processor ? nullptr : find_cuda_device(why_not);
}

std::span<const TableKey> next_batch(std::span<const TableKey> level, std::uint64_t bytes) {
    const std::uint64_t most = bytes < most_bytes_together ? bytes : most_bytes_together;
    std::uint64_t sum = DeviceSolver::memory_to_solve(level.front());
    std::size_t count = 1;
    while (count < level.size() && sum < most) {
        const std::uint64_t more = DeviceSolver::memory_to_solve(level[count]);
        if (more > most - sum) break;
        sum += more;
        ++count;
    }
    return level.first(count);
}

}  // namespace philidor::detail
