#include "philidor/serve/solve_queue.hpp"

#include <algorithm>
#include <exception>
#include <utility>

namespace philidor {

std::optional<Reply> SolveJob::wait_until(Clock::time_point time) const {
    std::unique_lock lock(mutex_);
    changed_.wait_until(lock, time, [&] { return news_.reply.has_value(); });
    return news_.reply;
}

SolveJob::News SolveJob::wait_for_news(std::uint64_t version, Clock::time_point time) const {
    std::unique_lock lock(mutex_);
    changed_.wait_until(lock, time, [&] { return news_.version != version; });
    return news_;
}

void SolveJob::report(std::string progress) {
    const std::lock_guard lock(mutex_);
    ++news_.version;
    news_.progress = std::move(progress);
    changed_.notify_all();
}

void SolveJob::publish(Reply reply) {
    const std::lock_guard lock(mutex_);
    if (news_.reply) return;
    ++news_.version;
    news_.reply = std::move(reply);
    changed_.notify_all();
}

SolveQueue::SolveQueue(const QueueLimits& limits) : limits_(limits) {
    for (unsigned i = 0; i < limits_.workers; ++i) workers_.emplace_back([this] { serve_jobs(); });
}

SolveQueue::~SolveQueue() { close(); }

Result<SolveQueue::Listener, QueueError> SolveQueue::submit(const std::string& name,
                                                            const std::string& client,
                                                            Work work) {
    auto joined = join(name, client, std::move(work));
    if (!joined) return tl::unexpected(joined.error());
    const SolveJob* job = joined->get();
    return Listener(job, [this, name, client, kept = *std::move(joined)](const SolveJob*) {
        leave(name, client, *kept);
    });
}

Result<std::shared_ptr<SolveJob>, QueueError> SolveQueue::join(const std::string& name,
                                                               const std::string& client,
                                                               Work work) {
    const std::lock_guard lock(mutex_);
    if (is_closed_) return fail(QueueError::closed, "the server is shutting down");
    if (const auto own = listeners_of_client_.find(client);
        own != listeners_of_client_.end() && own->second >= limits_.of_one_client) {
        return fail(QueueError::unfair, "this client has too many positions waiting to be solved");
    }
    if (const auto found = jobs_.find(name); found != jobs_.end()) {
        ++found->second.listeners;
        ++listeners_of_client_[client];
        return found->second.job;
    }
    if (waiting_.size() >= limits_.waiting) {
        return fail(QueueError::full, "too many positions are waiting to be solved");
    }
    ++listeners_of_client_[client];
    auto job = std::make_shared<SolveJob>();
    waiting_.push_back({name, std::move(work), job});
    jobs_.emplace(name, Joinable{job, 1});
    changed_.notify_one();
    return job;
}

void SolveQueue::leave(const std::string& name, const std::string& client, const SolveJob& job) {
    const std::lock_guard lock(mutex_);
    const auto own = listeners_of_client_.find(client);
    if (--own->second == 0) listeners_of_client_.erase(own);
    const auto found = jobs_.find(name);
    if (found == jobs_.end() || found->second.job.get() != &job) return;  // it has ended
    if (--found->second.listeners != 0) return;
    found->second.job->cancel();
    jobs_.erase(found);
    const auto place = std::ranges::find(waiting_, &job, [](const Entry& entry) { return entry.job.get(); });
    if (place != waiting_.end()) waiting_.erase(place);  // otherwise it is running and was told to stop
}

void SolveQueue::close() {
    {
        const std::lock_guard lock(mutex_);
        is_closed_ = true;
        for (const auto& [name, joinable] : jobs_) joinable.job->cancel();
        changed_.notify_all();
    }
    workers_.clear();  // waits for them
}

SolveQueue::Load SolveQueue::load() const {
    const std::lock_guard lock(mutex_);
    return {running_, waiting_.size()};
}

void SolveQueue::serve_jobs() {
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [&] { return is_closed_ || !waiting_.empty(); });
        if (waiting_.empty()) return;
        const Entry entry = std::move(waiting_.front());
        waiting_.pop_front();
        ++running_;
        entry.job->begin();
        lock.unlock();
        run(entry);
        lock.lock();
        --running_;
        const auto own = jobs_.find(entry.name);  // if it was abandoned, another job may have its name
        if (own != jobs_.end() && own->second.job == entry.job) jobs_.erase(own);
    }
}

void SolveQueue::run(const Entry& entry) {
    std::string failure = "no result";  // ignored if the work has published a reply
    try {
        entry.work(*entry.job);
    } catch (const std::exception& error) {
        failure = error.what();  // most likely out of memory
    }
    entry.job->publish(error_reply(HttpStatus::internal_error, failure));
}

}  // namespace philidor
