/// @file
/// What users type, as boards and keys.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "exit_code.hpp"
#include "philidor/base/result.hpp"
#include "philidor/chess/board.hpp"
#include "philidor/chess/ending.hpp"
#include "philidor/chess/fen.hpp"
#include "philidor/material/material_key.hpp"

namespace philidor::cli {

/// The value, or the end of the command with this code.
template <class T, class Kind>
T value_or_failure(Result<T, Kind> result, ExitCode code = ExitCode::bad_input) {
    if (!result) throw CommandFailure(code, result.error().message);
    if constexpr (!std::is_void_v<T>) return *std::move(result);
}

/// Reads a FEN.
[[nodiscard]] Board read_board(const std::string& fen, Variant variant = Variant::standard);

/// Reads a FEN without castling rights.
[[nodiscard]] Ending read_ending(const std::string& fen);

/// Reads a key, or takes that of a FEN: a FEN has slashes, a key has none.
[[nodiscard]] MaterialKey read_key(const std::string& input);

/// Calls `treat` for every argument, or, if the only one is `-`, for every line of standard input that is
/// not empty. Where it throws a `CommandFailure` for bad input, the line is named and the others are
/// treated all the same; in the end the command fails.
void for_each_input(const std::vector<std::string>& arguments,
                    const std::function<void(const std::string&)>& treat);

}  // namespace philidor::cli
