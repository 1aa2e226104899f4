#include "philidor/table/detail/distance_codec.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <span>

#include "philidor/index/detail/legal_tiles.hpp"
#include "philidor/table/detail/distance_model.hpp"

namespace philidor {

/// `visit(tile, side, code)` must call `code(distances)` once.
template <class Coder, class Visit>
void DistanceCodec::code(std::size_t block, std::size_t last, Coder& coder, const Visit& visit) const {
    detail::DistanceModel model(coder);
    const std::size_t end = std::min((block + 1) * block_tiles, layout_.tile_count());
    for (std::size_t tile = block * block_tiles; tile < end && tile <= last; ++tile) {
        const Placement placement = layout_.placement_of(tile);
        std::array<PlacedPiece, most_layout_pieces> pieces{};
        std::size_t count = 0;
        for (const KeyPiece piece : layout_.pieces()) {
            pieces[count] = {piece.color, piece.kind, placement[count]};
            ++count;
        }
        LegalTiles rules;
        find_legal_tiles({{key_.pawn_squares(Color::white), key_.pawn_squares(Color::black)}},
                         std::span(pieces).first(count), rules);
        for (const Color side : all_colors) {
            visit(tile, side, [&](TileDistances& distances) { model.code(rules.legal[side], distances); });
        }
    }
}

Bytes DistanceCodec::encode(std::size_t block, const DistanceTable& table) const {
    detail::RangeEncoder encoder;
    code(block, std::numeric_limits<std::size_t>::max(), encoder,
         [&](std::size_t tile, Color side, const auto& code_tile) {
             TileDistances distances = table.tile(tile, side);
             code_tile(distances);
         });
    return encoder.finish();
}

void DistanceCodec::decode(
    std::size_t block,
    std::size_t last,
    ByteView bytes,
    const std::function<void(std::size_t tile, Color side, const TileDistances&)>& receive) const {
    detail::RangeDecoder decoder(bytes);
    code(block, last, decoder, [&](std::size_t tile, Color side, const auto& code_tile) {
        TileDistances distances{};
        code_tile(distances);
        receive(tile, side, distances);
    });
}

}  // namespace philidor
