#include "philidor/base/detail/thread_team.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

namespace philidor {

namespace {

/// Several ranges a thread, since some items take longer than others.
constexpr std::size_t ranges_per_thread = 8;

}  // namespace

ThreadTeam::ThreadTeam(unsigned threads) : size_(threads) {
    threads_.reserve(threads - std::min(threads, 1U));
    try {
        for (unsigned i = 1; i < threads; ++i) threads_.emplace_back([this] { help(); });
    } catch (const std::system_error&) {  // NOLINT(bugprone-empty-catch): it is no failure
        // The system has no more threads; those that there are do all the work.
    }
}

ThreadTeam::~ThreadTeam() {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
    changed_.notify_all();
}

void ThreadTeam::run(std::size_t count, const std::function<void(std::size_t begin, std::size_t end)>& work) {
    if (threads_.empty() || count <= 1) {
        if (count != 0) work(0, count);
        return;
    }
    {
        const std::lock_guard lock(mutex_);
        work_ = &work;
        count_ = count;
        step_ = std::max<std::size_t>(1, count / (size_ * ranges_per_thread));
        next_ = 0;
        ++jobs_;
        is_open_ = true;
    }
    changed_.notify_all();
    take_ranges();
    std::unique_lock lock(mutex_);
    is_open_ = false;
    changed_.wait(lock, [this] { return helpers_ == 0; });
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void ThreadTeam::help() {
    std::size_t last_job = 0;
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [&] { return is_over_ || (is_open_ && jobs_ != last_job); });
        if (is_over_) return;
        last_job = jobs_;
        ++helpers_;
        lock.unlock();
        take_ranges();
        lock.lock();
        if (--helpers_ == 0) changed_.notify_all();
    }
}

void ThreadTeam::take_ranges() {
    try {
        for (std::size_t begin = next_.fetch_add(step_); begin < count_; begin = next_.fetch_add(step_)) {
            (*work_)(begin, std::min(begin + step_, count_));
        }
    } catch (...) {
        next_ = count_;  // the others need not go on
        const std::lock_guard lock(mutex_);
        if (!failure_) failure_ = std::current_exception();
    }
}

}  // namespace philidor
