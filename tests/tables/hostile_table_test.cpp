// Damaged tables must always cause an error that names the table and the block, never a crash or a value.

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "philidor/base/detail/byte_reader.hpp"
#include "philidor/base/detail/byte_writer.hpp"
#include "philidor/base/detail/memory_filesystem.hpp"
#include "philidor/builder/test_support/solved_tables.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/table/detail/directory_store.hpp"
#include "philidor/table/detail/table_format.hpp"
#include "philidor/table/detail/table_writer.hpp"

namespace philidor {
namespace {

using test_support::SolvedTables;
using testing::AnyOf;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::StartsWith;

/// A store in memory with one table, whose bytes can be changed.
class HostileTable : public testing::Test {
  protected:
    HostileTable() : files_(std::make_shared<MemoryFileSystem>()) {
        store_ = DirectoryStore::open_folder(files_, "tables").value();
    }

    /// Stores a table of this name with these bytes, and reads all of it.
    [[nodiscard]] Result<std::shared_ptr<const Table>, TableError> find(const std::string& name,
                                                                        const Bytes& bytes) {
        files_->place("tables/" + name + ".wdl", bytes);
        const TableKey key = table_for(parse_key(name).value()).key;
        const auto found = store_->find(key);
        EXPECT_EQ(found.has_value(), store_->check(key).has_value());
        return found;
    }

    void expect_named_damage(const std::string& name, const Bytes& bytes, const std::string& what) {
        const auto found = find(name, bytes);
        ASSERT_FALSE(found) << what;
        EXPECT_THAT(found.error().kind, AnyOf(TableError::corrupt, TableError::unsupported)) << what;
        EXPECT_THAT(found.error().message,
                    MatchesRegex("\"tables/" + name + "\\.wdl\": (header|block [0-9]+ of [0-9]+): .+"))
            << what;
    }

    [[nodiscard]] Bytes bytes_of(const std::string& name) {
        return encode_table(tables_.of(name)).value().bytes;
    }

    SolvedTables tables_;
    std::shared_ptr<MemoryFileSystem> files_;
    std::unique_ptr<DirectoryStore> store_;
};

TEST_F(HostileTable, IsFineUndamaged) {
    for (const std::string name : {"Kd4vK", "KQvK", "Kd4vKd5"}) EXPECT_TRUE(find(name, bytes_of(name)));
}

TEST_F(HostileTable, CutAtAnyByteIsNamed) {
    for (const std::string name : {"Kd4vK", "KQvK", "Kd4vKd5"}) {
        const Bytes bytes = bytes_of(name);
        for (std::size_t size = 0; size < bytes.size(); ++size) {
            const Bytes cut(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
            expect_named_damage(name, cut, name + " cut to " + std::to_string(size) + " bytes");
        }
    }
}

TEST_F(HostileTable, AnyFlippedBitIsNamed) {
    for (const std::string name : {"Kd4vK", "KQvK", "Kd4vKd5"}) {
        Bytes bytes = bytes_of(name);
        for (std::size_t place = 0; place < bytes.size(); ++place) {
            for (unsigned bit = 0; bit < 8; ++bit) {
                const auto flipped = static_cast<std::byte>(1U << bit);
                bytes[place] ^= flipped;
                expect_named_damage(
                    name, bytes, name + ", bit " + std::to_string(bit) + " of byte " + std::to_string(place));
                bytes[place] ^= flipped;
            }
        }
    }
}

TEST_F(HostileTable, AnyOtherByteInsteadIsNamed) {
    Bytes bytes = bytes_of("Ka7vK");
    for (std::size_t place = 0; place < bytes.size(); ++place) {
        const std::byte original = bytes[place];
        for (unsigned value = 0; value < 256; ++value) {
            bytes[place] = static_cast<std::byte>(value);
            if (bytes[place] == original) continue;
            expect_named_damage("Ka7vK", bytes,
                                "byte " + std::to_string(place) + " = " + std::to_string(value));
        }
        bytes[place] = original;
    }
}

TEST_F(HostileTable, FollowedByMoreIsNamed) {
    Bytes bytes = bytes_of("Kd4vK");
    bytes.push_back(std::byte{0});
    expect_named_damage("Kd4vK", bytes, "one byte more");
}

TEST_F(HostileTable, WithTwoBlocksExchangedIsNamed) {
    // All checksums are right, but two blocks have changed places.
    const TableKey key = tables_.of("KRa2vK").key();
    const Bytes original = bytes_of("KRa2vK");
    ByteReader sizes(ByteView(original).subspan(table_prefix_size + std::string("KRa2vK").size() + 2));
    std::vector<std::uint32_t> block_sizes;
    for (unsigned block = 0; block < 4; ++block) block_sizes.push_back(sizes.read_u32());
    ByteReader blocks(ByteView(original).subspan(header_size(std::string("KRa2vK").size(), 4)));
    std::vector<ByteView> bytes;
    for (const std::uint32_t size : block_sizes) bytes.push_back(blocks.read_bytes(size + checksum_size));
    ASSERT_FALSE(blocks.is_overrun());
    std::swap(block_sizes[1], block_sizes[2]);
    std::swap(bytes[1], bytes[2]);
    ByteWriter writer;
    writer.write_bytes(encode_header({key, true, block_sizes}));
    for (const ByteView block : bytes) writer.write_bytes(block);
    const auto found = find("KRa2vK", writer.take());
    ASSERT_FALSE(found);
    EXPECT_THAT(found.error().message, StartsWith("\"tables/KRa2vK.wdl\": block 2 of 4: "));
}

/// A header that promises far more than the file has must be rejected before memory is allocated.
TEST_F(HostileTable, ThatPromisesTooMuchAllocatesNothing) {
    for (const std::string name : {"KQQRRNvKQ", "KQRRBdBlNvKQRRBdBlN", "KQQQvKQQQ"}) {
        const TableKey key = table_for(parse_key(name).value()).key;
        const std::string canonical = to_string(key);
        const auto found = find(canonical, encode_header({key, false, {0xFFFFFFFF}}));
        ASSERT_FALSE(found);
        EXPECT_EQ(found.error().kind, TableError::corrupt);
        EXPECT_THAT(found.error().message, HasSubstr("header: "));
        const bool is_too_much = key.material().piece_count() > 6;
        EXPECT_THAT(found.error().message, HasSubstr(is_too_much ? "can be this small" : "cut short"));
    }
    const TableKey key = tables_.of("KQvK").key();
    const auto found = find("KQvK", encode_header({key, false, {0xFFFFFFFF}}));
    ASSERT_FALSE(found);
    EXPECT_THAT(found.error().message, HasSubstr("block 1 of 1: "));
}

TEST_F(HostileTable, UnderAnotherNameIsRefused) {
    const auto found = find("Kd5vK", bytes_of("Kd4vK"));
    ASSERT_FALSE(found);
    EXPECT_THAT(found.error().message, HasSubstr("it is the table of Kd4vK, not of Kd5vK"));
}

}  // namespace
}  // namespace philidor
