/// @file
/// Reads boards and keys from the command line.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "exit_code.hpp"
#include "philidor/base/result.hpp"
#include "philidor/chess/board.hpp"
#include "philidor/chess/ending.hpp"
#include "philidor/chess/fen.hpp"
#include "philidor/material/material_key.hpp"

namespace philidor::cli {

/// The value of a result. Throws a `CommandFailure` with this code if it is an error.
template <class T, class Kind>
T value_or_failure(Result<T, Kind> result, ExitCode code = ExitCode::bad_input) {
    if (!result) throw CommandFailure(code, result.error().message);
    if constexpr (!std::is_void_v<T>) return *std::move(result);
}

/// Adds an argument that may be a FEN, which the shell may have cut into words.
CLI::Option* add_fen_argument(CLI::App& command,
                              std::string& fen,
                              const std::string& description,
                              const std::string& name = "FEN");

/// The arguments, with FENs that the shell has cut into words made whole again: the fields that follow a word
/// with slashes belong to it.
[[nodiscard]] std::vector<std::string> join_fens(const std::vector<std::string>& words);

/// Reads a FEN as people have it; if it is odd, standard error says in one line how it is read. Throws a
/// `CommandFailure` if it is invalid.
[[nodiscard]] Board read_board(const std::string& fen, Variant variant = Variant::standard);

/// The same without castling rights. Throws a `CommandFailure` if it is invalid.
[[nodiscard]] Ending read_ending(const std::string& fen);

/// Reads a key, or the key of a FEN. A FEN contains slashes; a key does not. Throws a `CommandFailure` if the
/// text is invalid.
[[nodiscard]] MaterialKey read_key(const std::string& input);

/// Calls `process` for every argument, or, if the only argument is `-`, for every line of standard input that
/// is not empty. If it throws a `CommandFailure` for bad input, the number of the line is printed, the other
/// lines are processed, and the command fails at the end.
void for_each_input(const std::vector<std::string>& arguments,
                    const std::function<void(const std::string&)>& process);

}  // namespace philidor::cli
