#include "philidor/games/annotator.hpp"

#include <array>
#include <utility>

#include <fmt/format.h>

#include "philidor/chess/movegen.hpp"
#include "philidor/chess/notation.hpp"

namespace philidor {

namespace {

/// "win", "draw or win".
std::string text_of_bounds(WdlBounds bounds) {
    if (bounds.is_exact()) return std::string(name_of(bounds.worst));
    return fmt::format("{} or {}", name_of(bounds.worst), name_of(bounds.best));
}

/// What the signs behind a move mean.
std::optional<unsigned> glyph_of(std::string_view written) {
    constexpr std::array<std::pair<std::string_view, unsigned>, 6> glyphs{
        {{"!!", 3}, {"??", 4}, {"!?", 5}, {"?!", 6}, {"!", 1}, {"?", 2}}};
    for (const auto& [signs, number] : glyphs) {
        if (written.ends_with(signs)) return number;
    }
    return std::nullopt;
}

}  // namespace

Annotator::Annotator(Prober& prober, PgnWriter& writer, std::function<void(const PgnProblem&)> report)
    : prober_(prober), writer_(writer), report_(std::move(report)) {}

void Annotator::tag(std::string_view name, std::string_view value) {
    GameReplay::tag(name, value);
    tags_.emplace_back(name, value);
}

void Annotator::comment(std::string_view text) {
    if (is_started()) {
        write_value();
        writer_.comment(text);
    } else {
        early_comments_.emplace_back(text);
    }
}

void Annotator::glyph(unsigned number) {
    if (is_started()) writer_.glyph(number);
}

std::optional<WdlBounds> Annotator::value_of(const Board& board) {
    const auto ending = Ending::from(board);
    if (!ending || failure_) return std::nullopt;
    auto value = prober_.value_of(*ending);
    if (!value) {
        failure_ = std::move(value.error());
        return std::nullopt;
    }
    if (!*value || (*value)->plain == WdlBounds{}) return std::nullopt;
    return (*value)->plain;
}

void Annotator::started(const Board& board) {
    for (const auto& [name, value] : tags_) writer_.tag(name, value);
    for (const std::string& text : early_comments_) writer_.comment(text);
    forget_beginning();
    before_ = board;
    value_before_ = value_of(board);
}

/// A move that keeps at least this value; empty if the tables know none.
std::string Annotator::keeping_move(const Board& before, Wdl value) {
    for (const Move move : legal_moves(before)) {
        const auto after = value_of(before.after(move));
        if (after && (-*after).worst >= value) return to_san(before, move);
    }
    return "";
}

void Annotator::write_value() {
    if (!value_text_.empty()) writer_.comment(std::exchange(value_text_, {}));
}

void Annotator::played(Move move, const Board& board) {
    write_value();
    ++totals_.moves;
    const std::optional<WdlBounds> answer = value_of(board);
    const std::optional<WdlBounds> value = answer && value_before_ ? std::optional(-*answer) : std::nullopt;
    const bool is_mistake = value && value->best < value_before_->worst;
    writer_.move(before_, move, is_mistake ? "?" : "");
    if (const auto number = glyph_of(written()); number && !is_mistake) writer_.glyph(*number);
    if (value) ++totals_.valued;
    if (is_mistake) {
        ++totals_.mistakes;
        const std::string better = keeping_move(before_, value_before_->worst);
        const bool was_win = value_before_->worst == Wdl::win;
        value_text_ =
            better.empty()
                ? fmt::format("{}; it was a {}", text_of_bounds(*value), was_win ? "win" : "draw")
                : fmt::format("{}; {} {}", text_of_bounds(*value), better, was_win ? "wins" : "draws");
    } else if (value) {
        value_text_ = text_of_bounds(*value);
    }
    before_ = board;
    value_before_ = answer;
}

detail::NextStep Annotator::finished(const GameEnd& end) {
    ++totals_.games;
    write_value();
    if (!stop_.empty()) writer_.comment("The score was not read on: " + stop_);
    writer_.end_game(end.result);
    return goes_on() && !failure_ ? detail::NextStep::read_on : detail::NextStep::stop;
}

void Annotator::problem(const PgnProblem& found) {
    if (found.fault == PgnFault::open_comment) return report_(found);
    stop_ = found.message;
    if (!is_started()) forget_beginning();
    report_(found);
}

void Annotator::forget_beginning() {
    tags_.clear();
    early_comments_.clear();
    stop_.clear();
}

}  // namespace philidor
