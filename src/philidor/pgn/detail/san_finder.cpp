#include "philidor/pgn/detail/san_finder.hpp"

#include <array>

#include "philidor/chess/attacks.hpp"
#include "philidor/chess/bitboard.hpp"
#include "philidor/chess/castling.hpp"
#include "philidor/chess/detail/slow_attacks.hpp"
#include "philidor/chess/indexed_array.hpp"

namespace philidor::detail {

namespace {

constexpr bool is_file(char letter) { return letter >= 'a' && letter <= 'h'; }
constexpr bool is_rank(char letter) { return letter >= '1' && letter <= '8'; }
constexpr bool is_mark(char letter) {
    return letter == '+' || letter == '#' || letter == '!' || letter == '?';
}

constexpr Move no_move;

constexpr File file_at(char letter) { return static_cast<File>(letter - 'a'); }
constexpr Rank rank_at(char letter) { return static_cast<Rank>(letter - '1'); }

constexpr auto pieces_by_letter = [] {
    std::array<std::optional<PieceType>, 256> pieces{};
    pieces['N'] = PieceType::knight;
    pieces['B'] = PieceType::bishop;
    pieces['R'] = PieceType::rook;
    pieces['Q'] = PieceType::queen;
    pieces['K'] = PieceType::king;
    return pieces;
}();

/// The square whose name ends the text, which is taken off.
std::optional<Square> drop_target(std::string_view& text) {
    if (text.size() < 2) return std::nullopt;
    const char file = text[text.size() - 2];
    const char rank = text[text.size() - 1];
    if (!is_file(file) || !is_rank(rank)) return std::nullopt;
    text.remove_suffix(2);
    return make_square(file_at(file), rank_at(rank));
}

/// What a piece attacks on an empty board, by its kind and square. Few sliders stand on a line with the
/// square that matters, so asking these first spares most looks at the large tables.
constexpr auto reach = [] {
    ByPieceType<BySquare<Bitboard>> table{};
    const auto distance = [](auto a, auto b) { return a < b ? int(b) - int(a) : int(a) - int(b); };
    for (unsigned i = 0; i < square_count; ++i) {
        const Square from = square_at(i);
        table[PieceType::bishop][from] = slow::bishop_attacks(from, {});
        table[PieceType::rook][from] = slow::rook_attacks(from, {});
        table[PieceType::queen][from] = table[PieceType::bishop][from] | table[PieceType::rook][from];
        for (unsigned j = 0; j < square_count; ++j) {
            const Square to = square_at(j);
            const int files = distance(file_of(from), file_of(to));
            const int ranks = distance(rank_of(from), rank_of(to));
            if (files * ranks == 2) table[PieceType::knight][from].add(to);
            if (i != j && files <= 1 && ranks <= 1) table[PieceType::king][from].add(to);
        }
    }
    return table;
}();

/// Whether some of these sliders, all on a line with the square, sees it.
bool sees(Bitboard sliders, Square square, Bitboard occupied) {
    for (const Square slider : sliders) {
        if (!between(slider, square).intersects(occupied)) return true;
    }
    return false;
}

/// Whether an enemy attacks the square; those on `taken` do not count.
bool is_attacked(const Board& board, Color us, Square square, Bitboard occupied, Bitboard taken) {
    const Bitboard leapers = (knight_attacks(square) & board.pieces(PieceType::knight)) |
                             (pawn_attacks(us, square) & board.pieces(PieceType::pawn)) |
                             (king_attacks(square) & board.pieces(PieceType::king));
    if ((leapers & board.pieces(!us)).intersects(~taken)) return true;
    return sees((board.straight_sliders(!us) & reach[PieceType::rook][square]) - taken, square, occupied) ||
           sees((board.diagonal_sliders(!us) & reach[PieceType::bishop][square]) - taken, square, occupied);
}

/// Whether our king is safe after a man of ours, perhaps himself, has gone from one square to another.
bool is_safe(const Board& board, Color us, Square from, Square to) {
    const Bitboard occupied = (board.occupied() - Bitboard(from)) | Bitboard(to);
    const Square king = board.king(us);
    return !is_attacked(board, us, king == from ? to : king, occupied, Bitboard(to));
}

/// The squares from where a move can come that is written with an origin, a file or a rank or both, or an x.
std::optional<Bitboard> origins(std::string_view text) {
    Bitboard squares = ~Bitboard();
    if (text.ends_with('x')) text.remove_suffix(1);
    if (!text.empty() && is_file(text.front())) {
        squares &= Bitboard(file_at(text.front()));
        text.remove_prefix(1);
    }
    if (!text.empty() && is_rank(text.front())) {
        squares &= Bitboard(rank_at(text.front()));
        text.remove_prefix(1);
    }
    return text.empty() ? std::optional(squares) : std::nullopt;
}

/// Reads what follows the letter of the piece: an origin, an x, the target. One function serves all pieces,
/// since the processor could not predict a branch on the piece.
Move find_piece_move(const Board& board, PieceType type, std::string_view text) {
    const Color us = board.side_to_move();
    const auto to = drop_target(text);
    if (!to || board.pieces(us).has(*to)) return no_move;
    Bitboard candidates = reach[type][*to] & board.pieces(us, type);
    if (!text.empty()) {
        const auto squares = origins(text);
        if (!squares) return no_move;
        candidates &= *squares;
    }

    Move found;
    for (const Square from : candidates) {
        if (between(from, *to).intersects(board.occupied()) || !is_safe(board, us, from, *to)) continue;
        if (found != no_move) return no_move;  // ambiguous
        found = Move(from, *to, board.pieces(!us).has(*to) ? MoveFlag::capture : MoveFlag::quiet);
    }
    return found;
}

/// What a pawn becomes that is written with this letter.
std::optional<PieceType> promotion_from(char letter) {
    return letter == 'K' ? std::nullopt : pieces_by_letter[static_cast<unsigned char>(letter)];
}

/// The square one step behind, seen from a pawn of this colour.
Square behind(Color us, Square square) {
    return square_at(us == Color::white ? index_of(square) - 8 : index_of(square) + 8);
}

/// Where a pawn comes from that moves straight to an empty square, and how.
Move find_push(const Board& board, Color us, Square to) {
    const Bitboard pawns = board.pieces(us, PieceType::pawn);
    if (board.occupied().has(to)) return no_move;
    const Square single = behind(us, to);
    if (pawns.has(single)) return {single, to, MoveFlag::quiet};
    if (board.occupied().has(single) || relative(us, rank_of(to)) != Rank::fourth) return no_move;
    const Square twice = behind(us, single);
    return pawns.has(twice) ? Move(twice, to, MoveFlag::double_push) : no_move;
}

Move find_pawn_capture(const Board& board, Color us, File file, Square to) {
    const Bitboard takers = pawn_attacks(!us, to) & board.pieces(us, PieceType::pawn) & Bitboard(file);
    if (takers.is_empty()) return no_move;
    if (board.pieces(!us).has(to)) return {takers.first(), to, MoveFlag::capture};
    return no_move;  // en passant is rare
}

Move find_pawn_move(const Board& board, std::string_view text) {
    const Color us = board.side_to_move();
    const auto promotion = promotion_from(text.back());
    if (promotion) {
        text.remove_suffix(1);
        if (text.ends_with('=')) text.remove_suffix(1);
    }
    const auto to = drop_target(text);
    const Rank rank = to ? relative(us, rank_of(*to)) : Rank::first;
    if (rank <= Rank::second || promotion.has_value() != (rank == Rank::eighth)) return no_move;

    Move move;
    if (text.empty()) {
        move = find_push(board, us, *to);
    } else if (text.size() == 2 && text[1] == 'x') {
        move = find_pawn_capture(board, us, file_at(text[0]), *to);
    }
    if (move == no_move || !is_safe(board, us, move.from(), *to)) return no_move;
    if (!promotion) return move;
    return {move.from(), *to, promotion_flag(*promotion, move.is_capture())};
}

/// Castling in standard chess; what is special about Chess960 is left to others.
Move find_castling(const Board& board, std::string_view text) {
    if (board.castling_style() != CastlingStyle::standard) return no_move;
    const bool is_short = text == "O-O";
    if (!is_short && text != "O-O-O") return no_move;
    const Color us = board.side_to_move();
    const Square king = board.king(us);
    const auto rook = board.castling().rook(us, is_short ? CastlingSide::king : CastlingSide::queen, king);
    if (!rook || between(king, *rook).intersects(board.occupied())) return no_move;
    const CastlingWay way(us, king, *rook);
    for (const Square square : way.of_king | Bitboard(king)) {
        if (is_attacked(board, us, square, board.occupied(), {})) return no_move;
    }
    return {king, king_target(us, way.side), is_short ? MoveFlag::king_castle : MoveFlag::queen_castle};
}

}  // namespace

Move find_san(const Board& board, std::string_view text) {
    while (!text.empty() && is_mark(text.back())) text.remove_suffix(1);
    if (text.empty()) return no_move;
    const char first = text.front();
    if (is_file(first)) return find_pawn_move(board, text);
    if (const auto piece = pieces_by_letter[static_cast<unsigned char>(first)]) {
        return find_piece_move(board, *piece, text.substr(1));
    }
    return first == 'O' ? find_castling(board, text) : no_move;
}

}  // namespace philidor::detail
