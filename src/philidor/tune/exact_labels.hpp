/// @file
/// Positions whose results are known from our own tables.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <random>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "philidor/base/result.hpp"
#include "philidor/chess/indexed_array.hpp"
#include "philidor/table/table_store.hpp"
#include "philidor/tune/labelled_position.hpp"
#include "philidor/tune/tune_error.hpp"

namespace philidor {

/// Endings with the same men, wherever their pawns stand: "KRPvKR".
struct EndingFamily {
    ByColor<ByPieceType<unsigned>> men;  ///< the number of men of each kind, for each side
};

/// Reads the name of a family. Each side is a K followed by Q, R, B, N and P, one letter for each man, and a
/// v separates the sides. There must be a pawn, since otherwise nothing could be learned about pawns.
[[nodiscard]] Result<EndingFamily, TuneError> parse_family(std::string_view text);

/// How positions are drawn.
struct ExactOptions {
    std::size_t structures = 100;                          ///< how often pawns are put on random squares
    std::size_t positions = 20;                            ///< of each structure, at most
    std::uint64_t seed = 1;                                ///< of the random numbers
    unsigned threads = 1;                                  ///< the number of threads that build tables
    std::uint64_t memory_bytes = std::uint64_t{4} << 30U;  ///< the memory that building may use
    /// Asks the work to end early.
    std::stop_token stop = {};  // NOLINT(readability-redundant-member-init): callers may leave it out
    /// Called now and then with the share of the work that is done; may be empty.
    std::function<void(double)> progress = nullptr;
};

/// Draws random quiet positions of a family and labels them with their values. Quiet means that the side to
/// move is not in check and can neither capture nor promote. Missing tables are built and stored, with up to
/// one piece more than the family has, so that values that depend on two promotions stay open. Positions
/// without an exact value are left out. The same seed gives the same positions.
[[nodiscard]] Result<std::vector<LabelledPosition>, TuneError> draw_exact_positions(
    const EndingFamily& family, TableStore& store, const ExactOptions& options);

}  // namespace philidor
