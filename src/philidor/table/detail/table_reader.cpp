#include "philidor/table/detail/table_reader.hpp"

#include <cassert>
#include <utility>

#include "philidor/chess/symmetry.hpp"
#include "philidor/table/detail/symmetric_half.hpp"

namespace philidor {

TableReader::TableReader(BlockFile file)
    : file_(std::move(file)),
      layout_(key().material(), TileLayout::Turns::used),
      codec_(key(), layout_, is_exact()) {}

std::shared_ptr<const TableReader> TableReader::over(BlockFile file) {
    assert(file.header().kind == TableKind::wdl);
    return std::shared_ptr<const TableReader>(new TableReader(std::move(file)));
}

Result<std::shared_ptr<const TableReader>, TableError> TableReader::open(
    std::shared_ptr<const ByteSource> source, std::string name) {
    return BlockFile::open(TableKind::wdl, std::move(source), std::move(name)).map(over);
}

Result<std::shared_ptr<const TableReader>, TableError> TableReader::open(
    std::shared_ptr<const ByteSource> source, std::string name, const CanonicalKey& key) {
    return BlockFile::open(TableKind::wdl, std::move(source), std::move(name), key).map(over);
}

Result<std::optional<WdlBounds>, TableError> TableReader::value_of(const Board& board) const {
    assert(MaterialKey::from_board(board) == key().material());
    if (key().is_symmetric() && board.side_to_move() == Color::black)
        return value_of(Symmetry::swap_sides()(board));

    const TilePlace place = find_place(layout_, board);
    const std::size_t block = place.tile / tiles_per_block(TableKind::wdl);
    const auto bytes = file_.read_block(block);
    if (!bytes) return tl::unexpected(bytes.error());
    std::optional<WdlBounds> value;
    codec_.decode(block, place.tile, *bytes, [&](std::size_t tile, const TileValues& values) {
        if (tile != place.tile) return;
        const Color us = place.side_to_move;
        const Certainty best = is_exact() ? Certainty::proved : Certainty::possible;
        value = value_in({{&values[Certainty::proved][us], &values[best][us]}}, place);
    });
    return value;
}

Result<Table, TableError> TableReader::load(unsigned threads) const {
    Table table(key(), is_exact());
    const auto all = file_.read_all(threads, [&](std::size_t block, const Bytes& bytes) {
        codec_.decode(block, layout_.tile_count(), bytes, [&](std::size_t tile, const TileValues& values) {
            for (const Certainty certainty : all_certainties) {
                if (certainty == Certainty::possible && is_exact()) break;
                for (const Color us : all_colors) table.raw_wins(certainty, tile, us) = values[certainty][us];
            }
        });
    });
    if (!all) return tl::unexpected(all.error());
    if (key().is_symmetric()) fill_black_to_move(table);
    return table;
}

}  // namespace philidor
