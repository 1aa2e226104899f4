/// @file
/// What happened to a part of a run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace philidor {

/// What can happen to a part.
enum class PartEvent : std::uint8_t { started, finished, stopped, failed };

/// "started", "finished", "stopped" or "failed".
[[nodiscard]] std::string_view name_of(PartEvent event);

/// A line of a log. Callers leave out what does not matter: NOLINTBEGIN(readability-redundant-member-init)
struct PartLogLine {
    PartEvent event = PartEvent::started;
    std::string time{};            ///< such as 2026-11-16T21:00:00Z
    std::string host{};            ///< the machine
    int process = 0;               ///< its number there
    double seconds = 0;            ///< since the start
    std::uint64_t peak_bytes = 0;  ///< the most memory that the process has used
    std::uint64_t tables = 0;      ///< built by then
    std::uint64_t bytes = 0;       ///< of the pack, if it is finished
    std::string checksum{};        ///< of the pack, if it is finished
    std::string error{};           ///< what went wrong, if something did
};
// NOLINTEND(readability-redundant-member-init)

/// The log of a part: a file of its own, since several machines cannot append to one without locks.
class PartLog {
  public:
    /// The log of a part of the run in this folder.
    PartLog(const std::string& folder, std::size_t level, std::size_t part);

    /// Appends a line with the time, the machine and the process. A log that cannot be written costs nothing
    /// else.
    void append(PartLogLine line) const;

    /// All lines that can be read; none if there is no log.
    [[nodiscard]] std::vector<PartLogLine> read() const;

  private:
    std::string path_;
};

/// The name of this machine.
[[nodiscard]] std::string host_name();

}  // namespace philidor
