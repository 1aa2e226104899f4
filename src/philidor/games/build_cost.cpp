#include "philidor/games/build_cost.hpp"

#include "philidor/material/detail/table_size.hpp"

namespace philidor {

namespace {

constexpr double bytes_per_table = 200;
constexpr double bytes_per_position = 0.003;
constexpr double seconds_per_table = 300e-6;
constexpr double positions_per_second = 450e6;

}  // namespace

BuildCost cost_of(const TableKey& key) {
    const auto positions = static_cast<double>(table_size(key).positions.number());
    return {bytes_per_table + positions * bytes_per_position,
            seconds_per_table + positions / positions_per_second};
}

}  // namespace philidor
