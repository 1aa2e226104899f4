#include "philidor/cluster/class_keys.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <string>

#include <fmt/format.h>

#include "philidor/base/detail/in_quotes.hpp"
#include "philidor/material/detail/table_size.hpp"
#include "philidor/material/material_key.hpp"

namespace philidor {

namespace {

/// The men of one side of a class, its king left out.
struct ClassSide {
    PieceCounts pieces;  ///< without bishops
    unsigned bishops = 0;
    unsigned pawns = 0;
};

constexpr Bitboard pawn_board = ~MaterialKey::back_ranks;

/// The number of ways to choose `count` of `all` things.
Amount choices(unsigned all, unsigned count) {
    std::uint64_t ways = 1;
    for (unsigned chosen = 0; chosen < count; ++chosen) ways = ways * (all - chosen) / (chosen + 1);
    return Amount(ways);
}

Result<ByColor<ClassSide>, RunError> parse_class(std::string_view name) {
    const auto refuse = [&](std::string_view why) {
        return fail(RunError::input, fmt::format("class: {}: {}", why, in_quotes(name)));
    };
    constexpr unsigned most_pieces = 15;
    constexpr unsigned most_pawns = 8;
    ByColor<ClassSide> sides;
    std::size_t place = 0;
    for (const Color color : all_colors) {
        if (place >= name.size() || name[place] != 'K') return refuse("each side begins with a K");
        ClassSide& side = sides[color];
        for (++place; place < name.size() && name[place] != 'v'; ++place) {
            const char letter = name[place];
            if (side.pieces.total() + side.bishops + side.pawns == most_pieces)
                return refuse("a side has at most 16 men");
            if (letter == 'P') {
                ++side.pawns;
            } else if (letter == 'B') {
                ++side.bishops;
            } else if (letter == 'Q' || letter == 'R' || letter == 'N') {
                side.pieces.add(letter == 'Q'   ? PieceKind::queen
                                : letter == 'R' ? PieceKind::rook
                                                : PieceKind::knight);
            } else {
                return refuse(fmt::format("{} is not K, Q, R, B, N, P or v", in_quotes({&letter, 1})));
            }
        }
        if (side.pawns > most_pawns) return refuse("a side has at most 8 pawns");
        if (color == Color::white && place++ == name.size()) return refuse("no v between the sides");
    }
    if (place != name.size()) return refuse("a second v");
    return sides;
}

/// Calls `use` for every way to put this many pawns on free squares.
void for_each_placement(Bitboard free,
                        unsigned count,
                        Bitboard placed,
                        const std::function<void(Bitboard)>& use) {
    if (count == 0) return use(placed);
    for (Bitboard rest = free; !rest.is_empty();) {
        const Bitboard square(rest.first());
        rest = rest - square;
        for_each_placement(rest, count - 1, placed | square, use);
    }
}

/// All pieces of a side, once for every number of dark-squared bishops.
std::vector<PieceCounts> pieces_of(const ClassSide& side) {
    std::vector<PieceCounts> all;
    for (unsigned dark = 0; dark <= side.bishops; ++dark) {
        PieceCounts pieces = side.pieces;
        for (unsigned bishop = 0; bishop < side.bishops; ++bishop)
            pieces.add(bishop < dark ? PieceKind::dark_bishop : PieceKind::light_bishop);
        all.push_back(pieces);
    }
    return all;
}

}  // namespace

bool is_class_name(std::string_view text) {
    for (std::size_t place = 0; place < text.size(); ++place) {
        if (text[place] == 'P') return true;
        const char next = place + 1 < text.size() ? text[place + 1] : ' ';
        if (text[place] == 'B' && next != 'd' && next != 'l') return true;
    }
    return false;
}

Result<std::vector<TableKey>, RunError> keys_of_class(std::string_view name, std::size_t most) {
    const auto sides = parse_class(name);
    if (!sides) return tl::unexpected(sides.error());
    const ClassSide& white = (*sides)[Color::white];
    const ClassSide& black = (*sides)[Color::black];
    const unsigned squares = pawn_board.count();
    // At most four names mean the same table, but for classes without pawns.
    const Amount names = choices(squares, white.pawns) * choices(squares - white.pawns, black.pawns);
    if (names.number() / 4 > most) {
        return fail(RunError::input, fmt::format("class: {} has more than {} tables", in_quotes(name), most));
    }
    std::vector<TableKey> keys;
    for_each_placement(pawn_board, white.pawns, {}, [&](Bitboard white_pawns) {
        for_each_placement(pawn_board - white_pawns, black.pawns, {}, [&](Bitboard black_pawns) {
            for (const PieceCounts white_pieces : pieces_of(white)) {
                for (const PieceCounts black_pieces : pieces_of(black)) {
                    ByColor<PieceCounts> pieces;
                    pieces[Color::white] = white_pieces;
                    pieces[Color::black] = black_pieces;
                    ByColor<Bitboard> pawns;
                    pawns[Color::white] = white_pawns;
                    pawns[Color::black] = black_pawns;
                    const auto key = MaterialKey::make(pieces, pawns);
                    if (key) keys.push_back(table_for(*key).key);
                }
            }
        });
    });
    std::ranges::sort(keys);
    const auto repeated = std::ranges::unique(keys);
    keys.erase(repeated.begin(), repeated.end());
    if (keys.empty())
        return fail(RunError::input, fmt::format("class: no game can reach it: {}", in_quotes(name)));
    return keys;
}

}  // namespace philidor
