/// @file
/// The paths of the server.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

namespace philidor {

/// What a path asks for.
enum class Endpoint : std::uint8_t {
    standard,  ///< a position and its moves, in the format of the lichess tablebase
    mainline,  ///< a line of best play, in the same format
    solve,     ///< the progress of a proof, as a stream of events
    map,       ///< the key squares of a pawn ending
    eval,      ///< the evaluation of the pawns
    key,       ///< the names of a key
    healthz,   ///< whether the server is running
    metrics,   ///< numbers for monitoring
    file,      ///< a file of the web page, or an unknown path
};

/// A path that the metrics count by itself.
struct Route {
    std::string_view path;  ///< "/standard"
    Endpoint endpoint;      ///< what it asks for
};

/// All paths of their own. Any other path may be that of a file.
inline constexpr std::array<Route, 10> routes{{{"/standard", Endpoint::standard},
                                               {"/standard/mainline", Endpoint::mainline},
                                               {"/solve", Endpoint::solve},
                                               {"/eval", Endpoint::eval},
                                               {"/key", Endpoint::key},
                                               {"/map", Endpoint::map},
                                               {"/healthz", Endpoint::healthz},
                                               {"/metrics", Endpoint::metrics},
                                               {"/openapi.json", Endpoint::file},
                                               {"/", Endpoint::file}}};

/// The index of a path in `routes`, or their number if it is not there.
[[nodiscard]] constexpr std::size_t route_index(std::string_view path) {
    return static_cast<std::size_t>(std::ranges::find(routes, path, &Route::path) - routes.begin());
}

/// What a path asks for.
[[nodiscard]] constexpr Endpoint endpoint_of(std::string_view path) {
    const std::size_t index = route_index(path);
    return index == routes.size() ? Endpoint::file : routes[index].endpoint;
}

}  // namespace philidor
