#include "philidor/serve/log_writer.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <climits>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace philidor {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t most_waiting = std::size_t{1} << 20U;
constexpr std::chrono::seconds longest_last_writing{1};
constexpr std::chrono::milliseconds between_batches{10};
constexpr int milliseconds_between_looks = 50;

int open_log(const std::string& path) {
    constexpr mode_t readable_by_all = 0644;
    // Without O_NONBLOCK a pipe would have to wait for its reader. Files ignore it.
    return ::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, readable_by_all);
}

std::size_t lines_in(std::string_view text) {
    return static_cast<std::size_t>(std::ranges::count(text, '\n'));
}

}  // namespace

std::unique_ptr<LogWriter> LogWriter::to_file(const std::string& path, Dropped dropped) {
    const int descriptor = open_log(path);
    if (descriptor < 0) return nullptr;
    return std::unique_ptr<LogWriter>(new LogWriter(path, descriptor, std::move(dropped)));
}

std::unique_ptr<LogWriter> LogWriter::to_descriptor(int descriptor, Dropped dropped) {
    return std::unique_ptr<LogWriter>(new LogWriter("", descriptor, std::move(dropped)));
}

LogWriter::LogWriter(std::string path, int descriptor, Dropped dropped)
    : path_(std::move(path)),
      descriptor_(descriptor),
      dropped_(std::move(dropped)),
      thread_([this](const std::stop_token& stop) { run(stop); }) {}

LogWriter::~LogWriter() {
    thread_.request_stop();
    thread_.join();
    if (!path_.empty()) ::close(descriptor_);
}

void LogWriter::write(const std::string& line) {
    {
        const std::lock_guard lock(mutex_);
        if (waiting_.size() + line.size() < most_waiting) {
            const bool is_first = waiting_.empty();
            waiting_.append(line).push_back('\n');
            if (is_first) changed_.notify_one();
            return;
        }
    }
    dropped_(1);
}

void LogWriter::reopen() {
    const std::lock_guard lock(mutex_);
    must_reopen_ = !path_.empty();
    changed_.notify_one();
}

void LogWriter::run(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, stop, [&] { return !waiting_.empty() || must_reopen_; });
        if (waiting_.empty() && !must_reopen_) return;  // it was told to stop
        const bool reopens = std::exchange(must_reopen_, false);
        const std::string lines = std::exchange(waiting_, {});
        lock.unlock();
        write_out(lines, stop);
        if (reopens) open_again();
        lock.lock();
        // Lines gather for a moment: waking for each of them would cost more than writing it.
        changed_.wait_for(lock, stop, between_batches, [this] { return must_reopen_; });
    }
}

void LogWriter::open_again() {
    const int descriptor = open_log(path_);
    if (descriptor < 0) return;
    ::close(descriptor_);
    descriptor_ = descriptor;
    is_inside_line_ = false;
}

void LogWriter::write_out(const std::string& lines, const std::stop_token& stop) {
    const std::string text = is_inside_line_ ? '\n' + lines : lines;
    std::string_view rest = text;
    while (!rest.empty()) {
        if (stop.stop_requested() && !goodbye_) goodbye_ = Clock::now() + longest_last_writing;
        if (goodbye_ && Clock::now() > *goodbye_) break;
        pollfd state{descriptor_, POLLOUT, 0};
        if (::poll(&state, 1, milliseconds_between_looks) == 0) continue;  // the reader has stalled
        // A pipe that can be written takes this many bytes without waiting.
        const ssize_t count = ::write(descriptor_, rest.data(), std::min<std::size_t>(rest.size(), PIPE_BUF));
        if (count < 0 && errno != EAGAIN && errno != EINTR) break;  // full, or without a reader
        if (count > 0) {
            is_inside_line_ = rest[static_cast<std::size_t>(count) - 1] != '\n';
            rest.remove_prefix(static_cast<std::size_t>(count));
        }
    }
    if (!rest.empty()) dropped_(std::max<std::size_t>(1, lines_in(rest)));
}

}  // namespace philidor
