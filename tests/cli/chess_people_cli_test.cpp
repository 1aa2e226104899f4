// What the commands write for chess players: games, studies, pictures.

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "philidor/base/test_support/temporary_folder.hpp"
#include "program.hpp"

namespace philidor::cli {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

const std::string saavedra = "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1";

std::string text_of_file(const std::string& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator(file), {}};
}

/// The text on one line, since words may be wrapped anywhere.
std::string unwrapped(std::string text) {
    std::ranges::replace(text, '\n', ' ');
    return text;
}

/// Whether pgn-extract replays all moves of a file, variations included. It prints what it objects to.
void expect_replays(const std::string& path) {
    const std::string judge = "/usr/games/pgn-extract";
    if (!std::filesystem::exists(judge)) GTEST_SKIP() << "pgn-extract is not installed";
    const std::string report = path + ".report";
    const std::string command = fmt::format("{} -r {} > {} 2>&1", judge, path, report);
    EXPECT_EQ(std::system(command.c_str()), 0);  // NOLINT(cert-env33-c,concurrency-mt-unsafe): our own files
    const std::string text = text_of_file(report);
    EXPECT_THAT(text, HasSubstr("matched out of"));
    EXPECT_EQ(text.find("Failed"), std::string::npos) << text;
    EXPECT_EQ(text.find("Unknown"), std::string::npos) << text;
}

TEST(SolveCommand, WritesAGameThatOtherProgramsRead) {
    const TemporaryFolder folder;
    const std::string path = folder.path("stamma.pgn");
    const std::string stamma = "8/8/8/1N6/8/p7/2K5/k7 w - - 0 1";
    const Finished finished = run({"solve", stamma, "--pgn", path});
    ASSERT_EQ(finished.exit_code, 0) << finished.errors;
    const std::string pgn = text_of_file(path);
    EXPECT_THAT(unwrapped(pgn), AllOf(HasSubstr("[FEN \"" + stamma + "\"]"),
                                      HasSubstr("1. Nd4 $1 $23 (1. Kc1 $2 {draw} 1... a2 $1 2. Kc2 {=})"),
                                      HasSubstr("4. Nb3# $1")));
    EXPECT_EQ(run({"solve", stamma, "--pgn", "-"}).output, pgn);
    expect_replays(path);
}

TEST(SolveCommand, PlaysTheLineAsFarAsItIsAsked) {
    const std::string lasker_reichhelm = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1";
    EXPECT_THAT(run({"solve", lasker_reichhelm}).output, HasSubstr(" 14. Kxf5 and wins\n"));
    EXPECT_THAT(run({"solve", lasker_reichhelm, "--line", "full"}).output, HasSubstr("#\n"));
    EXPECT_THAT(run({"solve", lasker_reichhelm, "--line", "2"}).output,
                HasSubstr("\n1. Kb1\u2299 Kb7 ...\n"));
    const Finished refused = run({"solve", lasker_reichhelm, "--line", "long"});
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_THAT(refused.errors, HasSubstr("long"));
    EXPECT_EQ(json::parse(run({"solve", saavedra, "--json"}).output)["line_end"], "mate");
}

constexpr const char* studies =
    "[Event \"Saavedra 1895\"]\n[Result \"1-0\"]\n[SetUp \"1\"]\n"
    "[FEN \"8/8/1KP5/3r4/8/8/8/k7 w - - 0 1\"]\n\n"
    "1. c7 Rd6+ 2. Kb5 Rd5+ 3. Kb4 Rd4+ 4. Kb3 Rd3+ 5. Kc2 Rd4! 6. c8=R! (6. c8=Q? Rc4+) Ra4 7. Kb3 1-0\n\n"
    "[Event \"Not true\"]\n[Result \"1-0\"]\n[FEN \"8/8/8/3Kp3/4Pk2/8/8/8 w - - 0 1\"]\n\n1. Kd6 1-0\n";

std::string file_of_studies(const TemporaryFolder& folder) {
    std::ofstream(folder.path("studies.pgn")) << studies;
    return folder.path("studies.pgn");
}

TEST(StudyCommand, ChecksEveryMoveOfTheSolver) {
    const TemporaryFolder folder;
    const std::string checked = folder.path("checked.pgn");
    const Finished finished =
        run({"study", file_of_studies(folder), "--json", "--time", "600", "--out", checked});
    ASSERT_EQ(finished.exit_code, 0) << finished.errors;
    const std::size_t end = finished.output.find('\n');
    const json first = json::parse(finished.output.substr(0, end));
    EXPECT_EQ(first["stipulation"], "win");
    EXPECT_EQ(first["true"], true);
    EXPECT_EQ(first["moves"][0]["verdict"], "unique");
    EXPECT_EQ(first["moves"][5]["san"], "c8=R");
    EXPECT_EQ(first["moves"][5]["verdict"], "waste");
    EXPECT_EQ(first["moves"][5]["wastes"], (json{"Kb3", "Kc3"})) << "the king must come back to c2";
    EXPECT_EQ(first["moves"][7]["verdict"], "try");
    EXPECT_EQ(first["moves"][7]["refutations"], json{"Rc4+"});
    const json second = json::parse(finished.output.substr(end + 1));
    EXPECT_EQ(second["true"], false);
    EXPECT_EQ(second["moves"][0]["verdict"], "wrong");
    EXPECT_THAT(unwrapped(text_of_file(checked)),
                HasSubstr("6. c8=R $1 {waste of time: Kb3, Kc3} (6. c8=Q $2"));
    expect_replays(checked);
}

TEST(StudyCommand, FailsWithoutStudies) {
    const TemporaryFolder folder;
    EXPECT_EQ(run({"study", folder.path("none.pgn")}).exit_code, 2);
    std::ofstream(folder.path("empty.pgn")) << "\n";
    const Finished finished = run({"study", folder.path("empty.pgn")});
    EXPECT_EQ(finished.exit_code, 2);
    EXPECT_THAT(finished.errors, HasSubstr("empty.pgn"));
}

TEST(BoardCommand, DrawsAPosition) {
    EXPECT_THAT(run({"board", saavedra}).output, HasSubstr("5  . . . r . . . ."));
    const Finished plain = run({"board", saavedra, "--svg", "-"});
    EXPECT_EQ(plain.exit_code, 0) << plain.errors;
    EXPECT_THAT(plain.output, AllOf(StartsWith("<svg "), EndsWith("</svg>\n")));
    const Finished marked =
        run({"board", saavedra, "--svg", "-", "--arrow", "c6c7", "--mark", "d6", "--last-move", "d8d5"});
    EXPECT_THAT(marked.output, AllOf(HasSubstr("<line "), HasSubstr("#9fc7e8"), HasSubstr("#e6d36a")));
    EXPECT_EQ(plain.output.find("<line "), std::string::npos);
}

TEST(BoardCommand, RefusesWhatIsNoSquare) {
    const std::pair<const char*, const char*> wrong[] = {
        {"--mark", "j9"}, {"--arrow", "c6"}, {"--arrow", "c6c6"}, {"--last-move", "c6x9"}};
    for (const auto& [option, value] : wrong) {
        const Finished finished = run({"board", saavedra, "--svg", "-", option, value});
        EXPECT_EQ(finished.exit_code, 2);
        EXPECT_THAT(finished.errors, HasSubstr(std::string(value).substr(std::string(value).size() - 2)));
    }
}

TEST(HandoutCommand, PutsTheSolutionsBehindTheDiagrams) {
    const TemporaryFolder folder;
    const std::string page = folder.path("handout.html");
    const Finished finished = run({"handout", file_of_studies(folder), "--html", page, "--title", "A & B"});
    ASSERT_EQ(finished.exit_code, 0) << finished.errors;
    const std::string html = text_of_file(page);
    EXPECT_THAT(html, AllOf(HasSubstr("<h1>A &amp; B</h1>"), HasSubstr("Saavedra 1895"),
                            HasSubstr("White to move and win"), HasSubstr("6. c8=R! (6. c8=Q? Rc4+)")));
    EXPECT_GT(html.find("c8=R!"), html.rfind("</svg>"));
    EXPECT_EQ(run({"handout", folder.path("none.pgn"), "--html", page}).exit_code, 2);
}

}  // namespace
}  // namespace philidor::cli
