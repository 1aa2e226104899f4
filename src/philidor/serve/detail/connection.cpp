#include "philidor/serve/detail/connection.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include <sys/socket.h>
#include <sys/uio.h>

namespace philidor::detail {

namespace {

constexpr std::size_t most_at_a_time = 16384;

bool would_wait() { return errno == EAGAIN || errno == EWOULDBLOCK; }

}  // namespace

void Connection::note_readable(bool has_ended) {
    may_read_ = true;
    has_ended_ = has_ended_ || has_ended;
}

Connection::Progress Connection::receive(std::size_t most) {
    std::array<char, most_at_a_time> buffer;  // NOLINT: filled before it is read
    const std::size_t room = std::min(most - std::min(most, input_.size()), buffer.size());
    ssize_t count = -1;
    do {
        count = ::recv(socket_.number(), buffer.data(), room, 0);
    } while (count < 0 && errno == EINTR);
    if (count < 0 && would_wait()) {
        may_read_ = false;
        return Progress::none;
    }
    if (count <= 0) return Progress::stopped;
    const auto size = static_cast<std::size_t>(count);
    may_read_ =
        size == room || has_ended_;  // otherwise all has been read, and the system will say when more comes
    input_.append(buffer.data(), size);
    return Progress::some;
}

void Connection::put(std::string head, std::shared_ptr<const std::string> body) {
    head_ = std::move(head);
    body_ = std::move(body);
    sent_ = 0;
}

Connection::Progress Connection::flush() {
    while (has_output()) {
        std::array<iovec, 2> parts{};
        std::size_t count = 0;
        std::size_t skipped = sent_;
        const auto add = [&](const std::string& text) {
            const std::size_t begin = std::min(skipped, text.size());
            skipped -= begin;
            // The system only reads from here.
            if (begin < text.size())
                parts[count++] = {const_cast<char*>(text.data()) + begin, text.size() - begin};
        };
        add(head_);
        if (body_) add(*body_);
        msghdr message{};
        message.msg_iov = parts.data();
        message.msg_iovlen = count;
        const ssize_t sent = ::sendmsg(socket_.number(), &message, MSG_NOSIGNAL);
        if (sent >= 0) {
            sent_ += static_cast<std::size_t>(sent);
        } else if (errno != EINTR) {
            return would_wait() ? Progress::none : Progress::stopped;
        }
    }
    put({}, nullptr);
    return Progress::some;
}

void Connection::end_output() const { ::shutdown(socket_.number(), SHUT_WR); }

}  // namespace philidor::detail
