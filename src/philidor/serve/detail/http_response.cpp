#include "philidor/serve/detail/http_response.hpp"

#include <fmt/format.h>

namespace philidor::detail {

ResponseHead::ResponseHead(HttpStatus status, AfterAnswer after)
    : text_(fmt::format("HTTP/1.1 {} {}\r\nConnection: {}\r\nAccess-Control-Allow-Origin: *\r\n"
                        "X-Content-Type-Options: nosniff\r\nAccept-Ranges: none\r\n",
                        static_cast<int>(status),
                        words_of(status),
                        after == AfterAnswer::close ? "close" : "keep-alive")) {}

ResponseHead& ResponseHead::add(std::string_view name, std::string_view value) {
    text_.append(name).append(": ").append(value).append("\r\n");
    return *this;
}

std::string event_text(std::string_view name, std::string_view data) {
    return fmt::format("event: {}\ndata: {}\n\n", name, data);
}

}  // namespace philidor::detail
