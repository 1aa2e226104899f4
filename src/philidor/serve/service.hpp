/// @file
/// What the server answers, without the sockets.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "philidor/base/result.hpp"
#include "philidor/builder/recently_used.hpp"
#include "philidor/chess/board.hpp"
#include "philidor/chess/ending.hpp"
#include "philidor/serve/metrics.hpp"
#include "philidor/serve/reply.hpp"
#include "philidor/serve/solve_queue.hpp"
#include "philidor/solve/effort.hpp"
#include "philidor/solve/oracle.hpp"
#include "philidor/solve/solve.hpp"
#include "philidor/table/table_store.hpp"

namespace philidor {

/// A request, as far as it matters.
struct Query {
    std::string_view path;           ///< "/standard"
    std::optional<std::string> fen;  ///< its only parameter, decoded; underscores may stand for spaces
    std::string client;              ///< an address, for fairness
    std::function<bool()> has_gone = [] { return false; };  ///< whether the client has closed the connection
};

/// What a service may take.
struct ServiceOptions {
    OracleOptions oracle;
    QueueLimits queue;
    std::chrono::duration<double> solve_time{2};           ///< for `/standard` and `/standard/mainline`
    std::chrono::duration<double> longest_solve{60};       ///< for `/solve`, and the proof behind `/map`
    std::uint64_t cache_bytes = std::uint64_t{64} << 20U;  ///< for answers that are remembered
    std::chrono::duration<double> map_time = usual_time_for_key_squares;  ///< for the squares of `/map`
};

/// Answers requests. Thread-safe.
class Service {
  public:
    /// The store, if there is one, must outlive the service.
    Service(TableStore* store, const ServiceOptions& options);

    /// The answer to a request, for all paths but `/solve`.
    [[nodiscard]] Reply answer(const Query& query);

    /// Starts what `/solve` asks for, or joins it.
    [[nodiscard]] tl::expected<SolveQueue::Listener, Reply> solve(const Query& query);

    /// Gives up all work and refuses new work.
    void close() { queue_.close(); }

    /// What is counted.
    [[nodiscard]] Metrics& metrics() { return metrics_; }

    /// How much is going on.
    [[nodiscard]] SolveQueue::Load load() const { return queue_.load(); }

  private:
    using Clock = std::chrono::steady_clock;
    using Position = tl::expected<Board, Reply>;
    using Job = tl::expected<SolveQueue::Listener, Reply>;

    /// What was found out, and what it was found with.
    struct Outcome {
        Reply reply;
        bool is_settled = false;  ///< nothing more can be found out: worth remembering
        Oracle::Findings findings;
    };
    using Finder = Outcome (Service::*)(const Ending&, const Effort&);

    [[nodiscard]] Outcome find_standard(const Ending& ending, const Effort& effort);
    [[nodiscard]] Outcome find_mainline(const Ending& ending, const Effort& effort);
    [[nodiscard]] Outcome find_map(const Ending& ending, const Effort& effort);
    [[nodiscard]] Outcome find_solution(const Ending& ending, const Effort& effort);
    [[nodiscard]] Outcome failure(const Error<TableError>& error);

    [[nodiscard]] static Position read_position(const Query& query);
    [[nodiscard]] std::shared_ptr<const Reply> recall(const Query& query);
    [[nodiscard]] Reply standard(const Query& query);
    [[nodiscard]] Reply mainline(const Query& query);
    [[nodiscard]] Reply map(const Query& query);
    /// The reply of a job; empty if its turn does not come in time.
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
    RecentlyUsed<std::string, Reply> cache_;  ///< by path and FEN as they were asked for
    SolveQueue queue_;                        ///< last: its threads use all of the above
};

}  // namespace philidor
