// Ctrl-C and SIGTERM end every command soon, and nothing is lost that a command has by then.

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "philidor/base/test_support/eventually.hpp"
#include "philidor/base/test_support/temporary_folder.hpp"
#include "program.hpp"

namespace philidor::cli {
namespace {

using testing::HasSubstr;

/// A command that takes hours, and that waits at `pipe` if it reads one.
struct LongCommand {
    std::string name;
    std::vector<std::string> arguments;
};

void PrintTo(const LongCommand& command, std::ostream* out) { *out << command.name; }

class Signals : public testing::TestWithParam<LongCommand> {
  protected:
    Signals() {
        std::filesystem::create_directory(folder_.path("tables"));
        ::mkfifo(folder_.path("pipe").c_str(), 0666);
        pipe_ = ::open(folder_.path("pipe").c_str(), O_RDWR);  // so that it never ends
        std::ofstream(folder_.path("out.pgn")) << "old";
    }
    ~Signals() override { ::close(pipe_); }

    /// The arguments, with paths in the folder of the test for names that begin with @.
    [[nodiscard]] std::vector<std::string> arguments() const {
        std::vector<std::string> words;
        for (const std::string& word : GetParam().arguments) {
            words.push_back(word.starts_with('@') ? folder_.path(word.substr(1)) : word);
        }
        return words;
    }

    TemporaryFolder folder_;
    int pipe_ = -1;
};

TEST_P(Signals, EndTheCommandSoon) {
    for (const int signal : {SIGINT, SIGTERM}) {
        const Program program(arguments());
        std::this_thread::sleep_for(std::chrono::milliseconds(400));
        program.send(signal);
        const auto begin = std::chrono::steady_clock::now();
        const Finished finished = program.finish();
        const auto taken = std::chrono::steady_clock::now() - begin;
        EXPECT_EQ(finished.exit_code, 128 + signal) << finished.errors;
        EXPECT_THAT(finished.errors, HasSubstr(signal == SIGINT ? "interrupted" : "terminated"));
        // Half a second is promised, but a busy machine cannot keep that. None of the commands would be done
        // by itself in this time.
        EXPECT_LT(taken, std::chrono::seconds(30));
    }
    std::stringstream text;
    text << std::ifstream(folder_.path("out.pgn")).rdbuf();
    EXPECT_EQ(text.str(), "old") << "no half file takes its place";
}

TEST(GenerateSignals, EndTheReportSoon) {
    const TemporaryFolder folder;
    const Program program({"generate", "KQQvKR", "--store", folder.path("tables.db")});
    // What is measured for the report takes much longer than this.
    ASSERT_TRUE(test_support::eventually(
        [&] { return program.output_so_far().find(" were there;") != std::string::npos; }));
    program.send(SIGINT);
    EXPECT_EQ(program.finish().exit_code, 130);
    EXPECT_THAT(run({"list", "--store", folder.path("tables.db")}).output, HasSubstr("KQQvKR"));
}

const std::string four_pieces = "8/5k2/R5p1/B7/3K2P1/3n4/2b5/8 b - - 0 1";
const std::string start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

INSTANTIATE_TEST_SUITE_P(
    Commands,
    Signals,
    testing::Values(
        LongCommand{"solve", {"solve", four_pieces, "--store", "@proofs"}},
        LongCommand{"generate", {"generate", "Ka2b2vKc7", "--store", "@tables"}},
        LongCommand{"index", {"index-pgn", "@pipe", "--db", "@games.db"}},
        LongCommand{"annotate", {"annotate", "@pipe", "--store", "@tables", "--output", "@out.pgn"}},
        LongCommand{"perft", {"perft", "12"}},
        LongCommand{"closure", {"key", "Ka2b2c2d2e2vKa7b7c7d7e7", "--closure", "--max-keys", "1000000000"}},
        LongCommand{"analyze", {"analyze", start, "--depth", "90"}},
        LongCommand{"uci", {"uci", "go", "perft", "12"}},
        LongCommand{"tune", {"tune", "--exact", "KPPvKP"}}),
    [](const auto& test) { return test.param.name; });

/// Games without end, in one thread and in two.
class EndlessGames : public testing::TestWithParam<const char*> {};

TEST_P(EndlessGames, AreLeftOnCtrlC) {
    const TemporaryFolder folder;
    ASSERT_EQ(::mkfifo(folder.path("pipe").c_str(), 0666), 0);
    for (const char* const threads : {"1", "2"}) {
        const Program program(
            {"index-pgn", folder.path("pipe"), "--db", folder.path("index.db"), "--threads", threads});
        std::jthread writer([&](const std::stop_token& stop) {
            std::signal(SIGPIPE, SIG_IGN);
            std::ofstream pipe(folder.path("pipe"));
            std::string text;
            while (text.size() < 100'000) text += GetParam();
            pipe << "[Event \"x\"]\n\n";
            while (pipe << text && !stop.stop_requested()) continue;
        });
        std::this_thread::sleep_for(std::chrono::milliseconds(400));
        program.send(SIGINT);
        const auto begin = std::chrono::steady_clock::now();
        EXPECT_EQ(program.finish().exit_code, 130);
        EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(3));
    }
}

INSTANTIATE_TEST_SUITE_P(Games,
                         EndlessGames,
                         testing::Values("{ a comment ", "(", "[Tag \"value\"]\n", "Nf3 Nf6 Ng1 Ng8 ", "N"));

}  // namespace
}  // namespace philidor::cli
