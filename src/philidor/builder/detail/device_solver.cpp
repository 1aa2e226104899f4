#include "philidor/builder/detail/device_solver.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "philidor/builder/detail/device_layout.hpp"
#include "philidor/chess/symmetry.hpp"
#include "philidor/material/detail/child_keys.hpp"
#include "philidor/material/detail/table_size.hpp"

namespace philidor::detail {

namespace {

constexpr std::uint64_t tile_bytes = sizeof(Tile);

/// Rounds are asked for several at a time, since to wait for an answer takes longer than a round without
/// work.
constexpr unsigned rounds_at_a_time = 4;

MaterialKey with_sides_swapped(const MaterialKey& key) { return key.image(Symmetry::swap_sides()); }

/// The questions about a table: a key whose White is the attacker for each side that may win.
std::vector<MaterialKey> questions_about(const TableKey& key) {
    std::vector<MaterialKey> questions{key.material()};
    if (!key.is_symmetric()) questions.push_back(with_sides_swapped(key.material()));
    return questions;
}

/// The number of tiles of a table and of the table with the sides swapped. They may differ, since another
/// piece may decide how the board is turned.
std::uint64_t tiles_of_answers(const TableKey& key) {
    std::uint64_t tiles = 0;
    for (const MaterialKey& question : questions_about(key)) tiles += device_layout_of(question).tile_count;
    return tiles;
}

}  // namespace

std::uint64_t DeviceSolver::memory_to_solve(const TableKey& key) {
    if (!has_device_layout(key.material())) return Amount::too_large().number();
    // Three sets for each tile, four flags; then the table itself. It has four sets.
    return tiles_of_answers(key) * (3 * tile_bytes + 4) +
           std::uint64_t{device_layout_of(key.material()).tile_count} * 4 * tile_bytes;
}

DeviceMemory DeviceSolver::allocate(std::uint64_t bytes) {
    while (true) {
        DeviceMemory memory(device_, bytes);
        if (memory) return memory;
        // Forget the answer that was not used for the longest time.
        const auto oldest =
            std::ranges::min_element(answers_, {}, [](const auto& entry) { return entry.second.last_use; });
        if (oldest == answers_.end() || oldest->second.last_use >= in_use_since_) return {};
        answers_.erase(oldest);
    }
}

DeviceSolver::Answer* DeviceSolver::find(const MaterialKey& key) {
    const auto found = answers_.find(key);
    if (found == answers_.end()) return nullptr;
    found->second.last_use = ++clock_;
    return &found->second;
}

void DeviceSolver::forget(const TableKey& key) {
    for (const MaterialKey& question : questions_about(key)) answers_.erase(question);
}

DeviceOutcome DeviceSolver::provide_children(std::span<const MaterialKey> keys, const TableLookup& lookup) {
    in_use_since_ = clock_ + 1;
    DeviceOutcome outcome = DeviceOutcome::done;
    for (const MaterialKey& key : keys) {
        for_each_table_read(key, [&](const TableRead& read) {
            if (outcome != DeviceOutcome::done || find(device_key_of(read.key).key) != nullptr) return;
            const Table* const table = lookup(table_for(read.key).key);
            const bool suits = table != nullptr && table->is_exact() && !table->has_rule_layer() &&
                               has_device_layout(read.key);
            outcome = suits ? adopt(*table) : DeviceOutcome::unsuited;
        });
    }
    return outcome;
}

DeviceOutcome DeviceSolver::adopt(const Table& table) {
    const MaterialKey& white = table.key().material();
    const MaterialKey black = with_sides_swapped(white);
    DeviceMemory raw = allocate(table.layout().tile_count() * 2 * sizeof(WinTiles));
    if (!raw) return DeviceOutcome::no_room;
    device_.write(raw.as<void>(), &table.raw_wins(Certainty::proved, 0, Color::white), raw.bytes());
    for (const MaterialKey& question : questions_about(table.key())) {
        const bool is_white = question == white;
        auto alone = tables_alone(is_white ? std::array{white, black} : std::array{black, white});
        const std::uint64_t tiles = device_layout_of(question).tile_count;
        auto memory = std::make_shared<DeviceMemory>(allocate(2 * tiles * tile_bytes));
        if (!alone || !*memory) return DeviceOutcome::no_room;
        Answer answer{memory, memory->as<Word>(), memory->as<Word>() + tiles * 64,
                      tiles,  table.rounds(),     ++clock_};
        DeviceBatch& batch = alone->batch;
        batch.tile_count = tiles;
        batch.table_count = 1;
        batch.raw = raw.as<Word>();
        batch.splits_black = !is_white;
        (is_white ? batch.white_not_won : batch.black_not_won) = answer.not_won;
        (is_white ? batch.white_lost : batch.black_lost) = answer.lost;
        device_.run(DeviceStep::split, batch);
        answers_[question] = std::move(answer);
    }
    return device_.fault() ? DeviceOutcome::at_fault : DeviceOutcome::done;
}

/// A program of tables without conversions.
std::optional<DeviceSolver::Program> DeviceSolver::tables_alone(std::span<const MaterialKey> keys) {
    std::vector<DeviceTable> tables;
    for (const MaterialKey& key : keys) tables.push_back(device_table_of(key));
    Program program;
    program.memory = allocate(tables.size() * sizeof(DeviceTable));
    if (!program.memory) return std::nullopt;
    device_.write(program.memory.as<void>(), tables.data(), program.memory.bytes());
    program.batch.tables = program.memory.as<DeviceTable>();
    program.batch.table_count = static_cast<std::uint32_t>(tables.size());
    return program;
}

DeviceOutcome DeviceSolver::make_program(std::span<const MaterialKey> keys, Program& program) {
    std::vector<DeviceTable> tables;
    std::vector<DeviceConversion> conversions;
    std::vector<DeviceChild> children;
    std::uint64_t tile_count = 0;
    for (const MaterialKey& key : keys) {
        DeviceTable table = device_table_of(key);
        table.first_tile = tile_count;
        tile_count += table.layout.tile_count;
        table.first_conversion = static_cast<std::uint32_t>(conversions.size());
        append_conversions(
            key,
            [&](const MaterialKey& child_key, DeviceChild& child) {
                const auto [known_as, is_mirrored] = device_key_of(child_key);
                const Answer* const answer = find(known_as);
                if (answer == nullptr) return;
                child.not_won = answer->not_won;
                child.lost = answer->lost;
                child.is_mirrored = is_mirrored;
                child.state = DeviceChildState::present;
                child.layout = device_layout_of(known_as);
            },
            conversions, children);
        table.conversion_count = static_cast<std::uint32_t>(conversions.size()) - table.first_conversion;
        tables.push_back(table);
    }
    const auto size_of = [](const auto& items) {  // what follows begins on a multiple of 64
        return (items.size() * sizeof(items[0]) + 63) / 64 * 64;
    };
    program.memory = allocate(size_of(tables) + size_of(conversions) + size_of(children));
    if (!program.memory) return DeviceOutcome::no_room;
    auto* place = program.memory.as<std::byte>();
    const auto put = [&](const auto& items) {
        device_.write(place, items.data(), items.size() * sizeof(items[0]));
        return std::exchange(place, place + size_of(items));
    };
    program.batch.tables = reinterpret_cast<const DeviceTable*>(put(tables));
    program.batch.conversions = reinterpret_cast<const DeviceConversion*>(put(conversions));
    program.batch.children = reinterpret_cast<const DeviceChild*>(put(children));
    program.batch.table_count = static_cast<std::uint32_t>(tables.size());
    program.batch.tile_count = tile_count;
    return DeviceOutcome::done;
}

DeviceOutcome DeviceSolver::solve(std::span<const TableKey> keys,
                                  const TableLookup& lookup,
                                  const Budget& budget) {
    std::vector<MaterialKey> questions;
    for (const TableKey& key : keys) {
        if (!has_device_layout(key.material())) return DeviceOutcome::unsuited;
        for (const MaterialKey& question : questions_about(key)) questions.push_back(question);
    }
    if (const auto provided = provide_children(questions, lookup); provided != DeviceOutcome::done)
        return provided;
    Program program;
    if (const auto made = make_program(questions, program); made != DeviceOutcome::done) return made;
    DeviceBatch& batch = program.batch;
    const std::uint64_t set_bytes = batch.tile_count * tile_bytes;
    const auto answers = std::make_shared<DeviceMemory>(allocate(2 * set_bytes));
    const DeviceMemory open = allocate(set_bytes);
    const DeviceMemory flags = allocate(4 * batch.tile_count + 64);
    if (!*answers || !open || !flags) return DeviceOutcome::no_room;
    batch.not_won = answers->as<Word>();
    batch.lost = batch.not_won + batch.tile_count * 64;
    batch.open = open.as<Word>();
    batch.changes = flags.as<std::uint32_t>();
    batch.has_not_won = flags.as<std::uint8_t>() + 64;
    batch.has_open = batch.has_not_won + batch.tile_count;
    batch.won_now = batch.has_open + batch.tile_count;
    batch.lost_now = batch.won_now + batch.tile_count;
    batch.lost_source = batch.lost;
    batch.lost_before = batch.lost_now;
    const DeviceMemory rounds_memory = allocate(questions.size() * sizeof(std::uint32_t));
    if (!rounds_memory) return DeviceOutcome::no_room;
    batch.rounds = rounds_memory.as<std::uint32_t>();
    if (const auto found = find_fixed_point(batch, budget); found != DeviceOutcome::done) return found;
    std::vector<std::uint32_t> rounds(questions.size());
    device_.read(rounds.data(), batch.rounds, rounds_memory.bytes());
    if (device_.fault()) return DeviceOutcome::at_fault;
    std::uint64_t first = 0;
    for (std::size_t i = 0; i < questions.size(); ++i) {
        const std::uint64_t tiles = device_layout_of(questions[i]).tile_count;
        answers_[questions[i]] = {
            answers, batch.not_won + first * 64, batch.lost + first * 64, tiles, rounds[i], ++clock_};
        first += tiles;
    }
    return DeviceOutcome::done;
}

DeviceOutcome DeviceSolver::find_fixed_point(DeviceBatch& batch, const Budget& budget) {
    device_.run(DeviceStep::find_legal, batch);
    device_.run(DeviceStep::find_escapes, batch);
    device_.run(DeviceStep::find_wins, batch);
    device_.fill(batch.won_now, 1, batch.tile_count);  // in the first round every tile is worth a look
    std::uint32_t* const changes = batch.changes;  // two numbers for each round, of which the second counts
    std::array<std::uint32_t, std::size_t{2} * rounds_at_a_time> found{};
    device_.fill(batch.rounds, 0, batch.table_count * sizeof(std::uint32_t));
    batch.round = 0;
    do {
        if (!budget.goes_on({batch.round, 0, 0})) return DeviceOutcome::stopped;
        device_.fill(changes, 0, sizeof found);
        for (unsigned round = 0; round < rounds_at_a_time; ++round) {
            ++batch.round;
            batch.changes = changes + std::size_t{2} * round;
            device_.run(DeviceStep::lose, batch);
            ++batch.changes;
            device_.run(DeviceStep::win, batch);
        }
        device_.read(found.data(), changes, sizeof found);
        if (device_.fault()) return DeviceOutcome::at_fault;
    } while (found.back() != 0);
    return DeviceOutcome::done;
}

std::optional<Table> DeviceSolver::table(const TableKey& key) {
    in_use_since_ = clock_ + 1;
    const MaterialKey& white = key.material();
    const MaterialKey black = with_sides_swapped(white);
    const Answer* const about_white = find(white);
    const Answer* const about_black = find(key.is_symmetric() ? white : black);
    if (about_white == nullptr || about_black == nullptr) return std::nullopt;
    auto program = tables_alone(std::array{white, black});
    Table table(key, true);
    const DeviceMemory raw = allocate(table.byte_count());
    if (!program || !raw) return std::nullopt;
    DeviceBatch& batch = program->batch;
    batch.table_count = 1;
    batch.tile_count = about_white->tiles;
    batch.white_not_won = about_white->not_won;
    batch.white_lost = about_white->lost;
    batch.black_not_won = about_black->not_won;
    batch.black_lost = about_black->lost;
    batch.raw = raw.as<Word>();
    device_.run(DeviceStep::assemble, batch);
    device_.read(&table.raw_wins(Certainty::proved, 0, Color::white), raw.as<void>(), table.byte_count());
    if (device_.fault()) return std::nullopt;
    table.set_rounds(std::max(about_white->rounds, about_black->rounds));
    return table;
}

std::optional<ByColor<DeviceCounts>> DeviceSolver::counts(const TableKey& key) {
    ByColor<DeviceCounts> result;
    for (const Color attacker : all_colors) {
        in_use_since_ = clock_ + 1;
        const MaterialKey question =
            attacker == Color::white ? key.material() : with_sides_swapped(key.material());
        const Answer* const answer = find(question);
        auto program = tables_alone(std::array{question});
        const DeviceMemory memory = allocate(sizeof(DeviceCounts));
        if (answer == nullptr || !program || !memory) return std::nullopt;
        DeviceBatch& batch = program->batch;
        batch.tile_count = answer->tiles;
        batch.not_won = answer->not_won;
        batch.lost = answer->lost;
        batch.counts = memory.as<DeviceCounts>();
        device_.fill(batch.counts, 0, sizeof(DeviceCounts));
        device_.run(DeviceStep::count, batch);
        device_.read(&result[attacker], batch.counts, sizeof(DeviceCounts));
    }
    if (device_.fault()) return std::nullopt;
    return result;
}

DeviceOutcome DeviceSolver::measure(const TableKey& key,
                                    const TableLookup& lookup,
                                    std::optional<DistanceTable>& distances,
                                    const Budget& budget) {
    if (!has_device_layout(key.material())) return DeviceOutcome::unsuited;
    const std::vector<MaterialKey> questions = questions_about(key);
    if (const auto provided = provide_children(questions, lookup); provided != DeviceOutcome::done)
        return provided;
    std::vector<DeviceMemory> plies;
    for (const MaterialKey& question : questions) {
        plies.push_back(
            allocate(std::uint64_t{device_layout_of(question).tile_count} * 2 * sizeof(TileDistances)));
        if (!plies.back()) return DeviceOutcome::no_room;
        const auto counted = count_plies(question, plies.back(), budget);
        if (counted != DeviceOutcome::done) return counted;
    }
    auto program = tables_alone(std::array{key.material(), with_sides_swapped(key.material())});
    if (!program) return DeviceOutcome::no_room;
    DeviceBatch& batch = program->batch;
    batch.table_count = 1;
    batch.tile_count = device_layout_of(key.material()).tile_count;
    const auto half_of = [](const DeviceMemory& memory, unsigned side) {
        return memory.as<std::uint16_t>() + side * (memory.bytes() / 2 / sizeof(std::uint16_t));
    };
    for (unsigned side = 0; side < 2; ++side) {
        batch.distances.plies[side] = half_of(plies.front(), side);
        // In a symmetric table these are the same memory. What has been merged already is then merged once
        // more, to where it came from.
        batch.distances.other_plies[side] = half_of(plies.back(), side);
    }
    device_.run(DeviceStep::merge, batch);
    DistanceTable table(key);
    for (const Color side : all_colors) {
        device_.read(&table.tile(0, side), half_of(plies.front(), static_cast<unsigned>(side)),
                     table.byte_count() / 2);
    }
    if (device_.fault()) return DeviceOutcome::at_fault;
    distances = std::move(table);
    return DeviceOutcome::done;
}

/// The rounds of `DistanceRounds`: in each, both sides look at what the round before has found.
DeviceOutcome DeviceSolver::count_plies(const MaterialKey& question,
                                        const DeviceMemory& plies,
                                        const Budget& budget) {
    Program program;
    if (const auto made = make_program(std::span(&question, 1), program); made != DeviceOutcome::done)
        return made;
    DeviceBatch& batch = program.batch;
    const std::uint64_t tiles = batch.tile_count;
    const DeviceMemory sets = allocate(6 * tiles * tile_bytes);
    const DeviceMemory flags = allocate(5 * tiles + 64);
    if (!sets || !flags) return DeviceOutcome::no_room;
    const auto set = [&](std::uint64_t number) { return sets.as<Word>() + number * tiles * 64; };
    const auto flag = [&](std::uint64_t number) { return flags.as<std::uint8_t>() + 64 + number * tiles; };
    batch.not_won = set(0);
    batch.lost = set(1);
    batch.open = set(2);
    batch.distances.wins = set(3);
    Word* found_before = set(4);
    Word* found_now = set(5);
    batch.has_not_won = flag(0);
    batch.has_open = flag(1);
    batch.won_now = flag(2);
    std::uint8_t* lost_before = flag(3);
    batch.lost_now = flag(4);
    batch.changes = flags.as<std::uint32_t>();
    batch.rounds = batch.changes + 1;
    for (unsigned side = 0; side < 2; ++side) {
        batch.distances.plies[side] = plies.as<std::uint16_t>() + side * tiles * square_count * square_count;
    }
    device_.fill(plies.as<void>(), 0, plies.bytes());
    batch.distances.found = found_before;
    device_.run(DeviceStep::find_legal, batch);
    device_.run(DeviceStep::find_escapes, batch);
    device_.run(DeviceStep::find_wins, batch);
    device_.fill(batch.won_now, 1, tiles);
    device_.fill(lost_before, 1, tiles);
    std::uint32_t changes = 1;
    for (std::uint16_t round = 1; changes != 0; ++round) {
        if (!budget.goes_on({round, 0, 0})) return DeviceOutcome::stopped;
        batch.distances.round = round;
        batch.distances.found = found_now;
        batch.lost_source = found_before;
        batch.lost_before = lost_before;
        device_.fill(batch.changes, 0, sizeof changes);
        device_.run(DeviceStep::lose, batch);
        device_.run(DeviceStep::win, batch);
        device_.read(&changes, batch.changes, sizeof changes);
        if (device_.fault()) return DeviceOutcome::at_fault;
        std::swap(found_before, found_now);
        std::swap(lost_before, batch.lost_now);
    }
    return DeviceOutcome::done;
}

}  // namespace philidor::detail
