#include "philidor/serve/service.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "philidor/chess/fen.hpp"
#include "philidor/chess/movegen.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/serve/embedded_files.hpp"
#include "philidor/serve/report_json.hpp"
#include "philidor/serve/route.hpp"
#include "philidor/serve/tablebase_json.hpp"

namespace philidor {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds between_reports{100};
constexpr std::chrono::milliseconds between_looks_at_client{100};

/// The approximate memory of a cached answer beyond its name and its body.
constexpr std::uint64_t bytes_beside_body = 300;

/// The name of a request in the cache and in the queue.
std::string name_of(const Query& query) {
    std::string name(query.path);
    if (query.fen) name += '?' + *query.fen;
    return name;
}

std::string_view content_type_of(std::string_view path) {
    using Type = std::pair<std::string_view, std::string_view>;
    constexpr std::array types{Type{".html", "text/html; charset=utf-8"},
                               Type{".js", "text/javascript; charset=utf-8"},
                               Type{".css", "text/css; charset=utf-8"},
                               Type{".json", "application/json"},
                               Type{".svg", "image/svg+xml"},
                               Type{".png", "image/png"},
                               Type{".ico", "image/x-icon"},
                               Type{".woff2", "font/woff2"},
                               Type{".webmanifest", "application/manifest+json"}};
    for (const auto& [ending, type] : types) {
        if (path.ends_with(ending)) return type;
    }
    return "text/plain; charset=utf-8";
}

/// A file built into the program. No other files are served.
std::optional<Reply> find_file(std::string_view path) {
    if (path == "/") path = "/index.html";
    const auto files = embedded_files();
    const auto found = std::ranges::find(files, path, &EmbeddedFile::path);
    if (found == files.end()) return std::nullopt;
    return Reply{HttpStatus::ok, content_type_of(path), std::make_shared<const std::string>(found->bytes), 0};
}

std::string progress_text(const SolveProgress& progress, Clock::time_point begin) {
    Json json{{"attempt", progress.attempt},
              {"share", progress.share},
              {"attempt_tables", progress.attempt_tables},
              {"tables", progress.tables},
              {"memory_bytes", progress.bytes}};
    add_value(json, progress.bounds, {});
    json["seconds"] = std::chrono::duration<double>(Clock::now() - begin).count();
    return json.dump();
}

/// Reports the progress of a proof to a job at intervals and whenever the bounds change.
auto reporter_to(SolveJob& job) {
    return [&job, begin = Clock::now(), last = Clock::time_point(),
            known = WdlBounds{}](const SolveProgress& progress) mutable {
        const Clock::time_point now = Clock::now();
        if (now - last < between_reports && progress.bounds == known) return;
        job.report(progress_text(progress, begin));
        last = now;
        known = progress.bounds;
    };
}

/// Waits for the reply of a job. If the client has gone, this is an error, which appears only in the log.
/// Empty if the job's turn does not come in time.
std::optional<Reply> reply_of(const SolveJob& job, const Query& query, Clock::time_point deadline) {
    while (true) {
        if (auto reply = job.wait_until(Clock::now() + between_looks_at_client)) return reply;
        if (query.has_gone()) {
            return error_reply(HttpStatus::bad_request,
                               "the client closed the connection before the answer was ready");
        }
        if (!job.has_begun() && Clock::now() >= deadline) return std::nullopt;
    }
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

}  // namespace

Service::Service(TableStore* store, const ServiceOptions& options)
    : options_(options), oracle_(store, options.oracle), cache_(options.cache_bytes), queue_(options.queue) {}

Service::Outcome Service::failure(const Error<TableError>& error) {
    metrics_.count(Event::store_failure);
    return {error_reply(HttpStatus::internal_error, error.message), false, {}};
}

Service::Outcome Service::find_standard(const Ending& ending, const Effort& effort) {
    auto found = oracle_.find_answer(ending, effort);
    if (!found) return failure(found.error());
    const Answer& answer = found->answer;
    // Distances are found last, and left out when time is up.
    const bool is_settled = answer.has_distances() || (answer.is_complete() && effort.budget.goes_on());
    return {make_reply(HttpStatus::ok, tablebase_json(answer).dump()), is_settled,
            std::move(found->findings)};
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
    const Budget budget{deadline, limits.memory_bytes, limits.threads, stop, nullptr};
    const Outcome outcome = (this->*finder)(ending, {budget, reporter_to(job)});
    // A stopped job may leave out parts of an answer, even if its value is settled.
    const bool is_cancelled = stop.stop_requested();
    metrics_.count(is_cancelled         ? Event::solve_cancelled
                   : outcome.is_settled ? Event::solve_settled
                                        : Event::solve_open);
    if (outcome.is_settled && !is_cancelled) {
        cache_.add(name, std::make_shared<const Reply>(outcome.reply),
                   name.size() + outcome.reply.body->size() + bytes_beside_body);
    }
    job.publish(outcome.reply);
    if (!oracle_.keep(outcome.findings)) metrics_.count(Event::store_failure);
}

Service::Job Service::submit(Finder finder,
                             const Query& query,
                             const Ending& ending,
                             Clock::time_point deadline) {
    const std::string name = name_of(query);
    auto job = queue_.submit(name, query.client,
                             [=, this](SolveJob& own) { work_on(finder, name, ending, deadline, own); });
    if (job) return *job;
    const bool is_unfair = job.error().kind == QueueError::unfair;
    metrics_.count(is_unfair ? Event::refused_unfair : Event::refused_full);
    Reply reply =
        error_reply(is_unfair ? HttpStatus::too_many_requests : HttpStatus::unavailable, job.error().message);
    reply.retry_after = static_cast<unsigned>(std::ceil(options_.solve_time.count())) + 1;
    return tl::unexpected(reply);
}

Service::Position Service::read_position(const Query& query) {
    if (!query.fen) {
        return tl::unexpected(error_reply(HttpStatus::bad_request,
                                          "missing parameter fen: " + std::string(query.path) + "?fen=..."));
    }
    std::string fen = *query.fen;
    std::ranges::replace(fen, '_', ' ');
    const auto board = parse_fen(fen);
    if (!board) return tl::unexpected(error_reply(HttpStatus::bad_request, board.error().message));
    return *board;
}

std::shared_ptr<const Reply> Service::recall(const Query& query) {
    auto known = cache_.find(name_of(query));
    metrics_.count(known ? Event::cache_hit : Event::cache_miss);
    return known;
}

tl::expected<std::optional<Reply>, Reply> Service::wait_for(Finder finder,
                                                            const Query& query,
                                                            const Ending& ending,
                                                            std::chrono::duration<double> time) {
    const Clock::time_point deadline = time_from_now(time);
    const auto job = submit(finder, query, ending, deadline);
    if (!job) return tl::unexpected(job.error());
    return reply_of(**job, query, deadline);
}

Reply Service::standard(const Query& query, const Board& board) {
    const auto by_rules = [&] {
        return make_reply(HttpStatus::ok, tablebase_json(answer_by_rules(board)).dump());
    };
    const auto ending = Ending::from(board);
    if (!ending) return by_rules();
    const auto reply = wait_for(&Service::find_standard, query, *ending, options_.solve_time);
    if (!reply) return reply.error();
    return *reply ? **reply : by_rules();
}

Reply Service::mainline(const Query& query, const Board& board) {
    const auto ending = Ending::from(board);
    if (!ending) return error_reply(HttpStatus::not_found, ending.error().message);
    const auto reply = wait_for(&Service::find_mainline, query, *ending, options_.solve_time);
    if (!reply) return reply.error();
    return *reply ? **reply : too_late(board);
}

Reply Service::map(const Query& query, const Board& board) {
    const auto ending = Ending::from(board);
    if (!ending || MaterialKey::from_board(board).piece_count() != 0) {
        return error_reply(HttpStatus::bad_request,
                           "key squares exist only for endings of kings and pawns: " + to_fen(board));
    }
    // Clients that ask for a map expect to wait, as for a proof.
    const auto reply = wait_for(&Service::find_map, query, *ending, options_.longest_solve);
    if (!reply) return reply.error();
    return *reply ? **reply : too_late(board);
}

Reply Service::find(PositionQuestion question, const Query& query) {
    if (const auto known = recall(query)) return *known;
    const auto board = read_position(query);
    return board ? (this->*question)(query, *board) : board.error();
}

Reply Service::answer(const Query& query) {
    switch (endpoint_of(query.path)) {
        case Endpoint::standard: return find(&Service::standard, query);
        case Endpoint::mainline: return find(&Service::mainline, query);
        case Endpoint::map: return find(&Service::map, query);
        case Endpoint::eval:
        case Endpoint::key: {
            const auto board = read_position(query);
            if (!board) return board.error();
            const bool is_key = endpoint_of(query.path) == Endpoint::key;
            const Json json =
                is_key ? json_of(MaterialKey::from_board(*board)) : json_of(report_on_pawns(*board));
            return make_reply(HttpStatus::ok, json.dump());
        }
        case Endpoint::healthz: return make_reply(HttpStatus::ok, R"({"status":"ok"})");
        case Endpoint::metrics: {
            Reply reply = make_reply(HttpStatus::ok, metrics_.text(queue_.load()));
            reply.content_type = "text/plain; version=0.0.4; charset=utf-8";
            return reply;
        }
        case Endpoint::solve:  // answered by `solve`
        case Endpoint::file: break;
    }
    if (auto file = find_file(query.path)) return *std::move(file);
    return error_reply(HttpStatus::not_found, "not found; /openapi.json lists all paths");
}

Service::Job Service::solve(const Query& query) {
    const auto board = read_position(query);
    if (!board) return tl::unexpected(board.error());
    const auto ending = Ending::from(*board);
    if (!ending) return tl::unexpected(error_reply(HttpStatus::bad_request, ending.error().message));
    if (const auto known = recall(query)) {
        auto job = std::make_shared<SolveJob>();
        job->publish(*known);
        return job;
    }
    return submit(&Service::find_solution, query, *ending, time_from_now(options_.longest_solve));
}

}  // namespace philidor
