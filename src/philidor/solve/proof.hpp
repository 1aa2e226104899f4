/// @file
/// A proof that can be asked more than once.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "philidor/base/result.hpp"
#include "philidor/chess/ending.hpp"
#include "philidor/solve/effort.hpp"
#include "philidor/solve/solution.hpp"
#include "philidor/table/answer.hpp"
#include "philidor/table/table_error.hpp"
#include "philidor/table/table_store.hpp"
#include "philidor/table/wdl.hpp"

namespace philidor {

/// What is proved about an ending and those that play leads to from it. A proof can begin with what a store
/// knows and leave there what it found. `solve` makes one for a single answer; who asks about one position of
/// a game after the other keeps it. Use it from one thread.
class Proof {
  public:
    /// The most plies of a line.
    static constexpr std::size_t usual_line_plies = 24;

    /// Knows nothing yet. The store, if there is one, must outlive the proof.
    Proof(const Ending& root, TableStore* store, Effort effort, unsigned most_pieces = usual_most_pieces);
    Proof(const Proof&) = delete;
    Proof& operator=(const Proof&) = delete;
    ~Proof();

    /// What later work may take.
    void set_effort(Effort effort);

    /// Reads what is stored; only some of it if that takes too much of the time.
    [[nodiscard]] Result<void, TableError> recall();

    /// Stores what is new. Returns how many tables were stored.
    [[nodiscard]] Result<std::size_t, TableError> save();

    /// What is proved by now about an ending that play can reach from the root.
    [[nodiscard]] WdlBounds bounds_of(const Ending& ending) const;

    /// The memory that the proof takes.
    [[nodiscard]] std::uint64_t byte_count() const;

    /// Works on an ending that play can reach from the root, until what is asked for is known or the effort
    /// is spent. The line, for a scope of everything, has at most this many plies.
    [[nodiscard]] Solution find(const Ending& ending,
                                SolutionScope scope,
                                Goal goal = Goal::value,
                                std::size_t line_plies = usual_line_plies);

    /// The distance of an ending with this value: see `Answer::dtz`. Empty if it cannot be told.
    [[nodiscard]] std::optional<int> dtz_of(const Ending& ending, WdlBounds value);

    /// Adds the distances that can be told to an answer about an ending of this proof.
    void add_distances(const Ending& ending, DistancesAfter after, Answer& answer);

    /// Adds a line of at most this many plies to a solution.
    void add_line(const Ending& ending, std::size_t plies, Solution& solution);

    /// Adds the distances after the moves of the line.
    void add_line_distances(const Ending& ending, Solution& solution);

    /// Adds the key squares of an ending of kings and pawns, which may take this long within the effort.
    void add_key_squares(const Ending& ending, std::chrono::duration<double> time, Solution& solution);

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace philidor
