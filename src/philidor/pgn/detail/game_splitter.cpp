#include "philidor/pgn/detail/game_splitter.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>
#include <utility>

#include "philidor/pgn/detail/pgn_text.hpp"

namespace philidor::detail {

namespace {

/// Bytes that never matter by themselves.
constexpr std::array<bool, 256> is_quiet = [] {
    std::array<bool, 256> table{};
    for (std::size_t byte = 0; byte < table.size(); ++byte) {
        const Letter letter = letters[byte];
        table[byte] = letter != Letter::line_end && letter != Letter::brace && letter != Letter::semicolon &&
                      letter != Letter::bracket;
    }
    return table;
}();

/// Where a letter stands last in a text.
std::size_t find_last(std::string_view text, char letter) {
    const void* const found = memrchr(text.data(), letter, text.size());
    if (found == nullptr) return std::string_view::npos;
    return static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
}

}  // namespace

GameSplitter::GameSplitter(ByteStream& stream, std::size_t piece_size)
    : stream_(stream), piece_size_(piece_size) {}

std::uint64_t GameSplitter::taken() {
    const std::scoped_lock lock(mutex_);
    return stream_.taken();
}

std::unique_ptr<GameSplitter::Piece> GameSplitter::next() {
    std::unique_lock lock(mutex_);
    if (is_at_end_ && buffer_.empty()) return nullptr;
    std::unique_ptr<Piece> piece(new Piece(*this, std::move(lock), pieces_++));
    // An error shows again when the piece is read to its end.
    (void)piece->take_part();
    return piece;
}

Result<void, FileError> GameSplitter::fill() {
    // Behind the size of a piece some room to find the next game, and for its first tag.
    const std::size_t wanted = piece_size_ + 3 * longest_tag;
    while (buffer_.size() < wanted && !is_at_end_) {
        const std::size_t size = buffer_.size();
        buffer_.resize(wanted);
        const auto count = stream_.read(std::as_writable_bytes(std::span(buffer_).subspan(size)));
        buffer_.resize(size + count.value_or(0));
        is_at_end_ = count.value_or(0) == 0;
        if (!count) failure_ = tl::unexpected(count.error());
    }
    return is_at_end_ && buffer_.empty() ? failure_ : Result<void, FileError>();
}

Result<GameSplitter::Part, FileError> GameSplitter::take() {
    if (auto filled = fill(); !filled) return tl::unexpected(std::move(filled.error()));
    skip_ahead();
    Part part;
    const bool has_begin = find_begin();
    part.is_last = has_begin || (is_at_end_ && failure_.has_value());
    // What lies ahead is kept, and most of a buffer is handed out, so the part gets the buffer itself.
    std::vector<char> ahead(buffer_.begin() + static_cast<std::ptrdiff_t>(place_), buffer_.end());
    buffer_.resize(place_);
    part.text = std::exchange(buffer_, std::move(ahead));
    if (line_begin_ != nowhere) line_begin_ = line_begin_ == place_ ? 0 : nowhere;
    place_ = text_begin_ = 0;
    return part;
}

/// Goes to the last line end within the size of a piece that is certain to be outside comments, so that
/// little is left to look at. Behind a closing brace, wherever it stands, no comment is open, and only an
/// opening brace begins another.
void GameSplitter::skip_ahead() {
    std::string_view text(buffer_.data(), std::min(piece_size_, buffer_.size()));
    for (std::size_t end = find_last(text, '\n'); end != nowhere; end = find_last(text, '\n')) {
        text = text.substr(0, end);
        const std::size_t open = find_last(text, '{');
        const bool is_closed = text.find('}', open + 1) != nowhere;  // behind `open`, or anywhere without it
        if (is_closed || (open == nowhere && !is_in_braces_)) {
            is_in_braces_ = false;
            return end_token(end);
        }
        text = text.substr(0, open == nowhere ? 0 : open);
    }
}

/// Looks for a game that begins beyond the size of a piece. Returns whether there is one, at `place_`.
bool GameSplitter::find_begin() {
    const std::size_t margin = is_at_end_ ? 0 : longest_tag;  // a tag may be cut off behind it
    const std::size_t limit = buffer_.size() - std::min(margin, buffer_.size());
    while (place_ < limit) {
        if (is_in_braces_) {
            skip_braces();
        } else if (is_in_skipped_line_ || (buffer_[place_] == '%' && place_ == line_begin_)) {
            skip_line();
        } else {
            switch (letter_at(&buffer_[place_])) {
                case Letter::line_end: look_at_line_end(); break;
                case Letter::brace:
                    is_in_braces_ = true;
                    end_token(1);
                    break;
                case Letter::semicolon: is_in_skipped_line_ = true; break;
                case Letter::bracket:
                    if (look_at_bracket()) return true;
                    break;
                default:
                    do ++place_;
                    while (place_ < limit && is_quiet[static_cast<unsigned char>(buffer_[place_])]);
            }
        }
    }
    return false;
}

/// Passes over a comment or a tag: what follows neither begins a line nor continues the text before it.
void GameSplitter::end_token(std::size_t length) {
    place_ += length;
    text_begin_ = place_;
    line_begin_ = nowhere;
}

void GameSplitter::skip_braces() {
    const std::string_view rest(&buffer_[place_], buffer_.size() - place_);
    const CommentText comment = find_comment_end(rest, is_at_end_);
    is_in_braces_ = comment.end == CommentText::End::later;
    end_token(comment.length + (comment.end == CommentText::End::closed ? 1 : 0));
}

/// Passes over a comment that ends with its line, or a line that only looks like a tag, or an escape.
void GameSplitter::skip_line() {
    const std::string_view rest(&buffer_[place_], buffer_.size() - place_);
    const std::size_t length = length_of_line(rest);
    is_in_skipped_line_ = length == rest.size();
    end_token(length);
}

void GameSplitter::look_at_line_end() {
    if (buffer_[place_] == '\r' && place_ + 1 < buffer_.size() && buffer_[place_ + 1] == '\n') ++place_;
    line_begin_ = ++place_;
}

/// Whether there are only blanks before `place_` on its line.
bool GameSplitter::is_line_start() const {
    if (line_begin_ == nowhere) return false;
    return std::all_of(buffer_.begin() + static_cast<std::ptrdiff_t>(line_begin_),
                       buffer_.begin() + static_cast<std::ptrdiff_t>(place_),
                       [](const char& letter) { return letter_at(&letter) == Letter::blank; });
}

/// Whether the last word before `place_` is a result, and no comment or tag came since then.
bool GameSplitter::follows_result() const {
    const auto is_blank = [](const char& letter) {
        return letter_at(&letter) == Letter::blank || letter_at(&letter) == Letter::line_end;
    };
    std::size_t end = place_;
    while (end > text_begin_ && is_blank(buffer_[end - 1])) --end;
    std::size_t begin = end;
    while (begin > text_begin_ && letter_at(&buffer_[begin - 1]) == Letter::word) --begin;
    if (begin == end || (begin > 0 && buffer_[begin - 1] == '$')) return false;
    const std::string_view word(&buffer_[begin], end - begin);
    return word == "1-0" || word == "0-1" || word == "1/2-1/2" || word == "*";
}

/// Whether a game begins here, far enough from the last cut; if not, passes over the tag.
bool GameSplitter::look_at_bracket() {
    const auto tag = find_tag({&buffer_[place_], buffer_.size() - place_});
    // In the middle of a line, a word might seem cut off at the end of the piece.
    const bool is_at_line_start = is_line_start();
    if (tag && place_ >= piece_size_ && is_at_line_start && follows_result()) return true;
    if (tag) {
        end_token(tag->length);
    } else if (is_at_line_start) {
        is_in_skipped_line_ = true;
    } else {
        ++place_;
    }
    return false;
}

Result<void, FileError> GameSplitter::Piece::take_part() {
    auto part = splitter_.take();
    if (!part) return tl::unexpected(std::move(part.error()));
    text_ = std::move(part->text);
    place_ = 0;
    if (part->is_last) lock_.unlock();
    return {};
}

Result<std::size_t, FileError> GameSplitter::Piece::read(std::span<std::byte> target) {
    while (place_ == text_.size()) {
        if (!lock_.owns_lock()) return 0;
        if (auto taken = take_part(); !taken) return tl::unexpected(std::move(taken.error()));
    }
    const std::size_t count = std::min(target.size(), text_.size() - place_);
    std::ranges::copy(std::as_bytes(std::span(text_).subspan(place_, count)), target.begin());
    place_ += count;
    taken_ += count;
    return count;
}

}  // namespace philidor::detail
