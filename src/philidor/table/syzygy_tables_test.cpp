#include "philidor/table/syzygy_tables.hpp"

#include <filesystem>
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "philidor/base/test_support/temporary_folder.hpp"
#include "philidor/chess/fen.hpp"

namespace philidor {
namespace {

using testing::HasSubstr;

const std::string shared_folder = PHILIDOR_SHARED_DIR "/syzygy";

constexpr RuledValue win{WdlBounds::exactly(Wdl::win), WdlBounds::exactly(Wdl::win)};
constexpr RuledValue loss{WdlBounds::exactly(Wdl::loss), WdlBounds::exactly(Wdl::loss)};
constexpr RuledValue draw{WdlBounds::exactly(Wdl::draw), WdlBounds::exactly(Wdl::draw)};

class SharedSyzygy : public testing::Test {
  protected:
    void SetUp() override {
        if (!std::filesystem::exists(shared_folder))
            GTEST_SKIP() << "no files of Syzygy in " << shared_folder;
        auto opened = SyzygyTables::open(shared_folder);
        if (!opened && opened.error().kind == SyzygyError::not_supported)
            GTEST_SKIP() << opened.error().message;
        ASSERT_TRUE(opened) << opened.error().message;
        tables_ = *std::move(opened);
    }

    [[nodiscard]] std::optional<RuledValue> value_of(const char* fen) const {
        return tables_->value_of(parse_fen(fen).value());
    }

    std::unique_ptr<SyzygyTables> tables_;
};

TEST_F(SharedSyzygy, TellsValuesAndDistances) {
    EXPECT_EQ(tables_->most_men(), 4U);
    EXPECT_EQ(value_of("8/8/8/8/8/3k4/8/K1Q5 w - - 0 1"), win);
    EXPECT_EQ(value_of("8/8/8/8/8/3k4/8/K1Q5 b - - 0 1"), loss);
    EXPECT_EQ(value_of("8/8/8/8/8/3k4/8/KN6 w - - 0 1"), draw);
    EXPECT_EQ(value_of("8/8/8/8/8/3k4/8/K1Q5 w - - 37 90"), win) << "the clock counts as 0";
    const auto dtz = tables_->rounded_dtz_of(parse_fen("8/8/8/8/4k3/8/8/K1Q5 b - - 0 1").value());
    ASSERT_TRUE(dtz);
    EXPECT_LT(*dtz, -10);
    EXPECT_EQ(tables_->rounded_dtz_of(parse_fen("8/4P3/8/8/8/k7/8/K7 w - - 0 1").value()), 1);
}

TEST_F(SharedSyzygy, KnowsEnPassant) {
    EXPECT_EQ(value_of("8/8/8/8/1pP5/8/8/K5k1 b - - 0 1"), loss);
    EXPECT_EQ(value_of("8/8/8/8/1pP5/8/8/K5k1 b - c3 0 1"), draw) << "the capture saves Black";
    EXPECT_EQ(value_of("8/8/8/8/1pP5/8/4k3/K7 b - - 0 1"), draw);
    EXPECT_EQ(value_of("8/8/8/8/1pP5/8/4k3/K7 b - c3 0 1"), win) << "the capture wins";
}

TEST_F(SharedSyzygy, SaysNothingOfWhatIsNotThere) {
    EXPECT_FALSE(value_of("8/8/8/8/8/3k4/4rr2/K1Q5 w - - 0 1")) << "five men";
    EXPECT_FALSE(value_of("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")) << "White may castle";
}

TEST_F(SharedSyzygy, IsOpenOnlyOnceInAProcess) {
    const auto second = SyzygyTables::open(shared_folder);
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().kind, SyzygyError::already_open);
    tables_.reset();
    EXPECT_TRUE(SyzygyTables::open(shared_folder));
}

TEST_F(SharedSyzygy, AnswersOfAPartialSetOnlyWhatItHas) {
    const TemporaryFolder folder;
    tables_.reset();
    for (const auto* name : {"KQvK.rtbw", "KQvK.rtbz", "KRvK.rtbw"})
        std::filesystem::copy_file(shared_folder + "/" + name, folder.path(name));
    tables_ = SyzygyTables::open(folder.path()).value();
    EXPECT_EQ(tables_->file_count(), 3U);
    EXPECT_EQ(value_of("8/8/8/8/8/3k4/8/K1Q5 w - - 0 1"), win);
    EXPECT_EQ(value_of("8/8/8/8/8/3k4/8/K1R5 w - - 0 1"), win);
    EXPECT_FALSE(tables_->rounded_dtz_of(parse_fen("8/8/8/8/8/3k4/8/K1R5 w - - 0 1").value()));
    EXPECT_FALSE(value_of("8/8/8/8/8/3k4/8/K1B5 w - - 0 1"));
    EXPECT_FALSE(value_of("8/8/8/8/8/3k1r2/8/K1Q5 w - - 0 1")) << "KQvKR";
}

/// Opens a folder with one file of these bytes.
Result<std::unique_ptr<SyzygyTables>, SyzygyError> open_with(const std::string& name,
                                                             const std::string& bytes) {
    const TemporaryFolder folder;
    std::ofstream(folder.path(name), std::ios::binary) << bytes;
    return SyzygyTables::open(folder.path());
}

TEST(SyzygyTables, RefusesDamagedFilesAndNamesThem) {
    const std::string magic = "\x71\xe8\x23\x5d";
    const auto supported = open_with("none", "");
    ASSERT_FALSE(supported);
    if (supported.error().kind == SyzygyError::not_supported) GTEST_SKIP() << supported.error().message;
    for (const std::string& bytes :
         {std::string(), magic, magic + std::string(64, 'x'), std::string(80, 'x')}) {
        const auto opened = open_with("KQvK.rtbw", bytes);
        ASSERT_FALSE(opened);
        EXPECT_EQ(opened.error().kind, SyzygyError::damaged);
        EXPECT_THAT(opened.error().message, HasSubstr("KQvK.rtbw"));
    }
}

TEST(SyzygyTables, SaysThatThereAreNone) {
    for (const char* folder : {"", "/no/such/folder", ":"}) {
        const auto opened = SyzygyTables::open(folder);
        ASSERT_FALSE(opened);
        EXPECT_NE(opened.error().kind, SyzygyError::damaged);
    }
}

}  // namespace
}  // namespace philidor
