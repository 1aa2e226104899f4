/// @file
/// The connection to a client.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "philidor/base/detail/descriptor.hpp"

namespace philidor::detail {

/// A socket that never waits. What arrives is collected until it is a request, and what cannot be sent yet is
/// kept. Use it from one thread.
class Connection {
  public:
    /// Takes over a socket that does not block, and closes it in the end.
    explicit Connection(int socket) : socket_(socket) {}
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    /// What became of an attempt to read or write.
    enum class Progress : std::uint8_t {
        some,     ///< something was read, or all was written
        none,     ///< it would have to wait
        stopped,  ///< the other side has gone
    };

    /// Reads what has arrived, until the input has this many bytes.
    [[nodiscard]] Progress receive(std::size_t most);

    /// The bytes that were read and not yet consumed.
    [[nodiscard]] std::string_view input() const { return input_; }

    /// Drops the first bytes of the input.
    void consume(std::size_t count) { input_.erase(0, count); }

    /// Adds to the output: a head, and a body that is not copied; it may be null. All earlier output must
    /// have been sent.
    void put(std::string head, std::shared_ptr<const std::string> body);

    /// Sends as much of the output as possible.
    [[nodiscard]] Progress flush();

    /// Whether some output has not been sent yet.
    [[nodiscard]] bool has_output() const { return sent_ < output_size(); }

    /// Tells the client that no more will be sent.
    void end_output() const;

    /// Whether there may be more to read than `receive` was told about.
    [[nodiscard]] bool may_read() const { return may_read_; }

    /// The system says that there is more to be read. If the client has sent its last byte, reading must go
    /// on until that is seen.
    void note_readable(bool has_ended);

  private:
    [[nodiscard]] std::size_t output_size() const { return head_.size() + (body_ ? body_->size() : 0); }

    Descriptor socket_;
    std::string input_;
    std::string head_;
    std::shared_ptr<const std::string> body_;
    std::size_t sent_ = 0;  ///< of head and body together
    bool may_read_ = true;
    bool has_ended_ = false;
};

}  // namespace philidor::detail
