/// @file
/// The paths of the server, all in one place.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

namespace philidor {

/// What a path asks for.
enum class Endpoint : std::uint8_t {
    standard,  ///< a position and its moves, as the lichess tablebase tells them
    mainline,  ///< a line of best play, likewise
    solve,     ///< a proof to watch, as a stream of events
    map,       ///< the key squares of a pawn ending
    eval,      ///< the evaluation of the pawns
    key,       ///< the names of a key
    healthz,   ///< whether the server is up
    metrics,   ///< numbers for monitoring
    file,      ///< a file of the page, or nothing
};

/// A path with a name in the metrics.
struct Route {
    std::string_view path;
    Endpoint endpoint;
};

/// All named paths. Every other path may be a file.
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

/// The place of a path among the routes; their number if it has none.
[[nodiscard]] constexpr std::size_t route_index(std::string_view path) {
    return static_cast<std::size_t>(std::ranges::find(routes, path, &Route::path) - routes.begin());
}

/// What a path asks for.
[[nodiscard]] constexpr Endpoint endpoint_of(std::string_view path) {
    const std::size_t index = route_index(path);
    return index == routes.size() ? Endpoint::file : routes[index].endpoint;
}

}  // namespace philidor
