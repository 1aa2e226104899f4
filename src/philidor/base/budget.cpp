#include "philidor/base/budget.hpp"

#include <algorithm>
#include <utility>

namespace philidor {

Budget Budget::starting_now(std::optional<std::chrono::duration<double>> time,
                            std::uint64_t memory_bytes,
                            unsigned threads,
                            std::stop_token stop) {
    Budget budget;
    budget.memory_bytes = memory_bytes;
    budget.threads = threads;
    budget.stop = std::move(stop);
    return time ? budget.within(*time) : budget;
}

Budget Budget::part(unsigned parts, unsigned of) const {
    Budget part = *this;
    if (!deadline) return part;
    const Clock::time_point now = Clock::now();
    part.deadline = now + (*deadline - now) / of * parts;
    return part;
}

Budget Budget::within(std::chrono::duration<double> time) const {
    Budget sooner = *this;
    const Clock::time_point latest = time_from_now(time);
    sooner.deadline = deadline ? std::min(*deadline, latest) : latest;
    return sooner;
}

Budget Budget::with_memory(std::uint64_t bytes) const {
    Budget other = *this;
    other.memory_bytes = bytes;
    return other;
}

Budget Budget::for_one_thread() const {
    Budget one = *this;
    one.threads = 1;
    one.progress = nullptr;
    return one;
}

Budget::Clock::time_point time_from_now(std::chrono::duration<double> time) {
    using Clock = Budget::Clock;
    const Clock::time_point now = Clock::now();
    const std::chrono::duration<double> longest = Clock::time_point::max() - now;
    if (time >= longest) return Clock::time_point::max();
    return now + std::chrono::duration_cast<Clock::duration>(time);
}

}  // namespace philidor
