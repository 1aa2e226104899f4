#include "philidor/pgn/detail/key_counts.hpp"

#include <cassert>
#include <limits>

namespace philidor::detail {

namespace {

constexpr std::size_t fewest_slots = 1024;

}  // namespace

KeyCounts::KeyCounts() : slots_(fewest_slots) {}

std::size_t KeyCounts::place_of(const MaterialKey& key, const KeyExample& first) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = key.hash() & mask;
    for (; slots_[slot] != 0; slot = (slot + 1) & mask) {
        if (counts_[slots_[slot] - 1].key == key) return slots_[slot] - 1;
    }
    assert(counts_.size() < std::numeric_limits<std::uint32_t>::max());
    KeyCount count;
    count.key = key;
    count.first = first;
    counts_.push_back(count);
    slots_[slot] = static_cast<std::uint32_t>(counts_.size());
    if (counts_.size() * 2 > slots_.size()) grow();
    return counts_.size() - 1;
}

void KeyCounts::grow() {
    slots_ = std::vector<std::uint32_t>(slots_.size() * 2);
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t place = 0; place < counts_.size(); ++place) {
        std::size_t slot = counts_[place].key.hash() & mask;
        while (slots_[slot] != 0) slot = (slot + 1) & mask;
        slots_[slot] = static_cast<std::uint32_t>(place + 1);
    }
}

}  // namespace philidor::detail
