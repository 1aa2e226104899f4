#include "philidor/serve/log_writer.hpp"

#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "philidor/base/test_support/eventually.hpp"
#include "philidor/base/test_support/temporary_folder.hpp"

namespace philidor {
namespace {

using test_support::eventually;

std::string text_of(const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

/// Counts the lines that were dropped.
class Drops {
  public:
    LogWriter::Dropped counter() {
        return [this](std::size_t number) { number_ += number; };
    }
    [[nodiscard]] std::size_t number() const { return number_; }

  private:
    std::atomic<std::size_t> number_ = 0;
};

/// A pipe whose reader does nothing.
class Pipe {
  public:
    Pipe() { EXPECT_EQ(pipe2(ends_.data(), O_CLOEXEC), 0); }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;
    ~Pipe() {
        close_reader();
        close(ends_[1]);
    }
    [[nodiscard]] int writer() const { return ends_[1]; }
    void close_reader() {
        if (ends_[0] >= 0) close(ends_[0]);
        ends_[0] = -1;
    }

  private:
    std::array<int, 2> ends_{};
};

TEST(LogWriter, WritesAllLinesInOrder) {
    const TemporaryFolder folder;
    Drops drops;
    std::string expected;
    {
        const auto log = LogWriter::to_file(folder.path("log"), drops.counter());
        for (int i = 0; i < 1000; ++i) {
            log->write(std::to_string(i));
            expected += std::to_string(i) + '\n';
        }
    }
    EXPECT_EQ(text_of(folder.path("log")), expected);
    EXPECT_EQ(drops.number(), 0U);
    EXPECT_EQ(LogWriter::to_file(folder.path("none/log"), drops.counter()), nullptr);
}

TEST(LogWriter, OpensItsFileAgain) {
    const TemporaryFolder folder;
    Drops drops;
    const auto log = LogWriter::to_file(folder.path("log"), drops.counter());
    log->write("old");
    ASSERT_TRUE(eventually([&] { return text_of(folder.path("log")) == "old\n"; }));
    std::filesystem::rename(folder.path("log"), folder.path("log.1"));
    log->reopen();
    ASSERT_TRUE(eventually([&] { return std::filesystem::exists(folder.path("log")); }));
    log->write("new");
    EXPECT_TRUE(eventually([&] { return text_of(folder.path("log")) == "new\n"; }));
    EXPECT_EQ(text_of(folder.path("log.1")), "old\n");
}

TEST(LogWriter, CountsWhatADiskHasNoRoomFor) {
    Drops drops;
    const auto log = LogWriter::to_file("/dev/full", drops.counter());
    log->write("one");
    EXPECT_TRUE(eventually([&] { return drops.number() == 1; }));
    log->write("two");
    EXPECT_TRUE(eventually([&] { return drops.number() == 2; }));
}

TEST(LogWriter, CountsWhatNoReaderTakes) {
    const auto previous = std::signal(SIGPIPE, SIG_IGN);
    Drops drops;
    Pipe pipe;
    pipe.close_reader();
    const auto log = LogWriter::to_descriptor(pipe.writer(), drops.counter());
    log->write("one");
    EXPECT_TRUE(eventually([&] { return drops.number() == 1; }));
    std::signal(SIGPIPE, previous);
}

TEST(LogWriter, DoesNotWaitForAReaderThatHasStalled) {
    Drops drops;
    const Pipe pipe;
    const auto begin = std::chrono::steady_clock::now();
    constexpr std::size_t lines = 50'000;
    {
        const auto log = LogWriter::to_descriptor(pipe.writer(), drops.counter());
        for (std::size_t i = 0; i < lines; ++i) log->write(std::string(100, 'x'));
        EXPECT_GT(drops.number(), 0U);
    }
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(30));
    // A pipe of 64 KiB holds 648 lines of 101 bytes, and a part of one more.
    EXPECT_GE(drops.number(), lines - 1000);
}

}  // namespace
}  // namespace philidor
