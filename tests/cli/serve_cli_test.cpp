// The command that answers over HTTP, as a process that is started, queried and stopped.

#include <array>
#include <chrono>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <nlohmann/json.hpp>
#include <sys/socket.h>

#include "delete_store.hpp"
#include "philidor/base/test_support/eventually.hpp"
#include "philidor/base/test_support/temporary_folder.hpp"
#include "program.hpp"

namespace philidor::cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;

const std::string trebuchet = "8/8/8/3Kp3/4Pk2/8/8/8_b_-_-_0_1";
const std::string too_hard = "8/5k2/p2p2p1/3P4/2P3P1/5K2/P7/8_w_-_-_0_1";

/// A server on a free port of this machine.
class ServeCommand {
  public:
    explicit ServeCommand(std::vector<std::string> arguments) : program_(with_address(std::move(arguments))) {
        (void)test_support::eventually([this] { return port() != 0; });
    }

    /// Sends a request. Returns the socket on which the answer will arrive.
    [[nodiscard]] int begin(const std::string& target) const {
        const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
        sockaddr_in address = {};
        address.sin_family = AF_INET;
        address.sin_port = htons(static_cast<std::uint16_t>(port()));
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        EXPECT_EQ(connect(socket, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
        const std::string request = "GET " + target + " HTTP/1.1\r\nConnection: close\r\n\r\n";
        EXPECT_EQ(send(socket, request.data(), request.size(), MSG_NOSIGNAL),
                  static_cast<ssize_t>(request.size()));
        return socket;
    }

    /// Reads from a socket: everything, or until these words have arrived.
    static std::string read(int socket, const std::string& words = "") {
        std::string answer;
        std::array<char, 4096> buffer{};
        while (words.empty() || answer.find(words) == std::string::npos) {
            const ssize_t count = recv(socket, buffer.data(), buffer.size(), 0);
            if (count <= 0) break;
            answer.append(buffer.data(), static_cast<std::size_t>(count));
        }
        return answer;
    }

    /// The body of an answer.
    [[nodiscard]] json ask(const std::string& target) const {
        const int socket = begin(target);
        const std::string answer = read(socket);
        close(socket);
        return json::parse(answer.substr(answer.find("\r\n\r\n") + 4));
    }

    [[nodiscard]] const Program& program() const { return program_; }

  private:
    static std::vector<std::string> with_address(std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), {"serve", "--listen", "127.0.0.1:0", "--solve-time", "3600",
                                             "--longest-solve", "3600", "--threads", "2"});
        return arguments;
    }

    [[nodiscard]] int port() const {
        const std::string output = program_.output_so_far();
        const auto colon = output.rfind(':');
        return output.ends_with("/\n") ? std::stoi(output.substr(colon + 1)) : 0;
    }

    Program program_;
};

TEST(ServeCommand, EndsInOrder) {
    for (const int signal : {SIGINT, SIGTERM}) {
        const ServeCommand server({});
        const int watching = server.begin("/solve?fen=" + too_hard);
        EXPECT_THAT(ServeCommand::read(watching, "event: progress"), HasSubstr("event: progress"));
        server.program().send(signal);
        EXPECT_THAT(ServeCommand::read(watching), HasSubstr(R"("stopped_by":"interrupted")"));
        close(watching);
        const Finished finished = server.program().finish();
        EXPECT_EQ(finished.exit_code, 0) << finished.errors;
        EXPECT_THAT(finished.errors, HasSubstr(R"("target":"/solve?fen=)"));  // the log
    }
}

TEST(ServeCommand, AnswersAsBeforeAfterItWasKilled) {
    const TemporaryFolder folder;
    const std::string store = folder.path("tables.db");
    json before;
    {
        const ServeCommand server({"--store", store});
        before = server.ask("/standard?fen=" + trebuchet);
        const int watching = server.begin("/solve?fen=" + too_hard);
        (void)ServeCommand::read(watching, "event: progress");
        server.program().send(SIGKILL);
        close(watching);
        EXPECT_EQ(server.program().finish().exit_code, -1);
    }
    const ServeCommand server({"--store", store});
    EXPECT_EQ(server.ask("/standard?fen=" + trebuchet), before);
    server.program().send(SIGTERM);
    EXPECT_EQ(server.program().finish().exit_code, 0);
    EXPECT_EQ(run({"verify", "--all", "--checksums", "--store", store}).exit_code, 0);
}

TEST(ServeCommand, GoesOnWithoutAStoreThatIsDeleted) {
    for (const char* name : {"tables", "tables.db"}) {
        const TemporaryFolder folder;
        const std::string store = folder.path(name);
        const ServeCommand server({"--store", store});
        EXPECT_EQ(server.ask("/healthz")["status"], "ok");
        const json before = server.ask("/standard?fen=" + trebuchet);
        delete_store(store);
        EXPECT_TRUE(test_support::eventually([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(50));  // each question is a line of the log
            return server.ask("/healthz").contains("lost_stores");
        }));
        // Neither the answer that it remembers nor one that it has yet to find needs the store.
        EXPECT_EQ(server.ask("/standard?fen=" + trebuchet), before);
        EXPECT_EQ(server.ask("/standard?fen=8/8/8/3pK3/2kP4/8/8/8_w_-_-_0_1")["category"], "loss");
        server.program().send(SIGTERM);
        const Finished finished = server.program().finish();
        EXPECT_EQ(finished.exit_code, 0);
        EXPECT_THAT(finished.errors, HasSubstr("while it was open; going on without it"));
        EXPECT_FALSE(std::filesystem::exists(store)) << "nothing is written where the store was";
    }
}

TEST(ServeCommand, AnswersEvenIfItsLogCannotBeWritten) {
    const ServeCommand server({"--log", "/dev/full"});
    EXPECT_EQ(server.ask("/healthz")["status"], "ok");
    EXPECT_TRUE(test_support::eventually([&] {
        const int socket = server.begin("/metrics");
        const std::string answer = ServeCommand::read(socket);
        close(socket);
        return answer.find("philidor_log_lines_dropped_total 0\n") == std::string::npos;
    }));
    server.program().send(SIGHUP);
    EXPECT_EQ(server.ask("/healthz")["status"], "ok");
    server.program().send(SIGTERM);
    EXPECT_EQ(server.program().finish().exit_code, 0);
}

TEST(ServeCommand, OpensItsLogAgain) {
    const TemporaryFolder folder;
    const std::string path = folder.path("log");
    const ServeCommand server({"--log", path});
    EXPECT_EQ(server.ask("/healthz")["status"], "ok");
    ASSERT_TRUE(test_support::eventually([&] { return std::filesystem::file_size(path) > 0; }));
    std::filesystem::rename(path, folder.path("log.1"));
    server.program().send(SIGHUP);
    EXPECT_TRUE(test_support::eventually([&] { return std::filesystem::exists(path); }));
    server.program().send(SIGTERM);
    EXPECT_EQ(server.program().finish().exit_code, 0);
}

TEST(ServeCommand, RefusesWhatIsNoAddress) {
    for (const std::string address : {"9090", "127.0.0.1:", "127.0.0.1:x", "127.0.0.1:70000", ":9090", ""}) {
        const Finished finished = run({"serve", "--listen", address});
        EXPECT_EQ(finished.exit_code, 2) << address;
        EXPECT_THAT(finished.errors, HasSubstr("\"" + address + "\"")) << address;
    }
    const Finished elsewhere = run({"serve", "--listen", "192.0.2.1:1"});
    EXPECT_EQ(elsewhere.exit_code, 1);
    EXPECT_THAT(elsewhere.errors, HasSubstr("192.0.2.1:1"));
}

TEST(ServeCommand, RefusesWhatIsNoProxy) {
    const Finished finished = run({"serve", "--trusted-proxy", "10.0.0.0/33"});
    EXPECT_EQ(finished.exit_code, 2);
    EXPECT_THAT(finished.errors, HasSubstr("\"10.0.0.0/33\""));
}

TEST(ServeCommand, RefusesWhatIsNoTime) {
    for (const std::string time : {"nan", "-1", "soon", "1e7"}) {
        const Finished finished = run({"serve", "--solve-time", time});
        EXPECT_EQ(finished.exit_code, 2) << time;
        EXPECT_THAT(finished.errors, HasSubstr(time)) << time;
    }
}

}  // namespace
}  // namespace philidor::cli
