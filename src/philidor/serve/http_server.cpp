#include "philidor/serve/http_server.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <exception>
#include <system_error>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>
#include <sys/epoll.h>
#include <sys/socket.h>

#include "philidor/serve/detail/http_request.hpp"
#include "philidor/serve/detail/http_response.hpp"
#include "philidor/serve/detail/listener.hpp"
#include "philidor/serve/detail/mailbox.hpp"
#include "philidor/serve/detail/session.hpp"
#include "philidor/serve/route.hpp"

namespace philidor {

namespace {

using Clock = std::chrono::steady_clock;
using detail::AfterAnswer;
using detail::Connection;
using detail::Exchange;
using detail::HttpRequest;
using detail::ListeningSocket;
using detail::Session;
using detail::SessionState;

constexpr std::chrono::milliseconds between_looks{100};
constexpr std::chrono::seconds between_signs_of_life{1};
constexpr std::chrono::seconds longest_draining{1};
constexpr std::chrono::seconds longest_goodbye{5};
constexpr int most_arrivals_at_a_time = 64;
constexpr std::size_t most_dropped_at_a_time = 16384;

// What an event of the system is about, if it is not a connection.
constexpr std::uint64_t about_mailbox = 0;
constexpr std::uint64_t about_arrivals = 1;
constexpr std::uint64_t first_number = 2;

Reply refusal(HttpStatus status, const std::string& message) {
    Reply reply = error_reply(status, message);
    reply.retry_after = 1;
    return reply;
}

Reply reply_to_fault(HttpStatus status) { return error_reply(status, "the request was refused"); }

}  // namespace

/// One thread that waits for all connections at once. It takes each of them one step further whenever there
/// is something to do: reads what has arrived, begins the work on a request, or sends what the work has
/// given.
class HttpServer::Implementation {
  public:
    Implementation(Service& service, HttpOptions options, ListeningSocket listener)
        : service_(service),
          options_(std::move(options)),
          listener_(std::move(listener)),
          is_local_(listener_.is_loopback()),
          events_(::epoll_create1(EPOLL_CLOEXEC)) {
        if (!events_.is_open()) throw std::system_error(errno, std::generic_category(), "epoll_create1");
        watch(mailbox_->descriptor(), EPOLLIN, about_mailbox);
        watch(listener_.descriptor(), EPOLLIN, about_arrivals);
    }
    Implementation(const Implementation&) = delete;
    Implementation& operator=(const Implementation&) = delete;
    ~Implementation() { sessions_.clear(); }

    [[nodiscard]] int port() const { return listener_.port(); }

    void run() {
        Clock::time_point next_look = Clock::now();
        while (!is_stopping_ || !has_said_goodbye()) {
            try {
                handle_events(next_look);
                for (const std::uint64_t number : std::exchange(unfinished_, {})) advance(number);
                if (Clock::now() < next_look) continue;
                next_look = Clock::now() + between_looks;
                look_at_all();
            } catch (const std::exception&) {
                service_.metrics().count(Event::connection_failed);  // out of memory; the others go on
            }
        }
        sessions_.clear();
    }

    void stop() {
        is_stopping_ = true;
        mailbox_->post(about_mailbox);
    }

  private:
    // ---- Waiting ----------------------------------------------------------------------------------------

    void watch(int descriptor, std::uint32_t what, std::uint64_t about) const {
        epoll_event event{};
        event.events = what;
        event.data.u64 = about;
        if (::epoll_ctl(events_.number(), EPOLL_CTL_ADD, descriptor, &event) != 0) {
            throw std::system_error(errno, std::generic_category(), "epoll_ctl");
        }
    }

    void handle_events(Clock::time_point next_look) {
        const auto time = std::chrono::ceil<std::chrono::milliseconds>(next_look - Clock::now());
        const bool is_busy = !unfinished_.empty();
        const bool may_sleep = sessions_.empty() && !is_stopping_ && is_accepting_;
        const int timeout = is_busy ? 0 : may_sleep ? -1 : std::max(0, static_cast<int>(time.count()));
        std::array<epoll_event, 256> events;  // NOLINT: filled before it is read
        const int count =
            ::epoll_wait(events_.number(), events.data(), static_cast<int>(events.size()), timeout);
        for (int i = 0; i < count; ++i) handle(events[static_cast<std::size_t>(i)]);
    }

    void handle(const epoll_event& event) {
        const std::uint64_t number = event.data.u64;
        if (number == about_arrivals) return accept_arrivals();
        if (number == about_mailbox) {
            for (const std::uint64_t message : mailbox_->take()) advance(message);
            return;
        }
        const auto found = sessions_.find(number);
        if (found == sessions_.end()) return;
        Session& session = *found->second;
        const bool is_broken = (event.events & (EPOLLHUP | EPOLLERR)) != 0;
        const bool has_left = is_broken || (event.events & EPOLLRDHUP) != 0;
        if (is_broken && session.pending) return end(session);
        if (has_left && !session.left) session.left = Clock::now();
        if (has_left || (event.events & EPOLLIN) != 0) session.connection.note_readable(has_left);
        advance(number);
    }

    /// Does what is due: closes connections that wait in vain, and looks for answers whose time is up.
    void look_at_all() {
        if (!is_accepting_ && !is_stopping_) {
            is_accepting_ = true;
            watch(listener_.descriptor(), EPOLLIN, about_arrivals);
        }
        std::vector<std::uint64_t> numbers;
        numbers.reserve(sessions_.size());
        for (const auto& [number, session] : sessions_) numbers.push_back(number);
        for (const std::uint64_t number : numbers) {
            Session& session = *sessions_.at(number);
            if (is_overdue(session)) {
                end(session);
            } else {
                advance(number);
            }
        }
    }

    [[nodiscard]] bool is_overdue(const Session& session) const {
        const auto age = Clock::now() - session.since;
        switch (session.state) {
            case SessionState::reading: return is_stopping_ || age > options_.idle_time;
            case SessionState::sending: return age > options_.idle_time;
            case SessionState::draining: return is_stopping_ || age > longest_draining;
            case SessionState::working:
            case SessionState::streaming: break;
        }
        // An answer that is there at once is sent even to a client that has closed its sending half.
        if (session.left && Clock::now() - *session.left > between_looks) return true;
        return session.connection.has_output() && age > options_.idle_time;
    }

    [[nodiscard]] bool has_said_goodbye() {
        const auto now = Clock::now();
        if (!goodbye_) goodbye_ = now + longest_goodbye;
        return sessions_.empty() || now > *goodbye_;
    }

    // ---- Arrivals ---------------------------------------------------------------------------------------

    void accept_arrivals() {
        if (is_stopping_) return pause_accepting();
        for (int i = 0; i < most_arrivals_at_a_time; ++i) {
            const auto arrival = listener_.accept();
            if (!arrival) return pause_accepting();  // the system has no more descriptors or memory
            if (!*arrival) return;
            admit((*arrival)->socket, (*arrival)->peer);
        }
    }

    void pause_accepting() {
        is_accepting_ = false;
        ::epoll_ctl(events_.number(), EPOLL_CTL_DEL, listener_.descriptor(), nullptr);
    }

    [[nodiscard]] bool is_proxy(const IpAddress& address) const {
        return std::ranges::any_of(options_.trusted_proxies,
                                   [&](const IpNetwork& network) { return network.contains(address); });
    }

    /// Makes room for a connection, if need be by closing an idle one of the client that has the most.
    void admit(int socket, const IpAddress& peer) {
        auto session = std::make_unique<Session>(next_number_++, socket, peer);
        const std::string& name = session->peer_name;
        const auto own = connections_of_.find(name);
        const bool has_its_share = !is_proxy(peer) && own != connections_of_.end() &&
                                   own->second >= options_.connections_of_one_client;
        if ((has_its_share && !end_idlest_of(name)) ||
            (sessions_.size() >= options_.connections && !end_idlest_of(client_with_most_connections()))) {
            service_.metrics().count(Event::refused_connection);
            return;
        }
        watch(socket, EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET, session->number);
        ++connections_of_[name];
        sessions_.emplace(session->number, std::move(session));
    }

    [[nodiscard]] std::string client_with_most_connections() const {
        return std::ranges::max_element(connections_of_, {}, [](const auto& entry) { return entry.second; })
            ->first;
    }

    /// Closes the connection of a client that has waited longest for a request. Returns false if all are
    /// busy.
    bool end_idlest_of(const std::string& name) {
        Session* idlest = nullptr;
        for (const auto& [number, session] : sessions_) {
            if (session->state != SessionState::reading || session->peer_name != name) continue;
            if (idlest == nullptr || session->since < idlest->since) idlest = session.get();
        }
        if (idlest == nullptr) return false;
        end(*idlest);
        return true;
    }

    void end(Session& session) {
        const std::optional<Exchange> exchange = std::exchange(session.exchange, std::nullopt);
        const auto own = connections_of_.find(session.peer_name);
        if (--own->second == 0) connections_of_.erase(own);
        sessions_.erase(session.number);
        if (exchange) note(*exchange);
    }

    // ---- One connection ---------------------------------------------------------------------------------

    /// Takes a connection as far as it gets without waiting, and through one request at most.
    void advance(std::uint64_t number) {
        const auto found = sessions_.find(number);
        if (found == sessions_.end()) return;
        Session& session = *found->second;
        try {
            while (true) {
                switch (take_step(session)) {
                    case Step::taken: break;
                    case Step::request_done: return unfinished_.push_back(number);
                    case Step::must_wait: return;
                    case Step::over: return end(session);
                }
            }
        } catch (const std::exception&) {
            service_.metrics().count(Event::connection_failed);  // out of memory; other connections go on
            end(session);
        }
    }

    enum class Step : std::uint8_t { taken, request_done, must_wait, over };

    Step take_step(Session& session) {
        if (session.connection.has_output()) {
            switch (session.connection.flush()) {
                case Connection::Progress::none: return Step::must_wait;
                case Connection::Progress::stopped: return Step::over;
                case Connection::Progress::some: session.since = Clock::now();
            }
        }
        switch (session.state) {
            case SessionState::reading: return read(session);
            case SessionState::working: return send_if_ready(session);
            case SessionState::streaming: return stream_news(session);
            case SessionState::sending: return finish_exchange(session);
            case SessionState::draining: break;
        }
        return drop_input(session);
    }

    Step read(Session& session) {
        const std::string_view input = session.connection.input();
        const std::size_t longest_line = options_.request_bytes / 2;
        if (input.size() > longest_line &&
            input.substr(0, longest_line).find('\n') == std::string_view::npos) {
            refuse(session, HttpStatus::target_too_long);
            return Step::taken;
        }
        if (const auto length = detail::head_length(input)) {
            const auto request = detail::parse_request(input.substr(0, *length));
            session.connection.consume(*length);
            if (request) {
                begin(session, *request);
            } else {
                refuse(session, request.error());
            }
            return Step::taken;
        }
        if (input.size() >= options_.request_bytes) {
            refuse(session, HttpStatus::headers_too_large);
            return Step::taken;
        }
        if (!session.connection.may_read()) return Step::must_wait;
        const bool is_first = input.empty();
        switch (session.connection.receive(options_.request_bytes)) {
            case Connection::Progress::none: return Step::must_wait;
            case Connection::Progress::stopped: return Step::over;
            case Connection::Progress::some: break;
        }
        if (is_first) session.since = Clock::now();  // the whole request must arrive in time from now
        return Step::taken;
    }

    Step drop_input(Session& session) {
        Connection& connection = session.connection;
        connection.consume(connection.input().size());
        if (!connection.may_read()) return Step::must_wait;
        switch (connection.receive(most_dropped_at_a_time)) {
            case Connection::Progress::none: return Step::must_wait;
            case Connection::Progress::stopped: return Step::over;
            case Connection::Progress::some: break;
        }
        return Step::request_done;  // others first
    }

    Step send_if_ready(Session& session) {
        const auto reply = reply_by_now(*session.pending);
        if (!reply) return Step::must_wait;
        session.pending.reset();
        put_reply(session, *reply);
        return Step::taken;
    }

    Step finish_exchange(Session& session) {
        const Exchange exchange = *std::exchange(session.exchange, std::nullopt);
        session.pending.reset();
        note(exchange);
        const bool keeps_alive = exchange.keeps_alive && !is_stopping_;
        session.since = Clock::now();
        if (keeps_alive) {
            session.state = SessionState::reading;
            const bool has_more = !session.connection.input().empty() || session.connection.may_read();
            return has_more ? Step::request_done : Step::must_wait;
        }
        session.connection.end_output();
        session.state = SessionState::draining;
        return Step::taken;
    }

    // ---- One request ------------------------------------------------------------------------------------

    Exchange& open_exchange(Session& session) {
        session.exchange.emplace();
        session.exchange->begin = Clock::now();
        session.exchange->record.client = session.peer.text();
        return *session.exchange;
    }

    /// Answers a request that could not be read. Its end is unknown, so the connection is closed.
    void refuse(Session& session, HttpStatus status) {
        open_exchange(session);
        put_reply(session, reply_to_fault(status));
    }

    void begin(Session& session, const HttpRequest& request) {
        Exchange& exchange = open_exchange(session);
        const IpAddress client = client_behind(session.peer, request.forwarded_for, options_.trusted_proxies);
        exchange.path = request.path;
        exchange.client = client_name(client);
        exchange.is_head = request.method == "HEAD";
        exchange.keeps_alive = request.keeps_alive && !request.has_body;
        exchange.record.client = client.text();
        exchange.record.method = request.method;
        exchange.record.target = request.target;
        if (is_local_ && !detail::is_local_host(request.host, options_.host_names)) {
            return put_reply(session,
                             error_reply(HttpStatus::misdirected,
                                         "this server does not answer under the name in the header Host"));
        }
        if (request.method == "OPTIONS") return put_options(session);
        if (request.method != "GET" && request.method != "HEAD") return put_method_not_allowed(session);
        if (endpoint_of(request.path) == Endpoint::solve && !count_stream(exchange)) {
            return put_reply(session, refusal(HttpStatus::unavailable,
                                              "too many clients are watching positions being solved"));
        }
        const auto wake = [mailbox = mailbox_, number = session.number] { mailbox->post(number); };
        auto asked = service_.ask({request.path, request.fen, exchange.client, wake, request.encodings});
        const bool is_stream = endpoint_of(request.path) == Endpoint::solve;
        if (const Reply* reply = std::get_if<Reply>(&asked)) {
            return is_stream && reply->status == HttpStatus::ok ? put_finished_stream(session, *reply)
                                                                : put_reply(session, *reply);
        }
        session.pending = std::get<Pending>(std::move(asked));
        session.state = SessionState::working;
        if (is_stream) begin_stream(session);
    }

    [[nodiscard]] AfterAnswer after(const Exchange& exchange) const {
        return exchange.keeps_alive ? AfterAnswer::keep_alive : AfterAnswer::close;
    }

    /// Puts out an answer. Nothing follows it.
    void put_last(Session& session,
                  detail::ResponseHead& head,
                  HttpStatus status,
                  const std::shared_ptr<const std::string>& body) {
        Exchange& exchange = *session.exchange;
        if (body) head.add("Content-Length", std::to_string(body->size()));
        const auto sent_body = exchange.is_head ? nullptr : body;
        std::string text = head.text();
        exchange.record.status = static_cast<int>(status);
        exchange.record.bytes = text.size() + (sent_body ? sent_body->size() : 0);
        session.connection.put(std::move(text), sent_body);
        session.state = SessionState::sending;
    }

    void put_reply(Session& session, const Reply& reply) {
        detail::ResponseHead head(reply.status, after(*session.exchange));
        head.add("Content-Type", reply.content_type);
        if (reply.retry_after != 0) {
            head.add("Retry-After", std::to_string(reply.retry_after));
            head.add("Access-Control-Expose-Headers", "Retry-After");
        }
        if (reply.content_type.starts_with("text/html")) {  // the page loads nothing from elsewhere
            head.add("Content-Security-Policy",
                     "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; "
                     "style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
                     "frame-ancestors 'none'; base-uri 'none'; form-action 'self'");
        }
        if (!reply.content_encoding.empty()) head.add("Content-Encoding", reply.content_encoding);
        if (reply.varies_by_encoding) head.add("Vary", "Accept-Encoding");
        if (reply.status != HttpStatus::ok) {
            head.add("Cache-Control", "no-store");
        } else if (session.exchange->path.starts_with(
                       "/assets/")) {  // the name of a file changes with its contents
            head.add("Cache-Control", "public, max-age=31536000, immutable");
        }
        put_last(session, head, reply.status, reply.body);
    }

    void put_options(Session& session) {
        detail::ResponseHead head(HttpStatus::no_content, after(*session.exchange));
        head.add("Access-Control-Allow-Methods", "GET, HEAD, OPTIONS");
        head.add("Access-Control-Allow-Headers", "*");
        put_last(session, head, HttpStatus::no_content, nullptr);
    }

    void put_method_not_allowed(Session& session) {
        const Reply reply =
            error_reply(HttpStatus::method_not_allowed, "only GET, HEAD and OPTIONS are supported");
        detail::ResponseHead head(reply.status, after(*session.exchange));
        head.add("Content-Type", reply.content_type);
        head.add("Allow", "GET, HEAD, OPTIONS");
        put_last(session, head, reply.status, reply.body);
    }

    // ---- Streams ----------------------------------------------------------------------------------------

    /// Counts a stream that begins. Returns false if there are too many.
    [[nodiscard]] bool count_stream(Exchange& exchange) {
        const auto own = streams_of_.find(exchange.client);
        const std::size_t number = own == streams_of_.end() ? 0 : own->second;
        if (streams_ >= std::max<std::size_t>(1, options_.connections / 4)) return false;
        if (number >= options_.streams_of_one_client) return false;
        ++streams_;
        ++streams_of_[exchange.client];
        exchange.is_counted_as_stream = true;
        return true;
    }

    /// The head of a stream. The stream ends with the connection, which every version of HTTP understands.
    [[nodiscard]] std::string stream_head(Session& session) {
        Exchange& exchange = *session.exchange;
        exchange.keeps_alive = false;
        exchange.record.status = static_cast<int>(HttpStatus::ok);
        detail::ResponseHead head(HttpStatus::ok, AfterAnswer::close);
        head.add("Content-Type", "text/event-stream");
        head.add("Cache-Control", "no-store");
        return head.text();
    }

    void put_stream(Session& session, std::string text) {
        session.exchange->record.bytes += text.size();
        session.connection.put(std::move(text), nullptr);
    }

    /// A stream whose proof is known already.
    void put_finished_stream(Session& session, const Reply& reply) {
        std::string text = stream_head(session);
        if (!session.exchange->is_head) text += detail::event_text("result", *reply.body);
        put_stream(session, std::move(text));
        session.state = SessionState::sending;
    }

    void begin_stream(Session& session) {
        put_stream(session, stream_head(session));
        session.state = session.exchange->is_head ? SessionState::sending : SessionState::streaming;
        session.version = 0;
        session.progress.clear();
    }

    /// Sends the progress of a proof, and at the end its result. While a client does not read, news is not
    /// collected for it; it gets the latest when it does.
    Step stream_news(Session& session) {
        const SolveJob::News news = session.pending->job->news();
        std::string text;
        if (news.version != session.version && news.progress != session.progress) {
            text = detail::event_text("progress", news.progress);
            session.progress = news.progress;
        }
        session.version = news.version;
        if (const auto reply = reply_by_now(*session.pending)) {
            text += detail::event_text(reply->status == HttpStatus::ok ? "result" : "error", *reply->body);
            session.pending.reset();
            session.state = SessionState::sending;
        } else if (text.empty() && Clock::now() - session.since > between_signs_of_life) {
            text = ":\n\n";  // a comment, which shows whether the client is still there
        }
        if (text.empty()) return Step::must_wait;
        put_stream(session, std::move(text));
        return Step::taken;
    }

    /// Counts and logs a request that was answered, or whose client has gone.
    void note(const Exchange& exchange) {
        if (exchange.is_counted_as_stream) {
            --streams_;
            const auto own = streams_of_.find(exchange.client);
            if (--own->second == 0) streams_of_.erase(own);
        }
        detail::AccessRecord record = exchange.record;
        if (record.status == 0) record.status = static_cast<int>(HttpStatus::bad_request);
        record.time = Clock::now() - exchange.begin;
        service_.metrics().count_request(exchange.path, record.status, record.time);
        if (options_.log) options_.log(detail::access_line(record, std::chrono::system_clock::now()));
    }

    Service& service_;
    HttpOptions options_;
    ListeningSocket listener_;
    bool is_local_;  ///< only this machine can reach it
    detail::Descriptor events_;
    std::shared_ptr<detail::Mailbox> mailbox_ = std::make_shared<detail::Mailbox>();
    std::atomic<bool> is_stopping_ = false;
    bool is_accepting_ = true;
    std::optional<Clock::time_point> goodbye_;  ///< when the last connections are closed
    std::uint64_t next_number_ = first_number;
    std::unordered_map<std::uint64_t, std::unique_ptr<Session>> sessions_;
    std::unordered_map<std::string, std::size_t> connections_of_;  ///< by the name of the peer
    std::unordered_map<std::string, std::size_t> streams_of_;      ///< by the name of the client
    std::size_t streams_ = 0;
    std::vector<std::uint64_t> unfinished_;  ///< connections that can go on, after all others had their turn
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
    auto listener = ListeningSocket::open(options.host, options.port);
    if (!listener) {
        return fail(HttpError::cannot_listen,
                    fmt::format("cannot listen at {}: {}", address_text(options.host, options.port),
                                listener.error()));
    }
    auto implementation = std::make_unique<Implementation>(service, options, *std::move(listener));
    return std::unique_ptr<HttpServer>(new HttpServer(std::move(implementation)));
}

int HttpServer::port() const { return implementation_->port(); }

void HttpServer::run() { implementation_->run(); }

void HttpServer::stop() { implementation_->stop(); }

}  // namespace philidor
