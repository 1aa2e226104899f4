#include "philidor/games/annotate_games.hpp"

#include <utility>

#include "philidor/base/detail/in_quotes.hpp"
#include "philidor/builder/prober.hpp"
#include "philidor/pgn/detail/decompression.hpp"
#include "philidor/pgn/detail/file_stream.hpp"
#include "philidor/pgn/detail/pgn_reader.hpp"
#include "philidor/pgn/detail/pgn_writer.hpp"
#include "philidor/pgn/detail/stoppable_stream.hpp"

namespace philidor {

Result<AnnotatedGames, GamesError> annotate_games(const std::string& path,
                                                  const TableStore& store,
                                                  const std::function<void(std::string_view)>& write,
                                                  const AnnotateOptions& options) {
    const Budget& budget = options.budget;
    auto stream = detail::open_decompressed(path);
    if (!stream && budget.goes_on()) return fail(GamesError::file, std::move(stream.error().message));
    if (!stream) return fail(GamesError::stopped, "stopped");

    Prober prober(store);
    PgnWriter writer(write);
    Annotator annotator(prober, writer, [&](const PgnProblem& problem) {
        if (options.report) options.report(problem);
    });
    const std::uint64_t total = detail::size_of_file(path).value_or(0);
    detail::StoppableStream games(*std::move(stream), budget);
    annotator.goes_on = [&] { return budget.goes_on({games.taken(), total}); };
    auto read = detail::PgnReader(games).read(annotator);
    if (annotator.failure()) return fail(GamesError::store, annotator.failure()->message);
    if (!budget.goes_on()) return fail(GamesError::stopped, "stopped");
    if (read && annotator.totals().games == 0 && games.taken() != 0) {
        return fail(GamesError::file, in_quotes(path) + ": there is no game in it; is it PGN?");
    }
    AnnotatedGames annotated{annotator.totals(), {}};
    if (!read) annotated.error = std::move(read.error());
    return annotated;
}

}  // namespace philidor
