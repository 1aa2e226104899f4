#include "philidor/pgn/detail/named_counts.hpp"

#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <iterator>
#include <string_view>
#include <utility>

#include "philidor/chess/piece.hpp"
#include "philidor/material/canonical_key.hpp"
#include "philidor/material/material_key.hpp"

namespace philidor::detail {

namespace {

NamedCount named(const KeyCount& count, KeyNames names) {
    const std::uint64_t white_wins = count.games_with(GameResult::white_wins);
    const std::uint64_t black_wins = count.games_with(GameResult::black_wins);
    NamedCount result{
        {},         count.positions, count.games, white_wins, count.games_with(GameResult::draw),
        black_wins, count.first};
    if (names == KeyNames::raw) {
        result.key = to_string(count.key);
    } else {
        const Canonicalization canonical = canonicalize(count.key);
        result.key = to_string(canonical.key);
        if (canonical.symmetry(Color::white) == Color::black) std::swap(result.white_wins, result.black_wins);
    }
    return result;
}

/// Adds the figures of the same key.
void add(NamedCount& sum, const NamedCount& other) {
    sum.positions += other.positions;
    sum.games += other.games;
    sum.white_wins += other.white_wins;
    sum.draws += other.draws;
    sum.black_wins += other.black_wins;
    sum.first = std::min(sum.first, other.first);
}

/// Adds to the last of a sorted list, if it is the same key, or puts it behind.
void append(NamedCounts& counts, NamedCount&& next) {
    if (!counts.empty() && counts.back().key == next.key) {
        add(counts.back(), next);
    } else {
        counts.push_back(std::move(next));
    }
}

/// A count that has yet to find its place. Counts are large and their names elsewhere, so that sorting moves
/// and compares these instead: the first letters behind the K of a name, as numbers, decide nearly always.
struct SortItem {
    std::array<std::uint64_t, 2> head;
    std::size_t place;  ///< in the list that is sorted
};

std::uint64_t number_of(std::string_view letters) {
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < sizeof number; ++i) {
        number = number << 8U | (i < letters.size() ? static_cast<unsigned char>(letters[i]) : 0U);
    }
    return number;
}

SortItem sort_item(std::string_view name, std::size_t place) {
    constexpr std::size_t half = sizeof(std::uint64_t);
    const std::string_view behind_king = name.substr(1);
    return {{number_of(behind_king), number_of(behind_king.substr(std::min(half, behind_king.size())))},
            place};
}

}  // namespace

NamedCounts with_names(const KeyCounts& counts, KeyNames names) {
    NamedCounts unsorted;
    std::vector<SortItem> order;
    unsorted.reserve(counts.size());
    order.reserve(counts.size());
    for (const KeyCount& count : counts.all()) {
        unsorted.push_back(named(count, names));
        order.push_back(sort_item(unsorted.back().key, order.size()));
    }
    std::ranges::sort(order, [&](const SortItem& a, const SortItem& b) {
        return a.head != b.head ? a.head < b.head : unsorted[a.place].key < unsorted[b.place].key;
    });
    NamedCounts sorted;
    sorted.reserve(counts.size());
    for (const SortItem& item : order) append(sorted, std::move(unsorted[item.place]));
    return sorted;
}

NamedCounts sum_of(NamedCounts a, NamedCounts b) {
    if (a.empty()) return b;
    if (b.empty()) return a;
    NamedCounts sum;
    sum.reserve(a.size() + b.size());
    auto next_a = a.begin();
    auto next_b = b.begin();
    while (next_a != a.end() && next_b != b.end()) {
        const auto order = next_a->key <=> next_b->key;
        if (order == 0) add(*next_a, *next_b++);
        sum.push_back(std::move(order > 0 ? *next_b++ : *next_a++));
    }
    std::move(next_a, a.end(), std::back_inserter(sum));
    std::move(next_b, b.end(), std::back_inserter(sum));
    return sum;
}

}  // namespace philidor::detail
