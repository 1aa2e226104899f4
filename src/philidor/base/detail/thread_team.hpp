/// @file
/// Threads that stay, for much work in small portions.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace philidor {

/// The same as `parallel_for`, again and again: the threads are started once and wait in between. A thread
/// that does not wake in time is not waited for, so that the team is fast on a busy machine as well. Use it
/// from the thread that made it.
class ThreadTeam {
  public:
    /// A team of this many threads, the calling one included.
    explicit ThreadTeam(unsigned threads);

    /// Ends the threads.
    ~ThreadTeam();

    ThreadTeam(const ThreadTeam&) = delete;
    ThreadTeam& operator=(const ThreadTeam&) = delete;

    /// Calls `work(begin, end)` for ranges that together cover 0 to `count` - 1, and waits for all of them.
    /// Which thread does which range is not determined, so the work must not depend on it. If the work
    /// throws, the rest is left out, and the first exception reaches the caller.
    void run(std::size_t count, const std::function<void(std::size_t begin, std::size_t end)>& work);

  private:
    void help();
    void take_ranges();

    std::size_t size_;
    std::mutex mutex_;  ///< guards the next five
    std::condition_variable changed_;
    std::size_t jobs_ = 0;        ///< how many there were
    std::size_t helpers_ = 0;     ///< that are at work
    bool is_open_ = false;        ///< helpers may join the job
    bool is_over_ = false;        ///< helpers shall end
    std::exception_ptr failure_;  ///< of the job at hand

    const std::function<void(std::size_t, std::size_t)>* work_ = nullptr;  ///< of the job at hand
    std::size_t count_ = 0;
    std::size_t step_ = 1;
    std::atomic<std::size_t> next_ = 0;

    std::vector<std::jthread> threads_;
};

}  // namespace philidor
