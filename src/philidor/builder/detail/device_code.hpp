/// @file
/// What the code for devices is made of: words of bits, turns of the board, and teams of threads.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

/// Placed before functions that run on the processor and on a GPU. Only nvcc knows the words for it, so this
/// has to be a macro.
#ifdef __CUDACC__
#define PHILIDOR_HOST_DEVICE __host__ __device__
#else
#define PHILIDOR_HOST_DEVICE
#endif

namespace philidor::detail {

/// A set of squares, bit by bit: what `Bitboard` is elsewhere. Its tables of attacks are out of reach of a
/// GPU, and to compute is faster there.
using Word = std::uint64_t;

/// The set of one square.
PHILIDOR_HOST_DEVICE constexpr Word bit_of(unsigned square) { return Word{1} << square; }

/// Whether a square is in a set.
PHILIDOR_HOST_DEVICE constexpr bool has(Word set, unsigned square) { return (set >> square & 1U) != 0; }

/// The first square of a set that is not empty.
PHILIDOR_HOST_DEVICE inline unsigned first_of(Word set) {
#ifdef __CUDA_ARCH__
    return static_cast<unsigned>(__ffsll(static_cast<long long>(set)) - 1);
#else
    return static_cast<unsigned>(std::countr_zero(set));
#endif
}

/// How many squares a set has.
PHILIDOR_HOST_DEVICE inline unsigned count_of(Word set) {
#ifdef __CUDA_ARCH__
    return static_cast<unsigned>(__popcll(set));
#else
    return static_cast<unsigned>(std::popcount(set));
#endif
}

/// The set with the ranks in opposite order.
PHILIDOR_HOST_DEVICE inline Word flipped(Word set) {
#ifdef __CUDA_ARCH__
    const unsigned low = __byte_perm(static_cast<unsigned>(set), 0, 0x0123);
    const unsigned high = __byte_perm(static_cast<unsigned>(set >> 32U), 0, 0x0123);
    return Word{low} << 32U | high;
#else
    return __builtin_bswap64(set);
#endif
}

/// The set with the files in opposite order.
PHILIDOR_HOST_DEVICE inline Word mirrored(Word set) {
#ifdef __CUDA_ARCH__
    return flipped(__brevll(set));
#else
    set = (set >> 1U & 0x5555555555555555U) | (set & 0x5555555555555555U) << 1U;
    set = (set >> 2U & 0x3333333333333333U) | (set & 0x3333333333333333U) << 2U;
    return (set >> 4U & 0x0F0F0F0F0F0F0F0FU) | (set & 0x0F0F0F0F0F0F0F0FU) << 4U;
#endif
}

/// The set with all squares in opposite order.
PHILIDOR_HOST_DEVICE inline Word reversed(Word set) {
#ifdef __CUDA_ARCH__
    return __brevll(set);
#else
    return flipped(mirrored(set));
#endif
}

/// The set with files and ranks swapped: a2 <-> b1.
PHILIDOR_HOST_DEVICE constexpr Word transposed(Word set) {
    Word difference = (set ^ set >> 28U) & 0x00000000F0F0F0F0U;
    set ^= difference ^ difference << 28U;
    difference = (set ^ set >> 14U) & 0x0000CCCC0000CCCCU;
    set ^= difference ^ difference << 14U;
    difference = (set ^ set >> 7U) & 0x00AA00AA00AA00AAU;
    return set ^ difference ^ difference << 7U;
}

/// A `BoardTurn` in three bits: first it may transpose, then flip the ranks, then mirror the files.
using Turn = std::uint32_t;
inline constexpr Turn turn_flips = 1;       ///< the bit for flipping the ranks
inline constexpr Turn turn_mirrors = 2;     ///< the bit for mirroring the files
inline constexpr Turn turn_transposes = 4;  ///< the bit for swapping ranks and files

/// The image of a square.
PHILIDOR_HOST_DEVICE constexpr unsigned turned_square(Turn turn, unsigned square) {
    if ((turn & turn_transposes) != 0) square = square >> 3U | (square & 7U) << 3U;
    return square ^ ((turn & turn_flips) != 0 ? 56U : 0U) ^ ((turn & turn_mirrors) != 0 ? 7U : 0U);
}

/// The turn that leads back.
PHILIDOR_HOST_DEVICE constexpr Turn inverse_of(Turn turn) {
    if ((turn & turn_transposes) == 0) return turn;
    return turn_transposes | (turn & turn_flips) << 1U | (turn & turn_mirrors) >> 1U;
}

/// The image of a set.
PHILIDOR_HOST_DEVICE inline Word turned_set(Turn turn, Word set) {
    if ((turn & turn_transposes) != 0) set = transposed(set);
    if ((turn & turn_flips) != 0) set = flipped(set);
    if ((turn & turn_mirrors) != 0) set = mirrored(set);
    return set;
}

/// How many threads work on one tile.
inline constexpr unsigned team_size = 32;

/// Two rows of a tile: what one thread of a team works on. One access to memory reads both.
struct alignas(16) RowPair {
    Word first = 0;
    Word second = 0;

    /// Whether there is anything in it.
    [[nodiscard]] PHILIDOR_HOST_DEVICE bool any() const { return (first | second) != 0; }
};

/// Unites two pairs.
PHILIDOR_HOST_DEVICE inline void operator|=(RowPair& a, const RowPair& b) {
    a.first |= b.first;
    a.second |= b.second;
}

/// What both pairs have.
[[nodiscard]] PHILIDOR_HOST_DEVICE inline RowPair operator&(const RowPair& a, const RowPair& b) {
    return {a.first & b.first, a.second & b.second};
}

/// What is in the first pair alone.
[[nodiscard]] PHILIDOR_HOST_DEVICE inline RowPair operator-(const RowPair& a, const RowPair& b) {
    return {a.first & ~b.first, a.second & ~b.second};
}

/// A team that is one thread, which does the work of all, lane by lane. The code of a tile is written for
/// teams: what it says in one `each` happens before what it says in the next. On a GPU a team is a warp.
class PlainTeam {
  public:
    /// A value for each lane.
    template <class T>
    struct Lanes {
        std::array<T, team_size> values{};
        T& operator[](unsigned lane) { return values[lane]; }
    };

    /// Calls `work(lane)` for every lane.
    template <class Work>
    void each(const Work& work) const {
        for (unsigned lane = 0; lane < team_size; ++lane) work(lane);
    }

    /// Whether `test(lane)` holds for any lane; it is called for all.
    template <class Test>
    [[nodiscard]] bool any(const Test& test) const {
        bool found = false;
        for (unsigned lane = 0; lane < team_size; ++lane) found = test(lane) || found;
        return found;
    }

    /// Adds `amount(lane)` of all lanes to a sum that teams share.
    template <class Amount>
    void add(Word& sum, const Amount& amount) const {
        for (unsigned lane = 0; lane < team_size; ++lane) sum += amount(lane);
    }

    /// Raises a number that teams share, all to the same value.
    void raise(std::uint32_t& number, std::uint32_t value) const { number = value; }
};

}  // namespace philidor::detail
