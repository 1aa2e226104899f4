/// @file
/// A log that never holds up a request.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

namespace philidor {

/// Writes lines in a thread of its own. If they come faster than they can be written, or cannot be written at
/// all, they are dropped and counted. Thread-safe.
class LogWriter {
  public:
    /// Called with the number of lines dropped, by any thread.
    using Dropped = std::function<void(std::size_t)>;

    /// Writes to a file, at its end. Null if it cannot be opened.
    [[nodiscard]] static std::unique_ptr<LogWriter> to_file(const std::string& path, Dropped dropped);

    /// Writes to an open descriptor, which stays open.
    [[nodiscard]] static std::unique_ptr<LogWriter> to_descriptor(int descriptor, Dropped dropped);

    LogWriter(const LogWriter&) = delete;
    LogWriter& operator=(const LogWriter&) = delete;

    /// Writes what is left, for a second at most.
    ~LogWriter();

    /// Adds a line, which must not contain a line end. Never waits.
    void write(const std::string& line);

    /// Opens the file again, after it was renamed. If that fails, the old one is used further on.
    void reopen();

  private:
    LogWriter(std::string path, int descriptor, Dropped dropped);

    void run(const std::stop_token& stop);
    void write_out(const std::string& lines, const std::stop_token& stop);
    void open_again();

    std::string path_;  ///< empty if the descriptor is not ours
    int descriptor_;    ///< used by the thread only, once it runs
    Dropped dropped_;
    // Used by the thread only:
    bool is_inside_line_ = false;  ///< the last line was not written to its end
    std::optional<std::chrono::steady_clock::time_point> goodbye_;  ///< when it stops to try
    std::mutex mutex_;  ///< guards the members below except the thread
    std::condition_variable_any changed_;
    std::string waiting_;  ///< lines that were not taken by the thread yet
    bool must_reopen_ = false;
    std::jthread thread_;
};

}  // namespace philidor
