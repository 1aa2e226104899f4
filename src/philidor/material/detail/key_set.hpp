/// @file
/// A set of millions of keys.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "philidor/material/table_key.hpp"

namespace philidor::detail {

/// A set of keys that remembers the order of insertion: a list of the keys, and an open-addressing hash table
/// of positions in the list. A slot is 0 if it is empty, otherwise
///
///       bit  63-32                  31-0
///            high half of the hash  1 + place in the list
///
/// The half hash avoids most comparisons with keys that turn out to be different. At most half of the slots
/// are full.
class KeySet {
  public:
    /// The most keys a set can hold.
    static constexpr std::size_t capacity = 0xFFFF'FFFE;

    /// The empty set.
    KeySet() : slots_(1024) {}

    /// The number of keys.
    [[nodiscard]] std::size_t size() const { return keys_.size(); }

    /// The key that was inserted as number `place`, counted from 0.
    [[nodiscard]] const TableKey& operator[](std::size_t place) const { return keys_[place]; }

    /// Whether the set has this key. `hash` must be the hash of the key.
    [[nodiscard]] bool contains(const TableKey& key, std::uint64_t hash) const {
        return slots_[find_slot(key, hash)] != 0;
    }

    /// Prefetches the slot that `insert` will look at first.
    void prefetch(std::uint64_t hash) const { __builtin_prefetch(&slots_[hash & (slots_.size() - 1)]); }

    /// Adds a key with its hash, unless it is there. Returns whether it was new.
    bool insert(const TableKey& key, std::uint64_t hash) {
        std::uint64_t& slot = slots_[find_slot(key, hash)];
        if (slot != 0) return false;
        assert(keys_.size() < capacity);
        keys_.push_back(key);
        slot = content_of(hash, keys_.size());
        if (keys_.size() * 2 > slots_.size()) grow();
        return true;
    }

    /// Frees the memory that only insertion and lookup need; neither is allowed afterwards.
    void forget_places() { slots_ = {}; }

    /// Moves the keys out, in the order of insertion. The set must not be used afterwards.
    [[nodiscard]] std::vector<TableKey> take_keys() {
        slots_ = {};
        return std::move(keys_);
    }

  private:
    static constexpr std::uint64_t low_half = 0xFFFF'FFFF;

    [[nodiscard]] static std::uint64_t content_of(std::uint64_t hash, std::size_t count) {
        return (hash & ~low_half) | count;
    }

    /// The slot of the key, or the empty slot where it belongs.
    [[nodiscard]] std::size_t find_slot(const TableKey& key, std::uint64_t hash) const {
        const std::size_t mask = slots_.size() - 1;
        for (std::size_t place = hash & mask;; place = (place + 1) & mask) {
            const std::uint64_t slot = slots_[place];
            if (slot == 0) return place;
            if ((slot ^ hash) <= low_half && keys_[(slot & low_half) - 1] == key) return place;
        }
    }

    void grow() {
        slots_ = std::vector<std::uint64_t>(slots_.size() * 2);
        const std::size_t mask = slots_.size() - 1;
        for (std::size_t index = 0; index < keys_.size(); ++index) {
            const std::uint64_t hash = keys_[index].material().hash();
            std::size_t place = hash & mask;
            while (slots_[place] != 0) place = (place + 1) & mask;
            slots_[place] = content_of(hash, index + 1);
        }
    }

    std::vector<TableKey> keys_;
    std::vector<std::uint64_t> slots_;
};

}  // namespace philidor::detail
