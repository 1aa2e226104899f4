#include "philidor/base/detail/filesystem.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "philidor/base/detail/byte_writer.hpp"
#include "philidor/base/detail/memory_filesystem.hpp"
#include "philidor/base/detail/posix_filesystem.hpp"

namespace philidor {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Bytes bytes_of(std::string_view text) {
    ByteWriter writer;
    writer.write_text(text);
    return writer.take();
}

/// What both file systems must do. Each test gets a new folder.
class FileSystemTest : public testing::TestWithParam<bool> {
  protected:
    FileSystemTest() {
        if (GetParam()) {
            files_ = std::make_unique<PosixFileSystem>();
        } else {
            files_ = std::make_unique<MemoryFileSystem>();
        }
        std::string name = (std::filesystem::temp_directory_path() / "philidor-XXXXXX").string();
        folder_ = ::mkdtemp(name.data());
        EXPECT_TRUE(files_->create_folder(folder_));
    }
    ~FileSystemTest() override { std::filesystem::remove_all(folder_); }

    [[nodiscard]] std::string path(const std::string& name) const { return folder_ + '/' + name; }

    std::unique_ptr<FileSystem> files_;
    std::string folder_;
};

TEST_P(FileSystemTest, ReadsWhatWasWritten) {
    ASSERT_TRUE(files_->write(path("a"), bytes_of("one")));
    const auto source = files_->open(path("a"));
    ASSERT_TRUE(source);
    EXPECT_EQ((*source)->size(), 3U);
    EXPECT_EQ((*source)->read_all().value(), bytes_of("one"));
    Bytes end(2);
    ASSERT_TRUE((*source)->read_at(1, end));
    EXPECT_EQ(end, bytes_of("ne"));
}

TEST_P(FileSystemTest, WritesManyFilesAtOnce) {
    for (const std::size_t count : {0U, 2U, 4U, 300U}) {
        std::vector<Bytes> contents;
        std::vector<NamedBytes> files;
        for (std::size_t i = 0; i < count; ++i) contents.push_back(bytes_of(std::to_string(i)));
        for (std::size_t i = 0; i < count; ++i) files.push_back({path(std::to_string(i)), contents[i]});
        ASSERT_TRUE(files_->write_all(files));
        EXPECT_EQ(files_->list(folder_).value().size(), count);
        for (const NamedBytes& file : files) {
            EXPECT_TRUE(std::ranges::equal((*files_->open(file.path))->read_all().value(), file.bytes));
        }
    }
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), GetParam() ? 300 : 0);
}

TEST_P(FileSystemTest, WritesAnEmptyFile) {
    ASSERT_TRUE(files_->write(path("a"), {}));
    EXPECT_THAT((*files_->open(path("a")))->read_all().value(), IsEmpty());
}

TEST_P(FileSystemTest, RefusesToReadPastTheEnd) {
    ASSERT_TRUE(files_->write(path("a"), bytes_of("one")));
    const auto source = files_->open(path("a")).value();
    Bytes four(4);
    EXPECT_EQ(source->read_at(0, four).error().kind, FileError::unreadable);
    Bytes one(1);
    EXPECT_EQ(source->read_at(3, one).error().kind, FileError::unreadable);
    EXPECT_EQ(source->read_at(1000, one).error().kind, FileError::unreadable);
    EXPECT_EQ(source->read_all(2).error().kind, FileError::unreadable);
}

TEST_P(FileSystemTest, ReplacesAFileForThoseWhoOpenItLater) {
    ASSERT_TRUE(files_->write(path("a"), bytes_of("old")));
    const auto before = files_->open(path("a")).value();
    ASSERT_TRUE(files_->write(path("a"), bytes_of("new")));
    EXPECT_EQ(before->read_all().value(), bytes_of("old"));
    EXPECT_EQ((*files_->open(path("a")))->read_all().value(), bytes_of("new"));
}

TEST_P(FileSystemTest, ListsNamesInOrder) {
    EXPECT_THAT(files_->list(folder_).value(), IsEmpty());
    for (const std::string name : {"b", "c", "a"}) ASSERT_TRUE(files_->write(path(name), bytes_of(name)));
    EXPECT_THAT(files_->list(folder_).value(), ElementsAre("a", "b", "c"));
    ASSERT_TRUE(files_->remove(path("b")));
    EXPECT_THAT(files_->list(folder_).value(), ElementsAre("a", "c"));
}

TEST_P(FileSystemTest, RenamesAFile) {
    ASSERT_TRUE(files_->write(path("a"), bytes_of("one")));
    ASSERT_TRUE(files_->write(path("b"), bytes_of("two")));
    ASSERT_TRUE(files_->rename(path("a"), path("b")));
    EXPECT_THAT(files_->list(folder_).value(), ElementsAre("b"));
    EXPECT_EQ((*files_->open(path("b")))->read_all().value(), bytes_of("one"));
    EXPECT_EQ(files_->rename(path("a"), path("b")).error().kind, FileError::absent);
}

TEST_P(FileSystemTest, KnowsWhatExists) {
    EXPECT_TRUE(files_->exists(folder_).value());
    EXPECT_FALSE(files_->exists(path("a")).value());
    ASSERT_TRUE(files_->write(path("a"), {}));
    EXPECT_TRUE(files_->exists(path("a")).value());
}

TEST_P(FileSystemTest, NamesAFileThatIsAbsent) {
    EXPECT_EQ(files_->open(path("a")).error().kind, FileError::absent);
    EXPECT_THAT(files_->open(path("a")).error().message, HasSubstr('"' + path("a") + '"'));
    EXPECT_EQ(files_->remove(path("a")).error().kind, FileError::absent);
}

TEST_P(FileSystemTest, LeavesOneWholeFileWhenManyWriteIt) {
    {
        std::vector<std::jthread> writers;
        for (const char letter : std::string("abcd")) {
            writers.emplace_back([this, letter] {
                for (int i = 0; i < 25; ++i)
                    EXPECT_TRUE(files_->write(path("x"), bytes_of(std::string(10'000, letter))));
            });
        }
    }
    const Bytes bytes = files_->open(path("x")).value()->read_all().value();
    EXPECT_EQ(bytes, Bytes(10'000, bytes.front()));
    EXPECT_THAT(files_->list(folder_).value(), ElementsAre("x"));
}

TEST_P(FileSystemTest, AsksWhetherAnOlderFileStays) {
    ASSERT_TRUE(files_->write(path("a"), bytes_of("old")));
    const Bytes bytes = bytes_of("new");
    for (const bool keeps : {true, false}) {
        const NamedBytes file{path("a"), bytes, [&] {
                                  EXPECT_EQ((*files_->open(path("a")))->read_all().value(), bytes_of("old"));
                                  return keeps;
                              }};
        ASSERT_TRUE(files_->write_all({&file, 1}));
        EXPECT_EQ((*files_->open(path("a")))->read_all().value(), bytes_of(keeps ? "old" : "new"));
    }
    EXPECT_THAT(files_->list(folder_).value(), ElementsAre("a"));
}

TEST_P(FileSystemTest, LetsNoOtherWriterInBetweenTheQuestionAndTheName) {
    const Bytes other = bytes_of("other");
    const Bytes own = bytes_of("own");
    std::atomic<bool> is_written = false;
    std::jthread writer;
    const NamedBytes file{path("a"), own, [&] {
                              writer = std::jthread([&] {
                                  EXPECT_TRUE(files_->write(path("a"), other));
                                  is_written = true;
                              });
                              std::this_thread::sleep_for(std::chrono::milliseconds(50));
                              EXPECT_FALSE(is_written);
                              return false;
                          }};
    ASSERT_TRUE(files_->write_all({&file, 1}));
    writer.join();
    EXPECT_EQ((*files_->open(path("a")))->read_all().value(), other);
}

INSTANTIATE_TEST_SUITE_P(Both, FileSystemTest, testing::Bool(), [](const auto& test) {
    return test.param ? "Posix" : "Memory";
});

TEST(MemoryFileSystem, RunsOutOfSpace) {
    MemoryFileSystem files;
    ASSERT_TRUE(files.write("f/a", bytes_of("old")));
    files.set_space(5);
    ASSERT_TRUE(files.write("f/b", bytes_of("four")));
    const auto written = files.write("f/a", bytes_of("new"));
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().kind, FileError::unwritable);
    EXPECT_THAT(written.error().message, HasSubstr("\"f/a\""));
    EXPECT_EQ((*files.open("f/a"))->read_all().value(), bytes_of("old"));
}

class PosixFileSystemTest : public FileSystemTest {};

/// What these tests take for files of ours.
bool is_ours(std::string_view name) { return name.starts_with("our"); }

TEST_P(PosixFileSystemTest, HidesAndRemovesWhatAKilledProcessLeft) {
    std::ofstream(path("our.0123456789abcdef.part")) << "half a fi";
    EXPECT_THAT(files_->list(folder_).value(), IsEmpty());
    files_->remove_abandoned(folder_, is_ours);
    EXPECT_FALSE(files_->exists(path("our.0123456789abcdef.part")).value());
}

TEST_P(PosixFileSystemTest, LeavesStrangersFilesAlone) {
    const std::array names{"movie.part",
                           "our.0123.part",
                           "our.0123456789ABCDEF.part",
                           "our.wdl",
                           "our0123456789abcdef.part",
                           "theirs.0123456789abcdef.part"};
    for (const char* const name : names) std::ofstream(path(name)) << "a stranger's";
    files_->remove_abandoned(folder_, is_ours);
    for (const char* const name : names) EXPECT_TRUE(files_->exists(path(name)).value()) << name;
}

TEST_P(PosixFileSystemTest, NeverRemovesThroughLinksNorWaitsAtFifos) {
    std::ofstream(path("target")) << "a stranger's";
    std::filesystem::create_symlink(path("target"), path("our.0123456789abcdef.part"));
    ASSERT_EQ(::mkfifo(path("our.fedcba9876543210.part").c_str(), 0666), 0);
    files_->remove_abandoned(folder_, is_ours);
    EXPECT_TRUE(files_->exists(path("target")).value());
    EXPECT_TRUE(std::filesystem::is_symlink(path("our.0123456789abcdef.part")));
    EXPECT_TRUE(std::filesystem::is_fifo(path("our.fedcba9876543210.part")));
}

TEST_P(PosixFileSystemTest, RefusesToOpenWhatIsNoFileAndDoesNotWait) {
    ASSERT_EQ(::mkfifo(path("fifo").c_str(), 0666), 0);
    for (const std::string& name : {path("fifo"), std::string("/dev/null"), folder_}) {
        const auto opened = files_->open(name);
        ASSERT_FALSE(opened) << name;
        EXPECT_THAT(opened.error().message, HasSubstr("is not a file"));
    }
}

TEST_P(PosixFileSystemTest, KeepsTheModeOfAFileThatItReplaces) {
    ASSERT_TRUE(files_->write(path("a"), bytes_of("old")));
    std::filesystem::permissions(path("a"), std::filesystem::perms(0640));
    ASSERT_TRUE(files_->write(path("a"), bytes_of("new")));
    EXPECT_EQ(std::filesystem::status(path("a")).permissions(), std::filesystem::perms(0640));
    EXPECT_EQ((*files_->open(path("a")))->read_all().value(), bytes_of("new"));
}

TEST_P(PosixFileSystemTest, NeverRemovesWhatIsBeingWritten) {
    std::jthread cleaner([this](const std::stop_token& stop) {
        while (!stop.stop_requested())
            files_->remove_abandoned(folder_, [](std::string_view) { return true; });
    });
    const Bytes bytes = bytes_of("one");
    for (int i = 0; i < 100; ++i) {
        ASSERT_TRUE(files_->write(path("a"), bytes));
        const std::array files{NamedBytes{path("a"), bytes}, NamedBytes{path("b"), bytes},
                               NamedBytes{path("c"), bytes}, NamedBytes{path("d"), bytes}};
        ASSERT_TRUE(files_->write_all(files));
    }
}

TEST_P(PosixFileSystemTest, LeavesNothingBehindWhenOneOfManyFails) {
    const std::array files{NamedBytes{path("a"), {}}, NamedBytes{path("b"), {}}, NamedBytes{path("no/c"), {}},
                           NamedBytes{path("d"), {}}};
    const auto written = files_->write_all(files);
    ASSERT_FALSE(written);
    EXPECT_THAT(written.error().message, HasSubstr('"' + path("no/c") + '"'));
    EXPECT_TRUE(std::filesystem::is_empty(folder_));
}

TEST_P(PosixFileSystemTest, SaysWhyAFolderCannotBeMadeOrWritten) {
    ASSERT_TRUE(files_->write(path("a"), {}));
    const auto made = files_->create_folder(path("a"));
    ASSERT_FALSE(made);
    EXPECT_THAT(made.error().message, HasSubstr('"' + path("a") + '"'));
    const auto written = files_->write(path("no/b"), {});
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().kind, FileError::unwritable);
    EXPECT_THAT(written.error().message, HasSubstr("No such file or directory"));
    EXPECT_EQ(files_->open(folder_).error().kind, FileError::unreadable);
    EXPECT_FALSE(files_->list(path("a")));
}

INSTANTIATE_TEST_SUITE_P(Posix, PosixFileSystemTest, testing::Values(true));

}  // namespace
}  // namespace philidor
