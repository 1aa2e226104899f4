/// @file
/// The service, on a socket.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "philidor/base/result.hpp"
#include "philidor/serve/service.hpp"

namespace philidor {

/// Where to listen, and how much to bear.
struct HttpOptions {
    std::string host = "127.0.0.1";
    int port = 9090;                    ///< 0: any that is free
    std::size_t connections = 128;      ///< served at a time; others wait; a quarter of them for `/solve`
    std::size_t request_bytes = 16384;  ///< the most that a request may have; half of it for its first line
    std::chrono::seconds idle_time{5};  ///< after which a connection is closed
    /// Called with a line of JSON for each request, by several threads at once; may be empty.
    std::function<void(const std::string&)> log;
};

/// HOST:PORT, the host in brackets if it has colons itself.
[[nodiscard]] std::string address_text(const std::string& host, int port);

/// Why there is no server.
enum class HttpError : std::uint8_t { cannot_listen };

/// Serves HTTP. There are no files to reach but those of the program.
class HttpServer {
  public:
    /// Binds the socket. The service must outlive the server.
    [[nodiscard]] static Result<std::unique_ptr<HttpServer>, HttpError> bind(Service& service,
                                                                             const HttpOptions& options);
    HttpServer(const HttpServer&) = delete;
    HttpServer& operator=(const HttpServer&) = delete;
    ~HttpServer();

    /// The port it has.
    [[nodiscard]] int port() const;

    /// Serves until somebody calls `stop`, then ends the requests it has begun.
    void run();

    /// Ends `run`.
    void stop();

  private:
    class Implementation;
    explicit HttpServer(std::unique_ptr<Implementation> implementation);
    std::unique_ptr<Implementation> implementation_;
};

}  // namespace philidor
