#include "philidor/serve/detail/ip_address.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>

#include <arpa/inet.h>
#include <netinet/in.h>

namespace philidor {

namespace {

constexpr std::array<std::uint8_t, 12> ipv4_prefix{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};
constexpr unsigned ipv4_prefix_bits = 96;
constexpr unsigned ipv6_client_bits = 64;

std::string_view trimmed(std::string_view text) {
    const auto begin = text.find_first_not_of(" \t");
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

}  // namespace

std::optional<IpAddress> IpAddress::parse(const std::string& text) {
    IpAddress address;
    if (inet_pton(AF_INET6, text.c_str(), address.bytes_.data()) == 1) return address;
    std::ranges::copy(ipv4_prefix, address.bytes_.begin());
    if (inet_pton(AF_INET, text.c_str(), address.bytes_.data() + ipv4_prefix.size()) == 1) return address;
    return std::nullopt;
}

IpAddress IpAddress::of_socket(const sockaddr_storage& address) {
    IpAddress found;
    if (address.ss_family == AF_INET6) {
        const auto& own = reinterpret_cast<const sockaddr_in6&>(address);
        std::memcpy(found.bytes_.data(), &own.sin6_addr, found.bytes_.size());
    } else if (address.ss_family == AF_INET) {
        const auto& own = reinterpret_cast<const sockaddr_in&>(address);
        std::ranges::copy(ipv4_prefix, found.bytes_.begin());
        std::memcpy(found.bytes_.data() + ipv4_prefix.size(), &own.sin_addr, sizeof own.sin_addr);
    }
    return found;
}

std::string IpAddress::text() const {
    std::array<char, INET6_ADDRSTRLEN> buffer{};
    const bool is_short = is_ipv4();
    inet_ntop(is_short ? AF_INET : AF_INET6, bytes_.data() + (is_short ? ipv4_prefix.size() : 0),
              buffer.data(), buffer.size());
    return buffer.data();
}

bool IpAddress::is_ipv4() const { return std::equal(ipv4_prefix.begin(), ipv4_prefix.end(), bytes_.begin()); }

bool IpAddress::is_loopback() const {
    if (is_ipv4()) return bytes_[ipv4_prefix.size()] == 127;
    IpAddress one;
    one.bytes_.back() = 1;
    return *this == one;
}

IpAddress IpAddress::first_bits(unsigned count) const {
    IpAddress cut = *this;
    for (unsigned bit = count; bit < 128; ++bit) {
        cut.bytes_[bit / 8] &= static_cast<std::uint8_t>(~(0x80U >> (bit % 8)));
    }
    return cut;
}

std::optional<IpNetwork> IpNetwork::parse(const std::string& text) {
    const auto slash = text.find('/');
    const auto base = IpAddress::parse(text.substr(0, slash));
    if (!base) return std::nullopt;
    const unsigned most = base->is_ipv4() ? 128 - ipv4_prefix_bits : 128;
    unsigned bits = most;
    if (slash != std::string::npos) {
        const char* end = text.data() + text.size();
        const auto [last, error] = std::from_chars(text.data() + slash + 1, end, bits);
        if (error != std::errc() || last != end || bits > most) return std::nullopt;
    }
    IpNetwork network;
    network.bits_ = bits + (128 - most);
    network.base_ = base->first_bits(network.bits_);
    return network;
}

bool IpNetwork::contains(const IpAddress& address) const { return address.first_bits(bits_) == base_; }

IpAddress client_behind(const IpAddress& peer,
                        std::string_view forwarded_for,
                        std::span<const IpNetwork> proxies) {
    const auto is_proxy = [&](const IpAddress& address) {
        return std::ranges::any_of(proxies, [&](const IpNetwork& own) { return own.contains(address); });
    };
    IpAddress client = peer;
    while (is_proxy(client) && !forwarded_for.empty()) {
        const auto comma = forwarded_for.rfind(',');
        const std::size_t begin = comma == std::string_view::npos ? 0 : comma + 1;
        const auto named = IpAddress::parse(std::string(trimmed(forwarded_for.substr(begin))));
        if (!named) return client;  // nonsense: the proxy that passed it on is all we know
        client = *named;
        forwarded_for = forwarded_for.substr(0, begin == 0 ? 0 : begin - 1);
    }
    return client;
}

std::string client_name(const IpAddress& address) {
    return address.is_ipv4() ? address.text() : address.first_bits(ipv6_client_bits).text();
}

}  // namespace philidor
