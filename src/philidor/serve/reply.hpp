/// @file
/// The replies of the server.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace philidor {

/// The HTTP status codes that the server uses.
enum class HttpStatus : std::uint16_t {
    ok = 200,
    no_content = 204,
    bad_request = 400,
    not_found = 404,
    method_not_allowed = 405,
    too_many_requests = 429,
    internal_error = 500,
    unavailable = 503,
};

/// A reply to a request.
struct Reply {
    HttpStatus status = HttpStatus::ok;                  ///< the status code
    std::string_view content_type = "application/json";  ///< the media type of the body
    std::shared_ptr<const std::string> body;             ///< shared by equal replies; never null
    unsigned retry_after = 0;  ///< seconds until the client may try again; 0 if not set
};

/// A reply with this JSON as its body.
[[nodiscard]] Reply make_reply(HttpStatus status, std::string body);

/// A reply that says what went wrong: `{"error": "..."}`.
[[nodiscard]] Reply error_reply(HttpStatus status, const std::string& message);

}  // namespace philidor
