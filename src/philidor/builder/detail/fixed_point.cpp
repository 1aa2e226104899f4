#include "philidor/builder/detail/fixed_point.hpp"

#include <algorithm>
#include <cstdint>

namespace philidor::detail {

namespace {

/// If fewer than one tile in this many has changed, it pays to find out first which tiles that can affect.
constexpr std::size_t few_tiles = 10;

bool has_any(const Flags& flags) { return std::ranges::find(flags, 1) != flags.end(); }

}  // namespace

FixedPoint::FixedPoint(const TileSystem& system,
                       Question question,
                       const StartTiles& start,
                       unsigned most_plies)
    : system_(system),
      question_(question),
      start_(start),
      most_rounds_(most_plies / 2),
      not_won_(system.tile_count()),
      not_lost_(system.tile_count()) {}

bool FixedPoint::find(const Budget& budget) {
    begin();
    count_wins_by_leaving();
    if (system_.layout().pieces().empty()) {
        rounds_ = kernels_.solve_kings(question_.attacker, not_won_[0], not_lost_[0]);
        if (question_.rule == Rule::none || rounds_ < most_rounds_) return true;
    } else if (question_.rule == Rule::none) {
        return iterate(budget);
    }
    return find_under_rule(budget);
}

void FixedPoint::write(std::size_t tile, AnswerTiles& answer) const {
    answer.not_won = not_won_[tile];
    answer.legal = system_.legal(question_.attacker)[tile];
    answer.lost = system_.legal(question_.defender())[tile];
    answer.lost -= start_.escapes[tile];
    answer.lost -= not_lost_[tile];
}

/// Nothing is won, and what has no escape from the table may be lost.
void FixedPoint::begin() {
    rounds_ = 0;
    has_won_ = wanted_ = all_;
    system_.for_each_tile([&](std::size_t tile) {
        not_won_[tile] = system_.legal(question_.attacker)[tile];
        not_lost_[tile] = system_.legal(question_.defender())[tile];
        not_lost_[tile] -= start_.escapes[tile];
    });
}

void FixedPoint::count_wins_by_leaving() {
    system_.for_each_tile([&](std::size_t tile) { not_won_[tile] -= start_.wins[tile]; });
}

/// Does rounds until nothing changes.
bool FixedPoint::iterate(const Budget& budget) {
    do {
        if (!budget.goes_on({rounds_, 0, 0})) return false;
        find_lost();
    } while (find_won());
    return true;
}

/// Counts plies. A move that leaves the table or mates is one ply, so after 50 rounds, the last of them
/// without the attacker's half, the wins of at most 99 plies are found and the losses of at most 100.
bool FixedPoint::find_under_rule(const Budget& budget) {
    begin();
    settle_mates();
    count_wins_by_mating();
    count_wins_by_leaving();
    while (true) {
        if (!budget.goes_on({rounds_, 0, 0})) return false;
        find_lost();
        if (rounds_ + 1 == most_rounds_) return find_wins_of_even_length(budget);
        if (!find_won()) return true;
    }
}

/// Finds the wins of 100 plies. Wins of an even number of plies end with a move of the defender, who has
/// to leave the table. To find them, all begins again with such losses, of one ply; only then do the
/// attacker's own last moves count.
bool FixedPoint::find_wins_of_even_length(const Budget& budget) {
    const Tiles not_won = not_won_;
    const Tiles not_lost = not_lost_;
    begin();
    settle_mates();
    find_lost();
    if (!has_any(has_lost_)) {
        not_won_ = not_won;
    } else {
        (void)find_won();
        count_wins_by_mating();
        count_wins_by_leaving();
        rounds_ = 1;
        has_won_ = wanted_ = all_;
        while (rounds_ < most_rounds_) {
            if (!budget.goes_on({rounds_, 0, 0})) return false;
            find_lost();
            if (!find_won()) break;
        }
    }
    not_lost_ = not_lost;
    return true;
}

/// Mated positions are lost before the first ply.
void FixedPoint::settle_mates() {
    system_.for_each_tile([&](std::size_t tile) { not_lost_[tile] -= start_.mates[tile]; });
}

void FixedPoint::count_wins_by_mating() {
    Tiles mating(system_.tile_count());
    system_.add_quiet_moves(question_.attacker, {start_.mates, all_, all_, mating});
    system_.for_each_tile([&](std::size_t tile) { not_won_[tile] -= mating[tile]; });
}

/// The defender's half of a round: finds the positions from which all moves lead to won ones.
void FixedPoint::find_lost() {
    find_reached(question_.defender(), not_won_, all_, wanted_, not_lost_);
    system_.for_each_tile([&](std::size_t tile) {
        has_lost_[tile] =
            wanted_[tile] != 0 && kernels_.settle_outside(reached_[tile], not_lost_[tile], lost_[tile]);
    });
}

/// The attacker's half: finds the positions from which a move leads to one that was just lost. Whether
/// the defender may have lost more by that.
bool FixedPoint::find_won() {
    wanted_ = system_.within_reach(question_.attacker, has_lost_);
    find_reached(question_.attacker, lost_, has_lost_, wanted_, not_won_);
    system_.for_each_tile([&](std::size_t tile) {
        has_won_[tile] =
            wanted_[tile] != 0 && kernels_.settle_inside(reached_[tile], not_won_[tile], won_[tile]);
    });
    if (!has_any(has_won_)) return false;
    ++rounds_;
    find_candidates();
    return has_any(wanted_);
}

/// Marks the tiles where the defender may have lost its last way out: from an open position it could move
/// to one that the attacker has just won.
void FixedPoint::find_candidates() {
    wanted_ = system_.within_reach(question_.defender(), has_won_);
    const auto won = static_cast<std::size_t>(std::ranges::count(has_won_, 1));
    if (won * few_tiles > system_.tile_count()) return;  // nearly all of them
    find_reached(question_.defender(), won_, has_won_, wanted_, not_lost_);
    system_.for_each_tile([&](std::size_t tile) {
        if (wanted_[tile] == 0) return;
        reached_[tile] &= not_lost_[tile];
        wanted_[tile] = reached_[tile].any() ? 1 : 0;
    });
}

/// Finds the positions from which quiet moves of `mover` lead to `sources`, in those of the `wanted`
/// tiles where something is still open; the others are struck off.
void FixedPoint::find_reached(
    Color mover, const Tiles& sources, const Flags& filled, Flags& wanted, const Tiles& open) {
    system_.for_each_tile([&](std::size_t tile) {
        wanted[tile] = wanted[tile] != 0 && open[tile].any();
        if (wanted[tile] != 0) reached_[tile] = {};
    });
    system_.add_quiet_moves(mover, {sources, filled, wanted, reached_});
}

}  // namespace philidor::detail
