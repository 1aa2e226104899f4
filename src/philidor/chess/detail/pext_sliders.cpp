#include "philidor/chess/detail/pext_sliders.hpp"

#ifdef __x86_64__  // no other processor has PEXT

#include <array>
#include <cstddef>
#include <cstdint>

#include "philidor/chess/attacks.hpp"
#include "philidor/chess/detail/slider_table.hpp"

namespace philidor::detail {

namespace {

constexpr BySquare<Bitboard> all_relevant_squares(const std::array<slow::Step, 4>& steps) {
    BySquare<Bitboard> relevant;
    for (unsigned index = 0; index < square_count; ++index) {
        relevant[square_at(index)] = relevant_squares(square_at(index), steps);
    }
    return relevant;
}

/// What the PEXT instruction computes: the bits of `occupied` at the positions of `relevant`, packed.
std::uint64_t pext(Bitboard occupied, Bitboard relevant) {
    std::uint64_t packed = 0;
    unsigned bit = 0;
    for (const Square square : relevant) packed |= std::uint64_t{occupied.has(square)} << bit++;
    return packed;
}

/// Stores the tables of all squares one after the other.
template <std::size_t Size>
std::array<Bitboard, Size> make_table(const BySquare<Bitboard>& relevant,
                                      const std::array<slow::Step, 4>& steps) {
    std::array<Bitboard, Size> table{};
    std::uint64_t offset = 0;
    for (unsigned index = 0; index < square_count; ++index) {
        const Bitboard squares = relevant[square_at(index)];
        fill_square(
            table, square_at(index), steps, [&](Bitboard occupied) { return pext(occupied, squares); },
            [&](std::uint64_t key) { return offset + key; });
        offset += std::uint64_t{1} << squares.count();
    }
    return table;
}

/// Where the table of each square starts.
constexpr BySquare<const Bitboard*> table_starts(const Bitboard* table, const BySquare<Bitboard>& relevant) {
    BySquare<const Bitboard*> starts;
    for (unsigned index = 0; index < square_count; ++index) {
        starts[square_at(index)] = table;
        table += std::size_t{1} << relevant[square_at(index)].count();
    }
    return starts;
}

constexpr BySquare<Bitboard> rook_relevant = all_relevant_squares(slow::rook_steps);
constexpr BySquare<Bitboard> bishop_relevant = all_relevant_squares(slow::bishop_steps);

// Filled when the program starts, as in magic_sliders.cpp, even on machines without BMI2. So this file is
// compiled for any x86-64.
[[gnu::init_priority(101)]] const std::array<Bitboard, rook_table_size> rook_table =
    make_table<rook_table_size>(rook_relevant, slow::rook_steps);
[[gnu::init_priority(101)]] const std::array<Bitboard, bishop_table_size> bishop_table =
    make_table<bishop_table_size>(bishop_relevant, slow::bishop_steps);

}  // namespace

constinit const PextTables pext_tables{rook_relevant, table_starts(rook_table.data(), rook_relevant),
                                       bishop_relevant, table_starts(bishop_table.data(), bishop_relevant)};

}  // namespace philidor::detail

#endif
