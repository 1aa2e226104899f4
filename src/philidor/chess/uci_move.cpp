#include <cassert>
#include <optional>

#include <fmt/format.h>

#include "philidor/base/detail/in_quotes.hpp"
#include "philidor/chess/castling.hpp"
#include "philidor/chess/movegen.hpp"
#include "philidor/chess/notation.hpp"

namespace philidor {

namespace {

constexpr std::string_view promotion_letters = "qrbn";

/// Whether the text has the form of a move: two squares, and perhaps a promotion letter.
bool is_well_formed(std::string_view text) {
    if (text.size() != 4 && text.size() != 5) return false;
    if (!parse_square(text.substr(0, 2)) || !parse_square(text.substr(2, 2))) return false;
    return text.size() == 4 || promotion_letters.find(text[4]) != std::string_view::npos;
}

/// The legal castling that the text names by the square where the king will stand.
std::optional<Move> find_castling(const Board& board, const MoveList& moves, std::string_view text) {
    if (board.castling_style() == CastlingStyle::standard) return std::nullopt;
    for (const Move move : moves) {
        if (move.is_castle() && to_string(move.from()) + to_string(move.to()) == text) return move;
    }
    return std::nullopt;
}

}  // namespace

std::string to_uci(const Board& board, Move move) {
    assert(is_legal(board, move));
    Square to = move.to();
    if (move.is_castle() && board.castling_style() != CastlingStyle::standard) {
        const CastlingSide side =
            move.flag() == MoveFlag::king_castle ? CastlingSide::king : CastlingSide::queen;
        to = *board.castling().rook(board.side_to_move(), side, move.from());
    }
    std::string text = to_string(move.from()) + to_string(to);
    if (move.is_promotion()) text += letter_of(make_piece(Color::black, move.promotion()));
    return text;
}

Result<Move, MoveError> parse_uci(const Board& board, std::string_view text) {
    if (text.empty()) return fail(MoveError::empty, "uci: the text of the move is empty");
    if (text == "0000") return fail(MoveError::null_move, "uci: null moves are not allowed: \"0000\"");
    if (!is_well_formed(text)) {
        return fail(MoveError::malformed,
                    fmt::format("uci: {} is not of the form e2e4 or e7e8q", in_quotes(text)));
    }
    const MoveList moves = legal_moves(board, Bitboard(*parse_square(text.substr(0, 2))));
    bool needs_letter = false;
    for (const Move move : moves) {
        const std::string uci = to_uci(board, move);
        if (uci == text) return move;
        needs_letter |= move.is_promotion() && uci.substr(0, 4) == text;
    }
    if (const auto castling = find_castling(board, moves, text)) return *castling;
    if (needs_letter) {
        return fail(MoveError::promotion_missing,
                    fmt::format("uci: {} needs a promotion letter", in_quotes(text)));
    }
    return fail(MoveError::illegal, fmt::format("uci: {} is not legal here", text));
}

}  // namespace philidor
