#include "philidor/serve/detail/connection.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>

namespace philidor::detail {

namespace {

constexpr std::size_t most_output = 65536;

using Lookup = int (*)(int, sockaddr*, socklen_t*);

void find_address(int socket, Lookup lookup, std::string& ip, int& port) {
    sockaddr_storage address = {};
    socklen_t size = sizeof address;
    std::array<char, NI_MAXHOST> host{};
    std::array<char, NI_MAXSERV> service{};
    auto* generic = reinterpret_cast<sockaddr*>(&address);
    if (lookup(socket, generic, &size) != 0) return;
    if (getnameinfo(generic, size, host.data(), host.size(), service.data(), service.size(),
                    NI_NUMERICHOST | NI_NUMERICSERV) != 0)
        return;
    ip = host.data();
    port = std::atoi(service.data());
}

}  // namespace

Connection::Connection(int socket, std::size_t request_bytes, std::chrono::seconds patience)
    : socket_(socket), request_bytes_(request_bytes), patience_(patience) {
    find_address(socket_, &getpeername, remote_ip_, remote_port_);
}

void Connection::begin_request() {
    bytes_left_ = request_bytes_;
    bytes_written_ = 0;
    read_deadline_ = std::chrono::steady_clock::now() + patience_;
}

bool Connection::wait_for(short event, std::chrono::milliseconds time) const {
    pollfd descriptor{socket_, event, 0};
    int found = -1;
    do {
        found = poll(&descriptor, 1, static_cast<int>(time.count()));
    } while (found < 0 && errno == EINTR);
    return found > 0;
}

bool Connection::has_request(std::chrono::milliseconds time) {
    return input_begin_ != input_end_ || wait_for(POLLIN, time);
}

bool Connection::is_readable() const { return input_begin_ != input_end_ || wait_for(POLLIN, patience_); }

bool Connection::has_gone() const { return wait_for(POLLRDHUP, std::chrono::milliseconds(0)); }

bool Connection::wait_writable() const {
    // The socket may accept bytes even if the client has gone.
    return flush() && !has_gone() && wait_for(POLLOUT, patience_);
}

ssize_t Connection::read(char* bytes, std::size_t size) {
    size = std::min(size, bytes_left_);
    if (size == 0) return -1;
    if (input_begin_ == input_end_) {
        ssize_t count = recv(socket_, input_.data(), input_.size(), MSG_DONTWAIT);
        if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
            // The limit is for the whole request, so that a client cannot send single bytes for hours.
            const auto time = std::chrono::duration_cast<std::chrono::milliseconds>(
                read_deadline_ - std::chrono::steady_clock::now());
            if (time.count() <= 0 || !wait_for(POLLIN, time)) return -1;
            count = recv(socket_, input_.data(), input_.size(), MSG_DONTWAIT);
        }
        if (count <= 0) return count;
        input_begin_ = 0;
        input_end_ = static_cast<std::size_t>(count);
    }
    size = std::min(size, input_end_ - input_begin_);
    std::memcpy(bytes, input_.data() + input_begin_, size);
    input_begin_ += size;
    bytes_left_ -= size;
    return static_cast<ssize_t>(size);
}

ssize_t Connection::write(const char* bytes, std::size_t size) {
    output_.append(bytes, size);
    bytes_written_ += size;
    if (output_.size() > most_output && !flush()) return -1;
    return is_broken_ ? -1 : static_cast<ssize_t>(size);
}

bool Connection::flush() const {
    std::size_t sent = 0;
    while (!is_broken_ && sent < output_.size()) {
        const ssize_t count =
            send(socket_, output_.data() + sent, output_.size() - sent, MSG_DONTWAIT | MSG_NOSIGNAL);
        if (count >= 0) {
            sent += static_cast<std::size_t>(count);
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            is_broken_ = !wait_for(POLLOUT, patience_);
        } else {
            is_broken_ = errno != EINTR;
        }
    }
    output_.clear();
    return !is_broken_;
}

void Connection::get_remote_ip_and_port(std::string& ip, int& port) const {
    ip = remote_ip_;
    port = remote_port_;
}

void Connection::get_local_ip_and_port(std::string& ip, int& port) const {
    find_address(socket_, &getsockname, ip, port);
}

}  // namespace philidor::detail
