/// @file
/// A line on the terminal that is drawn again and again.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace philidor::cli {

/// The text, cut off with three dots if it has more than this many letters.
[[nodiscard]] std::string fitted(std::string_view text, std::size_t most_letters);

/// A line on standard error. It appears only if that is a terminal, is as long as the terminal is wide at
/// most, and is erased at the end.
class StatusLine {
  public:
    StatusLine();
    StatusLine(const StatusLine&) = delete;
    StatusLine& operator=(const StatusLine&) = delete;
    /// Erases the line.
    ~StatusLine();

    /// Whether anybody can see it.
    [[nodiscard]] bool is_wanted() const { return is_wanted_; }

    /// How many letters fit on it now: the last column stays empty, since terminals wrap there.
    [[nodiscard]] static std::size_t room();

    /// Draws this text instead of the last one.
    void show(std::string_view text);

  private:
    bool is_wanted_;
    bool is_drawn_ = false;
};

}  // namespace philidor::cli
