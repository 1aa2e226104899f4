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
#include <unistd.h>

namespace philidor::detail {

namespace {

constexpr int longest_backlog = 4096;

void set_option(int socket, int level, int option) {
    const int yes = 1;
    ::setsockopt(socket, level, option, &yes, sizeof yes);
}

/// Binds a socket to an address and listens. Returns -1 if that fails.
int listen_at(const addrinfo& address) {
    const int socket =
        ::socket(address.ai_family, address.ai_socktype | SOCK_NONBLOCK | SOCK_CLOEXEC, address.ai_protocol);
    if (socket < 0) return -1;
    set_option(socket, SOL_SOCKET, SO_REUSEADDR);  // a restarted server takes over its port at once
    if (::bind(socket, address.ai_addr, address.ai_addrlen) == 0 && ::listen(socket, longest_backlog) == 0) {
        return socket;
    }
    const int error = errno;
    ::close(socket);
    errno = error;
    return -1;
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
    for (const addrinfo* address = addresses.get(); address != nullptr; address = address->ai_next) {
        if (const int socket = listen_at(*address); socket >= 0) return ListeningSocket(socket);
    }
    return tl::unexpected(std::generic_category().message(errno));
}

ListeningSocket::ListeningSocket(ListeningSocket&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)) {}

ListeningSocket::~ListeningSocket() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

int ListeningSocket::port() const {
    const sockaddr_storage address = own_address(descriptor_);
    return ntohs(address.ss_family == AF_INET6 ? reinterpret_cast<const sockaddr_in6&>(address).sin6_port
                                               : reinterpret_cast<const sockaddr_in&>(address).sin_port);
}

bool ListeningSocket::is_loopback() const {
    return IpAddress::of_socket(own_address(descriptor_)).is_loopback();
}

tl::expected<std::optional<ListeningSocket::Arrival>, int> ListeningSocket::accept() const {
    sockaddr_storage address = {};
    socklen_t size = sizeof address;
    const int socket =
        ::accept4(descriptor_, reinterpret_cast<sockaddr*>(&address), &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
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
