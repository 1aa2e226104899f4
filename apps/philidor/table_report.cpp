#include "table_report.hpp"

#include <string>

#include <fmt/format.h>

#include "number_text.hpp"
#include "philidor/chess/fen.hpp"
#include "philidor/table/detail/table.hpp"
#include "philidor/table/detail/table_reader.hpp"
#include "read_input.hpp"

namespace philidor::cli {

TableReport report_on(const TableKey& key, const TableStore& store, Prober* prober) {
    const auto reader = value_or_failure(store.open(key), ExitCode::failed);
    const Table table = value_or_failure(reader->load(), ExitCode::failed);
    TableReport report{
        key, reader->is_exact(), reader->byte_count(), reader->block_count(), count_values(table), {}};
    if (prober != nullptr) {
        const auto distances = value_or_failure(prober->distances_of(key), ExitCode::failed);
        if (*distances) report.longest = find_longest(**distances);
    }
    return report;
}

nlohmann::ordered_json json_of(const TableReport& report) {
    const auto counts = [&](Color side) -> nlohmann::ordered_json {
        const ValueCounts& of_side = report.counts[side];
        return {{"legal", of_side.legal},
                {"win", of_side.wins},
                {"draw", of_side.draws},
                {"loss", of_side.losses},
                {"unknown", of_side.unknowns()},
                {"cursed_win", of_side.cursed_wins},
                {"blessed_loss", of_side.blessed_losses}};
    };
    nlohmann::ordered_json json{{"key", to_string(report.key)},
                                {"exact", report.is_exact},
                                {"symmetric", report.key.own_swap().has_value()},
                                {"bytes", report.bytes},
                                {"blocks", report.blocks},
                                {"white_to_move", counts(Color::white)},
                                {"black_to_move", counts(Color::black)},
                                {"longest_dtz", nullptr},
                                {"longest_dtz_fen", nullptr}};
    if (report.key.has_other_image()) json["image"] = to_string(report.key.mirror_image());
    if (report.longest) {
        json["longest_dtz"] = report.longest->plies;
        json["longest_dtz_fen"] = to_fen(report.longest->board);
    }
    return json;
}

void print(const TableReport& report) {
    fmt::print("{}", to_string(report.key));
    if (report.key.has_other_image())
        fmt::print(", and its mirror image {}", to_string(report.key.mirror_image()));
    fmt::print("\n");
    fmt::print("  {}{}, {} in {} block{}\n",
               report.is_exact ? "exact" : "bounds, because child tables are missing",
               report.key.own_swap() ? ", symmetric" : "", bytes_text(report.bytes),
               with_separators(report.blocks), report.blocks == 1 ? "" : "s");
    fmt::print("  {:<14}{:>15}{:>15}{:>15}{:>15}{:>15}\n", "to move", "legal", "win", "draw", "loss",
               "unknown");
    for (const Color side : all_colors) {
        const ValueCounts& counts = report.counts[side];
        fmt::print("  {:<14}{:>15}{:>15}{:>15}{:>15}{:>15}\n", name_of(side), with_separators(counts.legal),
                   with_separators(counts.wins), with_separators(counts.draws),
                   with_separators(counts.losses), with_separators(counts.unknowns()));
    }
    for (const Color side : all_colors) {
        const ValueCounts& counts = report.counts[side];
        if (counts.cursed_wins + counts.blessed_losses == 0) continue;
        fmt::print("  {} to move: the 50-move rule makes draws of {} wins and {} losses\n", name_of(side),
                   with_separators(counts.cursed_wins), with_separators(counts.blessed_losses));
    }
    if (report.longest) {
        fmt::print("  longest DTZ   {} plies: {}\n", report.longest->plies, to_fen(report.longest->board));
    }
}

}  // namespace philidor::cli
