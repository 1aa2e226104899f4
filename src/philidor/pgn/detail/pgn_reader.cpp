#include "philidor/pgn/detail/pgn_reader.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <span>
#include <utility>

#include "philidor/chess/board.hpp"
#include "philidor/chess/notation.hpp"
#include "philidor/pgn/detail/pgn_text.hpp"

namespace philidor::detail {

namespace {

constexpr std::size_t buffer_size = std::size_t{1} << 18U;
constexpr std::size_t longest_word = 255;             // no move or move number is longer
constexpr std::size_t longest_comment = longest_tag;  // longer ones are told in parts
static_assert(buffer_size > 2 * longest_tag);

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// How many lines end in the text: by \n, by \r\n or by \r alone.
std::size_t count_line_ends(std::string_view text) {
    std::size_t count = 0;
    for (std::size_t place = length_of_line(text); place < text.size();) {
        place += text.substr(place).starts_with("\r\n") ? 2U : 1U;
        place += length_of_line(text.substr(place));
        ++count;
    }
    return count;
}

std::size_t count_digits(std::string_view word) {
    const auto* const end = std::ranges::find_if_not(word, is_digit);
    return static_cast<std::size_t>(end - word.begin());
}

std::string_view without_dots(std::string_view word) {
    while (word.starts_with('.')) word.remove_prefix(1);
    return word;
}

/// The result that a word begins with, whatever follows it.
std::optional<GameResult> result_at(std::string_view word) {
    if (word.starts_with("1-0")) return GameResult::white_wins;
    if (word.starts_with("0-1")) return GameResult::black_wins;
    if (word.starts_with("1/2")) return GameResult::draw;
    return std::nullopt;
}

}  // namespace

PgnReader::PgnReader(ByteStream& stream, std::size_t first_line)
    : stream_(stream), buffer_(buffer_size + 1), line_(first_line) {}

void PgnReader::fill() {
    std::memmove(at(0), at(place_), end_ - place_);
    end_ -= std::exchange(place_, 0);
    const auto count =
        stream_.read(std::as_writable_bytes(std::span(buffer_).subspan(end_, buffer_size - end_)));
    if (!count) failure_ = tl::unexpected(count.error());
    is_at_end_ = !count || *count == 0;
    if (!is_at_end_) end_ += *count;
    *at(end_) = ' ';  // ends the last word
}

bool PgnReader::ensure(std::size_t count) {
    while (end_ - place_ < count && !is_at_end_) fill();
    return end_ - place_ >= count;
}

/// Looks at the beginning of the stream, once.
Result<void, FileError> PgnReader::begin() {
    if (std::exchange(is_begun_, true)) return {};
    if (ensure(2) && (std::string_view(at(0), 2) == "\xFF\xFE" || std::string_view(at(0), 2) == "\xFE\xFF")) {
        return fail(FileError::unreadable, "it is written in UTF-16; `iconv -t UTF-8` makes it readable");
    }
    skip_escapes();
    return {};
}

Result<void, FileError> PgnReader::read(PgnVisitor& visitor) {
    if (auto begun = begin(); !begun) return begun;
    visitor_ = &visitor;
    next_step_ = NextStep::read_on;
    while (next_step_ != NextStep::stop && (ensure(longest_word + 1) || place_ != end_)) {
        switch (letter_at(at(place_))) {
            case Letter::word:
                read_word();
                if (place_ != end_ && *at(place_) == ' ') ++place_;
                break;
            case Letter::blank: ++place_; break;
            case Letter::nothing: skip_sign(); break;
            case Letter::line_end: end_line(); break;
            case Letter::brace: read_brace_comment(); break;
            case Letter::semicolon: read_line_comment(); break;
            case Letter::bracket: read_tag(); break;
            case Letter::dollar: read_glyph(); break;
            case Letter::opening: open_variation(); break;
            case Letter::closing: close_variation(); break;
        }
    }
    if (state_ != State::outside && next_step_ != NextStep::stop) end_game(GameResult::unknown);
    return failure_;
}

void PgnReader::end_line() {
    skip_line_end();
    is_after_gap_ |= is_line_start_;
    is_line_start_ = true;
    has_tag_on_line_ = false;
    skip_escapes();
}

void PgnReader::skip_escapes() {
    while (ensure(1) && *at(place_) == '%') {
        skip_line();
        if (ensure(2) || place_ != end_) skip_line_end();
    }
}

void PgnReader::skip_line_end() {
    if (rest().starts_with("\r\n")) ++place_;
    ++place_;
    ++line_;
}

void PgnReader::skip_line() {
    do {
        place_ += length_of_line(rest());
    } while (place_ == end_ && ensure(1));
}

void PgnReader::read_brace_comment() {
    using End = CommentText::End;
    skip_sign();
    const std::size_t first_line = line_;
    CommentText comment;
    while (comment.end == End::later) {
        const bool is_all = !ensure(longest_comment);
        comment = find_comment_end(rest(), is_all);
        const std::string_view text = rest().substr(0, comment.length);
        if (is_told() && (!text.empty() || comment.end == End::closed)) visitor_->comment(text);
        line_ += count_line_ends(text);
        place_ += comment.length;
    }
    if (comment.end == End::closed) {
        ++place_;
    } else {
        visitor_->unclosed_comment(*this, first_line);
    }
}

void PgnReader::read_line_comment() {
    skip_sign();
    (void)ensure(longest_comment);
    const std::string_view text = rest();
    if (is_told()) visitor_->comment(text.substr(0, length_of_line(text.substr(0, longest_comment))));
    skip_line();
}

void PgnReader::read_tag() {
    (void)ensure(longest_tag);
    if (const auto tag = find_tag(rest())) {
        if (begins_game(tag->name)) end_game(GameResult::unknown);
        if (next_step_ == NextStep::stop) return;  // before the tag, which is read again
        place_ += tag->length;
        take_tag(tag->name, tag->value);
        is_line_start_ = is_after_gap_ = false;
        has_tag_on_line_ = true;
    } else if (is_line_start_) {
        skip_line();
        is_line_start_ = false;
    } else {
        ++place_;
    }
}

/// Whether a tag of this name ends the game before it.
bool PgnReader::begins_game(std::string_view tag_name) const {
    if (state_ == State::tags) return tag_name == "Event" && has_event_ && is_after_gap_;
    return state_ == State::moves;
}

void PgnReader::take_tag(std::string_view name, std::string_view value) {
    if (state_ == State::outside) begin_game();
    has_event_ |= name == "Event";
    if (is_told()) visitor_->tag(name, value);
}

void PgnReader::read_glyph() {
    skip_sign();
    unsigned number = 0;
    for (; is_digit(*at(place_)); ++place_)
        number = (number * 10 + static_cast<unsigned>(*at(place_) - '0')) % 1000;
    if (is_told()) visitor_->glyph(number);
}

void PgnReader::skip_sign() {
    ++place_;
    is_line_start_ = false;
}

void PgnReader::close_variation() {
    skip_sign();
    if (depth_ == 0) return;
    if (is_told() && visitor_->reads_variations()) visitor_->end_variation();
    --depth_;
}

void PgnReader::open_variation() {
    skip_sign();
    if (state_ == State::outside) return;
    state_ = State::moves;
    ++depth_;
    if (is_told()) visitor_->begin_variation();
}

void PgnReader::read_word() {
    is_line_start_ = false;
    const char* const begin = at(place_);
    const char* end = begin;
    while (letter_at(end) == Letter::word) ++end;
    const auto length = static_cast<std::size_t>(end - begin);
    if (length > longest_word) return skip_long_word();
    place_ += length;
    if (depth_ != 0 && !is_told()) return;
    std::string_view word(begin, length);
    if (word.starts_with(byte_order_mark)) word.remove_prefix(byte_order_mark.size());
    if (word.empty()) return;
    if (state_ == State::outside) {
        take_word_outside(word);
    } else {
        take_word(word);
    }
}

void PgnReader::skip_long_word() {
    if (state_ == State::tags) state_ = State::moves;
    while (ensure(1) && letter_at(at(place_)) == Letter::word) ++place_;
}

void PgnReader::take_word(std::string_view word) {
    if (is_digit(word.front())) return take_digits(word);
    if (word.front() == '*') return depth_ == 0 ? end_game(GameResult::unknown) : void();
    tell_word(word);
}

void PgnReader::take_digits(std::string_view word) {
    state_ = State::moves;
    const std::string_view behind = word.substr(count_digits(word));
    if (behind.starts_with('-') || behind.starts_with('/')) {
        if (word.starts_with("0-0")) return tell_word(word);
        if (const auto result = result_at(word)) return depth_ == 0 ? end_game(*result) : void();
    }
    word = without_dots(behind);
    if (!word.empty()) take_word(word);
}

void PgnReader::tell_word(std::string_view word) {
    // A word behind a tag is no move, unless a move number came between.
    if (state_ == State::tags && has_tag_on_line_) return;
    state_ = State::moves;
    if (next_step_ == NextStep::read_on) next_step_ = visitor_->word(word);
}

void PgnReader::take_word_outside(std::string_view word) {
    const std::size_t digits = count_digits(word);
    if (digits != 0) {
        word.remove_prefix(digits);
        is_after_number_ = word.starts_with('.');
        word = without_dots(word);
        if (word.empty()) return;
    }
    if (std::exchange(is_after_number_, false) && parse_san(Board(), word)) {
        begin_game();
        state_ = State::moves;
        tell_word(word);
    }
}

void PgnReader::begin_game() {
    ++game_;
    state_ = State::tags;
    depth_ = 0;
    has_event_ = false;
    next_step_ = NextStep::read_on;
    visitor_->begin_game(*this);
}

void PgnReader::end_game(GameResult result) {
    state_ = State::outside;
    depth_ = 0;
    is_after_number_ = false;
    next_step_ = visitor_->end_game(result) == NextStep::stop ? NextStep::stop : NextStep::read_on;
}

}  // namespace philidor::detail
