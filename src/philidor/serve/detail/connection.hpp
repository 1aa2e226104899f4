/// @file
/// The connection to a client.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <string>

#include <httplib.h>

namespace philidor::detail {

/// The stream interface of the HTTP library in all its versions. Older versions have `is_writable`, newer
/// ones the other three functions.
class AnyStream : public httplib::Stream {  // NOLINTBEGIN(*-override): it depends on the version
  public:
    /// Whether more can be read without waiting for long.
    [[nodiscard]] virtual bool wait_readable() const { return is_readable(); }
    /// Whether more can be written without waiting for long.
    [[nodiscard]] virtual bool wait_writable() const = 0;
    /// Whether more can be written without waiting for long.
    [[nodiscard]] virtual bool is_writable() const { return wait_writable(); }
    /// The age of the stream. Only the client in the library uses it, for a time limit.
    [[nodiscard]] virtual time_t duration() const { return 0; }
};  // NOLINTEND(*-override)

/// A socket as a stream of the HTTP library, with limits that the library does not have: on the size of a
/// request and on the time it may take to arrive. Output is collected, and sent by `flush` or when the
/// library asks whether more can be written, as it does when it writes in pieces. Use it from one thread.
class Connection final : public AnyStream {
  public:
    /// A stream for this socket, which it does not close. A request may have this many bytes, and the client
    /// may take this long.
    Connection(int socket, std::size_t request_bytes, std::chrono::seconds patience);

    /// Waits this long for the next request to begin. Returns whether it has.
    [[nodiscard]] bool has_request(std::chrono::milliseconds time);

    /// Starts counting the bytes and the time of a new request.
    void begin_request();

    /// The number of bytes of the answer written so far, headers included.
    [[nodiscard]] std::size_t bytes_written() const { return bytes_written_; }

    /// Whether the client has closed the connection or its sending half.
    [[nodiscard]] bool has_gone() const;

    /// Sends the collected output. Returns whether that succeeded.
    bool flush() const;

    /// Whether more can be read without waiting for long.
    [[nodiscard]] bool is_readable() const override;
    /// Sends the collected output. Returns whether more can be written.
    [[nodiscard]] bool wait_writable() const override;
    /// Reads at most `size` bytes and returns their number; -1 if the client is too slow, has gone, or sends
    /// too much.
    ssize_t read(char* bytes, std::size_t size) override;
    /// Collects bytes to be sent. Returns their number, or -1 if the connection is broken.
    ssize_t write(const char* bytes, std::size_t size) override;
    /// The address of the client.
    void get_remote_ip_and_port(std::string& ip, int& port) const override;
    /// The address of the server.
    void get_local_ip_and_port(std::string& ip, int& port) const override;
    /// The socket.
    [[nodiscard]] socket_t socket() const override { return socket_; }

  private:
    [[nodiscard]] bool wait_for(short event, std::chrono::milliseconds time) const;

    int socket_;
    std::size_t request_bytes_;
    std::chrono::milliseconds patience_;
    std::array<char, 4096> input_;  // NOLINT: filled before it is read
    std::size_t input_begin_ = 0;
    std::size_t input_end_ = 0;
    std::size_t bytes_left_ = 0;  ///< bytes that may still be read
    std::size_t bytes_written_ = 0;
    std::chrono::steady_clock::time_point read_deadline_;
    std::string remote_ip_;
    int remote_port_ = -1;
    mutable std::string output_;
    mutable bool is_broken_ = false;
};

}  // namespace philidor::detail
