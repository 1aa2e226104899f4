/// @file
/// Writing HTTP answers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "philidor/serve/reply.hpp"

namespace philidor::detail {

/// Whether more requests may follow on a connection.
enum class AfterAnswer : std::uint8_t { keep_alive, close };

/// The head of an answer, written header by header. It ends with an empty line.
class ResponseHead {
  public:
    /// Begins with the status, and with the headers that every answer has.
    ResponseHead(HttpStatus status, AfterAnswer after);

    /// Adds a header.
    ResponseHead& add(std::string_view name, std::string_view value);

    /// The text of the head.
    [[nodiscard]] std::string text() const { return text_ + "\r\n"; }

  private:
    std::string text_;
};

/// An event for `EventSource`.
[[nodiscard]] std::string event_text(std::string_view name, std::string_view data);

}  // namespace philidor::detail
