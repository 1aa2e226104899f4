#include "philidor/base/detail/in_quotes.hpp"

#include <cstddef>
#include <string_view>

namespace philidor {

namespace {

constexpr std::size_t longest = 80;
constexpr std::string_view dots = "...";

std::string escaped(char letter) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    if (letter == '"' || letter == '\\') return {'\\', letter};
    if (letter >= ' ' && letter <= '~') return {letter};
    const unsigned byte = static_cast<unsigned char>(letter);
    return {'\\', 'x', digits[byte >> 4U], digits[byte & 15U]};
}

}  // namespace

std::string in_quotes(std::string_view text) {
    const bool is_cut = text.size() > longest;
    if (is_cut) text = text.substr(0, longest - dots.size());
    std::string shown = "\"";
    for (const char letter : text) shown += escaped(letter);
    if (is_cut) shown += dots;
    return shown + '"';
}

}  // namespace philidor
