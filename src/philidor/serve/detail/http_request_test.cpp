#include "philidor/serve/detail/http_request.hpp"

#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace philidor::detail {
namespace {

HttpRequest parsed(const std::string& head) { return parse_request(head + "\r\n\r\n").value(); }

HttpStatus fault_of(const std::string& head) { return parse_request(head + "\r\n\r\n").error(); }

TEST(HttpRequest, HasAPathAndAFen) {
    const HttpRequest request = parsed("GET /standard?x=1&fen=8/8+w%20-_%2b&fen=2#end HTTP/1.1\r\nHost: a:1");
    EXPECT_EQ(request.method, "GET");
    EXPECT_EQ(request.target, "/standard?x=1&fen=8/8+w%20-_%2b&fen=2#end");
    EXPECT_EQ(request.path, "/standard");
    EXPECT_EQ(request.fen, "8/8 w -_+");
    EXPECT_EQ(request.host, "a:1");
    EXPECT_TRUE(request.keeps_alive);
    EXPECT_FALSE(request.has_body);
    EXPECT_FALSE(parsed("GET /a+b%2Fc%zz%4 HTTP/1.1").fen);
    EXPECT_EQ(parsed("GET /a+b%2Fc%zz%4 HTTP/1.1").path, "/a+b/c%zz%4");
}

TEST(HttpRequest, MayBeWrittenForAProxy) {
    const HttpRequest request = parsed("GET HTTP://example.org/key?fen=x HTTP/1.1\r\nHost: other");
    EXPECT_EQ(request.path, "/key");
    EXPECT_EQ(request.host, "example.org");
}

TEST(HttpRequest, SaysWhetherMoreWillFollow) {
    EXPECT_FALSE(parsed("GET / HTTP/1.0").keeps_alive);
    EXPECT_TRUE(parsed("GET / HTTP/1.0\r\nconnection: Keep-Alive").keeps_alive);
    EXPECT_FALSE(parsed("GET / HTTP/1.1\r\nConnection: TE, Close").keeps_alive);
}

TEST(HttpRequest, MayHaveABody) {
    EXPECT_TRUE(parsed("GET / HTTP/1.1\r\nContent-Length: 0").has_body);
    EXPECT_TRUE(parsed("GET / HTTP/1.1\r\nTRANSFER-ENCODING:chunked").has_body);
    EXPECT_TRUE(parsed("POST / HTTP/1.1").has_body);
}

TEST(HttpRequest, JoinsForwardedAddresses) {
    const HttpRequest request = parsed("GET / HTTP/1.1\r\nX-Forwarded-For: a, b\r\nX-Forwarded-For:\tc ");
    EXPECT_EQ(request.forwarded_for, "a, b,c");
}

TEST(HttpRequest, SaysHowItsAnswerMayBeCompressed) {
    const auto encodings = [](const std::string& value) {
        const AcceptedEncodings found = parsed("GET / HTTP/1.1\r\nAccept-Encoding: " + value).encodings;
        return std::pair(found.brotli, found.gzip);
    };
    EXPECT_EQ(encodings("gzip, deflate, BR"), std::pair(true, true));
    EXPECT_EQ(encodings("br;q=0, gzip;q=0.5"), std::pair(false, true));
    EXPECT_EQ(encodings("br; q=1.0, gzip;q=0.000"), std::pair(true, false));
    EXPECT_EQ(encodings("identity"), std::pair(false, false));
}

TEST(HttpRequest, IsRefusedIfItIsMalformed) {
    for (const std::string head :
         {"", "GET", "GET /", "GET  / HTTP/1.1", "G@T / HTTP/1.1", "GET /\x01 HTTP/1.1", "GET /\x7f HTTP/1.1",
          "GET / HTTP/1.1\r\nno colon", "GET / HTTP/1.1\r\nA : b", "GET / HTTP/1.1\r\n: b",
          "GET / HTTP/1.1\r\nA: b\nB: c", "GET / HTTP/1.1\r\nA: \x01", "GET / HTTP/1.1\r\nContent-Length: -1",
          "GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2"}) {
        EXPECT_EQ(fault_of(head), HttpStatus::bad_request) << head;
    }
    EXPECT_EQ(fault_of("GET / HTTP/2.0"), HttpStatus::version_not_supported);
}

TEST(HttpRequest, MayNameALocalHost) {
    const std::vector<std::string> names{"chess.example.org"};
    for (const std::string host : {"", "localhost", "LocalHost:9090", "127.0.0.1", "127.1.2.3:80", "[::1]",
                                   "[::1]:9090", "Chess.example.org:443"}) {
        EXPECT_TRUE(is_local_host(host, names)) << host;
    }
    for (const std::string host : {"example.org", "localhost.example.org", "10.0.0.1", "[2001:db8::1]:80",
                                   "[::1", "127.0.0.1.example.org", "chess.example.org.evil"}) {
        EXPECT_EQ(is_local_host(host, names), host == "[::1") << host;
    }
}

TEST(HttpRequest, EndsWithAnEmptyLine) {
    EXPECT_EQ(head_length("GET / HTTP/1.1\r\n\r\nGET"), 18U);
    EXPECT_FALSE(head_length("GET / HTTP/1.1\r\n"));
}

}  // namespace
}  // namespace philidor::detail
