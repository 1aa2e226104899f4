/// @file
/// The same work on many items, with several threads.
#pragma once

#include <cstddef>
#include <functional>

namespace philidor {

/// Calls `work(begin, end)` for ranges that together cover 0 to `count` - 1, on up to `threads` threads, and
/// waits for all of them. Which thread handles which range is not specified, so the result must not depend on
/// it. If the work throws, the rest is left out, and the first exception reaches the caller.
void parallel_for(std::size_t count,
                  unsigned threads,
                  const std::function<void(std::size_t begin, std::size_t end)>& work);

}  // namespace philidor
