#include "philidor/serve/service.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "philidor/base/detail/process_memory.hpp"
#include "philidor/chess/fen.hpp"
#include "philidor/chess/movegen.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/serve/report_json.hpp"
#include "philidor/serve/tablebase_json.hpp"
#include "philidor/solve/detail/forced_win.hpp"

namespace philidor {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds between_reports{100};

/// The approximate memory of a cached answer beyond its name and its body.
constexpr std::uint64_t bytes_beside_body = 300;

/// The name of a request in the cache and in the queue.
std::string name_of(const Query& query) {
    std::string name(query.path);
    if (query.fen) name += '?' + *query.fen;
    return name;
}

/// Reports the progress of a proof to a job at intervals and whenever the bounds change.
auto reporter_to(SolveJob& job) {
    return [&job, begin = Clock::now(), last = Clock::time_point(),
            known = WdlBounds{}](const SolveProgress& progress) mutable {
        const Clock::time_point now = Clock::now();
        if (now - last < between_reports && progress.bounds == known) return;
        job.report(json_of(progress, now - begin).dump());
        last = now;
        known = progress.bounds;
    };
}

/// Whether the solution has a line, or needs none.
bool has_line(const Solution& solution) {
    if (!solution.value().is_exact()) return false;
    const bool is_over = solution.answer.moves.empty();
    return solution.value().worst == Wdl::draw || is_over || !solution.line.empty();
}

Reply too_late(const Board& board) {
    return error_reply(HttpStatus::not_found,
                       "there was not enough time to solve this position: " + to_fen(board));
}

/// The position of a request, or why there is none.
tl::expected<Board, Reply> read_position(const Query& query) {
    if (!query.fen) {
        return tl::unexpected(error_reply(HttpStatus::bad_request,
                                          "missing parameter fen: " + std::string(query.path) + "?fen=..."));
    }
    std::string fen = *query.fen;
    std::ranges::replace(fen, '_', ' ');
    const auto read = read_fen(fen);
    if (!read) return tl::unexpected(error_reply(HttpStatus::bad_request, read.error().message));
    return read->board;
}

/// A server that has lost a store still answers, so its status stays the same.
std::string health_text(std::size_t lost_stores) {
    if (lost_stores == 0) return R"({"status":"ok"})";
    return fmt::format(R"({{"status":"ok","lost_stores":{}}})", lost_stores);
}

Reply standard_reply(const Answer& answer) {
    return make_reply(HttpStatus::ok, tablebase_json(answer).dump());
}

}  // namespace

std::optional<Reply> reply_by_now(const Pending& pending) {
    SolveJob::News news = pending.job->news();
    if (news.reply) return std::move(news.reply);
    if (Clock::now() >= pending.deadline) return std::move(news.fallback);
    return std::nullopt;
}

Service::Service(TableStore* store, const ServiceOptions& options, const TableStore* for_lookups)
    : options_(options),
      oracle_(store, options.oracle, for_lookups),
      cache_(options.cache_bytes),
      queue_(options.queue) {}

void Service::note(const Error<TableError>& error) {
    metrics_.count(Event::store_failure);
    if (options_.report) options_.report(error.message);
}

Service::Outcome Service::failure(const Error<TableError>& error) {
    note(error);  // the message names files of this machine
    return {error_reply(HttpStatus::internal_error, "the tables could not be read"), false, {}};
}

Service::Outcome Service::find_standard(const Ending& ending, const Effort& effort) {
    auto found = oracle_.find_answer(ending, effort);
    if (!found) return failure(found.error());
    const Answer& answer = found->answer;
    // Distances are found last, and left out when time is up.
    const bool is_settled = answer.has_distances() || (answer.is_complete() && effort.budget.goes_on());
    return {standard_reply(answer), is_settled, std::move(found->findings)};
}

Service::Outcome Service::find_mainline(const Ending& ending, const Effort& effort) {
    auto found = oracle_.find_line(ending, effort);
    if (!found) return failure(found.error());
    if (!has_line(found->answer)) {
        return {error_reply(HttpStatus::not_found,
                            "the value of this position is not known: " + to_fen(ending.board())),
                false, std::move(found->findings)};
    }
    return {make_reply(HttpStatus::ok, mainline_json(found->answer).dump()), effort.budget.goes_on(),
            std::move(found->findings)};
}

Service::Outcome Service::find_map(const Ending& ending, const Effort& effort) {
    auto found = oracle_.find_key_squares(ending, effort, options_.map_time);
    if (!found) return failure(found.error());
    const KeySquares& squares = *found->answer.key_squares;
    return {make_reply(HttpStatus::ok, json_of(ending.board(), squares).dump()), squares.is_complete(),
            std::move(found->findings)};
}

Service::Outcome Service::find_solution(const Ending& ending, const Effort& effort) {
    auto found = oracle_.find_solution(ending, effort);
    if (!found) return failure(found.error());
    return {make_reply(HttpStatus::ok, json_of(found->answer).dump()),
            found->answer.is_complete() && effort.budget.goes_on(), std::move(found->findings)};
}

void Service::work_on(
    Finder finder, const std::string& name, const Ending& ending, Clock::time_point deadline, SolveJob& job) {
    metrics_.count(Event::solve_begun);
    const std::stop_token stop = job.stop_token();
    const OracleOptions& limits = options_.oracle;
    const Budget budget{deadline, options_.proof_bytes, limits.threads, stop, nullptr};
    Outcome outcome = (this->*finder)(ending, {budget, reporter_to(job)});
    // A stopped job may leave out parts of an answer, even if its value is settled.
    const bool is_cancelled = stop.stop_requested();
    metrics_.count(is_cancelled         ? Event::solve_cancelled
                   : outcome.is_settled ? Event::solve_settled
                                        : Event::solve_open);
    if (outcome.is_settled && !is_cancelled) remember(name, outcome.reply);
    job.publish(outcome.reply);
    if (const auto kept = oracle_.keep(outcome.findings); !kept) note(kept.error());
    outcome.findings = {};
    if (resident_memory() > options_.trim_bytes) return_freed_memory();
}

Service::LookedUp Service::look_up_standard(const Ending& ending) {
    const auto answer = oracle_.look_up(ending);
    if (!answer) return {failure(answer.error()).reply, true, false};
    return {standard_reply(*answer), answer->has_distances(), answer->is_complete()};
}

Service::LookedUp Service::look_up_mainline(const Ending& ending) {
    const auto solution = oracle_.look_up_line(ending);
    if (!solution) return {failure(solution.error()).reply, true, false};
    if (!*solution) return {too_late(ending.board()), false, false};
    return {make_reply(HttpStatus::ok, mainline_json(**solution).dump()), true, true};
}

Service::Asked Service::look_up_then_find(Lookup lookup,
                                          Finder finder,
                                          const Query& query,
                                          const Ending& ending) {
    const Clock::time_point deadline = time_from_now(options_.solve_time);
    const std::string name = name_of(query);
    const auto work = [=, this](SolveJob& job) {
        LookedUp found = (this->*lookup)(ending);
        if (found.is_settled) {
            if (found.reply.status == HttpStatus::ok) remember(name, found.reply);
            metrics_.count(Event::looked_up);
            return job.publish(std::move(found.reply));
        }
        const auto proof = [=, this](SolveJob& own) { work_on(finder, name, ending, deadline, own); };
        const auto if_refused = [this, found] {
            return found.has_values ? found.reply : refusal(QueueError::full);
        };
        job.go_on({Lane::short_proof, proof, if_refused}, found.reply);
    };
    return submit({name, query.client, Lane::lookup, work, query.wake}, deadline);
}

Service::Asked Service::find(Finder finder, const Query& query, const Ending& ending) {
    const Clock::time_point deadline = time_from_now(options_.longest_solve);
    const std::string name = name_of(query);
    const auto work = [=, this](SolveJob& job) { work_on(finder, name, ending, deadline, job); };
    return submit({name, query.client, Lane::long_proof, work, query.wake, too_late(ending.board())},
                  deadline);
}

Service::Asked Service::work_out(const Query& query, const std::function<Reply()>& work, Lane lane) {
    const auto publish = [work](SolveJob& job) { job.publish(work()); };
    return submit({name_of(query), query.client, lane, publish, query.wake}, Clock::time_point::max());
}

Service::Asked Service::search_with_castling(
    const Query& query, const Board& board, const std::function<Reply(const std::optional<Solution>&)>& say) {
    const Budget budget = Budget::starting_now(options_.solve_time, options_.proof_bytes, 1);
    return work_out(query, [=] { return say(find_forced_win(board, budget)); }, Lane::short_proof);
}

Service::Asked Service::submit(SolveQueue::Request request, Clock::time_point deadline) {
    auto job = queue_.submit(std::move(request));
    if (job) return Pending{*std::move(job), deadline};
    return refusal(job.error().kind);
}

Reply Service::refusal(QueueError error) {
    const bool is_unfair = error == QueueError::unfair;
    metrics_.count(is_unfair ? Event::refused_unfair : Event::refused_full);
    Reply reply =
        error_reply(is_unfair ? HttpStatus::too_many_requests : HttpStatus::unavailable, message_of(error));
    reply.retry_after = static_cast<unsigned>(std::ceil(options_.solve_time.count())) + 1;
    return reply;
}

std::shared_ptr<const Reply> Service::recall(const Query& query) {
    auto known = cache_.find(name_of(query));
    metrics_.count(known ? Event::cache_hit : Event::cache_miss);
    return known;
}

void Service::remember(const std::string& name, const Reply& reply) {
    cache_.add(name, std::make_shared<const Reply>(reply),
               name.size() + reply.body->size() + bytes_beside_body);
}

Service::Asked Service::ask_about_position(const Query& query, Endpoint endpoint) {
    const auto board = read_position(query);
    if (!board) return board.error();
    if (endpoint == Endpoint::key) {
        return work_out(query, [board = *board] {
            return make_reply(HttpStatus::ok, json_of(MaterialKey::from_board(board)).dump());
        });
    }
    if (endpoint == Endpoint::eval) {
        return work_out(query, [board = *board] {
            return make_reply(HttpStatus::ok, json_of(report_on_pawns(board)).dump());
        });
    }
    const auto ending = Ending::from(*board);
    switch (endpoint) {
        case Endpoint::standard:
            if (!ending) {
                return search_with_castling(query, *board, [board = *board](const auto& solution) {
                    return standard_reply(solution ? solution->answer : answer_by_rules(board));
                });
            }
            return look_up_then_find(&Service::look_up_standard, &Service::find_standard, query, *ending);
        case Endpoint::mainline:
            if (!ending) {
                return search_with_castling(
                    query, *board, [refusal = ending.error().message](const auto& solution) {
                        if (!solution) return error_reply(HttpStatus::not_found, refusal);
                        return make_reply(HttpStatus::ok, mainline_json(*solution).dump());
                    });
            }
            return look_up_then_find(&Service::look_up_mainline, &Service::find_mainline, query, *ending);
        case Endpoint::map:
            if (!ending || MaterialKey::from_board(*board).piece_count() != 0) {
                return error_reply(
                    HttpStatus::bad_request,
                    "key squares exist only for endings of kings and pawns: " + to_fen(*board));
            }
            return find(&Service::find_map, query, *ending);
        default:
            if (!ending) {
                return search_with_castling(query, *board,
                                            [refusal = ending.error().message](const auto& solution) {
                                                if (!solution)
                                                    return error_reply(HttpStatus::bad_request, refusal);
                                                return make_reply(HttpStatus::ok, json_of(*solution).dump());
                                            });
            }
            return find(&Service::find_solution, query, *ending);
    }
}

std::variant<Reply, Pending> Service::ask(const Query& query) {
    const Endpoint endpoint = endpoint_of(query.path);
    switch (endpoint) {
        case Endpoint::standard:
        case Endpoint::mainline:
        case Endpoint::map:
        case Endpoint::solve:
            if (const auto known = recall(query)) return *known;
            return ask_about_position(query, endpoint);
        case Endpoint::eval:
        case Endpoint::key: return ask_about_position(query, endpoint);
        case Endpoint::healthz: return make_reply(HttpStatus::ok, health_text(options_.lost_stores()));
        case Endpoint::metrics: {
            Reply reply = make_reply(HttpStatus::ok, metrics_.text(queue_.load(), options_.lost_stores()));
            reply.content_type = "text/plain; version=0.0.4; charset=utf-8";
            return reply;
        }
        case Endpoint::file: break;
    }
    if (auto file = files_.find(query.path, query.encodings)) return *std::move(file);
    return error_reply(HttpStatus::not_found, "not found; /openapi.json lists all paths");
}

}  // namespace philidor
