#include "philidor/chess/attacks.hpp"

#include <array>

#include "philidor/chess/detail/slow_attacks.hpp"

namespace philidor {

namespace {

using slow::Step;

template <std::size_t Count>
constexpr BySquare<Bitboard> leaper_table(const std::array<Step, Count>& steps) {
    BySquare<Bitboard> table;
    for (unsigned index = 0; index < square_count; ++index) {
        for (const Step step : steps) table.values[index] |= slow::step_from(square_at(index), step);
    }
    return table;
}

constexpr std::array all_steps{slow::rook_steps[0],   slow::rook_steps[1],   slow::rook_steps[2],
                               slow::rook_steps[3],   slow::bishop_steps[0], slow::bishop_steps[1],
                               slow::bishop_steps[2], slow::bishop_steps[3]};

constexpr std::array knight_steps{Step{1, 2},   Step{2, 1},   Step{2, -1}, Step{1, -2},
                                  Step{-1, -2}, Step{-2, -1}, Step{-2, 1}, Step{-1, 2}};

/// Calls `visit(a, b, step)` for all squares b that a queen on a reaches on an empty board.
template <class Visit>
constexpr void for_each_line(Visit visit) {
    for (unsigned index = 0; index < square_count; ++index) {
        const Square a = square_at(index);
        for (const Step step : all_steps) {
            for (const Square b : slow::ray(a, step)) visit(a, b, step);
        }
    }
}

constexpr BySquare<BySquare<Bitboard>> make_between_table() {
    BySquare<BySquare<Bitboard>> table;
    for_each_line([&table](Square a, Square b, Step step) {
        table[a][b] = slow::ray(a, step, Bitboard(b)) - Bitboard(b);
    });
    return table;
}

constexpr BySquare<BySquare<Bitboard>> make_line_table() {
    BySquare<BySquare<Bitboard>> table;
    for_each_line([&table](Square a, Square b, Step step) {
        table[a][b] = slow::ray(a, step) | Bitboard(a) | slow::ray(a, {-step.files, -step.ranks});
    });
    return table;
}

}  // namespace

namespace detail {

constinit const BySquare<Bitboard> knight_table = leaper_table(knight_steps);
constinit const BySquare<Bitboard> king_table = leaper_table(all_steps);
constinit const ByColor<BySquare<Bitboard>> pawn_table{
    {leaper_table(std::array{Step{-1, 1}, Step{1, 1}}), leaper_table(std::array{Step{-1, -1}, Step{1, -1}})}};
constinit const BySquare<BySquare<Bitboard>> between_table = make_between_table();
constinit const BySquare<BySquare<Bitboard>> line_table = make_line_table();

}  // namespace detail

Bitboard attacks_of(Piece piece, Square square, Bitboard occupied) {
    switch (type_of(piece)) {
        case PieceType::pawn: return pawn_attacks(color_of(piece), square);
        case PieceType::knight: return knight_attacks(square);
        case PieceType::bishop: return bishop_attacks(square, occupied);
        case PieceType::rook: return rook_attacks(square, occupied);
        case PieceType::queen: return queen_attacks(square, occupied);
        case PieceType::king: return king_attacks(square);
    }
    return {};
}

}  // namespace philidor
