#include "philidor/games/annotate_games.hpp"

#include <cstdint>
#include <utility>
#include <vector>

#include "philidor/base/detail/in_quotes.hpp"
#include "philidor/pgn/detail/file_stream.hpp"
#include "philidor/pgn/game_tree.hpp"

namespace philidor {

namespace {

/// How many positions before a move of the main lines have at most this number of men; 0 if that cannot be
/// found out without losing the file.
std::uint64_t count_positions(const std::string& path, unsigned most_men, const Budget& budget) {
    if (!detail::size_of_file(path)) return 0;
    std::uint64_t count = 0;
    const auto use = [&](const GameTree& game) {
        Board board = game.start;
        for (const auto* next = &game.next; !next->empty(); next = &next->front().next) {
            if (board.occupied().count() <= most_men) ++count;
            board.play(next->front().move);
        }
        return budget.goes_on();
    };
    // What is wrong with the file is said when it is read again.
    (void)read_game_trees(path, use);
    return count;
}

/// Says behind the last move why there are no more.
void note_problem(GameTree& game) {
    if (!game.problem || game.problem->fault == PgnFault::open_comment) return;
    std::string* comment = &game.comment;
    for (auto* next = &game.next; !next->empty(); next = &next->front().next)
        comment = &next->front().comment;
    if (!comment->empty()) *comment += ' ';
    *comment += "The score was not read on: " + game.problem->message;
}

}  // namespace

Result<AnnotatedGames, GamesError> annotate_games(const std::string& path,
                                                  TableStore& store,
                                                  const std::function<void(std::string_view)>& write,
                                                  const AnnotateOptions& options) {
    if (auto readable = detail::check_readable(path); !readable)
        return fail(GamesError::file, std::move(readable.error().message));
    std::uint64_t bytes = 0;
    Budget budget = options.budget;
    budget.progress = [&](const Progress& now) {
        bytes = now.done;
        options.budget.report(now);
    };
    Annotator annotator(store, options.proofs);
    Progress proofs;
    if (options.proofs && options.proof_progress) {
        proofs.total = count_positions(path, options.proofs->most_men, options.budget);
        annotator.asked = [&] {
            ++proofs.done;
            options.proof_progress(proofs, annotator.totals());
        };
    }
    std::optional<Error<TableError>> failure;
    const auto use = [&](GameTree&& game) {
        note_problem(game);
        auto annotated = annotator.annotate(std::move(game));
        if (!annotated) {
            failure = std::move(annotated.error());
        } else if (budget.goes_on()) {
            write(to_pgn(*annotated));
        }
        return !failure && budget.goes_on();
    };
    auto read = read_game_trees(path, use, options.report, budget);
    if (failure) return fail(GamesError::store, failure->message);
    if (!budget.goes_on()) return fail(GamesError::stopped, "stopped");
    if (read && annotator.totals().games == 0 && bytes != 0) {
        return fail(GamesError::file, in_quotes(path) + ": there is no game in it; is it PGN?");
    }
    AnnotatedGames annotated{annotator.totals(), {}};
    if (!read) annotated.error = std::move(read.error());
    return annotated;
}

}  // namespace philidor
