/// @file
/// What can be wrong with an entry of a table.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "philidor/table/wdl.hpp"

namespace philidor {

/// A way in which an entry is wrong.
enum class FaultKind : std::uint8_t {
    legality,       ///< an illegal position has a value, or a legal one has none
    contradiction,  ///< the bits mean nothing: won by both, or proved and yet not possible
    value,          ///< the value does not follow from the moves
    foundation,     ///< a win that only other such wins support
    distance,       ///< the distance does not follow from those of the moves
    proof,          ///< a proof of its own finds another value
    rule,           ///< the value under the 50-move rule does not follow from the moves
};

/// "legality", "contradiction", "value", "foundation", "distance", "proof" or "rule".
[[nodiscard]] std::string_view name_of(FaultKind kind);

/// An entry that is wrong.
struct TableFault {
    FaultKind kind;
    std::string fen;  ///< the position; or why there is none, and its FEN if it can be written
    /// What the table says; empty if it says illegal, or nothing that makes sense.
    std::optional<WdlBounds> stored;
    /// What follows from the rules and the moves; empty for an illegal position.
    std::optional<WdlBounds> expected;
    unsigned stored_distance = 0;    ///< of a wrong distance: what is stored
    unsigned expected_distance = 0;  ///< and what follows from the moves
};

/// The fault in words: "value: draw stored, win expected: FEN".
[[nodiscard]] std::string describe(const TableFault& fault);

}  // namespace philidor
