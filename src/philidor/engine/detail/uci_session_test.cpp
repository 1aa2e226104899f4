#include "philidor/engine/detail/uci_session.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace philidor {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

/// A session whose answers are kept.
class Dialogue {
  public:
    /// Sends lines.
    void tell(const std::vector<std::string>& lines) {
        for (const std::string& line : lines) goes_on_ = session_.receive(line) && goes_on_;
    }

    /// Sends lines and returns the answers received so far.
    std::vector<std::string> send(const std::vector<std::string>& lines) {
        tell(lines);
        const std::lock_guard lock(mutex_);
        return std::exchange(lines_, {});
    }

    /// Waits for a line with this beginning and returns the answers received so far. A test in which it does
    /// not come within a minute fails.
    std::vector<std::string> wait_for(std::string_view begin) {
        std::unique_lock lock(mutex_);
        const bool has_come = said_more_.wait_for(lock, std::chrono::minutes(1), [&] {
            return std::ranges::any_of(lines_,
                                       [&](const std::string& line) { return line.starts_with(begin); });
        });
        if (!has_come) throw std::runtime_error("no line begins with " + std::string(begin));
        return std::exchange(lines_, {});
    }

    [[nodiscard]] bool goes_on() const { return goes_on_; }

  private:
    void hear(std::string_view text) {
        const std::lock_guard lock(mutex_);
        std::istringstream stream{std::string(text)};
        for (std::string line; std::getline(stream, line);) lines_.push_back(line);
        said_more_.notify_all();
    }

    std::mutex mutex_;
    std::condition_variable said_more_;
    std::vector<std::string> lines_;
    bool goes_on_ = true;
    // The last member, since it may answer until it is destroyed.
    UciSession session_{"Test", [this](std::string_view text) { hear(text); }};
};

TEST(Uci, FollowsTheOrderOfAGui) {
    Dialogue dialogue;
    const auto greeting = dialogue.send({"uci"});
    EXPECT_EQ(greeting.front(), "id name Test");
    EXPECT_EQ(greeting.back(), "uciok");
    for (const std::string name :
         {"Hash", "Threads", "MultiPV", "Ponder", "UCI_Chess960", "TablePath", "Move Overhead"}) {
        EXPECT_THAT(greeting, Contains(StartsWith("option name " + name + " type ")));
    }
    EXPECT_THAT(dialogue.send({"setoption name Hash value 2", "setoption name threads value 2", "isready"}),
                ElementsAre("readyok"));
    EXPECT_THAT(dialogue.send({"ucinewgame", "position startpos moves e2e4 e7e5"}), IsEmpty());
    dialogue.tell({"go wtime 1000 btime 1000 winc 10 binc 10 movestogo 40"});
    auto answer = dialogue.wait_for("bestmove");
    EXPECT_THAT(answer.front(),
                AllOf(StartsWith("info depth 1 seldepth "), HasSubstr(" score cp "), HasSubstr(" pv ")));
    EXPECT_THAT(answer.back(), StartsWith("bestmove "));
    dialogue.tell({"position startpos moves e2e4 e7e5 g1f3", "go ponder wtime 50 btime 50"});
    EXPECT_THAT(dialogue.send({"isready"}), Not(Contains(StartsWith("bestmove"))));
    dialogue.tell({"ponderhit"});
    EXPECT_THAT(dialogue.wait_for("bestmove").back(), StartsWith("bestmove "));
    dialogue.tell({"go infinite"});
    EXPECT_THAT(dialogue.wait_for("info depth 3"), Not(Contains(StartsWith("bestmove"))));
    EXPECT_THAT(dialogue.send({"stop"}).back(), StartsWith("bestmove "));
    dialogue.tell({"quit"});
    EXPECT_FALSE(dialogue.goes_on());
}

TEST(Uci, ObeysTheLimitsOfGo) {
    Dialogue dialogue;
    dialogue.tell({"setoption name Hash value 1"});
    const auto last_info = [&](const std::string& go) {
        dialogue.tell({go});
        const auto lines = dialogue.wait_for("bestmove");
        return lines.at(lines.size() - 2);
    };
    EXPECT_THAT(last_info("go depth 4"), StartsWith("info depth 4 "));
    EXPECT_THAT(last_info("go searchmoves a2a3 h2h3 depth 2"),
                AllOf(HasSubstr(" pv "), Not(HasSubstr("pv e2e4"))));
    dialogue.tell({"setoption name MultiPV value 2", "position fen 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"});
    EXPECT_THAT(last_info("go depth 3"), HasSubstr(" multipv 2 "));
    dialogue.tell({"setoption name MultiPV value 1"});
    EXPECT_THAT(last_info("go mate 1"), HasSubstr(" score mate 1 "));
    EXPECT_THAT(last_info("go nodes 500"), HasSubstr(" nodes "));
    EXPECT_THAT(last_info("go movetime 20"), StartsWith("info depth "));
}

TEST(Uci, SaysWhatItIgnoresAndGoesOn) {
    Dialogue dialogue;
    const auto complaint = [&](const std::string& line) {
        const auto lines = dialogue.send({line});
        return lines.empty() ? "" : lines.front();
    };
    EXPECT_THAT(dialogue.send({"joho and more isready"}),
                ElementsAre("readyok", "info string ignored: \"joho and more\""));
    EXPECT_THAT(dialogue.send({"how do you do"}),
                ElementsAre("info string unknown command: \"how do you do\""));
    EXPECT_THAT(complaint("setoption name Hash value lots"), HasSubstr("\"lots\" is not a number from 1 to"));
    EXPECT_THAT(complaint("setoption name Hash value 0"), HasSubstr("\"0\""));
    EXPECT_THAT(complaint("setoption name Magic value 1"), HasSubstr("no such option: \"Magic\""));
    EXPECT_THAT(complaint("setoption name UCI_Chess960 value perhaps"), HasSubstr("\"perhaps\""));
    EXPECT_THAT(complaint("setoption name TablePath value /dev/null/nothing"), StartsWith("info string "));
    EXPECT_THAT(complaint("position fen 8/8/8/8 w"), StartsWith("info string position not changed: "));
    EXPECT_THAT(complaint("position startpos moves e2e4 e2e4"), HasSubstr("e2e4 is not legal"));
    EXPECT_THAT(complaint("position nowhere"), HasSubstr("\"nowhere\""));
    for (const std::string name :
         {"wtime", "btime", "winc", "binc", "movestogo", "movetime", "depth", "nodes", "mate"}) {
        EXPECT_EQ(complaint("go " + name + " deep"),
                  "info string go " + name + ": expected a number, not \"deep\"");
    }
    EXPECT_THAT(complaint("go wtime 1000000000001"), HasSubstr("\"1000000000001\""));
    EXPECT_THAT(complaint("go sideways"), HasSubstr("go: unknown parameter: \"sideways\""));
    EXPECT_THAT(complaint("go perft"), HasSubstr("go perft: expected a depth"));
    EXPECT_THAT(complaint("go searchmoves e2e5"), HasSubstr("\"e2e5\""));
    EXPECT_THAT(complaint("debug perhaps"), HasSubstr("\"perhaps\""));
    EXPECT_THAT(complaint("bench 0"), HasSubstr("bench: expected a depth, not \"0\""));
    EXPECT_THAT(dialogue.send({"", "   ", "ponderhit", "stop", "debug off", "register later"}), IsEmpty());
    EXPECT_THAT(dialogue.send({"go perft 2"}).back(), "Nodes searched: 400")
        << "the position has not changed";
}

TEST(Uci, ReportsWhatItReceivesInDebugMode) {
    Dialogue dialogue;
    EXPECT_THAT(dialogue.send({"debug on", "isready"}),
                ElementsAre("info string received \"isready\"", "readyok"));
}

TEST(Uci, RefusesASecondSearchWhileOneIsRunning) {
    Dialogue dialogue;
    dialogue.tell({"go infinite"});
    EXPECT_THAT(dialogue.send({"go depth 1"}), Contains(HasSubstr("a search is running")));
    EXPECT_THAT(dialogue.send({"setoption name Hash value 2"}), Contains(HasSubstr("a search is running")));
    EXPECT_THAT(dialogue.send({"stop"}), Contains(StartsWith("bestmove")));
}

TEST(Uci, WritesCastlingAsTheVariantDoes) {
    Dialogue dialogue;
    const std::string moves = "go searchmoves ";
    dialogue.tell({"position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1", moves + "e1g1 depth 1"});
    EXPECT_THAT(dialogue.wait_for("bestmove").back(), StartsWith("bestmove e1g1"));
    dialogue.tell({"setoption name UCI_Chess960 value true", "position fen 4k3/8/8/8/8/8/8/4K2R w H - 0 1",
                   moves + "e1h1 depth 1"});
    EXPECT_THAT(dialogue.wait_for("bestmove").back(), StartsWith("bestmove e1h1"));
}

TEST(Uci, SaysThatAnEndingIsProven) {
    Dialogue dialogue;
    dialogue.tell({"position fen 8/8/8/3k4/8/8/8/KR6 w - - 0 1", "go movetime 3600000"});
    const auto lines = dialogue.wait_for("bestmove");
    EXPECT_THAT(lines, Contains(HasSubstr(" score mate ")));
    EXPECT_THAT(lines, Contains(AllOf(StartsWith("info string proven win, "),
                                      HasSubstr(" plies to the next capture"))));
}

TEST(Uci, ShowsSeveralProvedMoves) {
    Dialogue dialogue;
    dialogue.tell({"setoption name MultiPV value 3", "setoption name UCI_ShowWDL value true",
                   "position fen 8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1", "go movetime 3600000"});
    const auto lines = dialogue.wait_for("bestmove");
    EXPECT_THAT(lines, Contains(AllOf(HasSubstr(" multipv 1 "), HasSubstr(" wdl 1000 0 0 "),
                                      HasSubstr(" pv a1b1 "))));
    for (const char* place : {" multipv 2 ", " multipv 3 "})
        EXPECT_THAT(lines, Contains(AllOf(HasSubstr(place), HasSubstr(" score cp 0 wdl 0 1000 0 "))));
    EXPECT_THAT(lines.back(), StartsWith("bestmove a1b1"));
}

TEST(Uci, ShowsTheBoard) {
    Dialogue dialogue;
    const auto lines = dialogue.send({"position startpos moves e2e4", "d"});
    EXPECT_THAT(lines, Contains("4  . . . . P . . ."));
    EXPECT_THAT(lines, Contains("Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"));
}

TEST(Uci, AnswersWithANullMoveIfThereIsNoLegalOne) {
    Dialogue dialogue;
    dialogue.tell({"position fen 7k/5Q2/8/8/8/8/8/K7 b - - 0 1", "go depth 3"});
    EXPECT_EQ(dialogue.wait_for("bestmove").back(), "bestmove 0000");
}

}  // namespace
}  // namespace philidor
