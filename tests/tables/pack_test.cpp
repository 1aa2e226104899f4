// Packs: what they keep, what they cost nothing of, and what is noticed when they are damaged.

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "philidor/base/test_support/temporary_folder.hpp"
#include "philidor/builder/test_support/solved_tables.hpp"
#include "philidor/material/test_support/key_of.hpp"
#include "philidor/table/detail/pack_file.hpp"
#include "philidor/table/detail/pack_store.hpp"
#include "philidor/table/detail/pack_writer.hpp"
#include "philidor/table/detail/table.hpp"
#include "philidor/table/detail/table_writer.hpp"

namespace philidor {
namespace {

using detail::PackFile;
using detail::PackWriter;
using test_support::SolvedTables;
using test_support::table_key_of;
using testing::AnyOf;
using testing::HasSubstr;
using testing::SizeIs;

/// Tables of kings and pawns, in the order of packs, more than a page of them.
const std::vector<EncodedTable>& packed_samples() {
    static SolvedTables solved(0);
    static const std::vector<EncodedTable> samples = [] {
        solved.of("Ke4d3vKe5d6");
        std::vector<EncodedTable> encoded;
        for (const Table* table : solved.all()) encoded.push_back(encode_table(*table).value());
        std::ranges::sort(encoded, {}, [](const EncodedTable& table) {
            return detail::pack_name_of(table.kind, table.key);
        });
        return encoded;
    }();
    return samples;
}

PackWriter::Summary write_pack(const std::string& path, std::span<const EncodedTable> tables) {
    auto writer = PackWriter::open(path).value();
    for (const EncodedTable& table : tables) EXPECT_TRUE(writer.add(table));
    return writer.finish().value();
}

std::string bytes_in(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

void write_bytes(const std::string& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
}

class PackTest : public testing::Test {
  protected:
    TemporaryFolder folder_;
    std::string path_ = folder_.path("some.pack");
};

TEST_F(PackTest, GivesBackEveryTable) {
    const auto& tables = packed_samples();
    ASSERT_GT(tables.size(), detail::pack_page_entries) << "several pages";
    const auto summary = write_pack(path_, tables);
    EXPECT_EQ(summary.tables, tables.size());
    EXPECT_EQ(summary.bytes, std::filesystem::file_size(path_));
    const auto store = open_store(path_).value();
    EXPECT_EQ(store->keys().value().size(), tables.size());
    EXPECT_TRUE(std::ranges::is_sorted(store->keys().value()));
    for (const EncodedTable& table : tables) {
        EXPECT_TRUE(store->contains(table_for(table.key.material()).key).value());
        const auto file = store->open_file(TableKind::wdl, table.key);
        ASSERT_TRUE(file) << file.error().message;
        EXPECT_TRUE(file->copy().value().bytes == table.bytes) << to_string(table.key);
    }
}

TEST_F(PackTest, SaysThatATableIsAbsent) {
    write_pack(path_, packed_samples());
    const auto store = open_store(path_).value();
    for (const char* name : {"KNvK", "KQvKQ", "Ke4d2vKe5d6", "Ka2b2c2vKa7b7c7"}) {
        const auto found = store->find(table_key_of(name));
        ASSERT_FALSE(found) << name;
        EXPECT_EQ(found.error().kind, TableError::absent) << name;
        EXPECT_FALSE(store->contains(table_key_of(name)).value());
    }
    const EncodedTable& some = packed_samples().front();
    EXPECT_EQ(store->open_file(TableKind::dtz, some.key).error().kind, TableError::absent);
}

TEST_F(PackTest, MayBeEmpty) {
    write_pack(path_, {});
    EXPECT_THAT(open_store(path_).value()->keys().value(), SizeIs(0));
    EXPECT_FALSE(open_store(path_).value()->contains(table_key_of("KvK")).value());
}

TEST_F(PackTest, IsOneOfSeveralInAFolder) {
    const std::span<const EncodedTable> all = packed_samples();
    const std::size_t third = all.size() / 3;
    write_pack(folder_.path("a.pack"), all.subspan(third));  // they overlap
    write_pack(folder_.path("b.pack"), all.first(2 * third));
    write_bytes(folder_.path("notes.txt"), "not a pack");
    const auto store = open_store(folder_.path()).value();
    EXPECT_EQ(store->keys().value().size(), all.size());
    for (const EncodedTable& table : all)
        EXPECT_TRUE(store->check(table_for(table.key.material()).key)) << to_string(table.key);
}

TEST_F(PackTest, IsOnlyRead) {
    const auto& tables = packed_samples();
    write_pack(path_, tables);
    const std::string before = bytes_in(path_);
    const auto store = open_store(path_).value();
    EXPECT_TRUE(store->put_all({}));
    const auto put = store->put_all(std::span(tables).first(1));
    ASSERT_FALSE(put);
    EXPECT_EQ(put.error().kind, TableError::unwritable);
    EXPECT_THAT(put.error().message, HasSubstr("only read"));
    EXPECT_EQ(store->set_aside(TableKind::wdl, tables[0].key).error().kind, TableError::unwritable);
    EXPECT_TRUE(bytes_in(path_) == before);
}

TEST_F(PackTest, IsNamedWhenItIsNoPackOrCutShort) {
    write_pack(path_, packed_samples());
    const std::string whole = bytes_in(path_);
    for (std::size_t size = 0; size < whole.size(); size += 1 + whole.size() / 97) {
        write_bytes(path_, whole.substr(0, size));
        const auto pack = PackFile::open(path_);
        ASSERT_FALSE(pack) << size;
        EXPECT_EQ(pack.error().kind, TableError::corrupt);
        EXPECT_THAT(pack.error().message, HasSubstr("some.pack"));
    }
    write_bytes(path_, whole + "x");
    EXPECT_EQ(PackFile::open(path_).error().kind, TableError::corrupt);
    write_bytes(path_, std::string(200, 'x'));
    EXPECT_THAT(PackFile::open(path_).error().message, HasSubstr("not a pack"));
    EXPECT_EQ(PackFile::open(folder_.path("other.pack")).error().kind, TableError::absent);
}

TEST_F(PackTest, IsRefusedInAnUnknownVersion) {
    write_pack(path_, packed_samples());
    std::string bytes = bytes_in(path_);
    bytes[8] = 2;
    write_bytes(path_, bytes);
    const auto pack = PackFile::open(path_);
    ASSERT_FALSE(pack);
    EXPECT_EQ(pack.error().kind, TableError::unsupported);
    EXPECT_THAT(pack.error().message, HasSubstr("version is 2"));
}

/// One byte is wrong: the pack as a whole is known to be damaged, and no table of it is another than before.
TEST_F(PackTest, NeverGivesAWrongTable) {
    const auto& tables = packed_samples();
    write_pack(path_, tables);
    const std::string whole = bytes_in(path_);
    for (std::size_t place = 0; place < whole.size(); place += 1 + whole.size() / 499) {
        std::string bytes = whole;
        bytes[place] = static_cast<char>(bytes[place] ^ 0x10);
        write_bytes(path_, bytes);
        const auto pack = PackFile::open(path_);
        if (!pack) continue;
        EXPECT_FALSE((*pack)->check()) << place;
        const auto store = open_store(path_).value();
        for (const EncodedTable& table : tables) {
            const auto file = store->open_file(TableKind::wdl, table.key);
            const auto copy = file ? file->copy() : tl::unexpected(file.error());
            if (copy) {
                EXPECT_TRUE(copy->bytes == table.bytes) << place << ' ' << to_string(table.key);
            } else {
                EXPECT_THAT(copy.error().kind, AnyOf(TableError::corrupt, TableError::unsupported));
                EXPECT_THAT(copy.error().message, HasSubstr("some.pack"));
            }
        }
    }
}

/// A file that may not grow beyond a size is what a full disk looks like.
TEST_F(PackTest, DoesNotAppearOnAFullDisk) {
    const auto& tables = packed_samples();
    const std::uint64_t size = write_pack(path_, tables).bytes;
    std::filesystem::remove(path_);
    for (const std::uint64_t most : {std::uint64_t{0}, size / 3, size - 1, size}) {
        const pid_t child = ::fork();
        if (child == 0) {
            std::signal(SIGXFSZ, SIG_IGN);
            const rlimit limit{most, most};
            if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) ::_exit(3);
            auto writer = PackWriter::open(path_);
            bool is_written = writer.has_value();
            for (const EncodedTable& table : tables) is_written = is_written && writer->add(table);
            is_written = is_written && writer->finish();
            ::_exit(is_written ? 0 : 1);
        }
        int status = 0;
        ::waitpid(child, &status, 0);
        EXPECT_EQ(WEXITSTATUS(status), most == size ? 0 : 1) << most;
        EXPECT_EQ(std::filesystem::exists(path_), most == size) << most;
    }
    EXPECT_TRUE(PackFile::open(path_).value()->check());
}

TEST_F(PackTest, IsNotThereBeforeItIsFinished) {
    {
        auto writer = PackWriter::open(path_).value();
        for (const EncodedTable& table : packed_samples()) ASSERT_TRUE(writer.add(table));
        EXPECT_FALSE(std::filesystem::exists(path_));
    }
    EXPECT_TRUE(std::filesystem::is_empty(folder_.path()));
}

TEST(PackName, MeansOneTableAndStandsAfterThoseThatItNeeds) {
    const std::vector<std::string> names{"KvK",   "KQvK",        "KBlvKBl",     "KBdBlvKN",
                                         "Kd7vK", "KRa2b3vKRa6", "Ke4d3vKe5d6", "KRNh2vKQBdBla7"};
    for (const std::string& name : names) {
        const TableKey key = table_for(parse_key(name).value()).key;
        for (const TableKind kind : all_table_kinds) {
            const auto named = detail::parse_pack_name(detail::pack_name_of(kind, key));
            ASSERT_TRUE(named) << name;
            EXPECT_EQ(named->key, key);
            EXPECT_EQ(named->kind, kind);
        }
    }
    const auto of = [](const char* name) { return detail::pack_name_of(TableKind::wdl, table_key_of(name)); };
    EXPECT_LT(of("KvK"), of("KQvK"));
    EXPECT_LT(of("KQvK"), of("Kd7vK")) << "what a pawn becomes stands before the pawn";
    EXPECT_LT(of("Kd5vK"), of("Kd4vK"));
    detail::PackName wrong = of("Kd4vK");
    wrong[0] = std::byte{99};
    EXPECT_FALSE(detail::parse_pack_name(wrong)) << "the rank is not that of the key";
}

}  // namespace
}  // namespace philidor
