#include "philidor/serve/detail/access_log.hpp"

#include <algorithm>
#include <ctime>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace philidor::detail {

namespace {

/// A text as JSON writes it, in ASCII: no control character and no mark that turns the direction of writing
/// reaches the terminal of the reader.
std::string in_json(const std::string& text) {
    const auto is_plain = [](char byte) { return byte >= ' ' && byte < 0x7F && byte != '"' && byte != '\\'; };
    if (std::ranges::all_of(text, is_plain)) return '"' + text + '"';
    using Json = nlohmann::json;
    return Json(text).dump(-1, ' ', true, Json::error_handler_t::replace);
}

std::string time_text(std::chrono::system_clock::time_point now) {
    using std::chrono::milliseconds;
    const auto since_epoch = std::chrono::duration_cast<milliseconds>(now.time_since_epoch());
    const std::time_t seconds = std::chrono::system_clock::to_time_t(now);
    std::tm parts = {};
    gmtime_r(&seconds, &parts);
    return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z", parts, since_epoch.count() % 1000);
}

}  // namespace

std::string access_line(const AccessRecord& record, std::chrono::system_clock::time_point now) {
    return fmt::format(
        R"({{"time":"{}","client":{},"method":{},"target":{},"status":{},"bytes":{},"seconds":{}}})",
        time_text(now), in_json(record.client), in_json(record.method), in_json(record.target), record.status,
        record.bytes, record.time.count());
}

std::string failure_line(const std::string& message, std::chrono::system_clock::time_point now) {
    return fmt::format(R"({{"time":"{}","error":{}}})", time_text(now), in_json(message));
}

}  // namespace philidor::detail
