/// @file
/// The parts of PGN that do not depend on what came before. The reader and the splitter of files must agree
/// on them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace philidor::detail {

/// What a byte can begin.
enum class Letter : std::uint8_t {
    word,  ///< or be part of
    blank,
    line_end,
    brace,
    semicolon,
    bracket,
    opening,
    closing,
    dollar,
    nothing,  ///< it is ignored: a closing brace or bracket with nothing to close
};

/// The letters by byte.
inline constexpr std::array<Letter, 256> letters = [] {
    std::array<Letter, 256> table{};
    for (const char blank : {'\0', ' ', '\t', '\v', '\f', ','})
        table[static_cast<unsigned char>(blank)] = Letter::blank;
    table['\n'] = table['\r'] = Letter::line_end;
    table['{'] = Letter::brace;
    table[';'] = Letter::semicolon;
    table['['] = Letter::bracket;
    table['('] = Letter::opening;
    table[')'] = Letter::closing;
    table['$'] = Letter::dollar;
    table['}'] = table[']'] = Letter::nothing;
    return table;
}();

/// What this byte can begin.
[[nodiscard]] inline Letter letter_at(const char* text) { return letters[static_cast<unsigned char>(*text)]; }

/// Whether this is a digit.
[[nodiscard]] constexpr bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

/// How many bytes come before the first line end; all, if there is none.
[[nodiscard]] std::size_t length_of_line(std::string_view text);

/// In bytes; what is longer is not a tag, though it looks like one.
inline constexpr std::size_t longest_tag = std::size_t{1} << 16U;

/// A tag.
struct TagText {
    std::string_view name;
    std::string_view value;  ///< without the quotes, but with backslashes
    std::size_t length = 0;  ///< from bracket to bracket
};

/// The tag at the beginning of the text, which is a bracket; empty if it is not [Name "value"] on one line.
/// The value ends with the first quote that a bracket follows, so that quotes inside it do no harm.
[[nodiscard]] std::optional<TagText> find_tag(std::string_view text);

/// How far a comment in braces goes.
struct CommentText {
    enum class End : std::uint8_t {
        closed,    ///< behind the text, by a brace
        unclosed,  ///< it should have been closed before this, and was not
        later,     ///< more text is needed to tell
    };
    std::size_t length = 0;  ///< without the brace
    End end = End::later;
};

/// How far a comment goes that the text begins in. A brace that is never closed does not hide the rest of a
/// file: where an Event tag begins a line and the next brace is not a closing one, or far away, the comment
/// ends. `is_all` says whether the file ends with the text; if not, it has at least `longest_tag` bytes.
[[nodiscard]] CommentText find_comment_end(std::string_view text, bool is_all);

}  // namespace philidor::detail
