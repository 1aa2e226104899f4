#include "philidor/serve/detail/http_request.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <utility>

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>

#include "philidor/serve/detail/ip_address.hpp"

namespace philidor::detail {

namespace {

namespace http = boost::beast::http;

constexpr std::string_view head_end = "\r\n\r\n";
constexpr std::string_view scheme = "http://";

char lower(char letter) { return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32) : letter; }

bool is_same(std::string_view one, std::string_view other) {
    return std::ranges::equal(one, other, {}, lower, lower);
}

std::string_view trimmed(std::string_view text) {
    const auto begin = text.find_first_not_of(" \t");
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

/// Splits a text in two at the first separator; the second part is empty if there is none.
std::pair<std::string_view, std::string_view> split(std::string_view text, char separator) {
    const auto place = text.find(separator);
    if (place == std::string_view::npos) return {text, {}};
    return {text.substr(0, place), text.substr(place + 1)};
}

enum class Plus : bool { is_plus, is_space };

/// Replaces %XX by the byte it stands for. A percent sign without two digits stays.
std::string decoded(std::string_view text, Plus plus) {
    std::string bytes;
    bytes.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        unsigned code = 0;
        if (text[i] == '%' && i + 2 < text.size()) {
            const auto [end, error] = std::from_chars(&text[i + 1], &text[i + 1] + 2, code, 16);
            if (error == std::errc() && end == &text[i + 1] + 2) {
                bytes += static_cast<char>(code);
                i += 2;
                continue;
            }
        }
        bytes += plus == Plus::is_space && text[i] == '+' ? ' ' : text[i];
    }
    return bytes;
}

/// Reads the path and the parameters of the target.
void read_target(HttpRequest& request) {
    std::string_view target = request.target;
    if (is_same(target.substr(0, scheme.size()), scheme)) {  // as sent to proxies
        target.remove_prefix(scheme.size());
        const std::size_t end = std::min(target.find('/'), target.size());
        request.host = target.substr(0, end);
        target.remove_prefix(end);
    }
    auto [path, parameters] = split(split(target, '#').first, '?');
    request.path = decoded(path, Plus::is_plus);
    while (!parameters.empty() && !request.fen) {
        const auto [parameter, rest] = split(parameters, '&');
        const auto [name, value] = split(parameter, '=');
        if (decoded(name, Plus::is_space) == "fen") request.fen = decoded(value, Plus::is_space);
        parameters = rest;
    }
}

/// Reads a list such as "gzip, br;q=0.5"; an encoding with the quality 0 is not accepted.
void read_accept_encoding(std::string_view value, AcceptedEncodings& encodings) {
    while (!value.empty()) {
        const auto [choice, rest] = split(value, ',');
        const auto [name, quality] = split(choice, ';');
        const std::string_view number = trimmed(split(quality, '=').second);
        const bool is_refused = !number.empty() && number.find_first_not_of("0.") == std::string_view::npos;
        if (is_same(trimmed(name), "br")) encodings.brotli = !is_refused;
        if (is_same(trimmed(name), "gzip")) encodings.gzip = !is_refused;
        value = rest;
    }
}

std::string_view view_of(boost::beast::string_view text) { return {text.data(), text.size()}; }

/// The parts of a message that the server uses.
HttpRequest request_of(const http::request<http::empty_body>& message) {
    HttpRequest request;
    request.method = view_of(message.method_string());
    request.target = view_of(message.target());
    request.keeps_alive = message.keep_alive();
    request.host = view_of(message[http::field::host]);
    read_target(request);
    read_accept_encoding(view_of(message[http::field::accept_encoding]), request.encodings);
    const auto [begin, end] = message.equal_range("X-Forwarded-For");
    for (auto header = begin; header != end; ++header) {
        if (!request.forwarded_for.empty()) request.forwarded_for += ',';
        request.forwarded_for += view_of(header->value());
    }
    // A method that is not known may have a body of its own kind.
    const bool is_known = request.method == "GET" || request.method == "HEAD" || request.method == "OPTIONS";
    request.has_body = !is_known || message.count(http::field::content_length) != 0 ||
                       message.count(http::field::transfer_encoding) != 0;
    return request;
}

}  // namespace

std::optional<std::size_t> head_length(std::string_view bytes) {
    const auto end = bytes.find(head_end);
    if (end == std::string_view::npos) return std::nullopt;
    return end + head_end.size();
}

tl::expected<HttpRequest, HttpStatus> parse_request(std::string_view head) {
    http::request_parser<http::empty_body> parser;
    parser.header_limit(
        static_cast<std::uint32_t>(head.size() + 1));  // the connection has a limit of its own
    parser.skip(true);                                 // bodies are not read
    boost::system::error_code error;
    parser.put(boost::asio::buffer(head.data(), head.size()), error);
    if (error == http::error::bad_version) return tl::unexpected(HttpStatus::version_not_supported);
    if (error || !parser.is_header_done()) return tl::unexpected(HttpStatus::bad_request);
    return request_of(parser.get());
}

bool is_local_host(std::string_view host, std::span<const std::string> names) {
    if (host.empty()) return true;
    if (host.starts_with('[')) {
        const auto address = IpAddress::parse(std::string(split(host.substr(1), ']').first));
        return address && address->is_loopback();
    }
    const std::string_view name = split(host, ':').first;
    const auto address = IpAddress::parse(std::string(name));
    return (address && address->is_loopback()) || is_same(name, "localhost") ||
           std::ranges::any_of(names, [&](const std::string& own) { return is_same(name, own); });
}

}  // namespace philidor::detail
