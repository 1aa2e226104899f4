/// @file
/// Messages from any thread to the one that serves the connections.
#pragma once

#include <cstdint>
#include <mutex>
#include <vector>

#include "philidor/base/detail/descriptor.hpp"

namespace philidor::detail {

/// Numbers of connections that have news. Thread-safe.
class Mailbox {
  public:
    /// Throws `std::system_error` if the system has no more descriptors.
    Mailbox();
    Mailbox(const Mailbox&) = delete;
    Mailbox& operator=(const Mailbox&) = delete;

    /// A descriptor that is readable if there may be messages.
    [[nodiscard]] int descriptor() const { return descriptor_.number(); }

    /// Leaves a message. Never waits. A message may be lost if memory is short.
    void post(std::uint64_t message);

    /// Takes all messages.
    [[nodiscard]] std::vector<std::uint64_t> take();

  private:
    Descriptor descriptor_;
    std::mutex mutex_;
    std::vector<std::uint64_t> messages_;
};

}  // namespace philidor::detail
