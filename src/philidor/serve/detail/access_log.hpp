/// @file
/// A line of JSON for each request.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace philidor::detail {

/// What is logged about a request.
struct AccessRecord {
    std::string client;                     ///< the client's address
    std::string method;                     ///< "GET"
    std::string target;                     ///< the path and the parameters
    int status = 0;                         ///< the status code of the answer
    std::size_t bytes = 0;                  ///< the size of the answer, headers included
    std::chrono::duration<double> time{0};  ///< the time taken
};

/// The line of a request, without a line end, in ASCII. Bytes that are not UTF-8 are replaced.
[[nodiscard]] std::string access_line(const AccessRecord& record, std::chrono::system_clock::time_point now);

/// A line about something that went wrong, likewise.
[[nodiscard]] std::string failure_line(const std::string& message, std::chrono::system_clock::time_point now);

}  // namespace philidor::detail
