#include "philidor/builder/detail/table_fault.hpp"

#include <array>

#include <fmt/format.h>

namespace philidor {

namespace {

std::string text_of(const std::optional<WdlBounds>& value) {
    if (!value) return "nothing";
    if (value->is_exact()) return std::string(name_of(value->worst));
    return fmt::format("{} to {}", name_of(value->worst), name_of(value->best));
}

}  // namespace

std::string_view name_of(FaultKind kind) {
    constexpr std::array<std::string_view, 7> names{"legality", "contradiction", "value", "foundation",
                                                    "distance", "proof",         "rule"};
    return names[static_cast<std::size_t>(kind)];
}

std::string describe(const TableFault& fault) {
    if (fault.kind == FaultKind::foundation) {
        return fmt::format("foundation: {} rests on nothing but itself: {}", text_of(fault.stored),
                           fault.fen);
    }
    if (fault.kind == FaultKind::distance) {
        return fmt::format("distance: {} stored, {} expected: {}", fault.stored_distance,
                           fault.expected_distance, fault.fen);
    }
    return fmt::format("{}: {} stored, {} expected: {}", name_of(fault.kind), text_of(fault.stored),
                       text_of(fault.expected), fault.fen);
}

}  // namespace philidor
