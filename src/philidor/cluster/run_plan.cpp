#include "philidor/cluster/run_plan.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "philidor/base/detail/checksum.hpp"
#include "philidor/base/detail/in_quotes.hpp"
#include "philidor/base/detail/output_file.hpp"
#include "philidor/base/detail/posix_filesystem.hpp"
#include "philidor/builder/detail/retrograde_solver.hpp"
#include "philidor/builder/detail/table_builder.hpp"
#include "philidor/games/build_cost.hpp"
#include "philidor/material/detail/child_keys.hpp"
#include "philidor/material/detail/key_graph.hpp"
#include "philidor/material/detail/table_size.hpp"
#include "philidor/table/detail/pack_format.hpp"

namespace philidor {

namespace {

using Json = nlohmann::ordered_json;

constexpr unsigned plan_format = 1;

/// What a process takes besides the table that it solves, the children of that table, and those that it has
/// built: itself, and tables that it would otherwise read again.
constexpr std::uint64_t least_memory = std::uint64_t{512} << 20U;

std::string plan_path(const std::string& folder) { return folder + "/plan.json"; }
std::string keys_path(const std::string& folder) { return folder + "/plan.keys"; }

/// What tables take whose children have to be read first. Neighbours have most children in common; a child
/// that was read a moment ago is still at hand.
class ChildReads {
  public:
    struct Cost {
        double seconds = 0;       ///< for those that are not at hand
        std::uint64_t bytes = 0;  ///< of all of them, as they are in memory
    };

    /// For the next table.
    [[nodiscard]] Cost next(const TableKey& key) {
        std::vector<Child*> children;
        Amount bytes;
        for (const ChildKey& change : child_keys(key.material())) {
            const TableKey table = table_for(change.key).key;
            const auto [entry, is_new] = children_.try_emplace(table);
            Child& child = entry->second;
            if (is_new) child.bytes = bytes_of(table);
            if (std::ranges::find(children, &child) != children.end()) continue;  // a mirror image
            children.push_back(&child);
            bytes += Amount(child.bytes);
        }
        Cost cost{.seconds = 0, .bytes = bytes.number()};
        const std::uint64_t room = (bytes + Amount(least_memory)).number();
        for (Child* const child : children) {
            if (!child->was_read || read_bytes_ - child->read_bytes > room) {
                cost.seconds += seconds_per_read + static_cast<double>(child->bytes) / bytes_per_second;
                read_bytes_ += child->bytes;
            }
            child->was_read = true;
            child->read_bytes = read_bytes_;
        }
        return cost;
    }

  private:
    struct Child {
        std::uint64_t bytes = 0;  ///< in memory
        bool was_read = false;
        std::uint64_t read_bytes = 0;  ///< how much had been read by its last use
    };

    /// As measured with packs (docs/clusters.md).
    static constexpr double seconds_per_read = 30e-6;
    static constexpr double bytes_per_second = 1e9;

    [[nodiscard]] static std::uint64_t bytes_of(const TableKey& key) {
        return (Amount(tiles_to_solve(key.material())) * Amount(4 * sizeof(Tile))).number();
    }

    std::unordered_map<TableKey, Child> children_;
    std::uint64_t read_bytes_ = 0;
};

/// Builds the plan of a level while its keys go by, and passes their names on.
class LevelCutter {
  public:
    LevelCutter(std::span<const TableKey> keys, const RunOptions& options) : keys_(keys) {
        costs_.reserve(keys.size());
        ChildReads reads;
        for (const TableKey& key : keys) {
            const ChildReads::Cost read = reads.next(key);
            costs_.push_back({static_cast<float>(cost_of(key).seconds + read.seconds),
                              (Amount(detail::memory_to_build(key, {})) + Amount(read.bytes)).number()});
            all_seconds_ += costs_.back().seconds;
        }
        const double most = options.shortest_part == 0 ? static_cast<double>(keys.size())
                                                       : std::ceil(all_seconds_ / options.shortest_part);
        parts_ = std::clamp<std::size_t>(
            static_cast<std::size_t>(std::min(most, static_cast<double>(options.parts))), 1, keys.size());
    }

    /// Cuts the level into parts of equal cost: each has the tables whose middle falls into its share.
    [[nodiscard]] Result<RunLevel, FileError> cut(std::uint64_t begin, detail::OutputFile& names) const {
        RunLevel level;
        std::size_t current = parts_;
        double before = 0;
        std::string part_names;
        for (std::size_t place = 0; place < keys_.size(); ++place) {
            const double middle = before + costs_[place].seconds / 2;
            before += costs_[place].seconds;
            const auto number = std::min(
                parts_ - 1, static_cast<std::size_t>(middle / all_seconds_ * static_cast<double>(parts_)));
            if (number != current) {
                if (auto ended = end_part(level, part_names, names); !ended)
                    return tl::unexpected(ended.error());
                level.parts.push_back({.begin = begin + place});
                current = number;
            }
            add_to(level.parts.back(), place);
            for (const std::byte byte : detail::pack_name_of(TableKind::wdl, keys_[place]))
                part_names += static_cast<char>(byte);
        }
        if (auto ended = end_part(level, part_names, names); !ended) return tl::unexpected(ended.error());
        return level;
    }

  private:
    /// What a table takes, with its children.
    struct TableCost {
        float seconds = 0;
        std::uint64_t memory_bytes = 0;
    };

    void add_to(RunPart& part, std::size_t place) const {
        ++part.tables;
        part.seconds += costs_[place].seconds;
        part.bytes += static_cast<std::uint64_t>(cost_of(keys_[place]).bytes) + detail::pack_entry_size;
        part.memory_bytes = std::max(part.memory_bytes, costs_[place].memory_bytes);
    }

    [[nodiscard]] static Result<void, FileError> end_part(RunLevel& level,
                                                          std::string& part_names,
                                                          detail::OutputFile& names) {
        if (part_names.empty()) return {};
        RunPart& part = level.parts.back();
        part.memory_bytes += least_memory + part.bytes;
        part.keys_checksum = checksum_of(std::as_bytes(std::span(part_names)));
        auto written = names.write(part_names);
        part_names.clear();
        return written;
    }

    std::span<const TableKey> keys_;
    std::vector<TableCost> costs_;
    double all_seconds_ = 0;
    std::size_t parts_ = 1;
};

Json json_of(const RunPart& part) {
    return {{"begin", part.begin},
            {"tables", part.tables},
            {"seconds", std::round(part.seconds * 1000) / 1000},
            {"bytes", part.bytes},
            {"memory", part.memory_bytes},
            {"keys_checksum", fmt::format("{:016x}", part.keys_checksum)}};
}

/// The plan as JSON with a line for each part, so that people can read it and `diff` and `grep` are of use.
std::string text_of(const RunPlan& plan, const std::string& program_version) {
    std::string text = "{\n";
    const auto add = [&](std::string_view name, const Json& value) {
        text += fmt::format("  {}: {},\n", Json(name).dump(), value.dump());
    };
    add("philidor_run", plan_format);
    add("program", program_version);
    add("table_format", table_format_version);
    add("goals", plan.goals);
    add("tables", plan.tables());
    add("parts", plan.parts());
    add("seconds", std::round(plan.seconds()));
    add("bytes", plan.bytes());
    text += "  \"levels\": [\n";
    for (std::size_t level = 0; level < plan.levels.size(); ++level) {
        text += "    [\n";
        const auto& parts = plan.levels[level].parts;
        for (std::size_t part = 0; part < parts.size(); ++part) {
            text +=
                fmt::format("      {}{}\n", json_of(parts[part]).dump(), part + 1 < parts.size() ? "," : "");
        }
        text += level + 1 < plan.levels.size() ? "    ],\n" : "    ]\n";
    }
    return text + "  ]\n}\n";
}

RunPart part_of(const Json& json) {
    RunPart part;
    part.begin = json.at("begin").get<std::uint64_t>();
    part.tables = json.at("tables").get<std::uint64_t>();
    part.seconds = json.at("seconds").get<double>();
    part.bytes = json.at("bytes").get<std::uint64_t>();
    part.memory_bytes = json.at("memory").get<std::uint64_t>();
    part.keys_checksum = std::stoull(json.at("keys_checksum").get<std::string>(), nullptr, 16);
    return part;
}

tl::unexpected<Error<RunError>> file_failure(const Error<FileError>& error) {
    return fail(RunError::failed, error.message);
}

}  // namespace

std::uint64_t RunLevel::tables() const {
    std::uint64_t sum = 0;
    for (const RunPart& part : parts) sum += part.tables;
    return sum;
}

double RunLevel::seconds() const {
    double sum = 0;
    for (const RunPart& part : parts) sum += part.seconds;
    return sum;
}

std::uint64_t RunLevel::memory_bytes() const {
    std::uint64_t most = 0;
    for (const RunPart& part : parts) most = std::max(most, part.memory_bytes);
    return most;
}

std::uint64_t RunPlan::tables() const {
    std::uint64_t sum = 0;
    for (const RunLevel& level : levels) sum += level.tables();
    return sum;
}

std::size_t RunPlan::parts() const {
    std::size_t sum = 0;
    for (const RunLevel& level : levels) sum += level.parts.size();
    return sum;
}

double RunPlan::seconds() const {
    double sum = 0;
    for (const RunLevel& level : levels) sum += level.seconds();
    return sum;
}

std::uint64_t RunPlan::bytes() const {
    std::uint64_t sum = 0;
    for (const RunLevel& level : levels) {
        for (const RunPart& part : level.parts) sum += part.bytes;
    }
    return sum;
}

Result<RunPlan, RunError> make_run(const std::string& folder,
                                   std::span<const TableKey> keys,
                                   const std::vector<std::string>& goals,
                                   const RunOptions& options,
                                   const std::string& program_version,
                                   const Budget& budget) {
    PosixFileSystem files;
    if (files.exists(plan_path(folder)).value_or(false))
        return fail(RunError::failed, in_quotes(folder) + " has a plan already");
    const KeyGraph graph = KeyGraph::closure_of(keys, {.keys = options.most_tables}, budget);
    if (!budget.goes_on()) return fail(RunError::interrupted, "interrupted");
    if (graph.is_cut_off()) {
        return fail(RunError::too_many_tables,
                    fmt::format("more than {} tables are needed", options.most_tables));
    }
    if (const auto made = files.create_folder(folder + "/log"); !made) return file_failure(made.error());
    const auto names = detail::OutputFile::open(keys_path(folder));
    if (!names) return file_failure(names.error());
    RunPlan plan;
    plan.goals = goals;
    std::uint64_t begin = 0;
    for (const auto level_keys : graph.levels()) {
        auto level = LevelCutter(level_keys, options).cut(begin, **names);
        if (!level) return file_failure(level.error());
        begin += level_keys.size();
        plan.levels.push_back(*std::move(level));
    }
    if (const auto done = (*names)->finish(); !done) return file_failure(done.error());
    const std::string text = text_of(plan, program_version);
    if (const auto done = files.write(plan_path(folder), std::as_bytes(std::span(text))); !done)
        return file_failure(done.error());
    return plan;
}

Result<RunPlan, RunError> read_run(const std::string& folder, const std::string& program_version) {
    std::ifstream file(plan_path(folder));
    if (!file) return fail(RunError::bad_plan, fmt::format("there is no plan in {}", in_quotes(folder)));
    const std::string path = in_quotes(plan_path(folder));
    try {
        const Json json = Json::parse(file);
        const auto format = json.at("philidor_run").get<unsigned>();
        const auto program = json.at("program").get<std::string>();
        const auto table_format = json.at("table_format").get<unsigned>();
        if (format != plan_format || program != program_version || table_format != table_format_version) {
            return fail(RunError::other_version,
                        fmt::format("{}: it was made by philidor {} (plan {}, tables {}), but this is {} "
                                    "(plan {}, tables {})",
                                    path, program, format, table_format, program_version, plan_format,
                                    unsigned{table_format_version}));
        }
        RunPlan plan;
        plan.goals = json.at("goals").get<std::vector<std::string>>();
        for (const Json& level : json.at("levels")) {
            plan.levels.emplace_back();
            for (const Json& part : level) plan.levels.back().parts.push_back(part_of(part));
        }
        return plan;
    } catch (const std::exception& error) {  // of the JSON library, or of a number
        return fail(RunError::bad_plan, fmt::format("{}: it is damaged: {}", path, error.what()));
    }
}

Result<std::vector<TableKey>, RunError> keys_of_part(const std::string& folder, const RunPart& part) {
    const std::string path = keys_path(folder);
    const auto file = PosixFileSystem().open(path);
    if (!file) return fail(RunError::bad_plan, file.error().message);
    const auto damaged = [&] {
        return fail(RunError::bad_plan, in_quotes(path) + ": it is not what the plan speaks of");
    };
    if (part.begin + part.tables > (*file)->size() / detail::pack_name_size) return damaged();
    Bytes names(part.tables * detail::pack_name_size);
    if (const auto read = (*file)->read_at(part.begin * detail::pack_name_size, names); !read)
        return file_failure(read.error());
    if (checksum_of(names) != part.keys_checksum) return damaged();
    std::vector<TableKey> keys;
    keys.reserve(part.tables);
    for (ByteView rest(names); !rest.empty(); rest = rest.subspan(detail::pack_name_size)) {
        const auto named = detail::parse_pack_name(rest.first(detail::pack_name_size));
        if (!named) return damaged();
        keys.push_back(table_for(named->key.material()).key);
    }
    return keys;
}

std::string name_of_part(std::size_t level, std::size_t part) {
    return fmt::format("level-{:02}.part-{:04}", level, part);
}

}  // namespace philidor
