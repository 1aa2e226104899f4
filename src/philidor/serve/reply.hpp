/// @file
/// What the server says.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace philidor {

/// The status codes of HTTP that we use.
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

/// An answer to a request.
struct Reply {
    HttpStatus status = HttpStatus::ok;
    std::string_view content_type = "application/json";
    std::shared_ptr<const std::string> body;  ///< shared with those who get the same
    unsigned retry_after = 0;                 ///< in seconds; 0: no advice
};

/// An answer that was just made.
[[nodiscard]] Reply make_reply(HttpStatus status, std::string body);

/// An answer that says what is wrong: `{"error": "..."}`.
[[nodiscard]] Reply error_reply(HttpStatus status, const std::string& message);

}  // namespace philidor
