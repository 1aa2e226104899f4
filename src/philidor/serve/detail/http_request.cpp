#include "philidor/serve/detail/http_request.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "philidor/serve/detail/ip_address.hpp"

namespace philidor::detail {

namespace {

using Failure = tl::unexpected<HttpStatus>;

constexpr std::string_view line_end = "\r\n";
constexpr std::string_view head_end = "\r\n\r\n";
constexpr std::string_view scheme = "http://";

char lower(char letter) { return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32) : letter; }

bool is_same(std::string_view one, std::string_view other) {
    return std::ranges::equal(one, other, {}, lower, lower);
}

bool is_visible(char byte) { return static_cast<unsigned char>(byte) > ' ' && byte != '\x7F'; }

/// Whether this can be a method or the name of a header.
bool is_token(std::string_view text) {
    const auto belongs = [](char byte) {
        const char letter = lower(byte);
        const bool is_letter_or_digit = (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9');
        return is_letter_or_digit || std::string_view("!#$%&'*+-.^_`|~").find(byte) != std::string_view::npos;
    };
    return !text.empty() && std::ranges::all_of(text, belongs);
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

/// Reads METHOD TARGET HTTP/1.x.
tl::expected<HttpRequest, HttpStatus> parse_first_line(std::string_view line) {
    const auto [method, rest] = split(line, ' ');
    const auto [target, version] = split(rest, ' ');
    if (!is_token(method) || target.empty() || !std::ranges::all_of(target, is_visible)) {
        return Failure(HttpStatus::bad_request);
    }
    if (version != "HTTP/1.1" && version != "HTTP/1.0") {
        return Failure(version.starts_with("HTTP/") ? HttpStatus::version_not_supported
                                                    : HttpStatus::bad_request);
    }
    HttpRequest request;
    request.method = method;
    request.target = target;
    request.keeps_alive = version == "HTTP/1.1";
    read_target(request);
    return request;
}

void read_connection(std::string_view value, HttpRequest& request) {
    while (!value.empty()) {
        const auto [option, rest] = split(value, ',');
        if (is_same(trimmed(option), "close")) request.keeps_alive = false;
        if (is_same(trimmed(option), "keep-alive")) request.keeps_alive = true;
        value = rest;
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

void read_header(std::string_view name, std::string_view value, HttpRequest& request) {
    if (is_same(name, "host")) {
        if (request.host.empty()) request.host = value;
    } else if (is_same(name, "connection")) {
        read_connection(value, request);
    } else if (is_same(name, "content-length") || is_same(name, "transfer-encoding")) {
        request.has_body = true;
    } else if (is_same(name, "accept-encoding")) {
        read_accept_encoding(value, request.encodings);
    } else if (is_same(name, "x-forwarded-for")) {
        if (!request.forwarded_for.empty()) request.forwarded_for += ',';
        request.forwarded_for += value;
    }
}

}  // namespace

std::optional<std::size_t> head_length(std::string_view bytes) {
    const auto end = bytes.find(head_end);
    if (end == std::string_view::npos) return std::nullopt;
    return end + head_end.size();
}

tl::expected<HttpRequest, HttpStatus> parse_request(std::string_view head) {
    const auto first_end = head.find(line_end);
    if (first_end == std::string_view::npos) return Failure(HttpStatus::bad_request);
    auto request = parse_first_line(head.substr(0, first_end));
    if (!request) return request;
    head.remove_prefix(first_end + line_end.size());
    for (auto end = head.find(line_end); end != 0; end = head.find(line_end)) {
        if (end == std::string_view::npos) return Failure(HttpStatus::bad_request);
        const auto [name, value] = split(head.substr(0, end), ':');
        const bool has_colon = name.size() < end;
        if (!has_colon || !is_token(name)) return Failure(HttpStatus::bad_request);
        read_header(name, trimmed(value), *request);
        head.remove_prefix(end + line_end.size());
    }
    // A method that is not known may have a body of its own kind.
    const bool is_known =
        request->method == "GET" || request->method == "HEAD" || request->method == "OPTIONS";
    request->has_body = request->has_body || !is_known;
    return request;
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
