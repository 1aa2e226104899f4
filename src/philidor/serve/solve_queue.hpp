/// @file
/// A queue of positions to solve.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "philidor/base/result.hpp"
#include "philidor/serve/reply.hpp"

namespace philidor {

/// The work on one request, which several clients may be waiting for. Thread-safe.
class SolveJob {
  public:
    /// The clock for all times.
    using Clock = std::chrono::steady_clock;

    /// The state of a job.
    struct News {
        std::uint64_t version = 0;   ///< grows with each change
        std::string progress;        ///< the last report; empty if there is none
        std::optional<Reply> reply;  ///< the reply; empty until the job is done
    };

    /// Waits for the reply. Empty if it does not come by this time.
    [[nodiscard]] std::optional<Reply> wait_until(Clock::time_point time) const;

    /// Waits for a state other than that of this version, or for this time. Returns the state.
    [[nodiscard]] News wait_for_news(std::uint64_t version, Clock::time_point time) const;

    /// For the worker: reports progress.
    void report(std::string progress);

    /// For the worker: a token that says when to abandon the work.
    [[nodiscard]] std::stop_token stop_token() const { return stop_.get_token(); }

    /// For the worker: gives the reply to all waiting clients. Only the first reply counts.
    void publish(Reply reply);

    /// Whether the job's turn has come. From then on it ends by itself when its time is up.
    [[nodiscard]] bool has_begun() const { return has_begun_; }

    /// For the queue: marks that the job's turn has come.
    void begin() { has_begun_ = true; }

    /// For the queue: asks the worker to abandon the work.
    void cancel() { stop_.request_stop(); }

  private:
    mutable std::mutex mutex_;
    mutable std::condition_variable changed_;
    News news_;
    std::atomic<bool> has_begun_ = false;
    std::stop_source stop_;
};

/// Why a job was refused.
enum class QueueError : std::uint8_t {
    full,    ///< too many jobs are waiting
    unfair,  ///< this client is waiting for too many jobs already
    closed,  ///< the server is shutting down
};

/// The limits of a queue.
struct QueueLimits {
    unsigned workers = 1;            ///< the number of jobs that run at a time
    std::size_t waiting = 64;        ///< the most jobs that wait for their turn
    std::size_t of_one_client = 32;  ///< the most requests of one client that wait at a time
};

/// A queue of jobs, first come, first served. Jobs have names, and requests for the same name share one job.
/// A job lasts only as long as a client listens to it. Thread-safe.
class SolveQueue {
  public:
    /// Does the work and publishes a reply. It may go on to do work that no client waits for.
    using Work = std::function<void(SolveJob&)>;

    /// Starts the workers.
    explicit SolveQueue(const QueueLimits& limits);
    SolveQueue(const SolveQueue&) = delete;
    SolveQueue& operator=(const SolveQueue&) = delete;

    /// Closes the queue.
    ~SolveQueue();

    /// A handle of a client that listens to a job. When the last listener of a job is destroyed, the job
    /// leaves the queue, or is abandoned if it is running; a later request starts a new job. The queue must
    /// outlive its listeners.
    using Listener = std::shared_ptr<const SolveJob>;

    /// Joins the job of this name, or adds it to the queue. Returns an error if a limit is exceeded.
    [[nodiscard]] Result<Listener, QueueError> submit(const std::string& name,
                                                      const std::string& client,
                                                      Work work);

    /// Refuses new jobs, stops those that are running, and waits until they have ended.
    void close();

    /// The number of jobs.
    struct Load {
        std::size_t running = 0;  ///< jobs being worked on
        std::size_t waiting = 0;  ///< jobs waiting for their turn
    };

    /// The current number of jobs.
    [[nodiscard]] Load load() const;

  private:
    struct Entry {
        std::string name;
        Work work;
        std::shared_ptr<SolveJob> job;
    };

    /// A job that can be joined.
    struct Joinable {
        std::shared_ptr<SolveJob> job;
        std::size_t listeners = 0;
    };

    [[nodiscard]] Result<std::shared_ptr<SolveJob>, QueueError> join(const std::string& name,
                                                                     const std::string& client,
                                                                     Work work);
    void leave(const std::string& name, const std::string& client, const SolveJob& job);
    void serve_jobs();
    void run(const Entry& entry);

    QueueLimits limits_;
    mutable std::mutex mutex_;  ///< guards all members below except `workers_`
    std::condition_variable changed_;
    std::deque<Entry> waiting_;
    std::unordered_map<std::string, Joinable> jobs_;  ///< by name, without abandoned ones
    std::unordered_map<std::string, std::size_t> listeners_of_client_;
    std::size_t running_ = 0;
    bool is_closed_ = false;
    std::vector<std::jthread> workers_;
};

}  // namespace philidor
