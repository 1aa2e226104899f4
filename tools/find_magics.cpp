// Finds the multipliers in src/philidor/chess/detail/magic_sliders.cpp.
//
//     g++ -std=c++20 -O2 -Isrc tools/find_magics.cpp -o build/find_magics && build/find_magics
//
// For each square it draws sparse random numbers from a fixed seed until one maps every occupation of the
// relevant squares to its own entry (or to one with the same attacks) in a table of 2^(number of relevant
// squares) entries. The output is the same on every machine.

#include <array>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "philidor/chess/detail/slider_table.hpp"

using philidor::Bitboard;
using philidor::Square;

namespace {

std::uint64_t next_random(std::uint64_t& state) {  // splitmix64
    std::uint64_t z = state += 0x9E3779B97F4A7C15;
    z = (z ^ z >> 30U) * 0xBF58476D1CE4E5B9;
    z = (z ^ z >> 27U) * 0x94D049BB133111EB;
    return z ^ z >> 31U;
}

bool works(std::uint64_t magic,
           Square square,
           const std::array<philidor::slow::Step, 4>& steps,
           Bitboard relevant,
           std::vector<Bitboard>& table) {
    const unsigned shift = 64 - relevant.count();
    table.assign(std::size_t{1} << relevant.count(), Bitboard());
    Bitboard occupied;
    do {
        Bitboard attacked;
        for (const auto step : steps) attacked |= philidor::slow::ray(square, step, occupied);
        Bitboard& entry = table[occupied.bits() * magic >> shift];
        if (entry.any() && entry != attacked) return false;
        entry = attacked;
        occupied = Bitboard::from_bits((occupied.bits() - relevant.bits()) & relevant.bits());
    } while (occupied.any());
    return true;
}

void print_magics(const char* name, const std::array<philidor::slow::Step, 4>& steps) {
    std::printf("constexpr BySquare<std::uint64_t> %s{{\n", name);
    std::uint64_t state = 1749;  // the year of Philidor's book
    std::vector<Bitboard> table;
    for (unsigned index = 0; index < philidor::square_count; ++index) {
        const Square square = philidor::square_at(index);
        const Bitboard relevant = philidor::detail::relevant_squares(square, steps);
        std::uint64_t magic = 0;
        do {
            magic = next_random(state) & next_random(state) & next_random(state);
        } while (!works(magic, square, steps, relevant, table));
        std::printf("    0x%016llX,%s", static_cast<unsigned long long>(magic), index % 4 == 3 ? "\n" : "");
    }
    std::printf("}};\n");
}

}  // namespace

int main() {
    print_magics("rook_magics", philidor::slow::rook_steps);
    print_magics("bishop_magics", philidor::slow::bishop_steps);
}
