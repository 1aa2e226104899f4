#include "philidor/serve/reply.hpp"

#include <utility>

#include "philidor/serve/report_json.hpp"

namespace philidor {

std::string_view words_of(HttpStatus status) {
    switch (status) {
        case HttpStatus::ok: return "OK";
        case HttpStatus::no_content: return "No Content";
        case HttpStatus::bad_request: return "Bad Request";
        case HttpStatus::not_found: return "Not Found";
        case HttpStatus::method_not_allowed: return "Method Not Allowed";
        case HttpStatus::target_too_long: return "URI Too Long";
        case HttpStatus::misdirected: return "Misdirected Request";
        case HttpStatus::too_many_requests: return "Too Many Requests";
        case HttpStatus::headers_too_large: return "Request Header Fields Too Large";
        case HttpStatus::internal_error: return "Internal Server Error";
        case HttpStatus::unavailable: return "Service Unavailable";
        case HttpStatus::version_not_supported: return "HTTP Version Not Supported";
    }
    return "";
}

Reply make_reply(HttpStatus status, std::string body) {
    Reply reply;
    reply.status = status;
    reply.body = std::make_shared<const std::string>(std::move(body));
    return reply;
}

Reply error_reply(HttpStatus status, const std::string& message) {
    // A message may quote bytes that are not UTF-8.
    return make_reply(status, Json{{"error", message}}.dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace philidor
