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
#include "philidor/serve/report_json.hpp"

namespace philidor {
namespace {

using test_support::eventually;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::StartsWith;

/// A server that runs until the test ends.
class HttpServerTest : public testing::Test {
  protected:
    static ServiceOptions patient() {
        ServiceOptions options;
        options.oracle.memory_bytes = std::uint64_t{4} << 30U;
        options.solve_time = options.longest_solve = options.map_time = std::chrono::hours(1);
        return options;
    }
    HttpOptions options() {
        HttpOptions options;
        options.port = 0;
        options.connections = 4;
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
    [[nodiscard]] int begin(const std::string& bytes) const {
        const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
        sockaddr_in address = {};
        address.sin_family = AF_INET;
        address.sin_port = htons(static_cast<std::uint16_t>(server_->port()));
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        EXPECT_EQ(connect(socket, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
        (void)send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        return socket;
    }

    /// Sends bytes as they are. Returns the answer up to the end of the connection.
    [[nodiscard]] std::string talk(const std::string& bytes) const {
        const int socket = begin(bytes);
        shutdown(socket, SHUT_WR);
        std::string answer;
        std::array<char, 4096> buffer{};
        for (ssize_t count = 1; count > 0;) {
            count = recv(socket, buffer.data(), buffer.size(), 0);
            if (count > 0) answer.append(buffer.data(), static_cast<std::size_t>(count));
        }
        close(socket);
        return answer;
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
    // There is one worker, so these wait.
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

TEST_F(HttpServerTest, LimitsTheNumberOfStreams) {
    const int watching = begin("GET /solve?fen=8/8/1pp2k2/p7/P3PK2/1P3P2/8/8_w_-_-_0_1 HTTP/1.1\r\n\r\n");
    ASSERT_TRUE(metrics_come_to_say("solves_running 1"));
    const auto refused = get("/solve");  // one in four connections may watch
    close(watching);
    ASSERT_TRUE(refused);
    EXPECT_EQ(refused->status, 503);
    EXPECT_EQ(refused->get_header_value("Retry-After"), "1");
    EXPECT_TRUE(eventually([&] { return get("/solve")->status == 400; })) << "now only the fen is missing";
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

TEST_F(HttpServerTest, IgnoresRanges) {
    const auto response = client().Get("/healthz", {{"Range", "bytes=999-"}});
    ASSERT_TRUE(response);
    EXPECT_EQ(response->status, 200);
    EXPECT_EQ(response->body, R"({"status":"ok"})");
}

TEST_F(HttpServerTest, SurvivesNonsense) {
    const std::string sound =
        "GET /standard?fen=8/8/8/3Kp3/4Pk2/8/8/8_b_-_-_0_1 HTTP/1.1\r\nHost: x\r\nRange: bytes=0-1,2-\r\n"
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

TEST(HttpServer, ClosesIdleConnectionsForThoseThatWait) {
    Service service(nullptr, {});
    HttpOptions options;
    options.port = 0;
    options.connections = 2;
    options.idle_time = std::chrono::hours(1);
    const auto server = HttpServer::bind(service, options).value();
    const std::jthread thread([&] { server->run(); });
    std::vector<std::unique_ptr<httplib::Client>> clients;
    bool are_answered = true;
    for (int i = 0; i < 10 && are_answered; ++i) {
        clients.push_back(std::make_unique<httplib::Client>("127.0.0.1", server->port()));
        clients.back()->set_keep_alive(true);
        clients.back()->set_read_timeout(std::chrono::minutes(1));
        are_answered = static_cast<bool>(clients.back()->Get("/healthz"));
    }
    EXPECT_TRUE(are_answered);
    server->stop();
}

TEST(HttpServer, WritesAddressesAsUrlsDo) {
    EXPECT_EQ(address_text("127.0.0.1", 9090), "127.0.0.1:9090");
    EXPECT_EQ(address_text("::1", 9090), "[::1]:9090");
}

}  // namespace
}  // namespace philidor
