/// @file
/// Positions whose results our own tables know.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "philidor/base/result.hpp"
#include "philidor/chess/indexed_array.hpp"
#include "philidor/table/table_store.hpp"
#include "philidor/tune/labelled_position.hpp"
#include "philidor/tune/tune_error.hpp"

namespace philidor {

/// Endings with the same men, whatever squares their pawns stand on: "KRPvKR".
struct EndingFamily {
    ByColor<ByPieceType<unsigned>> men;
};

/// Reads the name of a family: a side is a K, then any of Q, R, B, N and P, each as often as there are such
/// men; a v divides the sides. There must be a pawn, or nothing could be learnt about pawns.
[[nodiscard]] Result<EndingFamily, TuneError> parse_family(std::string_view text);

/// How positions are drawn.
struct ExactOptions {
    std::size_t structures = 100;  ///< how many times pawns are put on random squares
    std::size_t positions = 20;    ///< of each structure, at most
    std::uint64_t seed = 1;
    unsigned threads = 1;
    std::uint64_t memory_bytes = std::uint64_t{4} << 30U;
    /// Called now and then with the share of the work done; returning false stops it.
    std::function<bool(double)> progress;
};

/// Draws quiet positions of a family at random, and labels them with their values: nobody is in check, and
/// the side to move can neither take nor promote. The tables are built into the store as far as they are
/// missing, with one piece more than the family has, so that values that depend on two promotions stay open;
/// positions without a certain value are left out. The same seed gives the same positions.
[[nodiscard]] Result<std::vector<LabelledPosition>, TuneError> draw_exact_positions(
    const EndingFamily& family, TableStore& store, const ExactOptions& options);

}  // namespace philidor
