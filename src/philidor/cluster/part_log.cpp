#include "philidor/cluster/part_log.hpp"

#include <array>
#include <chrono>
#include <fstream>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "philidor/base/detail/process_memory.hpp"
#include "philidor/cluster/run_plan.hpp"

namespace philidor {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::array all_part_events{PartEvent::started, PartEvent::finished, PartEvent::stopped,
                                     PartEvent::failed};

PartLogLine line_of(const Json& json) {
    PartLogLine line;
    for (const PartEvent event : all_part_events) {
        if (json.at("event").get<std::string>() == name_of(event)) line.event = event;
    }
    line.time = json.at("time").get<std::string>();
    line.host = json.at("host").get<std::string>();
    line.process = json.at("process").get<int>();
    line.seconds = json.at("seconds").get<double>();
    line.peak_bytes = json.at("peak_memory").get<std::uint64_t>();
    line.tables = json.at("tables").get<std::uint64_t>();
    line.bytes = json.at("bytes").get<std::uint64_t>();
    line.checksum = json.at("checksum").get<std::string>();
    line.error = json.at("error").get<std::string>();
    return line;
}

}  // namespace

std::string_view name_of(PartEvent event) {
    switch (event) {
        case PartEvent::started: return "started";
        case PartEvent::finished: return "finished";
        case PartEvent::stopped: return "stopped";
        case PartEvent::failed: break;
    }
    return "failed";
}

PartLog::PartLog(const std::string& folder, std::size_t level, std::size_t part)
    : path_(fmt::format("{}/log/{}.jsonl", folder, name_of_part(level, part))) {}

void PartLog::append(PartLogLine line) const {
    const auto now = std::chrono::time_point_cast<std::chrono::seconds>(std::chrono::system_clock::now());
    const Json json{{"event", name_of(line.event)}, {"time", fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", now)},
                    {"host", host_name()},          {"process", ::getpid()},
                    {"seconds", line.seconds},      {"peak_memory", peak_memory()},
                    {"tables", line.tables},        {"bytes", line.bytes},
                    {"checksum", line.checksum},    {"error", line.error}};
    // A replacement for text that is not UTF-8: a path may be any bytes.
    std::ofstream(path_, std::ios::app) << json.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::vector<PartLogLine> PartLog::read() const {
    std::vector<PartLogLine> lines;
    std::ifstream file(path_);
    for (std::string text; std::getline(file, text);) {
        try {
            lines.push_back(line_of(Json::parse(text)));
        } catch (const Json::exception&) {
            continue;  // cut short by a full disk or a kill
        }
    }
    return lines;
}

std::string host_name() {
    std::array<char, 256> name{};
    return ::gethostname(name.data(), name.size() - 1) == 0 ? std::string(name.data()) : "";
}

}  // namespace philidor
