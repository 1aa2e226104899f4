/// @file
/// A proof that answers several questions, its limits, and its progress.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>

#include "philidor/base/budget.hpp"
#include "philidor/base/result.hpp"
#include "philidor/chess/ending.hpp"
#include "philidor/solve/solution.hpp"
#include "philidor/table/answer.hpp"
#include "philidor/table/table_error.hpp"
#include "philidor/table/table_store.hpp"
#include "philidor/table/wdl.hpp"

namespace philidor {

class SyzygyTables;

/// The default for the most queens, rooks, bishops and knights, of both sides together, in any table of a
/// proof.
inline constexpr unsigned usual_most_pieces = 3;

/// What the current attempt of a proof is about.
enum class SolveAim : std::uint8_t {
    base,                ///< all tables without promotions
    white_wins,          ///< to prove that White wins
    white_does_not_win,  ///< to prove that White does not win
    black_wins,          ///< to prove that Black wins
    black_does_not_win,  ///< to prove that Black does not win
};

/// The aim in words: "proving that White wins", or for the base "solving play without promotions".
[[nodiscard]] std::string_view text_of(SolveAim aim);

/// How far a proof has come.
struct SolveProgress {
    std::size_t attempt = 0;         ///< number of the current attempt, counting from 1
    SolveAim aim = SolveAim::base;   ///< what the attempt is about
    double share = 0;                ///< share of this attempt's tables that is done, 0 to 1
    std::size_t attempt_tables = 0;  ///< number of tables in this attempt
    std::size_t tables = 0;          ///< tables solved so far, by all attempts
    std::uint64_t bytes = 0;         ///< memory used by the tables
    WdlBounds bounds;                ///< bounds proved so far, from the point of view of the side to move
};

/// The limits of a proof, and a callback for its progress.
struct Effort {
    Budget budget;  ///< time, memory, threads and a way to stop
    /// Called at intervals, by one thread at a time; may be empty. To stop the proof, stop its budget.
    std::function<void(const SolveProgress&)> progress;
    /// How often a proof with a store saves what it has while it works, so that a kill loses no more than
    /// that. Empty: only when it is told to save.
    std::optional<std::chrono::duration<double>> time_between_saves = std::nullopt;
    /// Tells the values of single positions, where a search of moves meets them. May be null, otherwise it
    /// must outlive the proof.
    const SyzygyTables* syzygy = nullptr;
};

/// What is proved about an ending and the endings that play can reach from it. A proof can start from what a
/// store holds and save its own results there. `solve` makes a proof for a single answer; to ask about one
/// position of a game after another, keep the proof. Use it from one thread.
class Proof {
  public:
    /// A proof about this root that knows nothing yet. The store may be null; otherwise it must outlive the
    /// proof.
    Proof(const Ending& root, TableStore* store, Effort effort, unsigned most_pieces = usual_most_pieces);
    Proof(const Proof&) = delete;
    Proof& operator=(const Proof&) = delete;
    ~Proof();

    /// Sets the limits of later work.
    void set_effort(Effort effort);

    /// Reads what the store holds. Stops early if that would take too large a part of the time.
    [[nodiscard]] Result<void, TableError> recall();

    /// Stores what is new. Returns the number of tables stored.
    [[nodiscard]] Result<std::size_t, TableError> save();

    /// The bounds proved so far for an ending that play can reach from the root.
    [[nodiscard]] WdlBounds bounds_of(const Ending& ending) const;

    /// The memory used by the proof.
    [[nodiscard]] std::uint64_t byte_count() const;

    /// Works on an ending that play can reach from the root, until everything in the scope is known or a
    /// limit is reached. With `SolutionScope::everything` the solution has a line within these limits.
    [[nodiscard]] Solution find(const Ending& ending,
                                SolutionScope scope,
                                Goal goal = Goal::value,
                                LineLimits line = {});

    /// The distance of an ending with this value, as in `Answer::dtz`. Empty if it cannot be found.
    [[nodiscard]] std::optional<int> dtz_of(const Ending& ending, WdlBounds value);

    /// Adds the distances that can be found to an answer about this ending.
    void add_distances(const Ending& ending, DistancesAfter after, Answer& answer);

    /// Adds a line within these limits to a solution.
    void add_line(const Ending& ending, LineLimits limits, Solution& solution);

    /// Adds the distances after each move of the line.
    void add_line_distances(const Ending& ending, Solution& solution);

    /// Adds the key squares of an ending of kings and pawns. Spends at most this time on them, and no more
    /// than the effort allows.
    void add_key_squares(const Ending& ending, std::chrono::duration<double> time, Solution& solution);

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace philidor
