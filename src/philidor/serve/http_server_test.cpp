// The server as clients see it, on a free port of this machine.

#include "philidor/serve/http_server.hpp"

#include <chrono>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <httplib.h>

#include "philidor/base/test_support/eventually.hpp"
#include "philidor/builder/build.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/serve/report_json.hpp"

namespace philidor {
namespace {

using test_support::eventually;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::StartsWith;

/// Connects to a server from an address of this machine, and sends bytes. Returns the socket on which the
/// answer will arrive.
int send_to(int port, const std::string& bytes, const std::string& from = "127.0.0.1") {
    const auto address_of = [](const std::string& host, int its_port) {
        sockaddr_in address = {};
        address.sin_family = AF_INET;
        address.sin_port = htons(static_cast<std::uint16_t>(its_port));
        address.sin_addr.s_addr = inet_addr(host.c_str());
        return address;
    };
    const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
    const sockaddr_in own = address_of(from, 0);
    const sockaddr_in server = address_of("127.0.0.1", port);
    EXPECT_EQ(bind(socket, reinterpret_cast<const sockaddr*>(&own), sizeof own), 0);
    EXPECT_EQ(connect(socket, reinterpret_cast<const sockaddr*>(&server), sizeof server), 0);
    (void)send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    return socket;
}

/// Everything that arrives at a socket until the other side closes it.
std::string read_all(int socket) {
    std::string answer;
    std::array<char, 4096> buffer{};
    for (ssize_t count = 1; count > 0;) {
        count = recv(socket, buffer.data(), buffer.size(), 0);
        if (count > 0) answer.append(buffer.data(), static_cast<std::size_t>(count));
    }
    close(socket);
    return answer;
}

/// A request that asks for nothing to be kept open.
std::string request_for(const std::string& target, const std::string& headers = "") {
    return "GET " + target + " HTTP/1.1\r\nConnection: close\r\n" + headers + "\r\n";
}

/// A server that runs until the test ends.
class HttpServerTest : public testing::Test {
  protected:
    static ServiceOptions patient() {
        ServiceOptions options;
        options.proof_bytes = std::uint64_t{4} << 30U;
        options.solve_time = options.longest_solve = options.map_time = std::chrono::hours(1);
        return options;
    }
    HttpOptions options() {
        HttpOptions options;
        options.port = 0;
        options.log = [this](const std::string& line) {
            const std::lock_guard lock(mutex_);
            lines_.push_back(line);
        };
        return options;
    }
    ~HttpServerTest() override {
        service_.close();
        server_->stop();
    }

    httplib::Result get(const std::string& target) { return client().Get(target); }

    /// A client that waits even if the machine is slow.
    [[nodiscard]] httplib::Client client() const {
        httplib::Client client("127.0.0.1", server_->port());
        client.set_read_timeout(std::chrono::minutes(1));
        return client;
    }

    /// Sends bytes as they are. Returns the socket on which the answer will arrive.
    [[nodiscard]] int begin(const std::string& bytes) const { return send_to(server_->port(), bytes); }

    /// Sends bytes as they are. Returns the answer up to the end of the connection.
    [[nodiscard]] std::string talk(const std::string& bytes) const {
        const int socket = begin(bytes);
        shutdown(socket, SHUT_WR);
        return read_all(socket);
    }

    /// Whether the metrics contain this line within a reasonable time.
    bool metrics_come_to_say(const std::string& words) {
        return eventually([&] {
            const auto metrics = get("/metrics");
            return metrics && metrics->body.find("\nphilidor_" + words + "\n") != std::string::npos;
        });
    }

    std::mutex mutex_;
    std::vector<std::string> lines_;  ///< of the log
    Service service_{nullptr, patient()};
    std::unique_ptr<HttpServer> server_ = HttpServer::bind(service_, options()).value();
    std::jthread thread_{[this] { server_->run(); }};
};

TEST_F(HttpServerTest, AnswersClients) {
    const auto response = get("/standard?fen=8/8/8/3Kp3/4Pk2/8/8/8_b_-_-_0_1");
    ASSERT_TRUE(response);
    EXPECT_EQ(response->status, 200);
    EXPECT_EQ(response->get_header_value("Content-Type"), "application/json");
    EXPECT_EQ(response->get_header_value("Access-Control-Allow-Origin"), "*");
    EXPECT_EQ(Json::parse(response->body)["category"], "loss");
    EXPECT_EQ(get("/standard?fen=8/8/8/3Kp3/4Pk2/8/8/8%20b%20-%20-%200%201")->body, response->body);
    EXPECT_EQ(get("/standard?fen=nonsense")->status, 400);
    EXPECT_EQ(get("/nothing")->status, 404);
    EXPECT_THAT(get("/")->get_header_value("Content-Security-Policy"), StartsWith("default-src 'self'"));
}

TEST_F(HttpServerTest, StreamsAProof) {
    const auto response = get("/solve?fen=8/8/8/3Kp3/4Pk2/8/8/8_b_-_-_0_1");
    ASSERT_TRUE(response);
    EXPECT_EQ(response->get_header_value("Content-Type"), "text/event-stream");
    const auto result = response->body.find("event: result\ndata: ");
    ASSERT_NE(result, std::string::npos) << response->body;
    EXPECT_THAT(response->body.substr(result), HasSubstr(R"("value":"loss")"));
    EXPECT_THAT(response->body, testing::EndsWith("\n\n"));
}

TEST_F(HttpServerTest, GivesUpWhatItsClientsHaveLeft) {
    const auto ask = [&](const std::string& path, const std::string& fen) {
        return begin("GET " + path + "?fen=" + fen + " HTTP/1.1\r\n\r\n");
    };
    const std::string hard = "8/8/1pp2k2/p7/P3PK2/1P3P2/8/8_w_-_-_0_1";
    const int watching = ask("/solve", hard);
    ASSERT_TRUE(metrics_come_to_say("solves_running 1"));
    // One client has one proof at a time, so these wait.
    for (const std::string path : {"/standard", "/standard/mainline"}) {
        const int waiting = ask(path, hard);
        ASSERT_TRUE(metrics_come_to_say("solves_waiting 1")) << path;
        close(waiting);
        EXPECT_TRUE(metrics_come_to_say("solves_waiting 0")) << path;
    }
    EXPECT_TRUE(metrics_come_to_say("solves_running 1"));
    close(watching);
    EXPECT_TRUE(metrics_come_to_say("solves_running 0"));
    EXPECT_TRUE(metrics_come_to_say("solves_cancelled_total 1"));
    // A map takes long enough when many pawns can promote.
    const int map = ask("/map", "8/ppp2k2/8/8/8/8/2K2PPP/8_w_-_-_0_1");
    ASSERT_TRUE(metrics_come_to_say("solves_running 1"));
    close(map);
    EXPECT_TRUE(metrics_come_to_say("solves_cancelled_total 2"));
    EXPECT_TRUE(metrics_come_to_say("solves_running 0"));
}

TEST_F(HttpServerTest, TellsBrowsersWhatTheyMayDo) {
    httplib::Client client = this->client();
    const auto response = client.Options("/standard");
    ASSERT_TRUE(response);
    EXPECT_EQ(response->status, 204);
    EXPECT_EQ(response->get_header_value("Access-Control-Allow-Methods"), "GET, HEAD, OPTIONS");
    const auto refused = client.Post("/standard", "fen=x", "text/plain");
    EXPECT_EQ(refused->status, 405);
    EXPECT_EQ(refused->get_header_value("Allow"), "GET, HEAD, OPTIONS");
    EXPECT_EQ(client.Delete("/healthz")->status, 405);
    EXPECT_EQ(client.Put("/healthz", "", "text/plain")->status, 405);
}

TEST_F(HttpServerTest, CountsRequestsByTheirPaths) {
    EXPECT_EQ(get("/healthz?why")->status, 200);
    EXPECT_EQ(get("/standard/mainline?fen=")->status, 400);
    EXPECT_EQ(get("/standard/")->status, 404);
    EXPECT_EQ(get("/nothing")->status, 404);
    ASSERT_TRUE(metrics_come_to_say(R"(requests_total{path="/healthz",status="2xx"} 1)"));
    ASSERT_TRUE(metrics_come_to_say(R"(requests_total{path="/standard/mainline",status="4xx"} 1)"));
    ASSERT_TRUE(metrics_come_to_say(R"(requests_total{path="other",status="4xx"} 2)"));
}

TEST_F(HttpServerTest, LogsEachRequest) {
    ASSERT_TRUE(get("/healthz?\"quoted\""));
    const auto head = client().Head("/openapi.json");
    ASSERT_TRUE(head);
    EXPECT_EQ(head->status, 200);
    EXPECT_EQ(head->get_header_value("Accept-Ranges"), "none");
    const auto stream = get("/solve?fen=8/8/8/3Kp3/4Pk2/8/8/8_b_-_-_0_1");
    ASSERT_TRUE(stream);
    service_.close();
    server_->stop();
    thread_.join();
    ASSERT_EQ(lines_.size(), 3U);
    const Json line = Json::parse(lines_[0]);
    EXPECT_EQ(line["status"], 200);
    EXPECT_EQ(line["method"], "GET");
    EXPECT_EQ(line["client"], "127.0.0.1");
    EXPECT_THAT(std::string(line["time"]), ContainsRegex("^2[0-9-]+T[0-9:.]+Z$"));
    // The log shows what was actually sent.
    EXPECT_LT(Json::parse(lines_[1])["bytes"], 500);
    EXPECT_GT(Json::parse(lines_[2])["bytes"], stream->body.size());
}

TEST_F(HttpServerTest, LimitsRequests) {
    const auto with_lengths = [](std::size_t fen, std::size_t header) {
        return "GET /standard?fen=" + std::string(fen, 'x') + " HTTP/1.1\r\nA: " + std::string(header, 'y') +
               "\r\n\r\n";
    };
    EXPECT_THAT(talk(with_lengths(9000, 10)), StartsWith("HTTP/1.1 414"));
    EXPECT_THAT(talk(with_lengths(100, 20'000)),
                testing::AnyOf(testing::IsEmpty(), StartsWith("HTTP/1.1 4")));
    EXPECT_THAT(talk(with_lengths(20'000, 10)), testing::AnyOf(testing::IsEmpty(), StartsWith("HTTP/1.1 4")));
    std::string many = "GET /healthz HTTP/1.1\r\n";
    for (int i = 0; i < 100'000; ++i) many += "A: b\r\n";
    EXPECT_THAT(talk(many + "\r\n"), testing::Not(HasSubstr("HTTP/1.1 200")));
    EXPECT_EQ(get("/healthz")->status, 200);
}

TEST_F(HttpServerTest, AnswersRequestsThatComeTogether) {
    const std::string one = "GET /healthz HTTP/1.1\r\n\r\n";
    const std::string answer = talk(one + one + one);
    std::size_t count = 0;
    for (auto place = answer.find("200 OK"); place != std::string::npos;
         place = answer.find("200 OK", place + 1))
        ++count;
    EXPECT_EQ(count, 3U);
    // A body that is not read must not be taken for the next request.
    EXPECT_THAT(talk("POST /x HTTP/1.1\r\nContent-Length: 26\r\n\r\n" + one),
                testing::Not(HasSubstr("200 OK")));
}

TEST_F(HttpServerTest, SendsFilesCompressedAndAnswersPlain) {
    const auto encoding_of = [&](const std::string& target, const std::string& accepted) {
        httplib::Client asking = client();
        asking.set_decompress(false);
        const auto response = asking.Get(target, {{"Accept-Encoding", accepted}});
        EXPECT_EQ(response->status, 200) << target;
        return response->get_header_value("Content-Encoding");
    };
    const std::string answer = "/standard?fen=8/8/8/3Kp3/4Pk2/8/8/8_b_-_-_0_1";
    EXPECT_EQ(encoding_of("/openapi.json", "gzip"), "gzip");
    EXPECT_EQ(encoding_of("/openapi.json", "identity"), "");
    EXPECT_EQ(encoding_of(answer, "gzip, br"), "");
    httplib::Client asking = client();
    const auto compressed = asking.Get("/openapi.json", {{"Accept-Encoding", "gzip"}});
    EXPECT_EQ(compressed->get_header_value("Vary"), "Accept-Encoding");
    EXPECT_EQ(compressed->body, asking.Get("/openapi.json", {{"Accept-Encoding", "identity"}})->body);
}

TEST_F(HttpServerTest, AnswersUnderItsOwnNamesOnly) {
    EXPECT_THAT(talk(request_for("/healthz", "Host: evil.example.org\r\n")), StartsWith("HTTP/1.1 421"));
    EXPECT_THAT(talk(request_for("/healthz", "Host: localhost:1\r\n")), StartsWith("HTTP/1.1 200"));
    EXPECT_THAT(get("/")->get_header_value("Content-Security-Policy"),
                testing::AllOf(HasSubstr("frame-ancestors 'none'"), HasSubstr("base-uri 'none'"),
                               HasSubstr("form-action 'self'")));
}

TEST_F(HttpServerTest, LetsNoCacheKeepAnError) {
    EXPECT_EQ(get("/assets/none.js")->status, 404);
    EXPECT_EQ(get("/assets/none.js")->get_header_value("Cache-Control"), "no-store");
    EXPECT_EQ(get("/standard?fen=x")->get_header_value("Cache-Control"), "no-store");
}

TEST_F(HttpServerTest, IgnoresRanges) {
    const auto response = client().Get("/healthz", {{"Range", "bytes=999-"}});
    ASSERT_TRUE(response);
    EXPECT_EQ(response->status, 200);
    EXPECT_EQ(response->body, R"({"status":"ok"})");
}

TEST_F(HttpServerTest, SurvivesNonsense) {
    const std::string sound =
        "GET /standard?fen=8/8/8/3Kp3/4Pk2/8/8/8_b_-_-_0_1 HTTP/1.1\r\nHost: localhost\r\nRange: "
        "bytes=0-1,2-\r\n"
        "Content-Length: 3\r\nExpect: 100-continue\r\nTransfer-Encoding: chunked\r\n\r\n";
    std::mt19937 random(1);
    for (int i = 0; i < 300; ++i) {
        std::string bytes = sound;
        const std::size_t changes = 1 + random() % 8;
        for (std::size_t change = 0; change < changes; ++change) {
            const std::size_t place = random() % bytes.size();
            switch (random() % 3) {
                case 0: bytes[place] = static_cast<char>(random()); break;
                case 1: bytes.erase(place, random() % 20); break;
                default: bytes.insert(place, std::string(random() % 50, static_cast<char>(random()))); break;
            }
        }
        (void)talk(bytes);
    }
    EXPECT_EQ(get("/healthz")->status, 200);
}

TEST(HttpServer, DoesNotShareItsPort) {
    Service service(nullptr, {});
    HttpOptions options;
    options.port = 0;
    const auto first = HttpServer::bind(service, options).value();
    options.port = first->port();
    const auto second = HttpServer::bind(service, options);
    ASSERT_FALSE(second);
    EXPECT_THAT(second.error().message, HasSubstr(std::to_string(options.port)));
    EXPECT_THAT(second.error().message, HasSubstr("in use"));
    options.host = "no host";
    EXPECT_THAT(HttpServer::bind(service, options).error().message, testing::Not(HasSubstr("in use")));
}

/// A server with limits of its own.
class LimitedServer {
  public:
    explicit LimitedServer(HttpOptions options,
                           const ServiceOptions& limits = {},
                           TableStore* store = nullptr)
        : service_(store, limits) {
        options.port = 0;
        server_ = HttpServer::bind(service_, options).value();
        thread_ = std::jthread([this] { server_->run(); });
    }
    LimitedServer(const LimitedServer&) = delete;
    LimitedServer& operator=(const LimitedServer&) = delete;
    ~LimitedServer() {
        service_.close();
        server_->stop();
    }

    [[nodiscard]] int send(const std::string& bytes, const std::string& from = "127.0.0.1") const {
        return send_to(server_->port(), bytes, from);
    }
    [[nodiscard]] std::string ask(const std::string& target,
                                  const std::string& from = "127.0.0.1",
                                  const std::string& headers = "") const {
        return read_all(send(request_for(target, headers), from));
    }
    [[nodiscard]] Service& service() { return service_; }

  private:
    Service service_;
    std::unique_ptr<HttpServer> server_;
    std::jthread thread_;
};

/// Connections that stay open until the end of a test.
class Sockets {
  public:
    Sockets() = default;
    Sockets(const Sockets&) = delete;
    Sockets& operator=(const Sockets&) = delete;
    ~Sockets() {
        for (const int socket : sockets_) close(socket);
    }
    void add(int socket) { sockets_.push_back(socket); }

  private:
    std::vector<int> sockets_;
};

const std::string greedy = "127.0.0.2";
const std::string other_client = "127.0.0.3";

TEST(HttpServer, AnswersOthersWhileOneClientHasAllItsConnections) {
    HttpOptions options;
    options.connections = 12;
    options.connections_of_one_client = 6;
    options.idle_time = std::chrono::hours(1);
    const LimitedServer server(options);
    const std::string slow = "GET /healthz HTTP/1.1\r\nA: ";
    for (const std::string& bytes : {std::string(), slow, "GET /healthz HTTP/1.1\r\n\r\n" + slow}) {
        Sockets sockets;
        for (int i = 0; i < 40; ++i) {
            sockets.add(server.send(bytes, greedy));
            EXPECT_THAT(server.ask("/healthz", other_client), StartsWith("HTTP/1.1 200")) << i;
        }
    }
}

TEST(HttpServer, ClosesIdleConnectionsOfTheClientWithTheMost) {
    HttpOptions options;
    options.connections = 4;
    options.idle_time = std::chrono::hours(1);
    const LimitedServer server(options);
    const int modest = server.send("GET /healthz HTTP/1.1\r\n\r\n", other_client);
    Sockets sockets;
    for (int i = 0; i < 20; ++i) sockets.add(server.send("", greedy));
    ASSERT_THAT(server.ask("/healthz"), StartsWith("HTTP/1.1 200"));
    const std::string again = request_for("/healthz");
    ASSERT_GT(send(modest, again.data(), again.size(), MSG_NOSIGNAL), 0);
    const std::string answers = read_all(modest);
    EXPECT_NE(answers.find("200 OK"), answers.rfind("200 OK")) << answers;
}

TEST(HttpServer, AnswersOthersWhileOneClientWatchesProofs) {
    const auto store = make_memory_store();
    ASSERT_TRUE(build(table_for(parse_key("Ke4vKe5").value()).key, *store));
    ServiceOptions limits;
    limits.queue.workers = 2;
    LimitedServer server({}, limits, store.get());
    Sockets sockets;
    for (const std::string fen :
         {"8/8/pp3k2/2p5/2P5/1P3K2/P7/8_w_-_-_0_1", "8/5k2/p2p2p1/3P4/2P3P1/5K2/P7/8_w_-_-_0_1"}) {
        sockets.add(server.send(request_for("/solve?fen=" + fen), greedy));
    }
    ASSERT_TRUE(eventually([&] { return server.service().load().running == 1; }));
    for (int i = 0; i < 40; ++i) {
        const std::string answer =
            server.ask("/standard?fen=8/8/8/3Kp3/4Pk2/8/8/8_b_-_-_0_" + std::to_string(i + 1),
                       "127.0.1." + std::to_string(i + 1));
        EXPECT_THAT(answer, HasSubstr(R"("category":"loss","worst":-1,"best":-1,"dtz":-2)")) << answer;
    }
    // The work on an answer goes on for a moment after it was sent.
    EXPECT_TRUE(eventually([&] { return server.service().load().running == 1; }))
        << "the streams must last as long as the test";
}

TEST(HttpServer, LimitsTheStreamsOfOneClient) {
    HttpOptions options;
    options.streams_of_one_client = 2;
    LimitedServer server(options);
    const std::string target = "/solve?fen=8/8/pp3k2/2p5/2P5/1P3K2/P7/8_w_-_-_0_1";
    Sockets sockets;
    for (int i = 0; i < 2; ++i) sockets.add(server.send(request_for(target), greedy));
    ASSERT_TRUE(eventually([&] { return server.service().load().running == 1; }));
    EXPECT_THAT(server.ask(target, greedy), StartsWith("HTTP/1.1 503"));
    const int other = server.send(request_for(target), other_client);
    std::array<char, 12> begin{};
    EXPECT_EQ(recv(other, begin.data(), begin.size(), MSG_WAITALL), 12);
    EXPECT_EQ(std::string(begin.data(), begin.size()), "HTTP/1.1 200");
    close(other);
}

TEST(HttpServer, TakesTheWordOfTrustedProxiesOnly) {
    std::mutex mutex;
    std::vector<std::string> clients;
    HttpOptions options;
    options.trusted_proxies = {IpNetwork::parse("127.0.0.3").value()};
    options.log = [&](const std::string& line) {
        const std::lock_guard lock(mutex);
        clients.push_back(Json::parse(line)["client"]);
    };
    {
        const LimitedServer server(options);
        const std::string header = "X-Forwarded-For: 198.51.100.1, 203.0.113.7\r\n";
        EXPECT_THAT(server.ask("/healthz", other_client, header), HasSubstr("200 OK"));
        EXPECT_THAT(server.ask("/healthz", greedy, header), HasSubstr("200 OK"));
    }
    EXPECT_THAT(clients, testing::ElementsAre("203.0.113.7", "127.0.0.2"));
}

TEST(HttpServer, WritesAddressesAsUrlsDo) {
    EXPECT_EQ(address_text("127.0.0.1", 9090), "127.0.0.1:9090");
    EXPECT_EQ(address_text("::1", 9090), "[::1]:9090");
}

}  // namespace
}  // namespace philidor
