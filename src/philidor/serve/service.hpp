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

#include "philidor/base/result.hpp"
#include "philidor/builder/detail/recently_used.hpp"
#include "philidor/chess/board.hpp"
#include "philidor/chess/ending.hpp"
#include "philidor/serve/metrics.hpp"
#include "philidor/serve/reply.hpp"
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
    std::string client;              ///< the client's address; each client has a limited share of the queue
    std::function<bool()> has_gone = [] { return false; };  ///< whether the client has closed the connection
};

/// The limits of a service.
struct ServiceOptions {
    OracleOptions oracle;                                  ///< limits of the work on one position
    QueueLimits queue;                                     ///< limits of the queue
    std::chrono::duration<double> solve_time{2};           ///< time for `/standard` and `/standard/mainline`
    std::chrono::duration<double> longest_solve{60};       ///< time for `/solve`, and for the proof of `/map`
    std::uint64_t cache_bytes = std::uint64_t{64} << 20U;  ///< memory for cached answers
    std::chrono::duration<double> map_time = usual_time_for_key_squares;  ///< time for the squares of `/map`
};

/// Answers requests. Thread-safe.
class Service {
  public:
    /// Answers from this store and keeps results there. The store may be null; otherwise it must outlive the
    /// service.
    Service(TableStore* store, const ServiceOptions& options);

    /// The answer to a request for any path except `/solve`. Waits until the answer is found.
    [[nodiscard]] Reply answer(const Query& query);

    /// Starts the proof that a request for `/solve` asks for, or joins it if it is in progress. Returns an
    /// error reply if the request is refused.
    [[nodiscard]] tl::expected<SolveQueue::Listener, Reply> solve(const Query& query);

    /// Abandons all work and refuses new work.
    void close() { queue_.close(); }

    /// The numbers for monitoring.
    [[nodiscard]] Metrics& metrics() { return metrics_; }

    /// The number of jobs running and waiting.
    [[nodiscard]] SolveQueue::Load load() const { return queue_.load(); }

  private:
    using Clock = std::chrono::steady_clock;
    using Position = tl::expected<Board, Reply>;
    using Job = tl::expected<SolveQueue::Listener, Reply>;

    /// The result of the work on one request.
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
    [[nodiscard]] Outcome failure(const Error<TableError>& error);

    [[nodiscard]] static Position read_position(const Query& query);
    [[nodiscard]] std::shared_ptr<const Reply> recall(const Query& query);
    [[nodiscard]] Reply standard(const Query& query, const Board& board);
    [[nodiscard]] Reply mainline(const Query& query, const Board& board);
    [[nodiscard]] Reply map(const Query& query, const Board& board);
    using PositionQuestion = Reply (Service::*)(const Query&, const Board&);
    /// The cached reply, or that of a question about the position of the query.
    [[nodiscard]] Reply find(PositionQuestion question, const Query& query);
    /// Starts or joins a job and waits for its reply. Empty if its turn does not come in time.
    [[nodiscard]] tl::expected<std::optional<Reply>, Reply> wait_for(Finder finder,
                                                                     const Query& query,
                                                                     const Ending& ending,
                                                                     std::chrono::duration<double> time);
    [[nodiscard]] Job submit(Finder finder,
                             const Query& query,
                             const Ending& ending,
                             Clock::time_point deadline);
    void work_on(Finder finder,
                 const std::string& name,
                 const Ending& ending,
                 Clock::time_point deadline,
                 SolveJob& job);

    ServiceOptions options_;
    Metrics metrics_;
    Oracle oracle_;
    RecentlyUsed<std::string, Reply> cache_;  ///< by path and FEN as in the request
    SolveQueue queue_;                        ///< last: its threads use all of the above
};

}  // namespace philidor
