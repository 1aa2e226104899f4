#include "philidor/serve/reply.hpp"

#include <utility>

#include "philidor/serve/report_json.hpp"

namespace philidor {

Reply make_reply(HttpStatus status, std::string body) {
    return {status, "application/json", std::make_shared<const std::string>(std::move(body)), 0};
}

Reply error_reply(HttpStatus status, const std::string& message) {
    // A message may quote bytes that are not UTF-8.
    return make_reply(status, Json{{"error", message}}.dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace philidor
