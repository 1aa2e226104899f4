#include "philidor/serve/detail/access_log.hpp"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace philidor::detail {
namespace {

TEST(AccessLog, IsJsonInPrintableAscii) {
    AccessRecord record;
    record.client = "127.0.0.1";
    record.method = "GET";
    // A control character, DEL, a mark that turns the direction of writing, a C1 control, and no UTF-8 at
    // all.
    record.target = "/a\"\\\x1b[31m\x7f\xe2\x80\xae\xc2\x9b\xff";
    record.status = 404;
    record.bytes = 12;
    record.time = std::chrono::milliseconds(250);
    const std::string line = access_line(record, std::chrono::system_clock::time_point());
    EXPECT_TRUE(std::ranges::all_of(line, [](char byte) { return byte >= ' ' && byte < 0x7F; })) << line;
    EXPECT_THAT(line, testing::HasSubstr("\\u202e"));
    const auto json = nlohmann::json::parse(line);
    EXPECT_EQ(json["time"], "1970-01-01T00:00:00.000Z");
    EXPECT_EQ(json["status"], 404);
    EXPECT_EQ(json["bytes"], 12);
    EXPECT_EQ(json["seconds"], 0.25);
    EXPECT_THAT(std::string(json["target"]), testing::StartsWith("/a\"\\\x1b[31m\x7f\xe2\x80\xae\xc2\x9b"));
}

}  // namespace
}  // namespace philidor::detail
