#include "philidor/base/detail/output_file.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "philidor/base/test_support/temporary_folder.hpp"

namespace philidor::detail {
namespace {

using testing::HasSubstr;

class OutputFileTest : public testing::Test {
  protected:
    [[nodiscard]] std::string path(const std::string& name) const { return folder_.path(name); }

    void place(const std::string& name, const std::string& text) const { std::ofstream(path(name)) << text; }

    [[nodiscard]] std::string content(const std::string& name) const {
        std::stringstream text;
        text << std::ifstream(path(name)).rdbuf();
        return text.str();
    }

    [[nodiscard]] std::size_t count_files() const {
        return static_cast<std::size_t>(
            std::distance(std::filesystem::directory_iterator(folder_.path()), {}));
    }

    TemporaryFolder folder_;
};

TEST_F(OutputFileTest, TakesItsNameWhenItIsComplete) {
    place("a", "old");
    auto file = OutputFile::open(path("a")).value();
    for (int i = 0; i < 100'000; ++i) ASSERT_TRUE(file->write("new"));
    EXPECT_EQ(content("a"), "old");
    ASSERT_TRUE(file->finish());
    EXPECT_EQ(content("a").size(), 300'000U);
    file = nullptr;
    EXPECT_EQ(count_files(), 1U);
}

TEST_F(OutputFileTest, LeavesNothingIfItIsNeverComplete) {
    place("a", "old");
    for (const char* const name : {"a", "b"}) {
        const auto file = OutputFile::open(path(name)).value();
        ASSERT_TRUE(file->write("new"));
    }
    EXPECT_EQ(content("a"), "old");
    EXPECT_EQ(count_files(), 1U);
}

TEST_F(OutputFileTest, KeepsTheModeAndTheLink) {
    place("a", "old");
    std::filesystem::permissions(path("a"), std::filesystem::perms(0604));
    std::filesystem::create_symlink("a", path("link"));
    std::filesystem::create_symlink(path("link"), path("other"));
    std::filesystem::create_symlink("absent", path("dangling"));
    for (const char* const name : {"other", "dangling"}) {
        const auto file = OutputFile::open(path(name)).value();
        ASSERT_TRUE(file->write(name));
        ASSERT_TRUE(file->finish());
        EXPECT_TRUE(std::filesystem::is_symlink(path(name)));
    }
    EXPECT_TRUE(std::filesystem::is_symlink(path("link")));
    EXPECT_EQ(content("a"), "other");
    EXPECT_EQ(content("absent"), "dangling");
    EXPECT_EQ(std::filesystem::status(path("a")).permissions(), std::filesystem::perms(0604));
}

TEST_F(OutputFileTest, WritesToAPipeAtOnce) {
    ASSERT_EQ(::mkfifo(path("fifo").c_str(), 0666), 0);
    std::string read;
    std::jthread reader([&] {
        std::stringstream text;
        text << std::ifstream(path("fifo")).rdbuf();
        read = text.str();
    });
    {
        const auto file = OutputFile::open(path("fifo")).value();
        ASSERT_TRUE(file->write("text"));
        ASSERT_TRUE(file->finish());
    }
    reader.join();
    EXPECT_EQ(read, "text");
    EXPECT_TRUE(std::filesystem::is_fifo(path("fifo")));
}

TEST_F(OutputFileTest, GoesOnWhereAnOpenFileIs) {
    place("log", "before ");
    std::FILE* log = std::fopen(path("log").c_str(), "a");
    const auto file = OutputFile::open("/dev/fd/" + std::to_string(fileno(log))).value();
    ASSERT_TRUE(file->write("after"));
    ASSERT_TRUE(file->finish());
    EXPECT_EQ(content("log"), "before after");
    (void)std::fclose(log);
}

TEST_F(OutputFileTest, SaysWhyItCannotBeWritten) {
    std::filesystem::create_symlink("loop", path("loop"));
    for (const std::string& name : {path("no/folder"), folder_.path(), path("loop")}) {
        const auto file = OutputFile::open(name);
        ASSERT_FALSE(file) << name;
        EXPECT_THAT(file.error().message, HasSubstr("cannot write \"" + name + "\": "));
    }
    const auto full = OutputFile::open("/dev/full").value();
    ASSERT_TRUE(full->write("text"));
    EXPECT_THAT(full->finish().error().message, HasSubstr("No space left"));
}

}  // namespace
}  // namespace philidor::detail
