#include "philidor/pgn/detail/game_replay.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include <fmt/format.h>

#include "philidor/base/detail/in_quotes.hpp"
#include "philidor/base/result.hpp"
#include "philidor/chess/fen.hpp"
#include "philidor/chess/notation.hpp"
#include "philidor/pgn/detail/pgn_reader.hpp"
#include "philidor/pgn/detail/san_finder.hpp"

namespace philidor::detail {

namespace {

/// Only the letters of a text, in lower case: "From Position" and "from-position" are the same.
std::string letters_of(std::string_view text) {
    std::string letters;
    for (const char letter : text) {
        if (std::isalnum(static_cast<unsigned char>(letter)) != 0) {
            letters += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
        }
    }
    return letters;
}

bool is_chess(std::string_view variant) {
    constexpr std::array<std::string_view, 9> names{
        "",         "standard",     "normal",        "chess",    "fromposition",
        "chess960", "fischerandom", "fischerrandom", "freestyle"};
    const std::string letters = letters_of(variant);
    return std::ranges::find(names, letters) != names.end();
}

/// A FEN whose missing fields are completed.
std::string completed(std::string_view fen) {
    constexpr std::array<std::string_view, 6> usual{"", "w", "-", "-", "0", "1"};
    std::string text;
    for (const std::string_view replacement : usual) {
        fen.remove_prefix(std::min(fen.find_first_not_of(" \t"), fen.size()));
        const std::string_view field = fen.substr(0, fen.find_first_of(" \t"));
        fen.remove_prefix(field.size());
        if (!text.empty()) text += ' ';
        text += field.empty() ? replacement : field;
    }
    return text;
}

Result<Board, PositionError> board_of(std::string_view fen) {
    const std::string text = completed(fen);
    auto board = parse_fen(text);
    if (board) return board;
    auto chess960 = parse_fen(text, Variant::chess960);
    return chess960 ? chess960 : board;
}

/// Letters in place of figurines, U+2654 to U+265F.
std::string without_figurines(std::string_view text) {
    constexpr std::string_view prefix = "\xE2\x99";
    constexpr std::string_view letters = "KQRBN";
    std::string plain;
    while (!text.empty()) {
        const unsigned code = text.size() > 2 ? static_cast<unsigned char>(text[2]) - 0x94U : 99U;
        if (text.starts_with(prefix) && code < 12) {
            if (code % 6 < letters.size()) plain += letters[code % 6];
            text.remove_prefix(3);
        } else {
            plain += text.front();
            text.remove_prefix(1);
        }
    }
    return plain;
}

/// Whether there is a square in the text, or castling, or only letters of moves with a number among them, as
/// in Qh9: then it is meant as a move.
bool looks_like_move(std::string_view text) {
    for (std::size_t place = 0; place + 1 < text.size(); ++place) {
        if (parse_square(text.substr(place, 2))) return true;
    }
    if (text.starts_with("O-O") || text.starts_with("0-0") || text.starts_with("o-o")) return true;
    constexpr std::string_view digits = "0123456789";
    return !text.empty() && std::isalpha(static_cast<unsigned char>(text.front())) != 0 &&
           text.find_first_of(digits) != std::string_view::npos &&
           text.find_first_not_of("KQRBNPabcdefgh0123456789x:=+#-!?") == std::string_view::npos;
}

/// The text in a form that `parse_san` knows.
std::string usual_form(std::string_view text) {
    std::string usual = without_figurines(text);
    constexpr std::string_view ellipsis = "\xE2\x80\xA6";
    if (usual.starts_with(ellipsis)) usual.erase(0, ellipsis.size());
    if (usual.starts_with("o-o")) std::ranges::replace(usual, 'o', 'O');
    if (usual.ends_with("ep")) usual.replace(usual.size() - 2, 2, "e.p.");
    return usual;
}

Result<Move, MoveError> find_odd_move(const Board& board, std::string_view text) {
    std::string usual = usual_form(text);
    auto move = parse_san(board, usual);
    constexpr std::string_view small_pieces = "kqrbn";
    if (move || usual.empty() || small_pieces.find(usual.front()) == std::string_view::npos) return move;
    usual.front() = static_cast<char>(usual.front() - 'a' + 'A');
    auto with_capital = parse_san(board, usual);
    return with_capital ? with_capital : move;
}

}  // namespace

void GameReplay::begin_game(const PgnReader& reader) {
    reader_ = &reader;
    fen_.clear();
    variant_.clear();
    tagged_result_ = GameResult::unknown;
    is_begun_ = is_started_ = is_stopped_ = is_dead_ = false;
    interrupted_.clear();
    ignored_depth_ = 0;
}

void GameReplay::tag(std::string_view name, std::string_view value) {
    if (name == "FEN") fen_ = value;
    if (name == "Variant") variant_ = value;
    if (name == "Result") tagged_result_ = result_from(value);
}

bool GameReplay::find_start() {
    if (!is_chess(variant_)) {
        report(PgnFault::other_variant,
               fmt::format("a game of the variant {} is left out", in_quotes(variant_)));
        return false;
    }
    if (fen_.empty()) {
        static const Board usual;
        board_ = usual;
        return true;
    }
    auto board = board_of(fen_);
    if (!board) {
        report(PgnFault::bad_start, std::move(board.error().message));
        return false;
    }
    board_ = *board;
    return true;
}

bool GameReplay::start() {
    is_begun_ = true;
    is_started_ = find_start();
    before_ = board_;
    if (is_started_) started(board_);
    return is_started_;
}

NextStep GameReplay::word(std::string_view text) {
    if (!is_begun_ && !start()) return NextStep::skip_game;
    if (is_dead_ || ignored_depth_ != 0) return NextStep::read_on;
    if (!has_room()) return end_line(PgnFault::too_large, "there are too many moves; the rest is left out");
    written_ = text;
    if (const Move move = find_san(board_, text); move != Move()) {
        play(move);
        return NextStep::read_on;
    }
    return take_odd_word(text);
}

NextStep GameReplay::take_odd_word(std::string_view text) {
    if (text == "--" || text == "Z0") {
        return end_line(PgnFault::null_move,
                        fmt::format("the null move {} cannot be played", in_quotes(text)));
    }
    if (!looks_like_move(text)) {
        if (!reader_->is_cut()) return NextStep::read_on;
        return end_line(PgnFault::cut_off, fmt::format("the file ends inside a move: {}", in_quotes(text)));
    }
    auto move = find_odd_move(board_, text);
    if (!move) return end_line(PgnFault::bad_move, std::move(move.error().message));
    play(*move);
    return NextStep::read_on;
}

/// Ends this variation, or the game if it is the main line.
NextStep GameReplay::end_line(PgnFault fault, std::string message) {
    report(fault, std::move(message));
    if (!interrupted_.empty()) {
        is_dead_ = true;
        return NextStep::read_on;
    }
    is_stopped_ = true;
    return NextStep::skip_game;
}

void GameReplay::unclosed_comment(const PgnReader& reader, std::size_t line) {
    problem({PgnFault::open_comment, reader.game(), line, "a comment begins here and is never closed"});
}

void GameReplay::begin_variation() {
    if (!is_begun_ && !start()) return;
    if (ignored_depth_ != 0 || !has_room()) {
        ++ignored_depth_;
        return;
    }
    interrupted_.push_back({board_, before_, is_dead_});
    board_ = before_;
    variation_began();
}

void GameReplay::end_variation() {
    if (ignored_depth_ != 0) {
        --ignored_depth_;
        return;
    }
    if (interrupted_.empty()) return;
    variation_ended();
    board_ = interrupted_.back().board;
    before_ = interrupted_.back().before;
    is_dead_ = interrupted_.back().is_dead;
    interrupted_.pop_back();
}

void GameReplay::play(Move move) {
    before_ = board_;
    board_.play(move);
    played(move, board_);
}

NextStep GameReplay::end_game(GameResult result) {
    if (!is_begun_) (void)start();
    if (!is_started_) return NextStep::read_on;
    return finished({result == GameResult::unknown ? tagged_result_ : result, is_stopped_, !fen_.empty()});
}

void GameReplay::report(PgnFault fault, std::string message) {
    problem({fault, reader_->game(), reader_->line(), std::move(message)});
}

}  // namespace philidor::detail
