#include "philidor/cluster/run_status.hpp"

#include <cerrno>

#include <signal.h>

#include "philidor/table/detail/pack_file.hpp"
#include "philidor/table/detail/pack_store.hpp"

namespace philidor {

namespace {

/// Whether the process that has written a line is known to have ended.
bool is_gone(const PartLogLine& line) {
    return line.host == host_name() && ::kill(line.process, 0) != 0 && errno == ESRCH;
}

PartState state_after(const PartLogLine& line) {
    switch (line.event) {
        case PartEvent::started: return is_gone(line) ? PartState::failed : PartState::running;
        case PartEvent::stopped: return PartState::stopped;
        case PartEvent::finished:  // and the pack is gone, or was set aside
        case PartEvent::failed: break;
    }
    return line.event == PartEvent::finished ? PartState::missing : PartState::failed;
}

}  // namespace

std::string_view name_of(PartState state) {
    switch (state) {
        case PartState::done: return "done";
        case PartState::running: return "running";
        case PartState::failed: return "failed";
        case PartState::stopped: return "stopped";
        case PartState::missing: break;
    }
    return "missing";
}

RunStatus status_of(const std::string& folder, const RunPlan& plan) {
    RunStatus status;
    double planned_of_done = 0;
    double taken_by_done = 0;
    double planned_left = 0;
    for (std::size_t level = 0; level < plan.levels.size(); ++level) {
        for (std::size_t number = 0; number < plan.levels[level].parts.size(); ++number) {
            const RunPart& part = plan.levels[level].parts[number];
            PartStatus& now = status.parts.emplace_back();
            now.level = level;
            now.part = number;
            for (const PartLogLine& line : PartLog(folder, level, number).read()) {
                now.seconds_used += line.seconds;
                now.last = line;
            }
            status.seconds_used += now.seconds_used;
            const auto pack = detail::PackFile::open(folder + '/' + name_of_part(level, number) +
                                                     std::string(PackStore::ending));
            if (pack) {
                now.state = PartState::done;
                status.bytes += (*pack)->byte_count();
                planned_of_done += part.seconds;
                taken_by_done += now.last ? now.last->seconds : 0;
                continue;
            }
            planned_left += part.seconds;
            if (now.last) now.state = state_after(*now.last);
            if (pack.error().kind != TableError::absent) {
                now.state = PartState::failed;
                now.last = PartLogLine{.event = PartEvent::failed, .error = pack.error().message};
            }
        }
    }
    const double pace = planned_of_done > 0 && taken_by_done > 0 ? taken_by_done / planned_of_done : 1;
    status.seconds_left = planned_left * pace;
    return status;
}

}  // namespace philidor
