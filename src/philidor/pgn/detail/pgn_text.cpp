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

}  // namespace philidor::detail
