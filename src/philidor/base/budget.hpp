/// @file
/// What a piece of work may take, and how it is stopped.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>

namespace philidor {

/// How far a piece of work is, counted in steps of its own: tables, keys or bytes.
struct Progress {
    std::uint64_t done = 0;          ///< steps done
    std::uint64_t total = 0;         ///< 0 if it is not known
    std::uint64_t memory_bytes = 0;  ///< in use

    /// From 0 to 1; 0 if the total is not known.
    [[nodiscard]] double share() const {
        return total == 0 ? 0 : static_cast<double>(done) / static_cast<double>(total);
    }
};

/// The time, memory and threads that a piece of work may take, and the ways to stop it and to watch it. It is
/// passed down by value or reference; a part of it is a budget again. Asking is thread-safe.
struct Budget {
    /// The clock of deadlines.
    using Clock = std::chrono::steady_clock;

    std::optional<Clock::time_point> deadline;             ///< when the time is up; empty: never
    std::uint64_t memory_bytes = std::uint64_t{4} << 30U;  ///< the most memory that the work may take
    unsigned threads = 1;                                  ///< the most threads that may work
    std::stop_token stop;                                  ///< asks the work to end early
    /// Called now and then, by one thread at a time; may be empty.
    std::function<void(const Progress&)> progress;

    /// Whether the work was asked to stop.
    [[nodiscard]] bool is_stopped() const { return stop.stop_requested(); }

    /// Whether the time is up.
    [[nodiscard]] bool is_out_of_time() const { return deadline && Clock::now() >= *deadline; }

    /// Whether to go on. Work that takes long asks every few milliseconds.
    [[nodiscard]] bool goes_on() const { return !is_stopped() && !is_out_of_time(); }

    /// Tells how far the work is, and whether to go on.
    [[nodiscard]] bool goes_on(const Progress& now) const {
        report(now);
        return goes_on();
    }

    /// A budget whose time, if it is limited, begins now.
    [[nodiscard]] static Budget starting_now(std::optional<std::chrono::duration<double>> time,
                                             std::uint64_t memory_bytes,
                                             unsigned threads,
                                             std::stop_token stop = {});

    /// Tells how far the work is.
    void report(const Progress& now) const {
        if (progress) progress(now);
    }

    /// This share of the time that is left, `parts` of `of` equal ones; all else stays the same.
    [[nodiscard]] Budget part(unsigned parts, unsigned of) const;

    /// The same with a deadline this far from now, unless the budget has an earlier one.
    [[nodiscard]] Budget within(std::chrono::duration<double> time) const;

    /// The same with this much memory.
    [[nodiscard]] Budget with_memory(std::uint64_t bytes) const;

    /// The same for one of several pieces of work that are done side by side: one thread, and silent.
    [[nodiscard]] Budget for_one_thread() const;
};

/// The time that lies this far from now. A time too long for the clock is its end.
[[nodiscard]] Budget::Clock::time_point time_from_now(std::chrono::duration<double> time);

}  // namespace philidor
