#include "philidor/solve/solve.hpp"

#include <chrono>
#include <csignal>
#include <memory>
#include <stop_token>
#include <string>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "philidor/base/detail/memory_filesystem.hpp"
#include "philidor/base/test_support/temporary_folder.hpp"
#include "philidor/chess/fen.hpp"
#include "philidor/chess/notation.hpp"
#include "philidor/table/detail/directory_store.hpp"
#include "philidor/table/table_store.hpp"

namespace philidor {
namespace {

const std::string trebuchet = "8/8/8/3Kp3/4Pk2/8/8/8 b - - 0 1";
const std::string lasker_reichhelm = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1";

Solution solution_of(const std::string& fen, const SolveOptions& options = {}) {
    return solve(Ending::from_fen(fen).value(), options);
}

/// The moves with their values: "Kb1 win, Ka2 draw".
std::string moves_of(const Solution& solution) {
    std::string text;
    for (const MoveAnswer& known : solution.answer.moves) {
        if (!text.empty()) text += ", ";
        text += to_san(solution.answer.board, known.move) + ' ' + to_string(known.bounds);
    }
    return text;
}

TEST(Solve, FindsTheOnlyWinningMove) {
    const Solution solution = solution_of(lasker_reichhelm);
    EXPECT_EQ(solution.end, SolveEnd::settled);
    EXPECT_EQ(solution.value(), WdlBounds::exactly(Wdl::win));
    EXPECT_EQ(moves_of(solution), "Kb1 win, Ka2 draw, Kb2 draw");
    EXPECT_EQ(solution.other_side, WdlBounds::exactly(Wdl::draw));
    EXPECT_EQ(solution.is_mutual_zugzwang, false);
    EXPECT_TRUE(solution.is_complete());
    EXPECT_GT(solution.statistics.tables, 1000U);
    EXPECT_GT(solution.seconds, 0);
}

TEST(Solve, SeesAFullPointZugzwang) {
    for (const std::string side : {"w", "b"}) {
        const Solution solution = solution_of("8/8/8/3Kp3/4Pk2/8/8/8 " + side + " - - 0 1");
        EXPECT_EQ(solution.value(), WdlBounds::exactly(Wdl::loss));
        EXPECT_EQ(solution.other_side, WdlBounds::exactly(Wdl::loss));
        EXPECT_EQ(solution.is_mutual_zugzwang, true);
    }
}

TEST(Solve, KnowsPromotions) {
    const std::string fen = "8/P6k/8/8/8/8/8/K7 w - - 0 1";
    const std::string moves = moves_of(solution_of(fen));
    EXPECT_NE(moves.find("a8=Q win"), std::string::npos) << moves;
    EXPECT_NE(moves.find("a8=R win"), std::string::npos) << moves;
    EXPECT_NE(moves.find("a8=B draw"), std::string::npos) << moves;
}

TEST(Solve, DoesNotPassInCheck) {
    const Solution solution = solution_of("8/8/8/8/8/k7/1p6/K7 w - - 0 1");
    EXPECT_FALSE(solution.other_side);
    EXPECT_EQ(solution.is_mutual_zugzwang, false);
}

TEST(Solve, NeedsNoTableForMateAndStalemate) {
    EXPECT_EQ(solution_of("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").value(), WdlBounds::exactly(Wdl::loss));
    const Solution stalemate = solution_of("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    EXPECT_EQ(stalemate.value(), WdlBounds::exactly(Wdl::draw));
    EXPECT_TRUE(stalemate.answer.moves.empty());
    EXPECT_EQ(stalemate.statistics.tables, 0U);
}

TEST(Solve, StopsAtTheGoal) {
    const Solution not_lost =
        solution_of(lasker_reichhelm, {.goal = Goal::loss, .scope = SolutionScope::value});
    EXPECT_EQ(not_lost.end, SolveEnd::settled);
    EXPECT_EQ(not_lost.value(), (WdlBounds{Wdl::draw, Wdl::win})) << "no more was asked for";
    const Solution won = solution_of(lasker_reichhelm, {.goal = Goal::win, .scope = SolutionScope::value});
    EXPECT_EQ(won.value(), WdlBounds::exactly(Wdl::win));
}

TEST(Solve, FindsNoMoreThanTheScope) {
    const Solution value = solution_of(trebuchet, {.scope = SolutionScope::value});
    EXPECT_EQ(value.value(), WdlBounds::exactly(Wdl::loss));
    EXPECT_TRUE(value.line.empty());
    const Solution moves = solution_of(trebuchet, {.scope = SolutionScope::moves});
    EXPECT_TRUE(moves.answer.is_complete());
    EXPECT_FALSE(moves.other_side);
    EXPECT_TRUE(moves.line.empty());
    EXPECT_FALSE(moves.is_complete()) << "the other side to move was not asked for";
}

TEST(Solve, EndsAtItsLimits) {
    EXPECT_EQ(solution_of(lasker_reichhelm, {.time = std::chrono::seconds(0)}).end, SolveEnd::out_of_time);
    EXPECT_EQ(solution_of(trebuchet, {.most_pieces = 0}).end, SolveEnd::exhausted) << "no pawn may promote";
    EXPECT_EQ((SolveOptions{.threads = 3}).effort().budget.threads, 3U);
}

TEST(Solve, SaysWhatIsNeededAtLeast) {
    SolveOptions options;
    options.memory_bytes = 1'000'000;
    const Solution solution = solution_of(lasker_reichhelm, options);
    EXPECT_EQ(solution.end, SolveEnd::out_of_memory);
    EXPECT_EQ(solution.value(), WdlBounds{});
    EXPECT_GT(solution.statistics.least_bytes, options.memory_bytes);
}

TEST(Solve, KeepsWhatIsCertainWhenItIsInterrupted) {
    SolveOptions options;
    const auto stop = std::make_unique<std::stop_source>();
    options.stop = stop->get_token();
    std::size_t calls = 0;
    options.progress = [&](const SolveProgress& progress) {
        if (progress.attempt >= 2 && ++calls == 100) stop->request_stop();
    };
    const Solution solution = solution_of(lasker_reichhelm, options);
    EXPECT_EQ(solution.end, SolveEnd::interrupted);
    EXPECT_EQ(solution.value(), (WdlBounds{Wdl::draw, Wdl::win}));
}

TEST(Solve, SaysWhatItIsProving) {
    std::vector<std::string> aims;
    SolveOptions options{.scope = SolutionScope::value};
    options.progress = [&](const SolveProgress& progress) {
        const std::string aim(text_of(progress.aim));
        if (aims.empty() || aims.back() != aim) aims.push_back(aim);
    };
    EXPECT_EQ(solution_of(lasker_reichhelm, options).value(), WdlBounds::exactly(Wdl::win));
    EXPECT_EQ(aims, (std::vector<std::string>{"solving play without promotions", "proving that White wins"}));
}

TEST(Solve, ShowsALineWithItsZugzwangs) {
    const Solution solution = solution_of(lasker_reichhelm, {.line = {.plies = 3}});
    ASSERT_EQ(solution.line.size(), 3U);
    EXPECT_EQ(to_san(solution.answer.board, solution.line[0].answer.move), "Kb1");
    EXPECT_EQ(solution.line[0].answer.bounds, WdlBounds::exactly(Wdl::win));
    EXPECT_EQ(solution.line[0].is_mutual_zugzwang, true);
    EXPECT_EQ(solution.line[1].answer.bounds, WdlBounds::exactly(Wdl::loss)) << "for the side that moves";
    EXPECT_EQ(solution.answer.dtz, 27);
}

TEST(Solve, FindsKeySquaresWhenAsked) {
    EXPECT_FALSE(solution_of(trebuchet).key_squares);
    const Solution solution = solution_of(trebuchet, {.time_for_key_squares = std::chrono::hours(1)});
    ASSERT_TRUE(solution.key_squares);
    EXPECT_EQ(solution.key_squares->white_king[Square::d5], KeySquare::mutual_zugzwang);
    EXPECT_TRUE(solution.key_squares->is_complete());
    const Solution hurried = solution_of(
        trebuchet, {.scope = SolutionScope::value, .time_for_key_squares = std::chrono::seconds(0)});
    EXPECT_FALSE(hurried.key_squares->is_complete());
}

TEST(Solve, LeavesInAStoreWhatTheNextCallBeginsWith) {
    const auto files = std::make_shared<MemoryFileSystem>();
    const auto store = DirectoryStore::open_folder(files, "tables").value();
    const SolveOptions options{.store = store.get(), .scope = SolutionScope::value};
    EXPECT_GT(solution_of(lasker_reichhelm, options).statistics.tables, 0U);
    const Solution again = solution_of(lasker_reichhelm, options);
    EXPECT_EQ(again.value(), WdlBounds::exactly(Wdl::win));
    EXPECT_EQ(again.statistics.tables, 0U);
    EXPECT_FALSE(again.store_failure);
}

TEST(Solve, SavesWhileItWorks) {
    const auto files = std::make_shared<MemoryFileSystem>();
    const auto store = DirectoryStore::open_folder(files, "tables").value();
    for (const bool saves : {false, true}) {
        std::stop_source stop;
        std::size_t stored = 0;
        std::size_t calls = 0;
        SolveOptions options{.threads = 2, .stop = stop.get_token(), .store = store.get()};
        if (saves) options.time_between_saves = std::chrono::milliseconds(20);
        options.progress = [&](const SolveProgress& progress) {
            if (progress.attempt < 2 || ++calls % 10 != 0) return;
            stored = store->keys().value().size();
            if (stored != 0 || (!saves && calls == 200)) stop.request_stop();
        };
        files->set_space(saves ? std::size_t{1} << 30U : 0);
        (void)solution_of(lasker_reichhelm, options);
        EXPECT_EQ(stored != 0, saves);
    }
    const Solution solution = solution_of(lasker_reichhelm, {.store = store.get()});
    EXPECT_EQ(moves_of(solution), "Kb1 win, Ka2 draw, Kb2 draw");
}

TEST(Solve, LosesNothingOlderThanTheLastSaveWhenItIsKilled) {
    const TemporaryFolder folder;
    const pid_t child = ::fork();
    if (child == 0) {
        const auto store = open_store(folder.path("tables.db")).value();
        SolveOptions options{.store = store.get(), .time_between_saves = std::chrono::milliseconds(20)};
        std::size_t calls = 0;
        options.progress = [&](const SolveProgress&) {
            if (++calls % 100 == 0 && !store->keys().value().empty()) (void)::raise(SIGKILL);
        };
        (void)solution_of(lasker_reichhelm, options);
        ::_exit(0);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    const auto store = open_store(folder.path("tables.db")).value();
    EXPECT_FALSE(store->keys().value().empty());
    const Solution solution = solution_of(lasker_reichhelm, {.store = store.get()});
    EXPECT_EQ(moves_of(solution), "Kb1 win, Ka2 draw, Kb2 draw");
    EXPECT_FALSE(solution.store_failure);
}

TEST(Solve, KeepsTheAnswerWhenTheStoreFails) {
    const auto files = std::make_shared<MemoryFileSystem>();
    const auto store = DirectoryStore::open_folder(files, "tables").value();
    files->set_space(0);
    const Solution solution = solution_of(lasker_reichhelm, {.store = store.get()});
    EXPECT_EQ(solution.value(), WdlBounds::exactly(Wdl::win));
    EXPECT_TRUE(solution.store_failure);
}

TEST(Solve, AnswersBeforeItSaves) {
    const auto files = std::make_shared<MemoryFileSystem>();
    const auto store = DirectoryStore::open_folder(files, "tables").value();
    std::optional<std::size_t> stored;
    SolveOptions options{.store = store.get(), .time_for_key_squares = std::chrono::hours(1)};
    options.answered = [&](const Solution& solution) {
        EXPECT_EQ(solution.value(), WdlBounds::exactly(Wdl::loss));
        EXPECT_TRUE(solution.key_squares);
        stored = store->keys().value().size();
    };
    (void)solution_of(trebuchet, options);
    EXPECT_EQ(stored, 0U);
    EXPECT_FALSE(store->keys().value().empty());
}

TEST(Solve, NotesTheFirstFailureOfTheStore) {
    const auto files = std::make_shared<MemoryFileSystem>();
    const auto store = DirectoryStore::open_folder(files, "tables").value();
    const std::string path = "tables/Ke4vKe5.wdl";
    files->place(path, Bytes(100));
    SolveOptions options{.store = store.get()};
    options.progress = [&](const SolveProgress&) {
        (void)files->remove(path);
        files->set_space(0);
    };
    const Solution solution = solution_of(trebuchet, options);
    EXPECT_EQ(solution.value(), WdlBounds::exactly(Wdl::loss));
    EXPECT_FALSE(files->exists(path).value()) << "it was told about progress, and saved nothing";
    ASSERT_TRUE(solution.store_failure);
    EXPECT_EQ(solution.store_failure->kind, TableError::corrupt) << solution.store_failure->message;
}

TEST(Solution, IsCompleteIfAllOfItIsKnown) {
    EXPECT_TRUE(solution_of("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").is_complete()) << "mated";
    Solution open;
    open.answer = answer_by_rules(Board());
    open.is_mutual_zugzwang = false;
    EXPECT_FALSE(open.is_complete());
}

TEST(Solution, TellsMutualZugzwangFromBounds) {
    const WdlBounds win = WdlBounds::exactly(Wdl::win);
    const WdlBounds draw = WdlBounds::exactly(Wdl::draw);
    const WdlBounds loss = WdlBounds::exactly(Wdl::loss);
    EXPECT_EQ(is_mutual_zugzwang(draw, loss), true);
    EXPECT_EQ(is_mutual_zugzwang(loss, draw), true);
    EXPECT_EQ(is_mutual_zugzwang(draw, draw), false);
    EXPECT_EQ(is_mutual_zugzwang(win, {}), false) << "whatever passing leads to";
    EXPECT_EQ(is_mutual_zugzwang({Wdl::loss, Wdl::draw}, loss), true);
    EXPECT_EQ(is_mutual_zugzwang({Wdl::draw, Wdl::win}, draw), false);
    EXPECT_EQ(is_mutual_zugzwang({Wdl::draw, Wdl::win}, loss), std::nullopt);
    EXPECT_EQ(is_mutual_zugzwang({}, {}), std::nullopt);
}

TEST(Solution, TheOtherSideToMoveHasNoEnPassant) {
    const Ending ending = Ending::from_fen("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1").value();
    const auto other = with_other_side_to_move(ending);
    ASSERT_TRUE(other);
    EXPECT_EQ(to_fen(other->board()), "4k3/8/8/8/3pP3/8/8/4K3 w - - 0 1");
}

}  // namespace
}  // namespace philidor
