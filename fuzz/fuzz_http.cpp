// Reads the input as the head of an HTTP request, and the address of a client from it. What is accepted has a
// method and a target that a log can show.

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "philidor/serve/detail/http_request.hpp"
#include "philidor/serve/detail/ip_address.hpp"
#include "require.hpp"

namespace {

using namespace philidor;

void check(const detail::HttpRequest& request) {
    fuzz::require(!request.method.empty() && !request.target.empty());
    fuzz::require(request.target.find_first_of(" \r\n") == std::string::npos);
    fuzz::require(request.path.size() <= request.target.size());
    const std::vector proxies{IpNetwork::parse("0.0.0.0/0").value(),
                              IpNetwork::parse("2001:db8::/32").value()};
    const IpAddress client =
        client_behind(IpAddress::parse("10.0.0.1").value(), request.forwarded_for, proxies);
    fuzz::require(IpAddress::parse(client.text()) == client);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    const std::size_t length = detail::head_length(bytes).value_or(size);
    fuzz::require(length <= size);
    if (const auto request = detail::parse_request(bytes.substr(0, length))) check(*request);
    return 0;
}
