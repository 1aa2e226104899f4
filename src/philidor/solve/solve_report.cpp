#include "philidor/solve/solve_report.hpp"

#include "philidor/solve/line_finder.hpp"

namespace philidor {

void add_line(PositionSolver& solver, std::size_t plies, SolveReport& report) {
    LineFinder finder(solver);
    const WdlBounds value = report.solution.bounds;
    report.dtz = finder.dtz_of(report.board, value);
    for (MoveAnswer& answer : report.solution.moves) {
        answer.dtz = finder.dtz_of(report.board, answer.move, answer.bounds);
    }
    sort_best_first(report.solution.moves);
    Board board = report.board;
    for (const Move move : finder.line_from(board, value, plies)) {
        board.play(move);
        const auto passed = with_other_side_to_move(board);
        report.line.push_back(
            {move, passed ? is_mutual_zugzwang(solver.bounds_of(board), solver.bounds_of(*passed))
                          : std::optional(false)});
    }
}

}  // namespace philidor
