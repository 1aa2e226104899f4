/// @file
/// A progress bar for long work.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>

#include "status_line.hpp"

namespace philidor::cli {

/// The estimated time for the rest of the work. `share` is the part done and must be greater than 0.
[[nodiscard]] std::chrono::seconds time_left(std::chrono::duration<double> elapsed, double share);

/// A time as "4:05", or as "1:02:03" from one hour on.
[[nodiscard]] std::string clock_text(std::chrono::seconds time);

/// The bar as text: "[======>             ]  33%  0:12 elapsed, 0:24 left", followed by a note. Where there
/// is room for no more than this many letters, the bar is shorter.
[[nodiscard]] std::string progress_text(double share,
                                        std::chrono::duration<double> elapsed,
                                        const std::string& note = "",
                                        std::size_t room = 79);

/// A line on standard error that shows the share done, the time spent and the time left. It appears only if
/// standard error is a terminal and the work takes more than a second, and is erased at the end.
class ProgressBar {
  public:
    /// Starts the clock.
    ProgressBar();

    /// Shows the share done, 0 to 1. It may be called often: it draws at most ten times a second.
    void show(double share) {
        show(share, [](std::chrono::duration<double>) { return std::string(); });
    }

    /// The same, followed by a note. `note` takes the time spent, and is called only when the bar is drawn.
    void show(double share, const std::function<std::string(std::chrono::duration<double>)>& note);

    /// Shows this text instead of a bar. `text` takes the time spent, and is called only when the line is
    /// drawn.
    void show_text(const std::function<std::string(std::chrono::duration<double>)>& text);

  private:
    using Clock = std::chrono::steady_clock;

    StatusLine line_;
    Clock::time_point begin_ = Clock::now();
    Clock::time_point next_drawing_;
};

}  // namespace philidor::cli
