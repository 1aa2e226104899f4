/// @file
/// One client's socket.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <string>

#include <httplib.h>

namespace philidor::detail {

/// What the HTTP library wants of a stream, under the names of all its versions: older ones have
/// `is_writable`, newer ones the other three.
class AnyStream : public httplib::Stream {  // NOLINTBEGIN(*-override): it depends on the version
  public:
    /// Whether more can be read without waiting for long.
    [[nodiscard]] virtual bool wait_readable() const { return is_readable(); }
    /// Whether more can be written without waiting for long.
    [[nodiscard]] virtual bool wait_writable() const = 0;
    /// Whether more can be written without waiting for long.
    [[nodiscard]] virtual bool is_writable() const { return wait_writable(); }
    /// How long the stream has been there: a limit that only the library's client has.
    [[nodiscard]] virtual time_t duration() const { return 0; }
};  // NOLINTEND(*-override)

/// A socket as the HTTP library wants it, with limits that the library does not have: on the bytes of a
/// request, and on the time that a client may take. What is written is sent in one piece when somebody
/// flushes it, or asks whether more can be written, as those do who write bit by bit.
class Connection final : public AnyStream {
  public:
    /// Does not own the socket.
    Connection(int socket, std::size_t request_bytes, std::chrono::seconds patience);

    /// Waits for the next request to begin: whether something has come.
    [[nodiscard]] bool has_request(std::chrono::milliseconds time);

    /// From here on the bytes of a request and its answer are counted, and the time it takes to come.
    void begin_request();

    /// How many bytes of the answer have been written, headers included.
    [[nodiscard]] std::size_t bytes_written() const { return bytes_written_; }

    /// Whether the client has closed the connection, or its half of it.
    [[nodiscard]] bool has_gone() const;

    /// Sends what is left. Whether that worked.
    bool flush() const;

    /// Whether more can be read without waiting for long.
    [[nodiscard]] bool is_readable() const override;
    /// Sends what there is; whether more can be written.
    [[nodiscard]] bool wait_writable() const override;
    /// Reads; -1 if the client is slow, gone, or sends too much.
    ssize_t read(char* bytes, std::size_t size) override;
    /// Keeps bytes to be sent.
    ssize_t write(const char* bytes, std::size_t size) override;
    /// The client.
    void get_remote_ip_and_port(std::string& ip, int& port) const override;
    /// Us.
    void get_local_ip_and_port(std::string& ip, int& port) const override;
    /// The socket.
    [[nodiscard]] socket_t socket() const override { return socket_; }

  private:
    [[nodiscard]] bool wait_for(short event, std::chrono::milliseconds time) const;

    int socket_;
    std::size_t request_bytes_;
    std::chrono::milliseconds patience_;
    std::array<char, 4096> input_;  // NOLINT: filled when it is read
    std::size_t input_begin_ = 0;
    std::size_t input_end_ = 0;
    std::size_t bytes_left_ = 0;  ///< that may still be read
    std::size_t bytes_written_ = 0;
    std::chrono::steady_clock::time_point read_deadline_;
    std::string remote_ip_;
    int remote_port_ = -1;
    mutable std::string output_;
    mutable bool is_broken_ = false;
};

}  // namespace philidor::detail
