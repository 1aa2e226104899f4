#include "philidor/table/detail/table_writer.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "philidor/base/detail/parallel.hpp"
#include "philidor/table/detail/block_codec.hpp"
#include "philidor/table/detail/symmetric_half.hpp"

namespace philidor {

namespace {

/// All values of a tile. In an exact layer only the proved wins are needed.
TileValues values_of(const Table& table, std::size_t tile) {
    TileValues values;
    for (const Rule rule : all_rules) {
        if (rule == Rule::fifty_moves && !table.has_rule_layer()) break;
        for (const Certainty certainty : all_certainties) {
            if (certainty == Certainty::possible && table.is_exact(rule)) break;
            for (const Color us : all_colors) {
                values[rule][certainty][us] = table.raw_wins({certainty, rule}, tile, us);
            }
        }
    }
    return values;
}

}  // namespace

Result<EncodedTable, TableError> encode_table(const Table& table, unsigned threads) {
    TableHeader header{table.key(), table.is_exact(), {}};
    header.rule_layer = table.rule_layer();
    header.rounds = static_cast<std::uint8_t>(table.rounds());
    const BlockCodec codec(header, table.layout());
    std::vector<Bytes> blocks(codec.block_count());
    std::atomic<bool> is_sound = !header.is_symmetric() || is_symmetric(table);
    parallel_for(blocks.size(), threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t block = begin; block < end && is_sound; ++block) {
            blocks[block] = codec.encode(block, [&](std::size_t tile) {
                const TileValues values = values_of(table, tile);
                if (!codec.is_sound(tile, values)) is_sound = false;
                return values;
            });
        }
    });
    if (!is_sound) {
        return fail(TableError::unsound,
                    fmt::format("the table of {} contradicts itself or the rules: it is not written",
                                to_string(table.key())));
    }
    return join_blocks(std::move(header), blocks);
}

}  // namespace philidor
