#include "philidor/engine/detail/transposition_table.hpp"

#include <algorithm>

namespace philidor {

namespace {

std::uint64_t pack(const Remembered& what, unsigned generation) {
    const auto word = [](Value value) {
        return static_cast<std::uint64_t>(static_cast<std::uint16_t>(value.centipawns()));
    };
    return std::uint64_t{what.move.bits()} | word(what.value) << 16U | word(what.estimate) << 32U |
           static_cast<std::uint64_t>(static_cast<std::uint8_t>(what.depth)) << 48U |
           static_cast<std::uint64_t>(what.bound) << 56U | static_cast<std::uint64_t>(generation) << 58U;
}

Remembered unpack(std::uint64_t data) {
    const auto value = [&](unsigned shift) { return Value(static_cast<std::int16_t>(data >> shift)); };
    return {Move::from_bits(static_cast<std::uint16_t>(data)), value(16), value(32),
            static_cast<std::int8_t>(data >> 48U), static_cast<Bound>(data >> 56U & 3U)};
}

unsigned generation_of(std::uint64_t data) { return static_cast<unsigned>(data >> 58U); }

}  // namespace

TranspositionTable::TranspositionTable(std::size_t bytes)
    : clusters_(std::max<std::size_t>(bytes / sizeof(Cluster), 1)) {}

std::optional<Remembered> TranspositionTable::find(Key key) const {
    for (const Entry& entry : cluster_of(key).entries) {
        const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
        if (data != 0 && (entry.check.load(std::memory_order_relaxed) ^ data) == key) return unpack(data);
    }
    return std::nullopt;
}

void TranspositionTable::store(Key key, const Remembered& what) {
    Entry* place = nullptr;
    int least_worth = 0;
    for (Entry& entry : cluster_of(key).entries) {
        const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
        if (data != 0 && (entry.check.load(std::memory_order_relaxed) ^ data) == key) {
            const Remembered old = unpack(data);
            // A shallow result must not replace a deep one of the same search.
            const bool is_better = what.bound == Bound::exact || what.depth + 3 >= old.depth ||
                                   generation_of(data) != generation_;
            if (!is_better) return;
            place = &entry;
            break;
        }
        const int worth = worth_of(data);
        if (place == nullptr || worth < least_worth) {
            place = &entry;
            least_worth = worth;
        }
    }
    Remembered kept = what;
    if (kept.move == Move()) {
        if (const auto old = find(key)) kept.move = old->move;
    }
    const std::uint64_t data = pack(kept, generation_);
    place->check.store(key ^ data, std::memory_order_relaxed);
    place->data.store(data, std::memory_order_relaxed);
}

/// The worth of an entry. Each search since then counts as much as eight plies of depth.
int TranspositionTable::worth_of(std::uint64_t data) const {
    if (data == 0) return -1000;
    const unsigned age = (generation_ - generation_of(data)) % generations;
    return unpack(data).depth - 8 * static_cast<int>(age);
}

void TranspositionTable::clear() {
    for (Cluster& cluster : clusters_) {
        for (Entry& entry : cluster.entries) {
            entry.check.store(0, std::memory_order_relaxed);
            entry.data.store(0, std::memory_order_relaxed);
        }
    }
    generation_ = 0;
}

unsigned TranspositionTable::fullness() const {
    const std::size_t sample = std::min<std::size_t>(clusters_.size(), 250);
    std::size_t used = 0;
    for (std::size_t place = 0; place < sample; ++place) {
        for (const Entry& entry : clusters_[place].entries) {
            const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
            if (data != 0 && generation_of(data) == generation_) ++used;
        }
    }
    return static_cast<unsigned>(used * 1000 / (sample * 4));
}

}  // namespace philidor
