#include "philidor/base/detail/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace philidor {

void parallel_for(std::size_t count,
                  unsigned threads,
                  const std::function<void(std::size_t begin, std::size_t end)>& work) {
    if (threads <= 1 || count <= 1) {
        if (count != 0) work(0, count);
        return;
    }
    // Several ranges per thread, since some items take longer than others.
    const std::size_t step = std::max<std::size_t>(1, count / (std::size_t{threads} * 8));
    std::atomic<std::size_t> next = 0;
    const auto take_ranges = [&] {
        for (std::size_t begin = next.fetch_add(step); begin < count; begin = next.fetch_add(step)) {
            work(begin, std::min(begin + step, count));
        }
    };
    std::vector<std::jthread> helpers;
    for (unsigned i = 1; i < threads; ++i) helpers.emplace_back(take_ranges);
    take_ranges();
}

}  // namespace philidor
