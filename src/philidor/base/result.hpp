/// @file
/// Errors as values. This is the one place that knows which `expected` type the project uses.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include <tl/expected.hpp>

namespace philidor {

/// Why something was refused. `kind` is for programs, `message` for people: it quotes the offending text and
/// says where it is.
template <class Kind>
struct Error {
    Kind kind;            ///< the reason, for programs
    std::string message;  ///< the reason, for people
};

/// Either a value or an `Error<Kind>`. For failures that input can cause; those that only our own code can
/// cause are asserted.
template <class T, class Kind>
using Result = tl::expected<T, Error<Kind>>;

/// The error value of a function that returns a `Result`: `return fail(FenError::rank_length, "...")`.
template <class Kind>
[[nodiscard]] tl::unexpected<Error<Kind>> fail(Kind kind, std::string message) {
    return tl::unexpected<Error<Kind>>(Error<Kind>{kind, std::move(message)});
}

/// What went wrong with a file.
enum class FileError : std::uint8_t {
    absent,      ///< there is no such file
    unreadable,  ///< the file exists but cannot be read, or it ends too early
    unwritable,  ///< it cannot be written: no permission, no space, no such folder
};

}  // namespace philidor
