#include <algorithm>
#include <cassert>
#include <optional>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "philidor/base/detail/in_quotes.hpp"
#include "philidor/chess/movegen.hpp"
#include "philidor/chess/notation.hpp"

namespace philidor {

namespace {

/// What the text of a move says, apart from castling.
struct SanText {
    PieceType type = PieceType::pawn;
    std::optional<File> from_file;
    std::optional<Rank> from_rank;
    bool takes = false;  ///< it has an x
    Square to = Square::a1;
    std::optional<PieceType> promotion;
    bool is_en_passant = false;  ///< it ends in e.p.
};

/// The file, rank or both of the origin, as far as needed to tell the move from those of other pieces of its
/// kind.
std::string origin_of(const Board& board, Move move) {
    const PieceType type = type_of(board.piece_on(move.from()));
    bool has_rival = false;
    bool has_rival_on_file = false;
    bool has_rival_on_rank = false;
    for (const Move other : legal_moves(board, board.pieces(board.side_to_move(), type))) {
        if (other.to() != move.to() || other.from() == move.from()) continue;
        has_rival = true;
        has_rival_on_file |= file_of(other.from()) == file_of(move.from());
        has_rival_on_rank |= rank_of(other.from()) == rank_of(move.from());
    }
    if (!has_rival) return "";
    const std::string square = to_string(move.from());
    if (!has_rival_on_file) return square.substr(0, 1);
    return has_rival_on_rank ? square : square.substr(1);
}

std::string without_check_sign(const Board& board, Move move) {
    if (move.is_castle()) return move.flag() == MoveFlag::king_castle ? "O-O" : "O-O-O";
    const PieceType type = type_of(board.piece_on(move.from()));
    std::string text;
    if (type != PieceType::pawn) {
        text = letter_of(type) + origin_of(board, move);
    } else if (move.is_capture()) {
        text = letter_of(file_of(move.from()));
    }
    if (move.is_capture()) text += 'x';
    text += to_string(move.to());
    if (move.is_promotion()) text += {'=', letter_of(move.promotion())};
    return text;
}

bool drop_suffix(std::string_view& text, std::string_view suffix) {
    if (!text.ends_with(suffix)) return false;
    text.remove_suffix(suffix.size());
    return true;
}

/// Removes check signs, annotation glyphs and e.p. from the end; returns whether there was an e.p.
bool drop_marks(std::string_view& text) {
    bool is_en_passant = false;
    for (bool found = true; found;) {
        const bool found_en_passant = drop_suffix(text, " e.p.") || drop_suffix(text, "e.p.");
        is_en_passant |= found_en_passant;
        found = found_en_passant || drop_suffix(text, "+") || drop_suffix(text, "#") ||
                drop_suffix(text, "!") || drop_suffix(text, "?");
    }
    return is_en_passant;
}

/// Removes =Q, Q or (Q) from the end.
std::optional<PieceType> drop_promotion(std::string_view& text) {
    std::string_view rest = text;
    const bool has_brackets = drop_suffix(rest, ")");
    for (const PieceType type : promotion_types) {
        for (const Color color : all_colors) {
            std::string_view before = rest;
            const char letter = letter_of(make_piece(color, type));
            if (!drop_suffix(before, {&letter, 1})) continue;
            if (has_brackets && !drop_suffix(before, "(")) continue;
            if (!has_brackets) drop_suffix(before, "=");
            text = before;
            return type;
        }
    }
    return std::nullopt;
}

/// Removes the letter of a piece from the front.
PieceType drop_piece(std::string_view& text) {
    const auto type = text.empty() ? std::nullopt : piece_type_from(text.front());
    if (!type || *type == PieceType::pawn) return PieceType::pawn;
    text.remove_prefix(1);
    return *type;
}

/// Reads a file, a rank or both, and nothing else.
bool read_origin(std::string_view text, SanText& read) {
    if (!text.empty()) read.from_file = file_from(text.front());
    if (read.from_file) text.remove_prefix(1);
    if (!text.empty()) read.from_rank = rank_from(text.front());
    if (read.from_rank) text.remove_prefix(1);
    return text.empty();
}

/// The parts of a text, if it has the form of a move.
std::optional<SanText> read_parts(std::string_view text) {
    SanText read;
    read.is_en_passant = drop_marks(text);
    read.type = drop_piece(text);
    if (read.type == PieceType::pawn) read.promotion = drop_promotion(text);
    if (text.size() < 2) return std::nullopt;
    const auto to = parse_square(text.substr(text.size() - 2));
    text.remove_suffix(2);
    read.takes = drop_suffix(text, "x");
    const bool has_dash = !read.takes && drop_suffix(text, "-");
    if (!to || !read_origin(text, read)) return std::nullopt;
    if (has_dash && !(read.from_file && read.from_rank)) return std::nullopt;
    read.to = *to;
    return read;
}

/// Whether everything the text says is true of the move, except for the promotion piece.
bool describes(const SanText& read, const Board& board, Move move) {
    if (move.is_castle() || type_of(board.piece_on(move.from())) != read.type || move.to() != read.to)
        return false;
    if (read.from_file && *read.from_file != file_of(move.from())) return false;
    if (read.from_rank && *read.from_rank != rank_of(move.from())) return false;
    if (read.is_en_passant && move.flag() != MoveFlag::en_passant) return false;
    const bool is_push = read.type == PieceType::pawn && !read.from_file && !read.takes;
    return !(is_push && move.is_capture());
}

/// The castling that a text names, if it names one.
std::optional<MoveFlag> castling_flag(std::string_view text) {
    drop_marks(text);
    if (text == "O-O" || text == "0-0") return MoveFlag::king_castle;
    if (text == "O-O-O" || text == "0-0-0") return MoveFlag::queen_castle;
    return std::nullopt;
}

std::string names_of(const MoveList& moves, const Board& board) {
    std::vector<std::string> names;
    for (const Move move : moves) names.push_back(to_san(board, move));
    std::ranges::sort(names);
    return fmt::format("{}", fmt::join(names, ", "));
}

Result<Move, MoveError> only_move(const MoveList& found, const Board& board, std::string_view text) {
    if (found.size() == 1) return found[0];
    if (found.empty())
        return fail(MoveError::illegal, fmt::format("san: {} is not legal here", in_quotes(text)));
    return fail(MoveError::ambiguous,
                fmt::format("san: {} is ambiguous: {}", in_quotes(text), names_of(found, board)));
}

}  // namespace

std::string to_san(const Board& board, Move move) {
    assert(is_legal(board, move));
    std::string text = without_check_sign(board, move);
    if (board.gives_check(move)) text += has_legal_move(board.after(move)) ? '+' : '#';
    return text;
}

Result<Move, MoveError> parse_san(const Board& board, std::string_view text) {
    if (text.empty()) return fail(MoveError::empty, "san: the text of the move is empty");
    if (text == "--" || text == "Z0") {
        return fail(MoveError::null_move,
                    fmt::format("san: null moves are not allowed: {}", in_quotes(text)));
    }
    MoveList found;
    if (const auto flag = castling_flag(text)) {
        for (const Move move : legal_moves(board)) {
            if (move.flag() == *flag) found.add(move);
        }
        return only_move(found, board, text);
    }
    const auto read = read_parts(text);
    if (!read)
        return fail(MoveError::malformed,
                    fmt::format("san: {} does not have the form of a move", in_quotes(text)));
    bool needs_letter = false;
    for (const Move move : legal_moves(board, board.pieces(board.side_to_move(), read->type))) {
        if (!describes(*read, board, move)) continue;
        const auto promotion = move.is_promotion() ? std::optional(move.promotion()) : std::nullopt;
        if (promotion == read->promotion) found.add(move);
        needs_letter |= promotion && !read->promotion;
    }
    if (needs_letter) {
        return fail(MoveError::promotion_missing,
                    fmt::format("san: {} needs a promotion letter", in_quotes(text)));
    }
    return only_move(found, board, text);
}

}  // namespace philidor
