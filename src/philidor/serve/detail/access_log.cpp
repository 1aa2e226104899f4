#include "philidor/serve/detail/access_log.hpp"

#include <ctime>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace philidor::detail {

std::string access_line(const AccessRecord& record, std::chrono::system_clock::time_point now) {
    using Json = nlohmann::ordered_json;
    using std::chrono::milliseconds;
    const auto since_epoch = std::chrono::duration_cast<milliseconds>(now.time_since_epoch());
    const std::time_t seconds = std::chrono::system_clock::to_time_t(now);
    std::tm parts = {};
    gmtime_r(&seconds, &parts);
    const Json json{{"time", fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z", parts, since_epoch.count() % 1000)},
                    {"client", record.client},
                    {"method", record.method},
                    {"target", record.target},
                    {"status", record.status},
                    {"bytes", record.bytes},
                    {"seconds", record.time.count()}};
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace philidor::detail
