/// @file
/// The socket on which connections arrive.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include <tl/expected.hpp>

#include "philidor/base/detail/descriptor.hpp"
#include "philidor/serve/detail/ip_address.hpp"

namespace philidor::detail {

/// A socket that listens.
class ListeningSocket {
  public:
    /// Listens at an address; port 0 means any free port. The error says why that failed.
    [[nodiscard]] static tl::expected<ListeningSocket, std::string> open(const std::string& host, int port);

    /// The descriptor of the socket.
    [[nodiscard]] int descriptor() const { return descriptor_.number(); }

    /// The port.
    [[nodiscard]] int port() const;

    /// Whether only this machine can reach it.
    [[nodiscard]] bool is_loopback() const;

    /// A new connection: a socket that does not block.
    struct Arrival {
        int socket;
        IpAddress peer;
    };

    /// The next connection, if one has arrived. The error is that of the system, such as EMFILE.
    [[nodiscard]] tl::expected<std::optional<Arrival>, int> accept() const;

  private:
    explicit ListeningSocket(Descriptor descriptor) : descriptor_(std::move(descriptor)) {}

    Descriptor descriptor_;
};

}  // namespace philidor::detail
