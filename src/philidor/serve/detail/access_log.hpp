/// @file
/// A line of JSON for each request.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace philidor::detail {

/// What is told about a request.
struct AccessRecord {
    std::string client;
    std::string method;
    std::string target;
    int status = 0;
    std::size_t bytes = 0;  ///< of the answer, headers included
    std::chrono::duration<double> time{0};
};

/// One line, without its end. Bytes that are no text are replaced.
[[nodiscard]] std::string access_line(const AccessRecord& record, std::chrono::system_clock::time_point now);

}  // namespace philidor::detail
