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
#include "philidor/serve/tablebase_json.hpp"

namespace philidor {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds between_reports{100};
constexpr std::chrono::milliseconds between_looks_at_client{100};

/// What the keys and the overhead of a remembered answer weigh, about.
constexpr std::uint64_t bytes_beside_body = 300;

Clock::time_point after(std::chrono::duration<double> time) {
    return Clock::now() + std::chrono::duration_cast<Clock::duration>(time);
}

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

/// One of the files that are part of the program. There is no other way to a file.
std::optional<Reply> find_file(std::string_view path) {
    if (path == "/") path = "/index.html";
    const auto files = embedded_files();
    const auto found = std::ranges::find(files, path, &EmbeddedFile::path);
    if (found == files.end()) return std::nullopt;
    return Reply{HttpStatus::ok, content_type_of(path), std::make_shared<const std::string>(found->bytes), 0};
}

std::string progress_text(const SolveProgress& progress, WdlBounds bounds, Clock::time_point begin) {
    Json json{{"attempt", progress.attempt},
              {"share", progress.share},
              {"attempt_tables", progress.attempt_tables},
              {"tables", progress.tables},
              {"memory_bytes", progress.bytes}};
    add_value(json, bounds, {});
    json["seconds"] = std::chrono::duration<double>(Clock::now() - begin).count();
    return json.dump();
}

/// Tells a job how far a solver is: now and then, and when the bounds have changed.
auto reporter_to(SolveJob& job) {
    return [&job, begin = Clock::now(), last = Clock::time_point(), known = WdlBounds{}](
               const SolveProgress& progress, WdlBounds bounds) mutable {
        const Clock::time_point now = Clock::now();
        const bool is_line = progress.attempt == 0;  // the value is known, a line is being looked for
        if (!is_line && (now - last >= between_reports || bounds != known)) {
            job.report(progress_text(progress, bounds, begin));
            last = now;
            known = bounds;
        }
        return !job.is_cancelled();
    };
}

/// The reply of a job; an error, for the log alone, if the client has gone; empty if the job's turn does not
/// come in time.
std::optional<Reply> reply_of(const SolveJob& job, const Query& query, Clock::time_point deadline) {
    while (true) {
        if (auto reply = job.wait_until(Clock::now() + between_looks_at_client)) return reply;
        if (query.has_gone()) {
            return error_reply(HttpStatus::bad_request,
                               "the connection was closed before there was an answer");
        }
        if (!job.has_begun() && Clock::now() >= deadline) return std::nullopt;
    }
}

bool is_complete(const Solution& solution) {
    const bool is_over = solution.moves.empty();
    return solution.bounds.is_exact() && (is_over || solution.is_mutual_zugzwang.has_value()) &&
           std::ranges::all_of(solution.moves,
                               [](const MoveAnswer& answer) { return answer.bounds.is_exact(); });
}

/// Lines and distances are found last, and cut short when time is up.
bool is_in_time(const Effort& effort) { return Clock::now() < effort.deadline; }

bool is_open(const KeySquares& squares) {
    for (const Square square : Bitboard::all()) {
        if (squares.white_king[square] == KeySquare::open || squares.black_king[square] == KeySquare::open)
            return true;
    }
    return false;
}

}  // namespace

Service::Service(TableStore* store, const ServiceOptions& options)
    : options_(options), oracle_(store, options.oracle), cache_(options.cache_bytes), queue_(options.queue) {}

Service::Outcome Service::failure(const Error<TableError>& error) {
    metrics_.count(Event::store_failure);
    return {error_reply(HttpStatus::internal_error, error.message), false, {}};
}

Service::Outcome Service::find_standard(const Board& board, const Effort& effort) {
    auto found = oracle_.answer(board, effort);
    if (!found) return failure(found.error());
    const PositionAnswer& answer = found->answer;
    return {make_reply(HttpStatus::ok, tablebase_json(answer).dump()),
            answer.has_distances() || (answer.is_complete() && is_in_time(effort)),
            std::move(found->findings)};
}

Service::Outcome Service::find_mainline(const Board& board, const Effort& effort) {
    auto found = oracle_.mainline(board, effort);
    if (!found) return failure(found.error());
    if (!found->answer) {
        return {
            error_reply(HttpStatus::not_found, "the value of this position is not known: " + to_fen(board)),
            false, std::move(found->findings)};
    }
    return {make_reply(HttpStatus::ok, tablebase_json(*found->answer).dump()), is_in_time(effort),
            std::move(found->findings)};
}

Service::Outcome Service::find_map(const Board& board, const Effort& effort) {
    auto found = oracle_.map(board, effort, options_.map_time);
    if (!found) return failure(found.error());
    const KeySquares& squares = *found->answer.key_squares;
    return {make_reply(HttpStatus::ok, json_of(board, squares).dump()), !is_open(squares),
            std::move(found->findings)};
}

Service::Outcome Service::find_solution_of(const Board& board, const Effort& effort) {
    auto found = oracle_.solve(board, effort);
    if (!found) return failure(found.error());
    return {make_reply(HttpStatus::ok, json_of(found->answer).dump()),
            is_complete(found->answer.solution) && is_in_time(effort), std::move(found->findings)};
}

void Service::work_on(
    Finder finder, const std::string& name, const Board& board, Clock::time_point deadline, SolveJob& job) {
    metrics_.count(Event::solve_begun);
    const Outcome outcome = (this->*finder)(board, {deadline, reporter_to(job)});
    // Work that is told to stop may leave out parts of an answer that it has settled.
    const bool is_cancelled = job.is_cancelled();
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
                             const Board& board,
                             Clock::time_point deadline) {
    const std::string name = name_of(query);
    auto job = queue_.submit(name, query.client,
                             [=, this](SolveJob& own) { work_on(finder, name, board, deadline, own); });
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
        return tl::unexpected(error_reply(HttpStatus::bad_request, "the parameter fen is missing: " +
                                                                       std::string(query.path) + "?fen=..."));
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

Reply Service::wait_for(Finder finder, const Query& query) {
    if (const auto known = recall(query)) return *known;
    const auto board = read_position(query);
    if (!board) return board.error();
    const bool wants_map = query.path == "/map";
    if (wants_map && (MaterialKey::from_board(*board).piece_count() != 0 || !board->castling().none())) {
        return error_reply(HttpStatus::bad_request,
                           "key squares are for endings of kings and pawns only: " + to_fen(*board));
    }
    // A map is asked for on purpose, as a proof is.
    const Clock::time_point deadline = after(wants_map ? options_.longest_solve : options_.solve_time);
    const auto job = submit(finder, query, *board, deadline);
    if (!job) return job.error();
    if (const auto reply = reply_of(**job, query, deadline)) return *reply;
    if (query.path == "/standard") {
        return make_reply(HttpStatus::ok, tablebase_json(answer_by_rules(*board)).dump());
    }
    return error_reply(HttpStatus::not_found,
                       "there was not enough time for this position: " + to_fen(*board));
}

Reply Service::answer(const Query& query) {
    if (query.path == "/standard") return wait_for(&Service::find_standard, query);
    if (query.path == "/standard/mainline") return wait_for(&Service::find_mainline, query);
    if (query.path == "/map") return wait_for(&Service::find_map, query);
    if (query.path == "/eval" || query.path == "/key") {
        const auto board = read_position(query);
        if (!board) return board.error();
        const Json json = query.path == "/eval" ? json_of(report_on_pawns(*board))
                                                : json_of(MaterialKey::from_board(*board));
        return make_reply(HttpStatus::ok, json.dump());
    }
    if (query.path == "/healthz") return make_reply(HttpStatus::ok, R"({"status":"ok"})");
    if (query.path == "/metrics") {
        Reply reply = make_reply(HttpStatus::ok, metrics_.text(queue_.load()));
        reply.content_type = "text/plain; version=0.0.4; charset=utf-8";
        return reply;
    }
    if (auto file = find_file(query.path)) return *std::move(file);
    return error_reply(HttpStatus::not_found, "there is nothing here; /openapi.json tells what there is");
}

Service::Job Service::solve(const Query& query) {
    const auto board = read_position(query);
    if (!board) return tl::unexpected(board.error());
    if (!board->castling().none()) {
        return tl::unexpected(
            error_reply(HttpStatus::bad_request,
                        "somebody may still castle, of which tables know nothing: " + to_fen(*board)));
    }
    if (const auto known = recall(query)) {
        auto job = std::make_shared<SolveJob>();
        job->publish(*known);
        return job;
    }
    return submit(&Service::find_solution_of, query, *board, after(options_.longest_solve));
}

}  // namespace philidor
