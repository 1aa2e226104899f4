/// @file
/// What the server knows about a connection.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "philidor/serve/detail/access_log.hpp"
#include "philidor/serve/detail/connection.hpp"
#include "philidor/serve/detail/ip_address.hpp"
#include "philidor/serve/service.hpp"

namespace philidor::detail {

/// What a connection is doing.
enum class SessionState : std::uint8_t {
    reading,    ///< a request is to arrive
    working,    ///< the reply takes some work
    streaming,  ///< the progress of a proof is sent, then its result
    sending,    ///< the end of an answer is sent
    draining,   ///< all was sent; what still arrives is dropped until the client closes
};

/// A request and its answer.
struct Exchange {
    std::chrono::steady_clock::time_point begin;
    std::string path;
    std::string client;        ///< the name under which limits count it
    bool is_head = false;      ///< the client wants no body
    bool keeps_alive = false;  ///< another request may follow
    bool is_counted_as_stream = false;
    AccessRecord record;  ///< its status is 0 until the answer is known
};

/// A connection and the request that is being answered on it.
struct Session {
    using Clock = std::chrono::steady_clock;

    Session(std::uint64_t own_number, int socket, const IpAddress& address)
        : number(own_number), connection(socket), peer(address), peer_name(client_name(address)) {}

    std::uint64_t number;
    Connection connection;
    IpAddress peer;
    std::string peer_name;
    SessionState state = SessionState::reading;
    /// When the state began, the first byte of a request came, or output was sent last.
    Clock::time_point since = Clock::now();
    std::optional<Clock::time_point> left;  ///< when the client closed the connection or its sending half
    std::optional<Exchange> exchange;
    std::optional<Pending> pending;  ///< the work, while working or streaming
    std::uint64_t version = 0;       ///< of the news written last
    std::string progress;            ///< the progress written last
};

}  // namespace philidor::detail
