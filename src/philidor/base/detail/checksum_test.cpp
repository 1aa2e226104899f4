#include "philidor/base/detail/checksum.hpp"

#include <gtest/gtest.h>

#include "philidor/base/detail/byte_writer.hpp"

namespace philidor {
namespace {

Bytes bytes_of(std::string_view text) {
    ByteWriter writer;
    writer.write_text(text);
    return writer.take();
}

/// Published values. Every other implementation of XXH3-64 gives the same, so the files will stay readable.
TEST(Checksum, IsXxh3) {
    EXPECT_EQ(checksum_of({}), 0x2D06800538D394C2U);
    EXPECT_EQ(checksum_of(bytes_of("a")), 0xE6C632B61E964E1FU);
    EXPECT_EQ(checksum_of(bytes_of("abc")), 0x78AF5F94892F3950U);
}

TEST(Checksum, DependsOnTheSeed) {
    EXPECT_NE(checksum_of(bytes_of("abc"), 1), checksum_of(bytes_of("abc")));
    EXPECT_NE(checksum_of({}, 1), checksum_of({}));
}

TEST(Checksum, IsTheSameInPieces) {
    const Bytes bytes = bytes_of(std::string(5000, 'x') + "end");
    RunningChecksum running;
    EXPECT_EQ(running.value(), checksum_of({}));
    running.add(ByteView(bytes).first(1));
    running.add(ByteView(bytes).subspan(1, 4000));
    running.add(ByteView(bytes).subspan(4001));
    EXPECT_EQ(running.value(), checksum_of(bytes));
}

}  // namespace
}  // namespace philidor
