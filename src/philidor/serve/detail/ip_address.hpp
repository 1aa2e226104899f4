/// @file
/// The addresses of clients, and who counts as one client.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <sys/socket.h>

namespace philidor {

/// An address of the Internet Protocol. IPv4 addresses are kept as IPv6 writes them: ::ffff:a.b.c.d.
class IpAddress {
  public:
    /// The address ::, which is that of no client.
    IpAddress() = default;

    /// Reads an address of either kind: "10.0.0.1", "2001:db8::1".
    [[nodiscard]] static std::optional<IpAddress> parse(const std::string& text);

    /// The address of a socket; :: if it is of another kind.
    [[nodiscard]] static IpAddress of_socket(const sockaddr_storage& address);

    /// The address as text.
    [[nodiscard]] std::string text() const;

    /// Whether it is an IPv4 address.
    [[nodiscard]] bool is_ipv4() const;

    /// Whether it is an address of this machine that others cannot reach.
    [[nodiscard]] bool is_loopback() const;

    /// The address with all bits but the first ones set to zero. The bits are counted as in IPv6.
    [[nodiscard]] IpAddress first_bits(unsigned count) const;

    /// Whether two addresses are equal.
    [[nodiscard]] bool operator==(const IpAddress&) const = default;

  private:
    friend class IpNetwork;
    std::array<std::uint8_t, 16> bytes_{};
};

/// A range of addresses: "10.0.0.0/8", or a single address.
class IpNetwork {
  public:
    /// Reads a range.
    [[nodiscard]] static std::optional<IpNetwork> parse(const std::string& text);

    /// Whether an address belongs to the range.
    [[nodiscard]] bool contains(const IpAddress& address) const;

  private:
    IpAddress base_;
    unsigned bits_ = 128;
};

/// The client behind a connection. If the peer is a trusted proxy, this is the last address in
/// X-Forwarded-For that is not itself one of the proxies: whatever stands before it, the client may have
/// written.
[[nodiscard]] IpAddress client_behind(const IpAddress& peer,
                                      std::string_view forwarded_for,
                                      std::span<const IpNetwork> proxies);

/// The name under which limits count a client: its IPv4 address, or its IPv6 network of 64 bits, which is
/// what one household or machine gets.
[[nodiscard]] std::string client_name(const IpAddress& address);

}  // namespace philidor
