#include "philidor/pgn/detail/pgn_writer.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include <fmt/format.h>

#include "philidor/chess/notation.hpp"

namespace philidor {

namespace {

constexpr std::size_t longest_line = 80;

/// A value whose quotes and backslashes are escaped, whether they were or not.
std::string escaped(std::string_view value) {
    std::string text;
    for (std::size_t place = 0; place < value.size(); ++place) {
        const char letter = value[place];
        const bool escapes_next = letter == '\\' && place + 1 < value.size() &&
                                  (value[place + 1] == '"' || value[place + 1] == '\\');
        if (escapes_next) {
            text += value.substr(place, 2);
            ++place;
        } else {
            if (letter == '"' || letter == '\\') text += '\\';
            text += letter;
        }
    }
    return text;
}

}  // namespace

void PgnWriter::tag(std::string_view name, std::string_view value) {
    has_tags_ = true;
    write_(fmt::format("[{} \"{}\"]\n", name, escaped(value)));
}

void PgnWriter::begin_moves() {
    if (std::exchange(is_in_moves_, true)) return;
    if (has_tags_) write_("\n");
}

void PgnWriter::add_word(std::string_view word) {
    begin_moves();
    const bool opens_variation = std::exchange(opens_variation_, false);
    const std::size_t size = word.size() + (opens_variation ? 1U : 0U);
    if (!line_.empty() && line_.size() + 1 + size > longest_line) end_line();
    if (!line_.empty()) line_ += ' ';
    if (opens_variation) line_ += '(';
    line_ += word;
}

void PgnWriter::end_line() {
    line_ += '\n';
    write_(line_);
    line_.clear();
}

void PgnWriter::move(const Board& before, Move move, std::string_view mark) {
    const bool is_white = before.side_to_move() == Color::white;
    if (is_white || needs_number_)
        add_word(fmt::format("{}{}", before.fullmove_number(), is_white ? "." : "..."));
    needs_number_ = false;
    add_word(fmt::format("{}{}", to_san(before, move), mark));
}

void PgnWriter::glyph(unsigned number) { add_word(fmt::format("${}", number)); }

void PgnWriter::comment(std::string_view text) {
    // Word by word, since lines may end anywhere in a comment. A brace would end it.
    std::string words = "{" + std::string(text) + "}";
    std::replace(words.begin() + 1, words.end() - 1, '}', ')');
    for (std::size_t begin = words.find_first_not_of(" \t\r\n"); begin != std::string::npos;) {
        const std::size_t end = std::min(words.find_first_of(" \t\r\n", begin), words.size());
        const std::string_view word = std::string_view(words).substr(begin, end - begin);
        // At the start of a line, a percent sign would make an escape of it.
        if (word.starts_with('%') && line_.size() + 1 + word.size() > longest_line) {
            line_ += ' ';
            line_ += word;
        } else {
            add_word(word);
        }
        begin = words.find_first_not_of(" \t\r\n", end);
    }
    needs_number_ = true;
}

void PgnWriter::begin_variation() {
    opens_variation_ = true;
    needs_number_ = true;
}

void PgnWriter::end_variation() {
    line_ += ')';
    needs_number_ = true;
}

void PgnWriter::end_game(GameResult result) {
    add_word(text_of(result));
    end_line();
    write_("\n");
    has_tags_ = is_in_moves_ = false;
    needs_number_ = true;
}

}  // namespace philidor
