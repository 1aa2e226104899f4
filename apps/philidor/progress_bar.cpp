#include "progress_bar.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace philidor::cli {

namespace {

constexpr std::size_t most_bar_width = 30;
constexpr std::size_t least_bar_width = 10;
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

std::string progress_text(double share,
                          std::chrono::duration<double> elapsed,
                          const std::string& note,
                          std::size_t room) {
    share = std::clamp(share, 0.0, 1.0);
    const auto spent = std::chrono::floor<std::chrono::seconds>(elapsed);
    std::string text = fmt::format(" {:3.0f}%  {} elapsed", std::floor(share * 100), clock_text(spent));
    // Before the first thousandth is done, any estimate of the time left would be meaningless.
    if (share >= 0.001) text += fmt::format(", {} left", clock_text(time_left(elapsed, share)));
    text += note;
    const std::size_t room_for_bar = room - std::min(room, text.size() + 2);
    const std::size_t width = std::clamp(room_for_bar, least_bar_width, most_bar_width);
    const auto filled = static_cast<std::size_t>(share * static_cast<double>(width));
    std::string bar = std::string(filled, '=');
    if (filled < width) bar += '>';
    bar.resize(width, ' ');
    return fitted(fmt::format("[{}]{}", bar, text), room);
}

ProgressBar::ProgressBar() : next_drawing_(begin_ + patience) {}

void ProgressBar::show(double share, const std::function<std::string(std::chrono::duration<double>)>& note) {
    show_text([&](std::chrono::duration<double> elapsed) {
        return progress_text(share, elapsed, note(elapsed), StatusLine::room());
    });
}

void ProgressBar::show_text(const std::function<std::string(std::chrono::duration<double>)>& text) {
    if (!line_.is_wanted()) return;
    const auto now = Clock::now();
    if (now < next_drawing_) return;
    next_drawing_ = now + pause_between_drawings;
    line_.show(text(now - begin_));
}

}  // namespace philidor::cli
