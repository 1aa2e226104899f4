/// @file
/// Fills a `Kernels` from the templates. Included by one source file for each kind of processor.
#pragma once

#include <string_view>

#include "philidor/chess/detail/kernels.hpp"
#include "philidor/chess/detail/movegen_kernel.hpp"
#include "philidor/chess/detail/perft_kernel.hpp"

namespace philidor::detail {

/// The kernels built on one way to look up slider attacks. `Sliders` must be a type in an unnamed namespace
/// of the including file, so that everything instantiated from it stays private to that file and its compiler
/// flags.
template <class Sliders>
[[nodiscard]] constexpr Kernels make_kernels(std::string_view name) {
    return {
        name,
        [](const Position& position, Color us, Bitboard movers, MoveList& moves) {
            if (us == Color::white) {
                list_legal<Color::white, Sliders>(position, movers, moves);
            } else {
                list_legal<Color::black, Sliders>(position, movers, moves);
            }
        },
        [](const Position& position, Color us, MoveList& moves) {
            ListSink sink{moves.end(), position.pieces(!us)};
            if (us == Color::white) {
                generate_pseudo_legal<Color::white, Sliders>(position, sink);
            } else {
                generate_pseudo_legal<Color::black, Sliders>(position, sink);
            }
            moves.grow_to(sink.end);
        },
        [](const Position& position, Color us) {
            return us == Color::white ? count_legal<Color::white, Sliders>(position)
                                      : count_legal<Color::black, Sliders>(position);
        },
        [](const Position& position, Color us, unsigned depth) {
            return us == Color::white ? perft<Color::white, Sliders>(position, depth, CountLeaves{})
                                      : perft<Color::black, Sliders>(position, depth, CountLeaves{});
        },
        [](const Position& position, Color us, unsigned depth, MoveList& moves) {
            return us == Color::white ? perft<Color::white, Sliders>(position, depth, ListLeaves{moves})
                                      : perft<Color::black, Sliders>(position, depth, ListLeaves{moves});
        },
    };
}

}  // namespace philidor::detail
