#include "philidor/serve/detail/mailbox.hpp"

#include <cerrno>
#include <new>
#include <system_error>
#include <utility>

#include <sys/eventfd.h>

namespace philidor::detail {

Mailbox::Mailbox() : descriptor_(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {
    if (!descriptor_.is_open()) throw std::system_error(errno, std::generic_category(), "eventfd");
}

void Mailbox::post(std::uint64_t message) {
    const std::lock_guard lock(mutex_);
    try {
        messages_.push_back(message);
    } catch (const std::bad_alloc&) {
        return;
    }
    if (messages_.size() == 1) (void)::eventfd_write(descriptor_.number(), 1);
}

std::vector<std::uint64_t> Mailbox::take() {
    eventfd_t ignored = 0;
    const std::lock_guard lock(mutex_);
    (void)::eventfd_read(descriptor_.number(), &ignored);
    return std::exchange(messages_, {});
}

}  // namespace philidor::detail
