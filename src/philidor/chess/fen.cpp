#include "philidor/chess/fen.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "philidor/base/detail/in_quotes.hpp"

namespace philidor {

// The functions below leave out the "fen: " at the front of every message; `parse_setup` and `parse_fen` add
// it.
namespace {

using Nothing = Result<void, PositionError>;

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (std::size_t begin = 0;;) {
        const std::size_t end = text.find(separator, begin);
        parts.push_back(text.substr(begin, end - begin));
        if (end == std::string_view::npos) return parts;
        begin = end + 1;
    }
}

Nothing read_rank(std::string_view text, Rank rank, Setup& setup) {
    std::size_t squares = 0;
    bool follows_number = false;
    for (const char& letter : text) {
        const bool is_number = letter >= '1' && letter <= '8';
        if (is_number && follows_number) {
            return fail(PositionError::rank_length,
                        fmt::format("rank {} has two numbers in a row: {}", digit_of(rank), in_quotes(text)));
        }
        follows_number = is_number;
        if (is_number) {
            squares += static_cast<std::size_t>(letter - '0');
            continue;
        }
        const auto piece = piece_from(letter);
        if (!piece) {
            return fail(PositionError::piece_letter,
                        fmt::format("{} on rank {} is not a piece: {}", in_quotes({&letter, 1}),
                                    digit_of(rank), in_quotes(text)));
        }
        if (squares < all_files.size()) setup.squares[make_square(all_files[squares], rank)] = *piece;
        ++squares;
    }
    if (squares != all_files.size()) {
        return fail(PositionError::rank_length,
                    fmt::format("rank {} has {} square{}: {}", digit_of(rank), squares,
                                squares == 1 ? "" : "s", in_quotes(text)));
    }
    return {};
}

Nothing read_men(std::string_view text, Setup& setup) {
    const auto ranks = split(text, '/');
    if (ranks.size() != all_ranks.size()) {
        return fail(PositionError::rank_count, fmt::format("{} rank{} instead of 8: {}", ranks.size(),
                                                           ranks.size() == 1 ? "" : "s", in_quotes(text)));
    }
    for (const Rank rank : all_ranks) {
        const std::string_view rank_text = ranks[ranks.size() - 1 - static_cast<std::size_t>(rank)];
        if (auto read = read_rank(rank_text, rank, setup); !read) return read;
    }
    return {};
}

Nothing read_side_to_move(std::string_view text, Setup& setup) {
    if (text != "w" && text != "b") {
        return fail(PositionError::side_to_move,
                    fmt::format("side to move {} is neither w nor b", in_quotes(text)));
    }
    setup.side_to_move = text == "w" ? Color::white : Color::black;
    return {};
}

/// The king of a colour, if it is the only one and stands on its back rank.
std::optional<Square> castling_king(const Setup& setup, Color color) {
    const Bitboard kings = setup.pieces(color, PieceType::king);
    if (kings.count() != 1 || !kings.is_subset_of(back_rank(color))) return std::nullopt;
    return kings.first();
}

/// The rook farthest from the king on one side of it: the rook that K, Q, k and q mean in X-FEN.
std::optional<Square> outermost_rook(const Setup& setup, Color color, CastlingSide side) {
    const auto king = castling_king(setup, color);
    if (!king) return std::nullopt;
    std::optional<Square> outermost;
    for (const Square rook : setup.pieces(color, PieceType::rook) & back_rank(color)) {
        if (side == CastlingSide::queen && rook < *king) return rook;
        if (side == CastlingSide::king && rook > *king) outermost = rook;
    }
    return outermost;
}

char in_case_of(Color color, char upper) {
    return color == Color::white ? upper : static_cast<char>(upper - 'A' + 'a');
}

/// The letter for the right to castle with this rook.
char castling_letter(const Setup& setup, Color color, Square rook) {
    for (const CastlingSide side : all_castling_sides) {
        const Square corner = relative(color, side == CastlingSide::king ? Square::h1 : Square::a1);
        const bool has_own_letter =
            (setup.castling_style == CastlingStyle::standard && rook == corner) ||
            (setup.castling_style == CastlingStyle::x_fen && rook == outermost_rook(setup, color, side));
        if (has_own_letter) return in_case_of(color, side == CastlingSide::king ? 'K' : 'Q');
    }
    return in_case_of(color, static_cast<char>('A' + static_cast<int>(file_of(rook))));
}

std::string castling_field(const Setup& setup) {
    std::string field;
    for (const Color color : all_colors) {
        std::string letters;
        for (const Square rook : setup.castling.rooks(color)) letters += castling_letter(setup, color, rook);
        field.append(letters.rbegin(), letters.rend());  // the king's side, towards the h-file, comes first
    }
    return field.empty() ? "-" : field;
}

/// One letter of a castling field and its meaning.
struct CastlingLetter {
    Color color;
    char upper;  ///< the letter in upper case

    explicit CastlingLetter(char letter)
        : color(letter >= 'a' && letter <= 'z' ? Color::black : Color::white),
          upper(color == Color::black ? static_cast<char>(letter - 'a' + 'A') : letter) {}

    /// The castling that K or Q stands for.
    [[nodiscard]] std::optional<CastlingSide> side() const {
        if (upper == 'K') return CastlingSide::king;
        if (upper == 'Q') return CastlingSide::queen;
        return std::nullopt;
    }

    /// The square of the rook that a file letter names.
    [[nodiscard]] std::optional<Square> rook() const {
        if (upper < 'A' || upper > 'H') return std::nullopt;
        return make_square(static_cast<File>(upper - 'A'), relative(color, Rank::first));
    }
};

/// The rook that one letter of a castling field means.
Result<Square, PositionError> read_castling_letter(const char& text, Variant variant, const Setup& setup) {
    const CastlingLetter letter(text);
    const std::string shown = in_quotes({&text, 1});
    if (const auto rook = letter.rook()) {
        if (variant == Variant::chess960) return *rook;
        return fail(PositionError::castling_text,
                    fmt::format("castling right {} is not one of KQkq; it looks like Chess960", shown));
    }
    const auto side = letter.side();
    if (!side) return fail(PositionError::castling_text, fmt::format("{} is not a castling right", shown));
    if (variant == Variant::standard) {
        return relative(letter.color, *side == CastlingSide::king ? Square::h1 : Square::a1);
    }
    if (const auto rook = outermost_rook(setup, letter.color, *side)) return *rook;
    const auto king = castling_king(setup, letter.color);
    const std::string need =
        king ? fmt::format("{} rook on that side of the king on {}", name_of(letter.color), to_string(*king))
             : fmt::format("single {} king, on rank {}", name_of(letter.color),
                           digit_of(relative(letter.color, Rank::first)));
    return fail(PositionError::castling_impossible, fmt::format("castling right {} needs a {}", shown, need));
}

/// How a Chess960 castling field is written. A field that fits both forms counts as X-FEN. It is Shredder-FEN
/// only if it has a file letter where X-FEN would write K or Q, and contains neither of these.
CastlingStyle chess960_style(std::string_view text, const Setup& setup) {
    bool names_outermost_by_file = false;
    for (const char letter_text : text) {
        const CastlingLetter letter(letter_text);
        if (letter.side()) return CastlingStyle::x_fen;
        for (const CastlingSide side : all_castling_sides) {
            const auto outermost = outermost_rook(setup, letter.color, side);
            if (outermost && letter.rook() == outermost) names_outermost_by_file = true;
        }
    }
    return names_outermost_by_file ? CastlingStyle::shredder : CastlingStyle::x_fen;
}

Nothing read_castling(std::string_view text, Variant variant, Setup& setup) {
    Bitboard rooks;
    if (text != "-") {
        for (const char& letter : text) {
            auto rook = read_castling_letter(letter, variant, setup);
            if (!rook) {
                rook.error().message += fmt::format(": castling field {}", in_quotes(text));
                return tl::unexpected(std::move(rook.error()));
            }
            rooks.add(*rook);
        }
    }
    setup.castling = CastlingRights(rooks);
    setup.castling_style =
        variant == Variant::standard ? CastlingStyle::standard : chess960_style(text, setup);
    if (const std::string usual = castling_field(setup); usual != text) {
        return fail(PositionError::castling_text, fmt::format("castling field {} is not in the usual form {}",
                                                              in_quotes(text), in_quotes(usual)));
    }
    return {};
}

Nothing read_en_passant(std::string_view text, Setup& setup) {
    if (text == "-") return {};
    setup.en_passant = parse_square(text);
    if (setup.en_passant) return {};
    return fail(PositionError::en_passant_text,
                fmt::format("en passant field {} is neither - nor a square", in_quotes(text)));
}

/// A number without a sign or leading zeros.
std::optional<std::uint16_t> parse_counter(std::string_view text) {
    if (text.empty() || text.size() > 5 || (text.size() > 1 && text.front() == '0')) return std::nullopt;
    unsigned number = 0;
    for (const char digit : text) {
        if (digit < '0' || digit > '9') return std::nullopt;
        number = number * 10 + static_cast<unsigned>(digit - '0');
    }
    if (number > std::numeric_limits<std::uint16_t>::max()) return std::nullopt;
    return static_cast<std::uint16_t>(number);
}

Nothing read_counters(std::string_view halfmoves, std::string_view moves, Setup& setup) {
    const auto halfmove_clock = parse_counter(halfmoves);
    if (!halfmove_clock) {
        return fail(
            PositionError::halfmove_clock,
            fmt::format("halfmove clock {} is not a plain number from 0 to 65535", in_quotes(halfmoves)));
    }
    const auto fullmove_number = parse_counter(moves);
    if (!fullmove_number || *fullmove_number == 0) {
        return fail(PositionError::fullmove_number,
                    fmt::format("move number {} is not a plain number from 1 to 65535", in_quotes(moves)));
    }
    setup.halfmove_clock = *halfmove_clock;
    setup.fullmove_number = *fullmove_number;
    return {};
}

Result<std::vector<std::string_view>, PositionError> split_fields(std::string_view text) {
    auto fields = split(text, ' ');
    if (text.empty()) fields.clear();
    if (std::ranges::any_of(fields, [](std::string_view field) { return field.empty(); })) {
        return fail(PositionError::field_count,
                    fmt::format("fields are not separated by single spaces: {}", in_quotes(text)));
    }
    if (fields.size() == 4 || fields.size() == 6) return fields;
    return fail(PositionError::field_count, fmt::format("{} field{} instead of 4 or 6: {}", fields.size(),
                                                        fields.size() == 1 ? "" : "s", in_quotes(text)));
}

Result<Setup, PositionError> read_setup(std::string_view text, Variant variant) {
    Setup setup;
    const auto read_fields = [&](const std::vector<std::string_view>& fields) -> Nothing {
        return read_men(fields[0], setup)
            .and_then([&] { return read_side_to_move(fields[1], setup); })
            .and_then([&] { return read_castling(fields[2], variant, setup); })
            .and_then([&] { return read_en_passant(fields[3], setup); })
            .and_then(
                [&] { return fields.size() == 4 ? Nothing{} : read_counters(fields[4], fields[5], setup); });
    };
    return split_fields(text).and_then(read_fields).map([&] { return setup; });
}

Error<PositionError> with_prefix(Error<PositionError> error) {
    error.message.insert(0, "fen: ");
    return error;
}

}  // namespace

Result<Setup, PositionError> parse_setup(std::string_view text, Variant variant) {
    return read_setup(text, variant).map_error(with_prefix);
}

Result<Board, PositionError> parse_fen(std::string_view text, Variant variant) {
    auto board = read_setup(text, variant).and_then(Board::from_setup).map_error(with_prefix);
    const bool may_be_chess960 = !board && variant == Variant::standard &&
                                 board.error().kind == PositionError::castling_impossible &&
                                 parse_fen(text, Variant::chess960).has_value();
    if (may_be_chess960) board.error().message += "; it looks like Chess960";
    return board;
}

namespace {

/// The fields of a FEN, separated by any blanks; those that are missing are the usual ones. Empty if there
/// are fewer than two or more than six.
std::vector<std::string> completed_fields(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\n";
    constexpr std::array<std::string_view, 4> usual{"-", "-", "0", "1"};
    std::vector<std::string> fields;
    while (true) {
        text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
        if (text.empty()) break;
        fields.emplace_back(text.substr(0, text.find_first_of(blanks)));
        text.remove_prefix(fields.back().size());
    }
    if (fields.size() < 2 || fields.size() > 6) return {};
    for (std::size_t place = fields.size(); place < 6; ++place) fields.emplace_back(usual[place - 2]);
    return fields;
}

/// The letters in the usual order, each once.
std::string sorted_castling(const std::string& letters) {
    std::string sorted;
    for (const char letter : std::string_view("KQkq")) {
        if (letters.find(letter) != std::string::npos) sorted += letter;
    }
    const bool is_all =
        std::ranges::all_of(letters, [&](char letter) { return sorted.find(letter) != std::string::npos; });
    return is_all && !sorted.empty() ? sorted : letters;
}

void add_remark(std::string& remark, std::string_view text) {
    if (!remark.empty()) remark += ", ";
    remark += text;
}

/// Makes one field right that `error` is about. Returns false if there is no way.
bool mend(const Error<PositionError>& error,
          Variant variant,
          std::vector<std::string>& fields,
          std::string& remark) {
    switch (error.kind) {
        case PositionError::castling_impossible: {
            if (fields[2] == "-") return false;
            const std::string rights = std::exchange(fields[2], "-");
            // Those that remain possible are found one by one.
            for (const char letter : rights) {
                std::vector<std::string> one = fields;
                one[2] = std::string(1, letter);
                const auto board = parse_fen(fmt::format("{}", fmt::join(one, " ")), variant);
                if (!board && board.error().kind == PositionError::castling_impossible) continue;
                if (fields[2] == "-") fields[2].clear();
                fields[2] += letter;
            }
            add_remark(remark, fmt::format("castling rights {} made {}", rights, fields[2]));
            return fields[2] != rights;
        }
        case PositionError::en_passant_impossible:
            add_remark(remark, fmt::format("en passant square {} left out", fields[3]));
            return std::exchange(fields[3], "-") != "-";
        case PositionError::fullmove_number:
            if (fields[5] != "0") return false;
            fields[5] = "1";
            return true;
        default: return false;
    }
}

}  // namespace

Result<ReadFen, PositionError> read_fen(std::string_view text, Variant variant) {
    if (auto strict = parse_fen(text, variant)) return ReadFen{*strict, ""};
    std::vector<std::string> fields = completed_fields(text);
    if (fields.empty()) {
        // Says how many fields there are.
        return parse_fen(text, variant).map([](const Board& board) { return ReadFen{board, ""}; });
    }
    std::string remark;
    if (const std::string sorted = sorted_castling(fields[2]); sorted != fields[2]) {
        add_remark(remark, fmt::format("castling rights {} read as {}", fields[2], sorted));
        fields[2] = sorted;
    }
    while (true) {
        const auto board = parse_fen(fmt::format("{}", fmt::join(fields, " ")), variant);
        if (board) return ReadFen{*board, remark};
        // Rights of Chess960 are not odd, but of another kind of chess.
        const bool is_chess960 = board.error().message.ends_with("Chess960");
        if (is_chess960 || !mend(board.error(), variant, fields, remark))
            return tl::unexpected(board.error());
    }
}

std::string to_fen(const Setup& setup) {
    std::string men;
    for (auto rank = all_ranks.rbegin(); rank != all_ranks.rend(); ++rank) {
        if (!men.empty()) men += '/';
        int empty = 0;
        const auto write_empty = [&] {
            if (empty != 0) men += fmt::format("{}", empty);
            empty = 0;
        };
        for (const File file : all_files) {
            const Piece piece = setup.squares[make_square(file, *rank)];
            if (piece == Piece::none) {
                ++empty;
                continue;
            }
            write_empty();
            men += letter_of(piece);
        }
        write_empty();
    }
    return fmt::format("{} {} {} {} {} {}", men, setup.side_to_move == Color::white ? 'w' : 'b',
                       castling_field(setup), setup.en_passant ? to_string(*setup.en_passant) : "-",
                       setup.halfmove_clock, setup.fullmove_number);
}

std::string to_fen(const Board& board) { return to_fen(board.to_setup()); }

}  // namespace philidor
