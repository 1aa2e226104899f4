#include "status_line.hpp"

#include <cstdio>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace philidor::cli {

namespace {

constexpr std::size_t usual_width = 80;
constexpr std::string_view dots = "...";

}  // namespace

std::string fitted(std::string_view text, std::size_t most_letters) {
    if (text.size() <= most_letters) return std::string(text);
    if (most_letters <= dots.size()) return std::string(text.substr(0, most_letters));
    return fmt::format("{}{}", text.substr(0, most_letters - dots.size()), dots);
}

StatusLine::StatusLine() : is_wanted_(isatty(STDERR_FILENO) != 0) {}

StatusLine::~StatusLine() {
    if (is_drawn_) fmt::print(stderr, "\r\x1b[K");  // goes to the start of the line and clears it
}

std::size_t StatusLine::room() {
    winsize size{};
    const bool is_known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col != 0;
    return (is_known ? size.ws_col : usual_width) - 1;
}

void StatusLine::show(std::string_view text) {
    if (!is_wanted_) return;
    is_drawn_ = true;
    fmt::print(stderr, "\r{}\x1b[K", fitted(text, room()));
}

}  // namespace philidor::cli
