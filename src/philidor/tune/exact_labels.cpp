#include "philidor/tune/exact_labels.hpp"

#include <algorithm>
#include <optional>
#include <stop_token>
#include <utility>

#include <fmt/format.h>

#include "philidor/base/detail/in_quotes.hpp"
#include "philidor/builder/build.hpp"
#include "philidor/builder/prober.hpp"
#include "philidor/chess/movegen.hpp"
#include "philidor/chess/setup.hpp"
#include "philidor/chess/symmetry.hpp"
#include "philidor/index/detail/tile_layout.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/material/table_key.hpp"

namespace philidor {

namespace {

using Random = std::mt19937_64;

/// A random square of a set, which must not be empty.
Square draw_square(Random& random, Bitboard set) {
    auto skipped = random() % set.count();
    for (const Square square : set) {
        if (skipped-- == 0) return square;
    }
    return set.first();
}

/// The pawns of a family on random squares, and nothing else.
Setup draw_pawns(Random& random, const EndingFamily& family) {
    Setup setup;
    Bitboard free = ~MaterialKey::back_ranks;
    for (const Color color : all_colors) {
        for (unsigned i = 0; i < family.men[color][PieceType::pawn]; ++i) {
            const Square square = draw_square(random, free);
            setup.squares[square] = make_piece(color, PieceType::pawn);
            free.remove(square);
        }
    }
    return setup;
}

/// The setup with kings and pieces on random squares, if the position is legal.
std::optional<Board> draw_board(Random& random, const EndingFamily& family, Setup setup) {
    Bitboard free = ~setup.occupied();
    setup.side_to_move = random() % 2 == 0 ? Color::white : Color::black;
    for (const Color color : all_colors) {
        for (const PieceType type : all_piece_types) {
            if (type == PieceType::pawn) continue;
            for (unsigned i = 0; i < family.men[color][type]; ++i) {
                const Square square = draw_square(random, free);
                setup.squares[square] = make_piece(color, type);
                free.remove(square);
            }
        }
    }
    const auto board = Board::from_setup(setup);
    return board ? std::optional(*board) : std::nullopt;
}

bool is_quiet(const Board& board) {
    return !board.is_check() && std::ranges::none_of(legal_moves(board), [](Move move) {
        return move.is_capture() || move.is_promotion();
    });
}

/// A number that is the same for a structure and its images; for others it is the same only by accident.
std::uint64_t group_of(const Board& board) {
    const MaterialKey key = MaterialKey::from_board(board);
    const auto pawns =
        MaterialKey::make({}, {{key.pawn_squares(Color::white), key.pawn_squares(Color::black)}}).value();
    const auto hash_of = [](const MaterialKey& some) { return table_for(some).key.material().hash(); };
    return std::min(hash_of(pawns), hash_of(pawns.image(Symmetry::mirror_files())));
}

/// The share of the work that is building; the rest is probing.
constexpr double building_share = 0.9;

Result<void, TuneError> build_for(const std::vector<Board>& boards,
                                  TableStore& store,
                                  const ExactOptions& options) {
    std::vector<TableKey> roots;
    unsigned pieces = 0;
    for (const Board& board : boards) {
        roots.push_back(table_for(MaterialKey::from_board(board)).key);
        pieces = std::max(pieces, roots.back().material().piece_count());
    }
    const auto tell = [&](const BuildProgress& progress) {
        if (options.progress) options.progress(building_share * progress.share());
    };
    const auto built = build(roots, store,
                             {.memory_bytes = options.memory_bytes,
                              .threads = options.threads,
                              .stop = options.stop,
                              .most_pieces = pieces + 1,
                              .progress = tell});
    if (built) return {};
    const bool was_interrupted = built.error().kind == BuildError::interrupted;
    return fail(was_interrupted ? TuneError::interrupted : TuneError::tables, built.error().message);
}

}  // namespace

Result<EndingFamily, TuneError> parse_family(std::string_view text) {
    EndingFamily family;
    Color color = Color::white;
    unsigned pieces = 0;
    const auto refuse = [&](std::string_view why) {
        return fail(TuneError::family, fmt::format("family: {}: {}", why, in_quotes(text)));
    };
    for (const char letter : text) {
        if (letter == 'v' && color == Color::white) {
            color = Color::black;
            continue;
        }
        const auto type = piece_type_from(letter);
        if (!type) return refuse(fmt::format("{} is neither a piece nor the v", in_quotes({&letter, 1})));
        ++family.men[color][*type];
        if (*type != PieceType::pawn && *type != PieceType::king) ++pieces;
    }
    if (color == Color::white) return refuse("no v between the sides");
    for (const Color side : all_colors) {
        if (family.men[side][PieceType::king] != 1) return refuse("each side has one king");
        if (family.men[side][PieceType::pawn] > 8) return refuse("a side has at most 8 pawns");
    }
    if (family.men[Color::white][PieceType::pawn] + family.men[Color::black][PieceType::pawn] == 0) {
        return refuse("there is no pawn to learn about");
    }
    if (pieces >= most_layout_pieces) return refuse("too many pieces");
    return family;
}

Result<std::vector<LabelledPosition>, TuneError> draw_exact_positions(const EndingFamily& family,
                                                                      TableStore& store,
                                                                      const ExactOptions& options) {
    constexpr std::size_t attempts = 10;  // per position; many are illegal or not quiet
    Random random(options.seed);
    std::vector<Board> boards;
    for (std::size_t structure = 0; structure < options.structures; ++structure) {
        const Setup pawns = draw_pawns(random, family);
        std::size_t found = 0;
        for (std::size_t i = 0; i < attempts * options.positions && found < options.positions; ++i) {
            const auto board = draw_board(random, family, pawns);
            if (!board || !is_quiet(*board)) continue;
            boards.push_back(*board);
            ++found;
        }
    }
    if (auto built = build_for(boards, store, options); !built) return tl::unexpected(built.error());

    Prober prober(store, {options.memory_bytes, options.threads});
    std::vector<LabelledPosition> positions;
    for (std::size_t i = 0; i < boards.size(); ++i) {
        const auto value = prober.value_of(Ending::from(boards[i]).value());
        if (!value) return fail(TuneError::tables, value.error().message);
        const double share = static_cast<double>(i) / static_cast<double>(boards.size());
        if (options.progress) options.progress(building_share + (1 - building_share) * share);
        if (options.stop.stop_requested()) return fail(TuneError::interrupted, "interrupted");
        if (!*value || !(*value)->plain.is_exact()) continue;
        const int for_mover = static_cast<int>((*value)->plain.worst);
        const int for_white = boards[i].side_to_move() == Color::white ? for_mover : -for_mover;
        positions.push_back({boards[i], (1 + for_white) / 2.0, group_of(boards[i])});
    }
    return positions;
}

}  // namespace philidor
