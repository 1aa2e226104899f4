/// @file
/// Serves a `Service` over HTTP.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "philidor/base/result.hpp"
#include "philidor/serve/detail/ip_address.hpp"
#include "philidor/serve/service.hpp"

namespace philidor {

/// Where to listen, and the limits of the server.
struct HttpOptions {
    std::string host = "127.0.0.1";               ///< the address to listen on
    int port = 9090;                              ///< the port to listen on; 0 means any free port
    std::size_t connections = 1024;               ///< open connections, a quarter of them for `/solve`
    std::size_t connections_of_one_client = 256;  ///< of these, those of one client
    std::size_t streams_of_one_client = 16;       ///< requests for `/solve` that one client may watch
    std::size_t request_bytes = 16384;          ///< the largest request; its first line may have half of this
    std::chrono::milliseconds idle_time{5000};  ///< an idle connection is closed after this time
    /// Web servers that say in X-Forwarded-For on whose behalf they ask. Their connections are not limited.
    std::vector<IpNetwork> trusted_proxies;
    /// The names under which clients may ask for a server on a loopback address, besides localhost and
    /// addresses. A page on the web could otherwise reach it under a name of its own (DNS rebinding).
    std::vector<std::string> host_names;
    /// Called with a line of JSON for each request; may be empty. It must not wait.
    std::function<void(const std::string&)> log;
};

/// The text HOST:PORT. A host that contains colons is put in brackets.
[[nodiscard]] std::string address_text(const std::string& host, int port);

/// Why a server could not be started.
enum class HttpError : std::uint8_t {
    cannot_listen,  ///< the address is invalid or in use
};

/// Serves HTTP. It reads no files; those it serves are built into the program. One thread serves all
/// connections and never waits for one of them; see docs/serving.md.
class HttpServer {
  public:
    /// Makes a server and binds its socket. The service must outlive the server.
    [[nodiscard]] static Result<std::unique_ptr<HttpServer>, HttpError> bind(Service& service,
                                                                             const HttpOptions& options);
    HttpServer(const HttpServer&) = delete;
    HttpServer& operator=(const HttpServer&) = delete;
    ~HttpServer();

    /// The port that the server listens on.
    [[nodiscard]] int port() const;

    /// Serves until `stop` is called. Requests in progress are answered first.
    void run();

    /// Ends `run`. May be called from any thread.
    void stop();

  private:
    class Implementation;
    explicit HttpServer(std::unique_ptr<Implementation> implementation);
    std::unique_ptr<Implementation> implementation_;
};

}  // namespace philidor
