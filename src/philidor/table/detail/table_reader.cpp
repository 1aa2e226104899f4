#include "philidor/table/detail/table_reader.hpp"

#include <cassert>
#include <utility>

#include "philidor/chess/symmetry.hpp"
#include "philidor/index/detail/placement_image.hpp"
#include "philidor/index/detail/tile_symmetry.hpp"
#include "philidor/table/detail/symmetric_half.hpp"

namespace philidor {

TableReader::TableReader(BlockFile file)
    : file_(std::move(file)),
      table_(table_for(file_.header().key.material())),
      layout_(file_.header().key.material(), TileLayout::Turns::used),
      codec_(file_.header(), layout_) {}

std::shared_ptr<const TableReader> TableReader::over(BlockFile file) {
    assert(file.header().kind == TableKind::wdl);
    return std::shared_ptr<const TableReader>(new TableReader(std::move(file)));
}

Result<std::shared_ptr<const TableReader>, TableError> TableReader::open(
    std::shared_ptr<const ByteSource> source, std::string name) {
    return BlockFile::open(TableKind::wdl, std::move(source), std::move(name)).map(over);
}

Result<std::shared_ptr<const TableReader>, TableError> TableReader::open(
    std::shared_ptr<const ByteSource> source, std::string name, const TableKey& key) {
    return BlockFile::open(TableKind::wdl, std::move(source), std::move(name), key).map(over);
}

std::optional<RuledValue> TableReader::value_at(const TileValues& values, const TilePlace& place) const {
    const Color us = place.side_to_move;
    const auto bounds_in = [&](Rule rule, bool is_layer_exact) {
        const Certainty best = is_layer_exact ? Certainty::proved : Certainty::possible;
        return value_in({{&values[rule][Certainty::proved][us], &values[rule][best][us]}}, place);
    };
    const auto plain = bounds_in(Rule::none, is_exact());
    if (!plain) return std::nullopt;
    if (!knows_rule()) return RuledValue(*plain);
    const LayerState layer = file_.header().rule_layer;
    if (layer == LayerState::absent) return RuledValue(*plain, *plain);
    return RuledValue(*plain, *bounds_in(Rule::fifty_moves, layer == LayerState::exact));
}

Result<std::optional<RuledValue>, TableError> TableReader::value_of(const Board& board) const {
    const auto [key, to_table] = table_for(MaterialKey::from_board(board));
    assert(key == table_.key);
    Symmetry symmetry = table_.symmetry.inverse() * to_table;
    if (file_.header().is_symmetric() && symmetry(board.side_to_move()) == Color::black)
        symmetry = *key.own_swap() * symmetry;

    const TilePlace place = find_place(layout_, board, symmetry);
    const std::size_t block = place.tile / tiles_per_block(TableKind::wdl);
    const auto bytes = file_.read_block(block);
    if (!bytes) return tl::unexpected(bytes.error());
    std::optional<RuledValue> found;
    codec_.decode(block, place.tile, *bytes, [&](std::size_t tile, const TileValues& values) {
        if (tile == place.tile) found = value_at(values, place);
    });
    return found;
}

/// Writes a tile of the file to the table.
void TableReader::write_tile(std::size_t tile, const TileValues& values, Table& table) const {
    const Symmetry symmetry = table_.symmetry;
    TileLayout::Place place{tile, {}};
    if (!symmetry.is_identity())
        place =
            table.layout().locate(image_of(layout_.placement_of(tile), layout_, symmetry, table.layout()));
    for (const Rule rule : all_rules) {
        if (rule == Rule::fifty_moves && !table.has_rule_layer()) break;
        for (const Certainty certainty : all_certainties) {
            if (certainty == Certainty::possible && table.is_exact(rule)) break;
            for (const Color us : all_colors) {
                const WinTiles& read = values[rule][certainty][us];
                WinTiles& written = table.raw_wins({certainty, rule}, place.tile, symmetry(us));
                if (symmetry.is_identity()) {
                    written = read;
                    continue;
                }
                for (const Color winner : all_colors) {
                    written.wins[symmetry(winner)] = turned(image(read.wins[winner], symmetry), place.turn);
                }
            }
        }
    }
}

Result<Table, TableError> TableReader::load(unsigned threads) const {
    Table table(key(), is_exact());
    table.set_rounds(file_.header().rounds);
    const LayerState rule_layer = file_.header().rule_layer;
    if (rule_layer != LayerState::absent) table.add_rule_layer(rule_layer == LayerState::exact);
    const auto all = file_.read_all(threads, [&](std::size_t block, const Bytes& bytes) {
        codec_.decode(block, layout_.tile_count(), bytes,
                      [&](std::size_t tile, const TileValues& values) { write_tile(tile, values, table); });
    });
    if (!all) return tl::unexpected(all.error());
    if (file_.header().is_symmetric()) fill_black_to_move(table);
    if (!knows_rule()) table.doubt_rule();
    return table;
}

}  // namespace philidor
