#include "philidor/solve/detail/distance_meter.hpp"

#include <utility>

#include "philidor/builder/detail/distance_solver.hpp"

namespace philidor {

std::shared_ptr<const WinDistances> DistanceMeter::measure(const MaterialKey& key,
                                                           Question question,
                                                           const ChildLookup& lookup,
                                                           std::span<const Board> won,
                                                           std::uint64_t bytes_beside) {
    const std::uint64_t others = solver_.knowledge().byte_count() + bytes_beside + bytes_in_use();
    const std::uint64_t most_bytes = solver_.budget().memory_bytes;
    if (others > most_bytes || memory_for_win_distances(key) > most_bytes - others) return nullptr;
    auto distances = measure_distances(key, question, lookup, won, solver_.budget());
    if (!distances) return nullptr;
    auto measured = std::make_shared<const WinDistances>(*std::move(distances));
    measured_.push_back(measured);
    return measured;
}

std::uint64_t DistanceMeter::bytes_in_use() {
    std::erase_if(measured_, [](const auto& distances) { return distances.expired(); });
    std::uint64_t bytes = 0;
    for (const auto& distances : measured_) bytes += distances.lock()->byte_count();
    return bytes;
}

}  // namespace philidor
