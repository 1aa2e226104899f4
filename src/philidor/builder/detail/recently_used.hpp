/// @file
/// A memory that forgets what was not used for long.
#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>

namespace philidor {

/// Things by key. Those used last stay, as long as they do not weigh more than allowed together. Several
/// threads may use it at once.
template <class Key, class T>
class RecentlyUsed {
  public:
    /// Empty; keeps this much.
    explicit RecentlyUsed(std::uint64_t most_weight) : most_weight_(most_weight) {}

    /// The thing of this key, or null.
    [[nodiscard]] std::shared_ptr<const T> find(const Key& key) {
        const std::lock_guard lock(mutex_);
        const auto found = entries_.find(key);
        if (found == entries_.end()) return nullptr;
        order_.splice(order_.begin(), order_, found->second.turn);
        return found->second.thing;
    }

    /// Keeps a thing, unless the key has one already.
    void add(const Key& key, std::shared_ptr<const T> thing, std::uint64_t weight) {
        const std::lock_guard lock(mutex_);
        if (entries_.contains(key)) return;
        weight_ += weight;
        order_.push_front(key);
        entries_.emplace(key, Entry{std::move(thing), weight, order_.begin()});
        make_room();
    }

  private:
    struct Entry {
        std::shared_ptr<const T> thing;
        std::uint64_t weight;
        typename std::list<Key>::iterator turn;  ///< in `order_`
    };

    void make_room() {
        while (weight_ > most_weight_ && !order_.empty()) {
            const auto last = entries_.find(order_.back());
            weight_ -= last->second.weight;
            entries_.erase(last);
            order_.pop_back();
        }
    }

    std::uint64_t most_weight_;
    std::mutex mutex_;
    std::uint64_t weight_ = 0;
    std::list<Key> order_;  ///< used last comes first
    std::unordered_map<Key, Entry> entries_;
};

}  // namespace philidor
