#include "philidor/table/detail/distance_reader.hpp"

#include <cassert>
#include <limits>
#include <utility>
#include <vector>

#include "philidor/base/detail/parallel.hpp"
#include "philidor/index/detail/tile_place.hpp"

namespace philidor {

EncodedTable encode_distances(const DistanceTable& table, unsigned threads, TableKind kind) {
    const DistanceCodec codec(table.key(), table.layout());
    std::vector<Bytes> blocks(codec.block_count());
    parallel_for(blocks.size(), threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t block = begin; block < end; ++block) blocks[block] = codec.encode(block, table);
    });
    return join_blocks({table.key(), true, {}, kind}, blocks);
}

DistanceReader::DistanceReader(BlockFile file)
    : file_(std::move(file)),
      key_(table_for(file_.header().key.material()).key),
      layout_(key().material(), TileLayout::Turns::used),
      codec_(key(), layout_) {}

std::shared_ptr<const DistanceReader> DistanceReader::over(BlockFile file) {
    assert(file.header().kind != TableKind::wdl);
    assert(table_for(file.header().key.material()).key == file.header().key);
    return std::shared_ptr<const DistanceReader>(new DistanceReader(std::move(file)));
}

Result<unsigned, TableError> DistanceReader::distance_of(const Board& board) const {
    const TilePlace place = find_place(layout_, board, table_for(MaterialKey::from_board(board)).symmetry);
    const std::size_t block = place.tile / tiles_per_block(TableKind::dtz);
    const auto bytes = file_.read_block(block);
    if (!bytes) return tl::unexpected(bytes.error());
    unsigned distance = 0;
    codec_.decode(block, place.tile, *bytes,
                  [&](std::size_t tile, Color side, const TileDistances& distances) {
                      if (tile != place.tile || side != place.side_to_move) return;
                      distance = distances[index_of(place.white_king) * 64 + index_of(place.black_king)];
                  });
    return distance;
}

Result<DistanceTable, TableError> DistanceReader::load(unsigned threads) const {
    DistanceTable table(key());
    const auto all = file_.read_all(threads, [&](std::size_t block, const Bytes& bytes) {
        codec_.decode(block, std::numeric_limits<std::size_t>::max(), bytes,
                      [&](std::size_t tile, Color side, const TileDistances& distances) {
                          table.tile(tile, side) = distances;
                      });
    });
    if (!all) return tl::unexpected(all.error());
    return table;
}

}  // namespace philidor
