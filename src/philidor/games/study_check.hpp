/// @file
/// Checks endgame studies: is the solution sound, and is it the only one?
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "philidor/chess/board.hpp"
#include "philidor/chess/move.hpp"
#include "philidor/pgn/game_tree.hpp"
#include "philidor/solve/solve.hpp"
#include "philidor/table/wdl.hpp"

namespace philidor {

/// What a study asks the solver to do.
enum class Stipulation : std::uint8_t { win, draw };

/// What is said about a move of the solver.
enum class StudyVerdict : std::uint8_t {
    unique,   ///< it alone keeps the value
    waste,    ///< others keep the value too, but must come back to a position of the line
    dual,     ///< others keep the value too
    attempt,  ///< a variation that fails, as a try should
    wrong,    ///< a move of the solution that fails
    open,     ///< it is not known whether it, or another one, keeps the value
};

/// "unique", "waste", "dual", "try", "wrong" or "open".
[[nodiscard]] std::string_view name_of(StudyVerdict verdict);

/// A move of the solver, and what was found out about it.
struct StudyMove {
    Board board;                ///< before the move
    Move move;                  ///< as the study has it
    bool is_main_line = false;  ///< not in a variation
    StudyVerdict verdict = StudyVerdict::open;
    std::vector<Move> duals;        ///< other moves that keep the value
    std::vector<Move> wastes;       ///< other moves that keep it, but must come back
    std::vector<Move> open;         ///< other moves of which it is not known whether they keep it
    std::vector<Move> refutations;  ///< of a try or a wrong move
    bool is_zugzwang = false;       ///< it leaves a mutual zugzwang
};

/// What was found out about a study.
struct StudyReport {
    std::optional<Stipulation> stipulation;  ///< empty if the file does not say
    Color solver = Color::white;             ///< the side that solves it
    WdlBounds value;                         ///< of the first position, for the solver
    std::optional<bool> is_true;   ///< whether the stipulation is; empty if that is open, or if there is none
    std::vector<StudyMove> moves;  ///< of the solver, in the order of the file
    std::string problem;           ///< why it could not be checked; else empty

    /// How many moves of the main line and of its variations have a verdict.
    [[nodiscard]] std::size_t count(StudyVerdict verdict) const;
};

/// Checks a study. The limits of the options hold for each position. The stipulation is taken from the result
/// of the game, or from the words win and draw in its Event tag; if there is none, the study is checked
/// against its true value.
[[nodiscard]] StudyReport check_study(const GameTree& game, const SolveOptions& options);

/// The study with glyphs and comments for what was found out.
[[nodiscard]] GameTree annotated_study(GameTree game, const StudyReport& report);

}  // namespace philidor
