/// @file
/// The answers of the server, independent of HTTP.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "philidor/base/result.hpp"
#include "philidor/builder/detail/recently_used.hpp"
#include "philidor/chess/board.hpp"
#include "philidor/chess/ending.hpp"
#include "philidor/serve/detail/static_files.hpp"
#include "philidor/serve/metrics.hpp"
#include "philidor/serve/reply.hpp"
#include "philidor/serve/route.hpp"
#include "philidor/serve/solve_queue.hpp"
#include "philidor/solve/oracle.hpp"
#include "philidor/solve/proof.hpp"
#include "philidor/solve/solve.hpp"
#include "philidor/table/table_store.hpp"

namespace philidor {

/// A request.
struct Query {
    std::string_view path;           ///< "/standard"
    std::optional<std::string> fen;  ///< the only parameter, decoded; underscores may replace spaces
    std::string client;              ///< who asks; each client has a limited share of the server
    SolveJob::Wake wake = [] {};     ///< called when there is news of the work; see `SolveQueue::Request`
    detail::AcceptedEncodings encodings = {};  ///< how a file may be compressed
};

/// A reply that takes some work.
struct Pending {
    SolveQueue::Listener job;                        ///< the work, for as long as this exists
    std::chrono::steady_clock::time_point deadline;  ///< when the client no longer waits for its turn
};

/// The reply to a pending request, if there is one by now. If the job's turn has not come by the deadline,
/// this is the fallback.
[[nodiscard]] std::optional<Reply> reply_by_now(const Pending& pending);

/// The limits of a service.
struct ServiceOptions {
    OracleOptions oracle;                                 ///< its memory is for tables kept at hand
    std::uint64_t proof_bytes = std::uint64_t{1} << 30U;  ///< memory for each proof
    std::uint64_t trim_bytes = std::uint64_t{1} << 30U;   ///< the process gives freed memory back beyond this
    QueueLimits queue;                                    ///< limits of the queue
    std::chrono::duration<double> solve_time{2};          ///< time for `/standard` and `/standard/mainline`
    std::chrono::duration<double> longest_solve{60};      ///< time for `/solve`, and for the proof of `/map`
    std::uint64_t cache_bytes = std::uint64_t{64} << 20U;  ///< memory for cached answers
    /// Told what is wrong with the store, which is nothing that clients should see; may be empty.
    std::function<void(const std::string&)> report = nullptr;
    /// How many stores are gone; see `ServedStores`.
    std::function<std::size_t()> lost_stores = [] { return std::size_t{0}; };
    std::chrono::duration<double> map_time = usual_time_for_key_squares;  ///< time for the squares of `/map`
};

/// Answers requests. Thread-safe.
class Service {
  public:
    /// Answers from this store and keeps results there. The store may be null; otherwise it must outlive the
    /// service. Look-ups use the second handle of the same store, if there is one; see `Oracle`.
    Service(TableStore* store, const ServiceOptions& options, const TableStore* for_lookups = nullptr);

    /// The reply to a request, or the work that will give it. Never waits for work. The reply of `/solve` is
    /// the result of the proof, which reports its progress.
    [[nodiscard]] std::variant<Reply, Pending> ask(const Query& query);

    /// Abandons all work and refuses new work.
    void close() { queue_.close(); }

    /// The numbers for monitoring.
    [[nodiscard]] Metrics& metrics() { return metrics_; }

    /// The number of proofs running and waiting.
    [[nodiscard]] SolveQueue::Load load() const { return queue_.load(); }

  private:
    using Clock = std::chrono::steady_clock;
    using Asked = std::variant<Reply, Pending>;

    /// The result of a proof.
    struct Outcome {
        Reply reply;                ///< for the clients
        bool is_settled = false;    ///< more time would not improve the reply, so it can be cached
        Oracle::Findings findings;  ///< for the store
    };
    using Finder = Outcome (Service::*)(const Ending&, const Effort&);

    [[nodiscard]] Outcome find_standard(const Ending& ending, const Effort& effort);
    [[nodiscard]] Outcome find_mainline(const Ending& ending, const Effort& effort);
    [[nodiscard]] Outcome find_map(const Ending& ending, const Effort& effort);
    [[nodiscard]] Outcome find_solution(const Ending& ending, const Effort& effort);
    /// Counts and reports that the store failed.
    void note(const Error<TableError>& error);
    [[nodiscard]] Outcome failure(const Error<TableError>& error);

    /// What tables and rules say, for clients that do not wait for more.
    struct LookedUp {
        Reply reply;              ///< all that is known
        bool is_settled = false;  ///< a proof would not improve the reply
        bool has_values = false;  ///< a proof would only add distances
    };
    using Lookup = LookedUp (Service::*)(const Ending&);

    [[nodiscard]] LookedUp look_up_standard(const Ending& ending);
    [[nodiscard]] LookedUp look_up_mainline(const Ending& ending);

    [[nodiscard]] Asked ask_about_position(const Query& query, Endpoint endpoint);
    /// Looks into the tables first, then looks for a proof.
    [[nodiscard]] Asked look_up_then_find(Lookup lookup,
                                          Finder finder,
                                          const Query& query,
                                          const Ending& ending);
    /// Looks for a proof.
    [[nodiscard]] Asked find(Finder finder, const Query& query, const Ending& ending);
    /// Works something out that takes no more than a moment.
    [[nodiscard]] Asked work_out(const Query& query,
                                 const std::function<Reply()>& work,
                                 Lane lane = Lane::lookup);
    /// Looks for a short mate on a board that is no ending, and says what came of it.
    [[nodiscard]] Asked search_with_castling(const Query& query,
                                             const Board& board,
                                             const std::function<Reply(const std::optional<Solution>&)>& say);
    [[nodiscard]] Asked submit(SolveQueue::Request request, Clock::time_point deadline);
    /// Says why there is no room for a request, and when to try again.
    [[nodiscard]] Reply refusal(QueueError error);

    [[nodiscard]] std::shared_ptr<const Reply> recall(const Query& query);
    void remember(const std::string& name, const Reply& reply);
    void work_on(Finder finder,
                 const std::string& name,
                 const Ending& ending,
                 Clock::time_point deadline,
                 SolveJob& job);

    ServiceOptions options_;
    Metrics metrics_;
    detail::StaticFiles files_;
    Oracle oracle_;
    RecentlyUsed<std::string, Reply> cache_;  ///< by path and FEN as in the request
    SolveQueue queue_;                        ///< last: its threads use all of the above
};

}  // namespace philidor
