#include "philidor/serve/detail/ip_address.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace philidor {
namespace {

IpAddress address(const std::string& text) { return IpAddress::parse(text).value(); }

IpNetwork network(const std::string& text) { return IpNetwork::parse(text).value(); }

TEST(IpAddress, IsReadAndWritten) {
    for (const std::string text : {"10.1.2.3", "2001:db8::1", "::1", "::"})
        EXPECT_EQ(address(text).text(), text);
    EXPECT_EQ(address("::ffff:10.1.2.3"), address("10.1.2.3"));
    for (const std::string text : {"", "10.1.2", "10.1.2.3:80", "example.org", "2001:db8::g"}) {
        EXPECT_FALSE(IpAddress::parse(text)) << text;
    }
}

TEST(IpAddress, MayBelongToThisMachine) {
    for (const std::string text : {"127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"}) {
        EXPECT_TRUE(address(text).is_loopback()) << text;
    }
    for (const std::string text : {"128.0.0.1", "0.0.0.0", "::", "2001:db8::1"}) {
        EXPECT_FALSE(address(text).is_loopback()) << text;
    }
}

TEST(IpNetwork, ContainsAddresses) {
    EXPECT_TRUE(network("10.0.0.0/8").contains(address("10.255.0.1")));
    EXPECT_FALSE(network("10.0.0.0/8").contains(address("11.0.0.1")));
    EXPECT_TRUE(network("10.0.0.7").contains(address("10.0.0.7")));
    EXPECT_FALSE(network("10.0.0.7").contains(address("10.0.0.6")));
    EXPECT_TRUE(network("2001:db8::/33").contains(address("2001:db8:7fff::1")));
    EXPECT_FALSE(network("2001:db8::/33").contains(address("2001:db8:8000::1")));
    EXPECT_TRUE(network("0.0.0.0/0").contains(address("1.2.3.4")));
    EXPECT_FALSE(network("0.0.0.0/0").contains(address("2001:db8::1")));
    for (const std::string text : {"", "10.0.0.0/33", "::/129", "10.0.0.0/", "10.0.0.0/x", "/8"}) {
        EXPECT_FALSE(IpNetwork::parse(text)) << text;
    }
}

TEST(IpAddress, OfAClientIsTheLastThatNoProxyHas) {
    const std::vector proxies{network("10.0.0.0/8")};
    const auto client = [&](const std::string& peer, const std::string& header) {
        return client_behind(address(peer), header, proxies).text();
    };
    EXPECT_EQ(client("10.0.0.1", "1.1.1.1, 2.2.2.2"), "2.2.2.2");
    EXPECT_EQ(client("10.0.0.1", "1.1.1.1,2.2.2.2 , 10.0.0.9"), "2.2.2.2");
    EXPECT_EQ(client("10.0.0.1", "10.0.0.8"), "10.0.0.8");
    EXPECT_EQ(client("10.0.0.1", ""), "10.0.0.1");
    EXPECT_EQ(client("10.0.0.1", "1.1.1.1, unknown"), "10.0.0.1");
    EXPECT_EQ(client("3.3.3.3", "1.1.1.1"), "3.3.3.3");
}

TEST(IpAddress, OfAHouseholdCountsAsOneClient) {
    EXPECT_EQ(client_name(address("2001:db8:1:2:3::1")), client_name(address("2001:db8:1:2:ffff::9")));
    EXPECT_NE(client_name(address("2001:db8:1:2::1")), client_name(address("2001:db8:1:3::1")));
    EXPECT_NE(client_name(address("10.0.0.1")), client_name(address("10.0.0.2")));
}

}  // namespace
}  // namespace philidor
