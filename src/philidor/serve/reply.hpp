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
    target_too_long = 414,
    misdirected = 421,
    too_many_requests = 429,
    headers_too_large = 431,
    internal_error = 500,
    unavailable = 503,
    version_not_supported = 505,
};

/// The words that stand beside a status code: "Not Found".
[[nodiscard]] std::string_view words_of(HttpStatus status);

/// A reply to a request.
struct Reply {
    HttpStatus status = HttpStatus::ok;                  ///< the status code
    std::string_view content_type = "application/json";  ///< the media type of the body
    std::shared_ptr<const std::string> body;             ///< shared by equal replies; never null
    std::string_view content_encoding;                   ///< how the body is compressed: "br", "gzip" or not
    bool varies_by_encoding = false;                     ///< another client may get the body in another form
    unsigned retry_after = 0;  ///< seconds until the client may try again; 0 if not set
};

/// A reply with this JSON as its body.
[[nodiscard]] Reply make_reply(HttpStatus status, std::string body);

/// A reply that says what went wrong: `{"error": "..."}`.
[[nodiscard]] Reply error_reply(HttpStatus status, const std::string& message);

}  // namespace philidor
