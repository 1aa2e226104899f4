#include "philidor/serve/detail/listener.hpp"

#include <cerrno>
#include <memory>
#include <system_error>
#include <utility>

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

namespace philidor::detail {

namespace {

constexpr int longest_backlog = 4096;

void set_option(int socket, int level, int option) {
    const int yes = 1;
    ::setsockopt(socket, level, option, &yes, sizeof yes);
}

/// A socket that is bound to an address and listens. The error is that of the system.
tl::expected<Descriptor, int> listen_at(const addrinfo& address) {
    Descriptor socket(
        ::socket(address.ai_family, address.ai_socktype | SOCK_NONBLOCK | SOCK_CLOEXEC, address.ai_protocol));
    if (!socket.is_open()) return tl::unexpected(errno);
    set_option(socket.number(), SOL_SOCKET, SO_REUSEADDR);  // a restarted server takes over its port at once
    const bool is_listening = ::bind(socket.number(), address.ai_addr, address.ai_addrlen) == 0 &&
                              ::listen(socket.number(), longest_backlog) == 0;
    if (!is_listening) return tl::unexpected(errno);
    return socket;
}

/// The address that a socket is bound to.
sockaddr_storage own_address(int socket) {
    sockaddr_storage address = {};
    socklen_t size = sizeof address;
    ::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size);
    return address;
}

}  // namespace

tl::expected<ListeningSocket, std::string> ListeningSocket::open(const std::string& host, int port) {
    addrinfo wanted = {};
    wanted.ai_socktype = SOCK_STREAM;
    wanted.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
    addrinfo* found = nullptr;
    if (const int failure = ::getaddrinfo(host.c_str(), std::to_string(port).c_str(), &wanted, &found)) {
        return tl::unexpected(std::string(::gai_strerror(failure)));
    }
    const std::unique_ptr<addrinfo, void (*)(addrinfo*)> addresses(found, &::freeaddrinfo);
    int error = 0;
    for (const addrinfo* address = addresses.get(); address != nullptr; address = address->ai_next) {
        auto socket = listen_at(*address);
        if (socket) return ListeningSocket(*std::move(socket));
        error = socket.error();
    }
    return tl::unexpected(std::generic_category().message(error));
}

int ListeningSocket::port() const {
    const sockaddr_storage address = own_address(descriptor());
    return ntohs(address.ss_family == AF_INET6 ? reinterpret_cast<const sockaddr_in6&>(address).sin6_port
                                               : reinterpret_cast<const sockaddr_in&>(address).sin_port);
}

bool ListeningSocket::is_loopback() const {
    return IpAddress::of_socket(own_address(descriptor())).is_loopback();
}

tl::expected<std::optional<ListeningSocket::Arrival>, int> ListeningSocket::accept() const {
    sockaddr_storage address = {};
    socklen_t size = sizeof address;
    const int socket =
        ::accept4(descriptor(), reinterpret_cast<sockaddr*>(&address), &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (socket >= 0) {
        set_option(socket, IPPROTO_TCP, TCP_NODELAY);
        return Arrival{socket, IpAddress::of_socket(address)};
    }
    const bool is_out_of_something =
        errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM;
    if (is_out_of_something) return tl::unexpected(errno);
    return std::nullopt;  // none, or one that was given up before it was accepted
}

}  // namespace philidor::detail
