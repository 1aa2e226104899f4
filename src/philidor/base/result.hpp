/// @file
/// Errors as values. This is the one place that knows which `expected` type the project uses.
#pragma once

#include <string>
#include <utility>

#include <tl/expected.hpp>

namespace philidor {

/// Why something was refused. `kind` is for programs, `message` for people: it quotes the
/// offending text and says where it stands.
template <class Kind>
struct Error {
    Kind kind;
    std::string message;
};

/// Either a value or an `Error<Kind>`. For whatever input can cause; what only our own code can
/// cause is an `assert`.
template <class T, class Kind>
using Result = tl::expected<T, Error<Kind>>;

/// `return fail(FenError::rank_length, "...")` from a function that returns a `Result`.
template <class Kind>
[[nodiscard]] tl::unexpected<Error<Kind>> fail(Kind kind, std::string message) {
    return tl::unexpected<Error<Kind>>(Error<Kind>{kind, std::move(message)});
}

}  // namespace philidor
