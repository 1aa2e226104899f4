/// @file
/// The work on requests: look-ups in tables and proofs, shared out fairly among clients.
#pragma once

#include <array>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

#include "philidor/base/result.hpp"
#include "philidor/serve/reply.hpp"

namespace philidor {

/// The kinds of work. Each waits in a lane of its own, so that short work does not wait behind long work.
enum class Lane : std::uint8_t {
    lookup,       ///< what is read from tables or worked out at once: has workers that do nothing else
    short_proof,  ///< seconds: has a worker of its own, and shares the others
    long_proof,   ///< up to minutes
};

/// The work on one request, which several clients may be waiting for. Thread-safe.
class SolveJob {
  public:
    /// Does the work and publishes a reply. It may go on to do work that no client waits for.
    using Work = std::function<void(SolveJob&)>;

    /// The state of a job.
    struct News {
        std::uint64_t version = 0;      ///< grows with each change
        std::string progress;           ///< the last report; empty if there is none
        std::optional<Reply> reply;     ///< the reply; empty until the job is done
        std::optional<Reply> fallback;  ///< the reply if the proof does not begin in time; empty once it has
    };

    /// The next part of a job.
    struct Next {
        Lane lane = Lane::short_proof;
        Work work;
        std::function<Reply()> if_refused;  ///< makes the reply if too many jobs wait in that lane
    };

    /// A job that has only just come.
    explicit SolveJob(std::optional<Reply> fallback = {}) { news_.fallback = std::move(fallback); }

    /// The current state.
    [[nodiscard]] News news() const;

    /// For the worker: reports progress.
    void report(std::string progress);

    /// For the worker: a token that says when to abandon the work.
    [[nodiscard]] std::stop_token stop_token() const { return stop_.get_token(); }

    /// For the worker: gives the reply to all waiting clients. Only the first reply counts.
    void publish(Reply reply);

    /// For the worker: the job goes on in another lane. Clients that do not wait so long get the fallback.
    void go_on(Next next, Reply fallback);

    /// For the queue: the next part, if there is one. It is handed out once.
    [[nodiscard]] std::optional<Next> take_next();

    /// For the queue: marks that a proof begins. From now on the job ends by itself when its time is up.
    void begin_proof();

    /// For the queue: asks the worker to abandon the work.
    void cancel() { stop_.request_stop(); }

    /// A function that is called after each change, from any thread. It must not use the job.
    using Wake = std::function<void()>;

    /// For the queue: calls this function from now on.
    void add_wake(std::uint64_t number, Wake wake);

    /// For the queue: does not call the function of this number any more.
    void remove_wake(std::uint64_t number);

  private:
    void change();

    mutable std::mutex mutex_;  ///< guards all members below except `stop_`
    News news_;
    std::optional<Next> next_;
    std::unordered_map<std::uint64_t, Wake> wakes_;
    std::stop_source stop_;
};

/// Why a job was refused.
enum class QueueError : std::uint8_t {
    full,    ///< too many jobs are waiting
    unfair,  ///< this client is waiting for too many jobs already
    closed,  ///< the server is shutting down
};

/// The reason in words.
[[nodiscard]] std::string message_of(QueueError error);

/// The limits of a queue.
struct QueueLimits {
    unsigned workers = 1;            ///< the number of proofs at a time; one more is for short ones only
    unsigned lookups = 2;            ///< the number of look-ups at a time
    std::size_t waiting = 64;        ///< the most jobs that wait for a proof
    std::size_t of_one_client = 32;  ///< the most requests of one client that wait at a time

    /// The most proofs of one client at a time. The other workers are left to other clients.
    [[nodiscard]] std::size_t proofs_of_one_client() const { return workers < 4 ? 1 : workers / 2; }
};

/// The jobs of the server. Jobs have names, and requests for the same name share one job. A job lasts only as
/// long as a client listens to it. In each lane clients take turns: however much a client asks for, another
/// waits for one piece of its work at most. Thread-safe.
class SolveQueue {
  public:
    using Work = SolveJob::Work;  ///< see there

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

    /// A request for work.
    struct Request {
        std::string name;             ///< of the job
        std::string client;           ///< who asks
        Lane lane = Lane::lookup;     ///< where the job begins
        Work work;                    ///< what is to be done if there is no such job yet
        SolveJob::Wake wake = [] {};  ///< called when there is news, until the listener is destroyed
        /// For a job that begins with a proof: see `SolveJob::News`.
        std::optional<Reply> fallback = {};  // NOLINT(readability-redundant-member-init): may be left out
    };

    /// Joins the job of this name, or adds it to the queue. Returns an error if a limit is exceeded.
    [[nodiscard]] Result<Listener, QueueError> submit(Request request);

    /// Refuses new jobs, stops those that are running, and waits until they have ended.
    void close();

    /// The number of proofs.
    struct Load {
        std::size_t running = 0;  ///< proofs being worked on
        std::size_t waiting = 0;  ///< proofs waiting for their turn
    };

    /// The current number of proofs.
    [[nodiscard]] Load load() const;

  private:
    /// A job that waits or runs.
    struct Entry {
        std::string name;
        Lane lane = Lane::lookup;
        Work work;
        std::shared_ptr<SolveJob> job;
        std::vector<std::string> clients;  ///< one for each listener
    };
    using EntryPointer = std::shared_ptr<Entry>;

    /// What a client has in the queue. Look-ups and proofs are counted apart.
    struct Client {
        std::size_t listeners = 0;
        std::array<std::size_t, 2> running{};
        std::array<std::uint64_t, 2> last_turn{};  ///< when it was served last, or came
    };

    /// A job whose turn has come, and the client that it is done for.
    struct Turn {
        EntryPointer entry;
        std::string client;
    };

    [[nodiscard]] Result<EntryPointer, QueueError> join(Request& request);
    void add(const EntryPointer& entry);
    [[nodiscard]] Client& client_named(const std::string& name);
    void forget_if_idle(const std::string& client);
    void leave(const EntryPointer& entry, const std::string& client, std::uint64_t listener);
    /// Takes out the job that comes next in these lanes; its entry is null if there is none.
    [[nodiscard]] Turn take_turn(const std::vector<Lane>& lanes);
    void serve(const std::vector<Lane>& lanes);
    static void run(const Entry& entry);
    /// Puts a job whose part is done into the lane of the next part, or ends it.
    void finish(const Turn& turn);

    [[nodiscard]] std::list<EntryPointer>& waiting_in(Lane lane) {
        return waiting_[static_cast<std::size_t>(lane)];
    }
    [[nodiscard]] std::size_t proofs_waiting() const;

    QueueLimits limits_;
    mutable std::mutex mutex_;                            ///< guards all members below except `workers_`
    std::array<std::condition_variable, 2> changed_;      ///< for the workers of look-ups and of proofs
    std::array<std::list<EntryPointer>, 3> waiting_;      ///< by lane, in order of arrival
    std::unordered_map<std::string, EntryPointer> jobs_;  ///< by name, without abandoned ones
    std::unordered_map<std::string, Client> clients_;
    std::uint64_t turns_ = 0;
    std::uint64_t listeners_ = 0;  ///< how many there have been
    std::size_t running_ = 0;      ///< proofs
    bool is_closed_ = false;
    std::vector<std::jthread> workers_;
};

}  // namespace philidor
