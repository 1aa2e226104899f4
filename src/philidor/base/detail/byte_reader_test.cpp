#include "philidor/base/detail/byte_reader.hpp"

#include <array>

#include <gtest/gtest.h>

#include "philidor/base/detail/byte_writer.hpp"

namespace philidor {
namespace {

TEST(ByteWriter, WritesTheLowestByteFirst) {
    ByteWriter writer;
    writer.write_u8(0x01);
    writer.write_u16(0x0302);
    writer.write_u32(0x07060504);
    writer.write_u64(0x0F0E0D0C0B0A0908);
    const Bytes bytes = writer.take();
    ASSERT_EQ(bytes.size(), 15U);
    for (unsigned i = 0; i < 15; ++i) EXPECT_EQ(std::to_integer<unsigned>(bytes[i]), i + 1);
    EXPECT_TRUE(writer.view().empty());
}

TEST(ByteReader, ReadsWhatAWriterWrote) {
    ByteWriter writer;
    writer.write_u8(0xFE);
    writer.write_u16(0xFEDC);
    writer.write_text("Ke7vK");
    writer.write_u32(0xFEDCBA98);
    writer.write_u64(0xFEDCBA9876543210);
    writer.write_bytes(std::array{std::byte{7}});
    const Bytes bytes = writer.take();
    ByteReader reader(bytes);
    EXPECT_EQ(reader.read_u8(), 0xFE);
    EXPECT_EQ(reader.read_u16(), 0xFEDC);
    EXPECT_EQ(reader.read_text(5), "Ke7vK");
    EXPECT_EQ(reader.read_u32(), 0xFEDCBA98U);
    EXPECT_EQ(reader.read_u64(), 0xFEDCBA9876543210U);
    EXPECT_EQ(reader.remaining(), 1U);
    EXPECT_EQ(reader.read_bytes(1).front(), std::byte{7});
    EXPECT_FALSE(reader.is_overrun());
}

TEST(ByteReader, GivesZerosPastTheEndAndRemembersIt) {
    const std::array bytes{std::byte{1}, std::byte{2}, std::byte{3}};
    ByteReader reader(bytes);
    EXPECT_EQ(reader.read_u32(), 0U);
    EXPECT_TRUE(reader.is_overrun());
    EXPECT_EQ(reader.read_u8(), 0);
    EXPECT_EQ(reader.remaining(), 0U);
    EXPECT_TRUE(reader.read_bytes(~std::size_t{0}).empty());
    EXPECT_TRUE(reader.is_overrun());
}

TEST(ByteReader, ReadsNothingFromNothing) {
    ByteReader reader({});
    EXPECT_TRUE(reader.read_bytes(0).empty());
    EXPECT_FALSE(reader.is_overrun());
}

}  // namespace
}  // namespace philidor
