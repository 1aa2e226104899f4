/// @file
/// Reading HTTP requests. Only their heads: no path of the server takes a body.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "philidor/serve/detail/static_files.hpp"
#include "philidor/serve/reply.hpp"

namespace philidor::detail {

/// The parts of a request that the server uses.
struct HttpRequest {
    std::string method;              ///< "GET"
    std::string target;              ///< the path and the parameters, as sent
    std::string path;                ///< decoded
    std::optional<std::string> fen;  ///< the parameter of this name, decoded
    std::string host;                ///< the header Host, or the host in the target; may be empty
    std::string forwarded_for;       ///< the headers X-Forwarded-For, joined by commas; may be empty
    AcceptedEncodings encodings;     ///< from the header Accept-Encoding
    bool has_body = false;           ///< a body follows, which is not read: the connection must be closed
    bool keeps_alive = true;         ///< the client wants to send more requests on this connection
};

/// The length of the head at the beginning of `bytes`, with the empty line at its end. Empty if it is not
/// complete.
[[nodiscard]] std::optional<std::size_t> head_length(std::string_view bytes);

/// Reads the head of a request, up to and including the empty line. The error is the status of the answer.
[[nodiscard]] tl::expected<HttpRequest, HttpStatus> parse_request(std::string_view head);

/// Whether a Host header is one that a program on the same machine sends: localhost, an address of the
/// loopback network, one of these names, or nothing. Its port does not matter.
[[nodiscard]] bool is_local_host(std::string_view host, std::span<const std::string> names);

}  // namespace philidor::detail
