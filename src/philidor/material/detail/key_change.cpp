#include "philidor/material/detail/key_change.hpp"

#include <fmt/format.h>

namespace philidor {

std::string describe(const KeyChange& change) {
    const auto mover = name_of(change.mover);
    const auto from = change.from ? to_string(*change.from) : "";
    const auto to = change.to ? to_string(*change.to) : "";
    const auto taken = change.taken ? name_of(*change.taken) : "";
    const auto promotion = change.promotion ? name_of(*change.promotion) : "";
    switch (change.kind) {
        case ChangeKind::piece_taken: return fmt::format("{} takes a {}", mover, taken);
        case ChangeKind::pawn_taken: return fmt::format("{} takes the pawn on {}", mover, to);
        case ChangeKind::push:
        case ChangeKind::double_push: return fmt::format("{} pawn {} moves to {}", mover, from, to);
        case ChangeKind::pawn_takes_pawn:
            return fmt::format("{} pawn {} takes the pawn on {}", mover, from, to);
        case ChangeKind::en_passant: return fmt::format("{} pawn {} takes en passant on {}", mover, from, to);
        case ChangeKind::pawn_takes_piece:
            return fmt::format("{} pawn {} takes a {} on {}", mover, from, taken, to);
        case ChangeKind::promotion: return fmt::format("{} pawn {} promotes to a {}", mover, from, promotion);
        case ChangeKind::taking_promotion:
            return fmt::format("{} pawn {} promotes to a {}, taking a {}", mover, from, promotion, taken);
    }
    return {};
}

}  // namespace philidor
