/// @file
/// Tells a waiting person how far the work is.
#pragma once

#include <chrono>
#include <functional>
#include <string>

namespace philidor::cli {

/// How long the rest takes, if it goes on as it went so far; `share` is above 0.
[[nodiscard]] std::chrono::seconds time_left(std::chrono::duration<double> elapsed, double share);

/// "4:05", or "1:02:03" from an hour on.
[[nodiscard]] std::string clock_text(std::chrono::seconds time);

/// The bar as text: "[======>             ]  33%  0:12 elapsed, 0:24 left".
[[nodiscard]] std::string progress_text(double share, std::chrono::duration<double> elapsed);

/// A line on standard error that shows the share done, the time spent and the time left. It appears only
/// if standard error is a terminal and the work takes more than a second, and is erased at the end.
class ProgressBar {
  public:
    /// The work begins now.
    ProgressBar();
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;
    /// The work is over: erases the line.
    ~ProgressBar();

    /// Shows the share done, 0 to 1. Call it as often as you like: it draws ten times a second at most.
    void show(double share) {
        show(share, [](std::chrono::duration<double>) { return std::string(); });
    }

    /// The same, with a note behind that depends on the time spent; it is only asked for if it is drawn.
    void show(double share, const std::function<std::string(std::chrono::duration<double>)>& note);

  private:
    using Clock = std::chrono::steady_clock;

    bool is_wanted_;
    bool is_drawn_ = false;
    Clock::time_point begin_ = Clock::now();
    Clock::time_point next_drawing_;
};

}  // namespace philidor::cli
