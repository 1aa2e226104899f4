#include "philidor/base/detail/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
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
    std::mutex mutex;
    std::exception_ptr failure;  // the first one; guarded by the mutex
    const auto take_ranges = [&] {
        try {
            for (std::size_t begin = next.fetch_add(step); begin < count; begin = next.fetch_add(step)) {
                work(begin, std::min(begin + step, count));
            }
        } catch (...) {
            next = count;  // the others need not go on
            const std::lock_guard lock(mutex);
            if (!failure) failure = std::current_exception();
        }
    };
    {
        std::vector<std::jthread> helpers;
        helpers.reserve(threads - 1);
        try {
            for (unsigned i = 1; i < threads; ++i) helpers.emplace_back(take_ranges);
        } catch (const std::system_error&) {  // NOLINT(bugprone-empty-catch): it is no failure
            // The system has no more threads; those that there are do all the work.
        }
        take_ranges();
    }
    if (failure) std::rethrow_exception(failure);
}

}  // namespace philidor
