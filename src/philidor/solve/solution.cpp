#include "philidor/solve/solution.hpp"

#include "philidor/chess/setup.hpp"

namespace philidor {

bool Solution::is_complete() const {
    return answer.is_complete() && (answer.moves.empty() || is_mutual_zugzwang.has_value());
}

std::optional<Ending> with_other_side_to_move(const Ending& ending) {
    Setup setup = ending.board().to_setup();
    setup.side_to_move = !setup.side_to_move;
    setup.en_passant.reset();
    const auto other = Board::from_setup(setup);
    if (!other) return std::nullopt;
    return *Ending::from(*other);
}

std::optional<bool> is_mutual_zugzwang(WdlBounds one_side, WdlBounds other_side) {
    const WdlBounds after_passing = -other_side;
    if (after_passing.worst > one_side.best) return true;
    if (after_passing.best <= one_side.worst) return false;
    return std::nullopt;
}

}  // namespace philidor
