#include "philidor/pgn/detail/pgn_text.hpp"

namespace philidor::detail {

namespace {

std::size_t skip_blanks(std::string_view text, std::size_t place) {
    while (place < text.size() && letter_at(&text[place]) == Letter::blank) ++place;
    return place;
}

bool is_escaped(std::string_view text, std::size_t place) {
    std::size_t backslashes = 0;
    while (text[place - 1 - backslashes] == '\\') ++backslashes;
    return backslashes % 2 == 1;
}

constexpr std::string_view event_tag = "[Event \"";

/// Where the line end is behind which an Event tag begins.
std::size_t find_event(std::string_view text) {
    for (std::size_t place = text.find(event_tag, 1); place != std::string_view::npos;
         place = text.find(event_tag, place + 1)) {
        if (text.substr(0, place).ends_with("\r\n")) return place - 2;
        if (letter_at(&text[place - 1]) == Letter::line_end) return place - 1;
    }
    return std::string_view::npos;
}

}  // namespace

std::size_t length_of_line(std::string_view text) {
    std::size_t length = 0;
    while (length < text.size() && letter_at(&text[length]) != Letter::line_end) ++length;
    return length;
}

std::optional<TagText> find_tag(std::string_view text) {
    text = text.substr(0, longest_tag);
    const std::size_t name_begin = skip_blanks(text, 1);
    std::size_t name_end = name_begin;
    while (name_end < text.size() && letter_at(&text[name_end]) == Letter::word && text[name_end] != '"') {
        ++name_end;
    }
    const std::size_t open = skip_blanks(text, name_end);
    if (name_end == name_begin || open >= text.size() || text[open] != '"') return std::nullopt;
    for (std::size_t close = open + 1; close < text.size() && letter_at(&text[close]) != Letter::line_end;
         ++close) {
        if (text[close] != '"') continue;
        const std::size_t bracket = skip_blanks(text, close + 1);
        if (bracket < text.size() && text[bracket] == ']' && !is_escaped(text, close)) {
            return TagText{text.substr(name_begin, name_end - name_begin),
                           text.substr(open + 1, close - open - 1), bracket + 1};
        }
    }
    return std::nullopt;
}

CommentText find_comment_end(std::string_view text, bool is_all) {
    constexpr std::size_t farthest = longest_tag;
    constexpr std::size_t nowhere = std::string_view::npos;
    using End = CommentText::End;
    const std::size_t close = text.find('}');
    const std::size_t event = find_event(text.substr(0, close));
    if (event == nowhere) {
        if (close != nowhere) return {close, End::closed};
        if (is_all) return {text.size(), End::unclosed};
        // A line end and part of a tag may be what it ends with; and the text is not cut inside a line end.
        const std::size_t length = text.size() - event_tag.size() - 1;
        return {text[length - 1] == '\r' ? length - 1 : length, End::later};
    }
    const std::string_view behind = text.substr(event, farthest);
    const std::size_t brace = behind.find_first_of("{}");
    if (brace == nowhere && behind.size() < farthest && !is_all) return {event, End::later};
    if (brace != nowhere && behind[brace] == '}') return {close, End::closed};
    return {event, End::unclosed};
}

}  // namespace philidor::detail
