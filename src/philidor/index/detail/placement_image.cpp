#include "philidor/index/detail/placement_image.hpp"

#include <array>
#include <cstddef>

#include "philidor/chess/piece.hpp"

namespace philidor {

Placement image_of(const Placement& placement,
                   const TileLayout& layout,
                   Symmetry symmetry,
                   const TileLayout& target) {
    ByColor<std::array<std::size_t, all_piece_kinds.size()>> next{};  // the first free place of each kind
    for (std::size_t i = target.pieces().size(); i > 0; --i) {
        const auto [color, kind] = target.pieces()[i - 1];
        next[color][static_cast<std::size_t>(kind)] = i - 1;
    }
    Placement image{};
    for (std::size_t i = 0; i < layout.pieces().size(); ++i) {
        const auto [color, kind] = layout.pieces()[i];
        const Square square = symmetry(placement[i]);
        image[next[symmetry(color)][static_cast<std::size_t>(kind_of(type_of(kind), square))]++] = square;
    }
    return image;
}

}  // namespace philidor
