#include "philidor/pgn/detail/count_games.hpp"

#include <algorithm>
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "philidor/pgn/detail/game_splitter.hpp"
#include "philidor/pgn/detail/pgn_reader.hpp"

namespace philidor::detail {

namespace {

constexpr std::uint64_t games_between_reports = 256;  // of the progress, on one thread

/// Reads the whole stream as one piece.
CountedGames count_alone(ByteStream& stream, const CountOptions& options, const Budget& budget) {
    CountedGames counted;
    GameCounter counter(options.most_men, options.report);
    const auto store = [&] {
        counted.is_stopped = !options.store(with_names(counter.take_counts(), options.names));
    };
    counter.goes_on = [&] {
        if (counter.counts().size() >= options.most_keys) store();
        if (counter.totals().games % games_between_reports == 0) {
            counted.is_stopped |= !budget.goes_on({stream.taken(), options.total_bytes});
        }
        return !counted.is_stopped;
    };
    PgnReader reader(stream);
    if (auto read = reader.read(counter); !read) counted.error = std::move(read.error());
    if (!counted.is_stopped) store();
    counted.totals = counter.totals();
    return counted;
}

/// What is known about a piece when it has been read.
struct PieceReport {
    std::size_t games = 0;
    std::size_t lines = 0;
    std::vector<PgnProblem> problems;
};

/// Puts the pieces that several threads have read back into order.
class PieceOrder {
  public:
    explicit PieceOrder(const CountOptions& options) : options_(options) {}

    /// A piece has been read. Its problems are reported as soon as all pieces before it have come.
    void add(std::size_t number, PieceReport report) {
        const std::scoped_lock lock(mutex_);
        waiting_.emplace(number, std::move(report));
        while (!waiting_.empty() && waiting_.begin()->first == games_before_.size() - 1) {
            PieceReport next = std::move(waiting_.extract(waiting_.begin()).mapped());
            for (PgnProblem& problem : next.problems) {
                problem.game += games_before_.back();
                problem.line += lines_before_;
                options_.report(problem);
            }
            lines_before_ += next.lines;
            games_before_.push_back(games_before_.back() + next.games);
        }
    }

    /// How many games the pieces before this one have; they have all come.
    [[nodiscard]] std::uint64_t games_before(std::size_t piece) const { return games_before_[piece]; }

  private:
    const CountOptions& options_;
    std::mutex mutex_;
    std::map<std::size_t, PieceReport> waiting_;
    std::vector<std::uint64_t> games_before_{0};  ///< by piece
    std::size_t lines_before_ = 0;
};

/// Counts with several threads, each of which takes one piece after the other.
class ParallelCount {
  public:
    ParallelCount(ByteStream& stream, const CountOptions& options, const Budget& budget)
        : options_(options), budget_(budget), splitter_(stream, options.piece_size), order_(options) {}

    [[nodiscard]] CountedGames count() {
        while (!is_over_) {
            std::vector<std::jthread> helpers;
            for (unsigned i = 1; i < budget_.threads; ++i) helpers.emplace_back([this] { read_pieces(); });
            read_pieces();
            helpers.clear();
            if (!options_.store(with_numbers_in_file(std::exchange(counts_, {})))) stop();
        }
        counted_.is_stopped = is_stopped_;
        return std::move(counted_);
    }

  private:
    /// Reads pieces until there are none left, or too many keys.
    void read_pieces() {
        PieceReport report;
        GameCounter counter(options_.most_men,
                            [&](const PgnProblem& problem) { report.problems.push_back(problem); });
        while (!is_over_ && counter.counts().size() * budget_.threads < options_.most_keys) {
            auto piece = splitter_.next();
            if (!piece) {
                is_over_ = true;
                break;
            }
            const std::size_t number = piece->number();
            counter.set_games_before(number_of(number, 0));
            read_piece(std::move(piece), counter, report);
            order_.add(number, std::exchange(report, {}));
            report_progress();
        }
        add_up(with_names(counter.take_counts(), options_.names));
        const std::scoped_lock lock(mutex_);
        counted_.totals += counter.totals();
    }

    /// Adds to the counts of the threads that are done, without making the others wait.
    void add_up(NamedCounts counts) {
        while (true) {
            NamedCounts others;
            {
                const std::scoped_lock lock(mutex_);
                others.swap(counts_);
                if (others.empty()) return counts_.swap(counts);
            }
            counts = sum_of(std::move(counts), std::move(others));
        }
    }

    /// Takes the piece over: one that broke off keeps the other threads waiting until it is destroyed.
    void read_piece(std::unique_ptr<GameSplitter::Piece> piece, GameCounter& counter, PieceReport& report) {
        PgnReader reader(*piece);
        if (auto read = reader.read(counter); !read) {
            const std::scoped_lock lock(mutex_);
            counted_.error = std::move(read.error());
        }
        report.games = reader.game();
        report.lines = reader.line() - 1;
    }

    void report_progress() {
        const std::uint64_t taken = splitter_.taken();
        const std::scoped_lock lock(mutex_);
        budget_.report({taken, options_.total_bytes});
        if (!budget_.goes_on()) stop();
    }

    void stop() { is_over_ = is_stopped_ = true; }

    /// While games are counted, it is not known how many come before a piece, so they are numbered by piece.
    [[nodiscard]] static std::uint64_t number_of(std::uint64_t piece, std::uint64_t game) {
        return piece << 32U | game;
    }

    /// The counts with the numbers of games in the file.
    [[nodiscard]] NamedCounts with_numbers_in_file(NamedCounts counts) const {
        for (NamedCount& count : counts) {
            const std::uint64_t game = count.first.game & 0xFFFF'FFFF;
            count.first.game = order_.games_before(count.first.game >> 32U) + game;
        }
        return counts;
    }

    const CountOptions& options_;
    const Budget& budget_;
    GameSplitter splitter_;
    PieceOrder order_;
    std::atomic<bool> is_over_ = false;
    std::atomic<bool> is_stopped_ = false;
    std::mutex mutex_;
    NamedCounts counts_;  ///< of the threads that are done
    CountedGames counted_;
};

}  // namespace

CountedGames count_games(ByteStream& stream, const CountOptions& options, const Budget& budget) {
    return budget.threads == 1 ? count_alone(stream, options, budget)
                               : ParallelCount(stream, options, budget).count();
}

}  // namespace philidor::detail
