#include "philidor/serve/http_server.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <exception>
#include <functional>
#include <system_error>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <httplib.h>
#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>

#include "philidor/serve/detail/access_log.hpp"
#include "philidor/serve/detail/connection.hpp"
#include "philidor/serve/route.hpp"

namespace philidor {

namespace {

using Clock = std::chrono::steady_clock;
using HandlerResponse = httplib::Server::HandlerResponse;

constexpr std::size_t most_requests = 1'000'000;
constexpr int longest_backlog = 512;
constexpr std::chrono::milliseconds between_looks{100};
constexpr std::chrono::seconds between_signs_of_life{1};

/// A request and its answer.
struct Exchange {
    const detail::Connection* connection = nullptr;
    Clock::time_point begin;
    bool closes_connection = false;
    std::string path;
    detail::AccessRecord record;  ///< its status is 0 until the request has been read
};

/// The exchange of this thread. The HTTP library offers no place to keep it with the connection.
Exchange& this_exchange() {
    thread_local Exchange exchange;
    return exchange;
}

/// Lets a restarted server take over its port at once. Unlike the library's own settings, this does not allow
/// a second server on the same port.
void allow_quick_restart(int socket) {
    const int yes = 1;
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
}

/// Whether a request has a body. No path takes one, so the body is not read, and the connection must be
/// closed.
bool has_body(const httplib::Request& request) {
    const bool is_plain = request.method == "GET" || request.method == "HEAD" || request.method == "OPTIONS";
    return !is_plain || request.has_header("Content-Length") || request.has_header("Transfer-Encoding");
}

void set_reply(const Reply& reply, httplib::Response& response) {
    response.status = static_cast<int>(reply.status);
    response.set_content(*reply.body, std::string(reply.content_type));
    if (reply.retry_after != 0) {
        response.set_header("Retry-After", std::to_string(reply.retry_after));
        response.set_header("Access-Control-Expose-Headers", "Retry-After");
    }
}

/// Why the server cannot listen: because of the host name, or because of the system's error.
std::string reason_not_to_listen(const std::string& host, int error) {
    addrinfo* found = nullptr;
    const int failure = ::getaddrinfo(host.c_str(), nullptr, nullptr, &found);
    if (failure != 0) return ::gai_strerror(failure);
    ::freeaddrinfo(found);
    return std::generic_category().message(error);
}

std::string event_text(std::string_view name, std::string_view data) {
    return fmt::format("event: {}\ndata: {}\n\n", name, data);
}

/// Threads that serve one connection each. Counts the connections that wait for a thread.
class ConnectionThreads final : public httplib::TaskQueue {
  public:
    ConnectionThreads(std::size_t count, std::atomic<std::size_t>& waiting)
        : threads_(count), waiting_(waiting) {}

    // In newer versions of the library, `enqueue` returns whether there was room. There always is.
    using Enqueued = decltype(std::declval<TaskQueue&>().enqueue({}));

    Enqueued enqueue(std::function<void()> serve) override {
        ++waiting_;
        return threads_.enqueue([&waiting = waiting_, serve = std::move(serve)] {
            --waiting;
            serve();
        });
    }

    void shutdown() override { threads_.shutdown(); }

  private:
    httplib::ThreadPool threads_;
    std::atomic<std::size_t>& waiting_;
};

/// Writes the progress of a job and its reply as server-sent events.
class EventStream {
  public:
    explicit EventStream(SolveQueue::Listener job) : job_(std::move(job)) {}

    /// Waits for news and writes it. Returns false if the client has gone.
    bool write_next(httplib::DataSink& sink) {
        if (!sink.is_writable()) return false;
        const SolveJob::News news = job_->wait_for_news(version_, Clock::now() + between_signs_of_life);
        const std::string text = text_of(news);
        const bool is_written = sink.write(text.data(), text.size());
        if (news.reply) sink.done();
        return is_written;
    }

  private:
    std::string text_of(const SolveJob::News& news) {
        std::string text = ":\n\n";  // a comment, which shows whether the client is still there
        if (news.version != version_) {
            text = news.progress == progress_ ? "" : event_text("progress", news.progress);
            progress_ = news.progress;
        }
        version_ = news.version;
        if (news.reply) {
            text += event_text(news.reply->status == HttpStatus::ok ? "result" : "error", *news.reply->body);
        }
        return text;
    }

    SolveQueue::Listener job_;
    std::uint64_t version_ = 0;  ///< of the news written last
    std::string progress_;       ///< the progress written last
};

}  // namespace

/// The HTTP library with our own connections.
class HttpServer::Implementation final : public httplib::Server {
  public:
    Implementation(Service& service, HttpOptions options) : service_(service), options_(std::move(options)) {
        new_task_queue = [this] { return new ConnectionThreads(options_.connections, waiting_); };
        set_socket_options(allow_quick_restart);
        set_tcp_nodelay(true);
        set_keep_alive_max_count(most_requests);  // only announced to clients
        set_keep_alive_timeout(options_.idle_time.count());
        set_payload_max_length(options_.request_bytes);
        set_default_headers({{"Access-Control-Allow-Origin", "*"},
                             {"X-Content-Type-Options", "nosniff"},
                             {"Accept-Ranges", "none"}});
        // This comes before the library's own routing, which tries one regular expression after another.
        set_pre_routing_handler([this](const httplib::Request& request, httplib::Response& response) {
            handle(request, response);
            return HandlerResponse::Handled;
        });
        set_error_handler([](const httplib::Request&, httplib::Response& response) {
            if (response.body.empty()) {
                set_reply(error_reply(static_cast<HttpStatus>(response.status), "the request was refused"),
                          response);
            }
        });
        // Some versions of the library call this before the answer is written, others afterwards.
        set_logger([](const httplib::Request& request, const httplib::Response& response) {
            this_exchange().path = request.path;
            this_exchange().record = {
                request.remote_addr, request.method, request.target, response.status, 0, {}};
        });
    }

    [[nodiscard]] bool bind() {
        port_ = options_.port;
        if (port_ == 0) {
            port_ = bind_to_any_port(options_.host);
        } else if (!bind_to_port(options_.host, port_)) {
            port_ = -1;
        }
        // The library's own backlog is five connections.
        return port_ > 0 && ::listen(svr_sock_, longest_backlog) == 0;
    }

    [[nodiscard]] int port() const { return port_; }

    void serve() {
        if (!is_stopping_) listen_after_bind();
        has_ended_ = true;
    }

    void end() {
        is_stopping_ = true;
        // The library cannot be stopped before it has begun.
        while (!has_ended_ && !is_running()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        stop();
    }

  private:
    bool process_and_close_socket(socket_t socket) override {
        try {
            serve_connection(socket);
        } catch (const std::exception&) {
            service_.metrics().count(Event::connection_failed);  // out of memory; other connections go on
        }
        shutdown(socket, SHUT_RDWR);
        close(socket);
        return true;
    }

    void serve_connection(int socket) {
        detail::Connection connection(socket, options_.request_bytes, options_.idle_time);
        Clock::time_point idle_since = Clock::now();
        bool has_been_served = false;
        while (!is_stopping_ && Clock::now() - idle_since < options_.idle_time) {
            if (!connection.has_request(between_looks)) {
                if (has_been_served && waiting_ != 0) return;  // another client's turn
                continue;
            }
            Exchange& exchange = this_exchange();
            // The connection is closed unless the request can be read: otherwise its end is unknown.
            exchange = {&connection, Clock::now(), true, {}, {}};
            connection.begin_request();
            bool is_closed = false;
            const auto prepare = [&](httplib::Request& request) {
                request.ranges.clear();  // answers are always sent whole
                exchange.closes_connection = has_body(request);
            };
            const bool is_done = process(connection, is_closed, prepare);
            note(exchange);
            if (!connection.flush() || !is_done || is_closed || exchange.closes_connection) return;
            idle_since = Clock::now();
            has_been_served = true;
        }
    }

    /// Older versions of the library ask a connection for its addresses. Newer ones take them as arguments.
    template <typename Stream>
    bool process(Stream& connection, bool& is_closed, const std::function<void(httplib::Request&)>& prepare) {
        if constexpr (requires { process_request(connection, false, is_closed, prepare); }) {
            return process_request(connection, false, is_closed, prepare);
        } else {
            std::string client;
            int port = 0;
            connection.get_remote_ip_and_port(client, port);
            const std::string server;  // the address is not used
            return process_request(connection, client, port, server, 0, false, is_closed, prepare);
        }
    }

    void handle(const httplib::Request& request, httplib::Response& response) {
        if (request.method == "OPTIONS") {
            response.status = static_cast<int>(HttpStatus::no_content);
            response.set_header("Access-Control-Allow-Methods", "GET, HEAD, OPTIONS");
            response.set_header("Access-Control-Allow-Headers", "*");
            return;
        }
        if (this_exchange().closes_connection) response.set_header("Connection", "close");
        if (request.method != "GET" && request.method != "HEAD") {
            response.set_header("Allow", "GET, HEAD, OPTIONS");
            return set_reply(
                error_reply(HttpStatus::method_not_allowed, "only GET, HEAD and OPTIONS are supported"),
                response);
        }
        const auto has_gone = [client = this_exchange().connection] { return client->has_gone(); };
        Query query{request.path, {}, request.remote_addr, has_gone};
        if (const auto fen = request.params.find("fen"); fen != request.params.end()) query.fen = fen->second;
        if (endpoint_of(query.path) == Endpoint::solve) return stream(query, response);
        const Reply reply = service_.answer(query);
        set_reply(reply, response);
        if (reply.content_type.starts_with("text/html")) {  // the page loads nothing from elsewhere
            response.set_header("Content-Security-Policy",
                                "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:");
        }
        if (query.path.starts_with("/assets/")) {  // the name of a file changes with its contents
            response.set_header("Cache-Control", "public, max-age=31536000, immutable");
        }
    }

    /// Answers with server-sent events: `progress` repeatedly, then `result` or `error`.
    void stream(const Query& query, httplib::Response& response) {
        const auto release = [this](bool) { --streams_; };
        if (++streams_ > std::max<std::size_t>(1, options_.connections / 4)) {
            release(false);
            Reply reply =
                error_reply(HttpStatus::unavailable, "too many clients are watching positions being solved");
            reply.retry_after = 1;
            return set_reply(reply, response);
        }
        const auto job = service_.solve(query);
        if (!job) {
            release(false);
            return set_reply(job.error(), response);
        }
        response.set_header("Cache-Control", "no-store");
        response.set_chunked_content_provider(
            "text/event-stream",
            [events = EventStream(*job)](std::size_t, httplib::DataSink& sink) mutable {
                return events.write_next(sink);
            },
            release);
    }

    /// Counts and logs a request that was answered.
    void note(Exchange& exchange) {
        detail::AccessRecord& record = exchange.record;
        if (record.status == 0) return;
        record.bytes = exchange.connection->bytes_written();
        record.time = Clock::now() - exchange.begin;
        service_.metrics().count_request(exchange.path, record.status, record.time);
        if (options_.log) options_.log(detail::access_line(record, std::chrono::system_clock::now()));
    }

    Service& service_;
    HttpOptions options_;
    int port_ = -1;
    std::atomic<bool> is_stopping_ = false;
    std::atomic<bool> has_ended_ = false;
    std::atomic<std::size_t> waiting_ = 0;  ///< connections that are not served yet
    std::atomic<std::size_t> streams_ = 0;  ///< event streams being served
};

std::string address_text(const std::string& host, int port) {
    const bool has_colons = host.find(':') != std::string::npos;
    return has_colons ? fmt::format("[{}]:{}", host, port) : fmt::format("{}:{}", host, port);
}

HttpServer::HttpServer(std::unique_ptr<Implementation> implementation)
    : implementation_(std::move(implementation)) {}

HttpServer::~HttpServer() = default;

Result<std::unique_ptr<HttpServer>, HttpError> HttpServer::bind(Service& service,
                                                                const HttpOptions& options) {
    auto implementation = std::make_unique<Implementation>(service, options);
    if (!implementation->bind()) {
        return fail(HttpError::cannot_listen,
                    fmt::format("cannot listen at {}: {}", address_text(options.host, options.port),
                                reason_not_to_listen(options.host, errno)));
    }
    return std::unique_ptr<HttpServer>(new HttpServer(std::move(implementation)));
}

int HttpServer::port() const { return implementation_->port(); }

void HttpServer::run() { implementation_->serve(); }

void HttpServer::stop() { implementation_->end(); }

}  // namespace philidor
