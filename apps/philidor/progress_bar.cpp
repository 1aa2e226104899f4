#include "progress_bar.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>

#include <fmt/format.h>
#include <unistd.h>

namespace philidor::cli {

namespace {

constexpr std::size_t bar_width = 30;
constexpr auto patience = std::chrono::seconds(1);
constexpr auto pause_between_drawings = std::chrono::milliseconds(100);

}  // namespace

std::chrono::seconds time_left(std::chrono::duration<double> elapsed, double share) {
    return std::chrono::ceil<std::chrono::seconds>(elapsed * ((1 - share) / share));
}

std::string clock_text(std::chrono::seconds time) {
    const auto seconds = time.count();
    if (seconds < 3600) return fmt::format("{}:{:02}", seconds / 60, seconds % 60);
    return fmt::format("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
}

std::string progress_text(double share, std::chrono::duration<double> elapsed) {
    share = std::clamp(share, 0.0, 1.0);
    const auto filled = static_cast<std::size_t>(share * static_cast<double>(bar_width));
    std::string bar = std::string(filled, '=');
    if (filled < bar_width) bar += '>';
    bar.resize(bar_width, ' ');
    const auto spent = std::chrono::floor<std::chrono::seconds>(elapsed);
    const auto text =
        fmt::format("[{}] {:3.0f}%  {} elapsed", bar, std::floor(share * 100), clock_text(spent));
    // Before the first thousandth is done, any estimate of the time left would be meaningless.
    return share < 0.001 ? text : text + fmt::format(", {} left", clock_text(time_left(elapsed, share)));
}

ProgressBar::ProgressBar() : is_wanted_(isatty(STDERR_FILENO) != 0), next_drawing_(begin_ + patience) {}

ProgressBar::~ProgressBar() {
    if (is_drawn_) fmt::print(stderr, "\r\x1b[K");  // goes to the start of the line and clears it
}

void ProgressBar::show(double share, const std::function<std::string(std::chrono::duration<double>)>& note) {
    if (!is_wanted_) return;
    const auto now = Clock::now();
    if (now < next_drawing_) return;
    next_drawing_ = now + pause_between_drawings;
    is_drawn_ = true;
    fmt::print(stderr, "\r{}{}\x1b[K", progress_text(share, now - begin_), note(now - begin_));
}

}  // namespace philidor::cli
