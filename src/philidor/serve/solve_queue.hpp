/// @file
/// Work that takes a while, in turn.
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

/// Work on one question, which several clients may be waiting for.
class SolveJob {
  public:
    using Clock = std::chrono::steady_clock;

    /// What is new since somebody looked last.
    struct News {
        std::uint64_t version = 0;   ///< to be passed next time
        std::string progress;        ///< the last report; empty if there was none
        std::optional<Reply> reply;  ///< the end
    };

    /// The reply, when it is there; empty if it is not in time.
    [[nodiscard]] std::optional<Reply> wait_until(Clock::time_point time) const;

    /// What is there when it is newer than this version, or when the time has come.
    [[nodiscard]] News wait_for_news(std::uint64_t version, Clock::time_point time) const;

    /// For the worker: tells how far it is.
    void report(std::string progress);

    /// For the worker: tells when the work should be given up.
    [[nodiscard]] std::stop_token stop_token() const { return stop_.get_token(); }

    /// For the worker: answers everybody who waits.
    void publish(Reply reply);

    /// Whether the job has had its turn. From then on it ends by itself, when its time is up.
    [[nodiscard]] bool has_begun() const { return has_begun_; }

    /// For the queue: the job's turn has come.
    void begin() { has_begun_ = true; }

    /// For the queue: asks the worker to give up.
    void cancel() { stop_.request_stop(); }

  private:
    mutable std::mutex mutex_;
    mutable std::condition_variable changed_;
    News news_;
    std::atomic<bool> has_begun_ = false;
    std::stop_source stop_;
};

/// Why there is no place in the queue.
enum class QueueError : std::uint8_t {
    full,    ///< too many are waiting
    unfair,  ///< this client waits for as much as one may
    closed,  ///< the server is about to end
};

/// How much work is taken on.
struct QueueLimits {
    unsigned workers = 1;            ///< how many jobs run at a time
    std::size_t waiting = 64;        ///< the most jobs that wait for their turn
    std::size_t of_one_client = 32;  ///< how often one client may listen at a time
};

/// Jobs by name, each done once for everybody who asks, first come first served, as long as somebody listens.
class SolveQueue {
  public:
    /// Does the work and publishes a reply. What it does after that, nobody waits for.
    using Work = std::function<void(SolveJob&)>;

    /// Starts the workers.
    explicit SolveQueue(const QueueLimits& limits);
    SolveQueue(const SolveQueue&) = delete;
    SolveQueue& operator=(const SolveQueue&) = delete;

    /// Closes the queue.
    ~SolveQueue();

    /// Who holds it listens. When the last listener lets go of a job, it leaves the queue, or is given up if
    /// it runs; who asks later gets a new one. The queue must outlive its listeners.
    using Listener = std::shared_ptr<const SolveJob>;

    /// Joins the job of this name, or adds it to the queue.
    [[nodiscard]] Result<Listener, QueueError> submit(const std::string& name,
                                                      const std::string& client,
                                                      Work work);

    /// Refuses new jobs, gives up those that run, and waits for them.
    void close();

    /// How many jobs run, and how many wait.
    struct Load {
        std::size_t running = 0;
        std::size_t waiting = 0;
    };

    /// The load at this moment.
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
    mutable std::mutex mutex_;  ///< for all that follows
    std::condition_variable changed_;
    std::deque<Entry> waiting_;
    std::unordered_map<std::string, Joinable> jobs_;  ///< by name, all but those given up
    std::unordered_map<std::string, std::size_t> listeners_of_client_;
    std::size_t running_ = 0;
    bool is_closed_ = false;
    std::vector<std::jthread> workers_;
};

}  // namespace philidor
