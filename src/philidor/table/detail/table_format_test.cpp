#include "philidor/table/detail/table_format.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "philidor/base/detail/byte_writer.hpp"
#include "philidor/base/detail/checksum.hpp"

namespace philidor {
namespace {

using testing::HasSubstr;

CanonicalKey key_of(std::string_view name) { return canonicalize(parse_key(name).value()).key; }

Bytes bytes_of(std::string_view text) {
    ByteWriter writer;
    writer.write_text(text);
    return writer.take();
}

/// The bytes before the key, with this version and these flags.
Bytes prefix_with(std::uint8_t version, std::uint8_t flags, std::uint8_t key_length) {
    ByteWriter writer;
    writer.write_text(magic_of(TableKind::wdl));
    writer.write_u8(version);
    writer.write_u8(flags);
    writer.write_u8(key_length);
    return writer.take();
}

TEST(TableFormat, WritesTheHeaderOfVersionTwo) {
    const Bytes bytes = encode_header({key_of("Kd7vK"), true, {0x0102}});
    ByteWriter expected;
    expected.write_text("PhilWDL\x1A\x02\x01\x05Kd7vK");
    expected.write_u8(maker_revision);
    expected.write_u8(most_rounds_under_rule);
    expected.write_u32(0x0102);
    expected.write_u64(checksum_of(expected.view()));
    EXPECT_EQ(bytes, expected.take());
    EXPECT_EQ(bytes.size(), header_size(5, 1));
}

TEST(TableFormat, ReadsTheHeaderItWrote) {
    for (const auto* name : {"Kd7vK", "KvK", "KQvKQ", "KRa2b3vKRa6"}) {
        for (const bool is_exact : {true, false}) {
            const Bytes bytes = encode_header({key_of(name), is_exact, {1, 2, 3}});
            const auto prefix = decode_prefix(TableKind::wdl, ByteView(bytes).first(table_prefix_size));
            ASSERT_TRUE(prefix);
            const auto key =
                decode_key(*prefix, ByteView(bytes).subspan(table_prefix_size, prefix->key_length));
            ASSERT_TRUE(key);
            const auto header = decode_header(*prefix, *key, 3, bytes);
            ASSERT_TRUE(header);
            EXPECT_EQ(to_string(header->key), to_string(key_of(name)));
            EXPECT_EQ(header->is_exact, is_exact);
            EXPECT_EQ(header->block_sizes, (std::vector<std::uint32_t>{1, 2, 3}));
            EXPECT_EQ(header->size(), bytes.size());
        }
    }
}

TEST(TableFormat, ReadsMirrorImagesOfVersionOne) {
    const auto read = [](std::uint8_t flags, std::string_view name) {
        return decode_key({TableKind::wdl, 1, flags, name.size()}, bytes_of(name));
    };
    EXPECT_EQ(read(0, "Ke7vK").value(), key_of("Ke7vK"));
    EXPECT_EQ(read(0, "Kh2vKa7").value(), key_of("Kh2vKa7"));  // with both sides to move
}

TEST(TableFormat, SaysThatAVersionIsNotKnown) {
    const auto prefix = decode_prefix(TableKind::wdl, prefix_with(3, 0, 3));
    ASSERT_FALSE(prefix);
    EXPECT_EQ(prefix.error().kind, TableError::unsupported);
    EXPECT_THAT(prefix.error().message, HasSubstr("version 3"));
}

TEST(TableFormat, RefusesWhatIsNoTable) {
    EXPECT_EQ(decode_prefix(TableKind::wdl, {}).error().kind, TableError::corrupt);
    EXPECT_EQ(decode_prefix(TableKind::wdl, bytes_of("PNG, as it happens")).error().kind,
              TableError::corrupt);
    EXPECT_EQ(decode_prefix(TableKind::wdl, ByteView(prefix_with(1, 0, 3)).first(10)).error().kind,
              TableError::corrupt);
    EXPECT_THAT(decode_prefix(TableKind::wdl, prefix_with(1, 4, 3)).error().message, HasSubstr("flags 0x04"));
    EXPECT_THAT(decode_prefix(TableKind::wdl, prefix_with(1, 0, 54)).error().message, HasSubstr("54"));
}

TEST(TableFormat, RefusesAKeyThatNamesNoTable) {
    const auto refused = [](std::uint8_t flags, std::string_view name) {
        return decode_key({TableKind::wdl, table_format_version, flags, name.size()}, bytes_of(name))
            .error()
            .message;
    };
    EXPECT_THAT(refused(0, "KvKe2"), HasSubstr("\"KvKe2\" is not a canonical key"));
    EXPECT_THAT(refused(0, "Ke7vK"), HasSubstr("the mirror image of a table"));
    EXPECT_THAT(refused(0, "KPvK"), HasSubstr("no key"));
    EXPECT_THAT(refused(2, "Kd7vK"), HasSubstr("symmetric"));
    EXPECT_THAT(refused(0, "KvK"), HasSubstr("symmetric"));
    EXPECT_THAT(refused(0, "Kh2vKa7"), HasSubstr("symmetric"));
}

}  // namespace
}  // namespace philidor
