// The commands about games: index-pgn, stats, generate --next, annotate.

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "philidor/base/test_support/temporary_folder.hpp"
#include "philidor/pgn/test_support/small_games.hpp"
#include "program.hpp"

namespace philidor::cli {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;

class GameCommands : public testing::Test {
  protected:
    GameCommands() { write(games(), small_games); }

    [[nodiscard]] std::string games() const { return folder_.path("games.pgn"); }
    [[nodiscard]] std::string index() const { return folder_.path("index.db"); }
    [[nodiscard]] std::string store() const { return folder_.path("tables"); }

    static void write(const std::string& path, const std::string& text) {
        std::ofstream file(path, std::ios::binary);
        file << text;
    }

    /// Runs the program with `--db`.
    [[nodiscard]] Finished run(std::vector<std::string> arguments, const std::string& input = "") const {
        arguments.insert(arguments.end(), {"--db", index()});
        return cli::run(arguments, input);
    }
    /// The same, with `--json`; it must succeed.
    [[nodiscard]] json json_of(std::vector<std::string> arguments, const std::string& input = "") const {
        arguments.emplace_back("--json");
        const Finished finished = run(arguments, input);
        EXPECT_EQ(finished.exit_code, 0) << finished.errors;
        return json::parse(finished.output);
    }

    TemporaryFolder folder_;
};

TEST_F(GameCommands, IndexPgnCountsAndReportsBadGames) {
    const Finished finished = run({"index-pgn", games()});
    EXPECT_EQ(finished.exit_code, 0);
    EXPECT_EQ(finished.errors,
              "philidor: " + games() + ": line 16, game 3: san: \"Kd6\" is not legal here\n");
    EXPECT_THAT(finished.output,
                AllOf(HasSubstr(games() + ": 3 games, 14 positions, 14 of them with at most 10 men\n"),
                      HasSubstr("  1 games stopped at a move that cannot be played\n"),
                      HasSubstr(index() + ": 3 games, 14 positions, 2 keys; ")));
}

TEST_F(GameCommands, IndexPgnTellsProgramsTheSame) {
    const json told = json_of({"index-pgn", games()});
    EXPECT_EQ(told["games"], 3);
    EXPECT_EQ(told["positions"], 14);
    EXPECT_EQ(told["keys"], 2);
    EXPECT_EQ(told["games_stopped"], 1);
    EXPECT_EQ(told["max_men"], 10);
    ASSERT_EQ(told["files"].size(), 1U);
    EXPECT_EQ(told["files"][0]["file"], games());
    EXPECT_EQ(told["files"][0]["added"], true);
    EXPECT_EQ(told["files"][0]["games_with_fen"], 3);
}

TEST_F(GameCommands, IndexPgnAddsFilesUpAndNoticesTheSameAgain) {
    EXPECT_EQ(json_of({"index-pgn", games()})["games"], 3);
    const json again = json_of({"index-pgn", games()});
    EXPECT_EQ(again["games"], 3);
    EXPECT_EQ(again["files"][0]["added"], false);
    EXPECT_THAT(run({"index-pgn", games()}).output, HasSubstr("left out, since it is in the index already"));
    EXPECT_EQ(json_of({"index-pgn", "-"}, small_games)["files"][0]["known_as"], games());
    EXPECT_EQ(json_of({"index-pgn", "-"}, small_games + std::string("\n"))["games"], 6);
    EXPECT_EQ(json_of({"stats", "summary"})["files"].size(), 2U);
}

TEST_F(GameCommands, IndexPgnKeepsToItsSettings) {
    EXPECT_EQ(json_of({"index-pgn", games(), "--raw-keys", "--max-men", "3"})["keys"], 3);
    EXPECT_EQ(json_of({"stats", "top"})["keys"][0]["key"], "KvKe7");
    const Finished names = run({"index-pgn", games()});
    EXPECT_EQ(names.exit_code, 2);
    EXPECT_THAT(names.errors, HasSubstr("has raw keys"));
    const Finished men = run({"index-pgn", games(), "--raw-keys", "--max-men", "4"});
    EXPECT_EQ(men.exit_code, 2);
    EXPECT_THAT(men.errors, HasSubstr("at most 3 men; --max-men 4 needs an index of its own"));
}

TEST_F(GameCommands, IndexPgnCountsTheSameOnSeveralThreads) {
    std::string text;
    for (int i = 0; i < 20'000; ++i) text += small_games;
    write(games(), text);
    EXPECT_EQ(run({"index-pgn", games(), "--threads", "3"}).exit_code, 0);
    const json several = json_of({"stats", "top"});
    std::filesystem::remove(index());
    EXPECT_EQ(run({"index-pgn", games(), "--threads", "1"}).exit_code, 0);
    EXPECT_EQ(json_of({"stats", "top"}), several);
    EXPECT_EQ(several["keys"][0]["positions"], 240'000);
}

TEST_F(GameCommands, IndexPgnRefusesWhatItCannotRead) {
    const Finished absent = run({"index-pgn", games(), "no such file"});
    EXPECT_EQ(absent.exit_code, 2);
    EXPECT_THAT(absent.errors, HasSubstr("cannot open \"no such file\""));
    EXPECT_FALSE(std::filesystem::exists(index())) << "before anything is done";
    EXPECT_EQ(run({"index-pgn", folder_.path()}).exit_code, 2);
    EXPECT_EQ(run({"index-pgn"}).exit_code, 2);
    EXPECT_EQ(run({"index-pgn", games(), "--max-men", "1"}).exit_code, 2);
    EXPECT_EQ(run({"index-pgn", games(), "--threads", "0"}).exit_code, 2);
    write(index(), "this is no database, however long it may be");
    EXPECT_EQ(run({"index-pgn", games()}).exit_code, 2);
    EXPECT_EQ(cli::run({"index-pgn", games(), "--db", folder_.path("no/folder")}).exit_code, 1);
}

TEST_F(GameCommands, IndexPgnReadsOnBehindACommentThatIsNeverClosed) {
    write(games(), "[Event \"x\"]\n\n1. e4 {never closed\n1-0\n\n" + std::string(small_games));
    for (const char* threads : {"1", "2"}) {
        const Finished finished = run({"index-pgn", games(), "--threads", threads});
        EXPECT_EQ(finished.exit_code, 0);
        EXPECT_THAT(finished.errors,
                    HasSubstr(games() + ": line 3, game 1: a comment begins here and is never closed\n"));
        EXPECT_THAT(finished.output, HasSubstr(": 4 games, "));
        std::filesystem::remove(index());
    }
}

TEST_F(GameCommands, IndexPgnSaysThatAFileIsBroken) {
    write(games(), std::string("\x28\xB5\x2F\xFD this is no frame", 20));
    const Finished broken = run({"index-pgn", games()});
    EXPECT_EQ(broken.exit_code, 1);
    EXPECT_THAT(broken.errors, AllOf(HasSubstr("zstd data is damaged"), HasSubstr("1 of 1 files")));
    write(games(), std::string("\xFF\xFE[\0", 4));
    EXPECT_THAT(run({"index-pgn", games()}).errors, HasSubstr("UTF-16"));
}

TEST_F(GameCommands, StatsTopListsTheMostFrequentKeys) {
    (void)run({"index-pgn", games()});
    const json keys = json_of({"stats", "top", "--limit", "1"})["keys"];
    ASSERT_EQ(keys.size(), 1U);
    EXPECT_EQ(keys[0], (json{{"key", "Ke2vK"},
                             {"positions", 12},
                             {"games", 3},
                             {"white_wins", 0},
                             {"draws", 0},
                             {"black_wins", 2},
                             {"example", {{"file", games()}, {"game", 1}, {"ply", 0}}}}));
    EXPECT_THAT(run({"stats", "top"}).output,
                AllOf(HasSubstr("Ke2vK"), HasSubstr("games.pgn, game 1\n"), HasSubstr("KvK")));
}

TEST_F(GameCommands, StatsSummaryCountsByMen) {
    (void)run({"index-pgn", games()});
    const json summary = json_of({"stats", "summary"});
    EXPECT_EQ(summary["games"], 3);
    EXPECT_EQ(summary["by_men"][0], (json{{"men", 2}, {"positions", 2}, {"games_ended", 1}}));
    EXPECT_EQ(summary["by_men"][1], (json{{"men", 3}, {"positions", 12}, {"games_ended", 2}}));
    EXPECT_THAT(run({"stats", "summary"}).output, HasSubstr("games       3\n"));
}

TEST_F(GameCommands, GenerateNextBuildsWhatTheGamesCallFor) {
    (void)run({"index-pgn", games()});
    EXPECT_EQ(json_of({"stats", "coverage", "--store", store()})["absent"]["positions"], 14);
    const json frontier = json_of({"stats", "frontier", "--store", store()})["candidates"];
    ASSERT_EQ(frontier.size(), 2U);
    EXPECT_EQ(json_of({"stats", "utility", "KvKe7", "--store", store()})["covered"], 14);
    EXPECT_THAT(run({"stats", "utility", "Ke2vK", "--store", store()}).output, HasSubstr("positions   12\n"));

    EXPECT_EQ(json_of({"generate", "--next", "5", "--store", store()})["keys"].size(), 2U);
    const json coverage = json_of({"stats", "coverage", "--store", store()});
    EXPECT_EQ(coverage["exact"]["positions"], 14);
    EXPECT_EQ(coverage["exact"]["share"], 1.0);
    EXPECT_THAT(run({"stats", "coverage", "--store", store()}).output, HasSubstr("100.0 %"));
    EXPECT_TRUE(json_of({"stats", "frontier", "--store", store()})["candidates"].empty());
    const Finished nothing = run({"generate", "--next", "1", "--store", store()});
    EXPECT_EQ(nothing.exit_code, 1);
    EXPECT_THAT(nothing.errors, HasSubstr("nothing to build"));
}

TEST_F(GameCommands, RefuseOptionsThatDoNotFit) {
    EXPECT_EQ(cli::run({"generate"}).exit_code, 2);
    EXPECT_EQ(cli::run({"generate", "KQvK", "--next", "1"}).exit_code, 2);
    EXPECT_EQ(cli::run({"generate", "KQvK", "--db", index()}).exit_code, 2);
    EXPECT_EQ(cli::run({"stats"}).exit_code, 2);
    EXPECT_EQ(run({"stats", "nothing"}).exit_code, 2);
    const Finished absent = run({"stats", "top"});
    EXPECT_EQ(absent.exit_code, 2);
    EXPECT_THAT(absent.errors, HasSubstr("there is no index"));
    (void)run({"index-pgn", games()});
    EXPECT_EQ(run({"stats", "top", "--limit", "0"}).exit_code, 2);
    EXPECT_THAT(run({"stats", "utility", "KPvK", "--store", store()}).errors,
                HasSubstr("pawns are named by their squares"));
    EXPECT_EQ(run({"stats", "utility", "Ke2vK", "--store", store(), "--max-tables", "2"}).exit_code, 1);
}

TEST_F(GameCommands, ExplainThemselves) {
    for (const std::vector<std::string>& arguments : {std::vector<std::string>{"index-pgn"},
                                                      {"stats"},
                                                      {"stats", "top"},
                                                      {"stats", "coverage"},
                                                      {"stats", "frontier"},
                                                      {"stats", "utility"},
                                                      {"stats", "summary"},
                                                      {"annotate"}}) {
        std::vector<std::string> words = arguments;
        words.emplace_back("--help");
        const Finished finished = cli::run(words);
        EXPECT_EQ(finished.exit_code, 0);
        EXPECT_THAT(finished.output, HasSubstr("Example"));
    }
}

TEST_F(GameCommands, AnnotateWritesValuesAndMarks) {
    EXPECT_EQ(cli::run({"generate", "Ke5vK", "--store", store(), "--quiet"}).exit_code, 0);
    write(games(), "[Event \"e\"]\n[FEN \"4k3/8/4K3/4P3/8/8/8/8 w - - 0 1\"]\n\n1. Kd5 (1. Kd6) Kd7 *\n");
    const Finished finished = cli::run({"annotate", games(), "--store", store(), "--json"});
    EXPECT_EQ(finished.exit_code, 0);
    EXPECT_THAT(finished.output,
                AllOf(HasSubstr("1. Kd5 $2 {draw; Kd6, Kf6 win}"), HasSubstr("(1. Kd6) 1... Kd7 *")));
    EXPECT_EQ(
        json::parse(finished.errors),
        json::parse(R"({"games": 1, "moves": 2, "valued": 2, "mistakes": 1, "only_moves": 0, "proved": 0,
                              "open": 0,
                              "players": [{"name": "?", "valued": 2, "mistakes": 1, "half_points": 1}]})"));
    const std::string output = folder_.path("out.pgn");
    EXPECT_EQ(cli::run({"annotate", games(), "--store", store(), "--output", output}).output, "");
    std::stringstream written;
    written << std::ifstream(output).rdbuf();
    EXPECT_EQ(written.str(), finished.output);
}

TEST_F(GameCommands, AnnotateProvesWhatTheStoreLacks) {
    write(games(), "[White \"Anna\"]\n[FEN \"4k3/8/4K3/4P3/8/8/8/8 w - - 0 1\"]\n\n1. Kd5 Kd7 *\n");
    const std::vector<std::string> words{"annotate", games(), "--solve", "3600", "--store", store()};
    const Finished first = cli::run(words);
    EXPECT_EQ(first.exit_code, 0) << first.errors;
    EXPECT_THAT(first.output, HasSubstr("1. Kd5 $2 {draw; Kd6, Kf6 win}"));
    EXPECT_THAT(first.errors, AllOf(HasSubstr("2 positions proved, 0 left open"),
                                    HasSubstr("          1         1         1  Anna")));
    const Finished second = cli::run(words);
    EXPECT_EQ(second.output, first.output);
    EXPECT_THAT(second.errors, HasSubstr("0 positions proved, 0 left open")) << "they are in the store";
}

TEST_F(GameCommands, AnnotateRefusesWhatItCannotReadOrWrite) {
    (void)cli::run({"generate", "KvK", "--store", store(), "--quiet"});
    EXPECT_EQ(cli::run({"annotate", "no such file", "--store", store()}).exit_code, 2);
    EXPECT_EQ(
        cli::run({"annotate", games(), "--store", store(), "--output", folder_.path("no/folder")}).exit_code,
        1);
    EXPECT_THAT(cli::run({"annotate", games(), "--store", store()}).errors, HasSubstr("line 16, game 3: "));
}

std::string content_of(const std::string& path) {
    std::stringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

TEST_F(GameCommands, AnnotateMayWriteTheFileThatItReads) {
    EXPECT_EQ(cli::run({"generate", "Ke2vK", "--store", store(), "--quiet"}).exit_code, 0);
    std::string many;
    for (int i = 0; i < 1000; ++i) many += small_games;  // more than any buffer holds
    write(games(), many);
    const std::string expected = cli::run({"annotate", games(), "--store", store()}).output;
    EXPECT_GT(expected.size(), many.size());
    std::filesystem::permissions(games(), std::filesystem::perms(0640));
    std::filesystem::create_symlink("games.pgn", folder_.path("link.pgn"));
    const Finished finished =
        cli::run({"annotate", games(), "--store", store(), "--output", folder_.path("link.pgn")});
    EXPECT_EQ(finished.exit_code, 0) << finished.errors;
    EXPECT_TRUE(content_of(games()) == expected);
    EXPECT_TRUE(std::filesystem::is_symlink(folder_.path("link.pgn")));
    EXPECT_EQ(std::filesystem::status(games()).permissions(), std::filesystem::perms(0640));
}

TEST_F(GameCommands, AnnotateChangesNoFileIfItCannotFinish) {
    std::filesystem::create_directory(store());
    write(store() + "/Ke2vK.wdl", "no table");
    const Finished failed = cli::run({"annotate", games(), "--store", store(), "--output", games()});
    EXPECT_EQ(failed.exit_code, 1);
    EXPECT_THAT(failed.errors, HasSubstr("Ke2vK.wdl"));
    EXPECT_EQ(content_of(games()), small_games);
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_.path()), {}), 2) << "no file is left";
}

TEST_F(GameCommands, AnnotateWritesToAnOpenOutput) {
    std::filesystem::create_directory(store());
    const Finished plain = cli::run({"annotate", games(), "--store", store()});
    const Finished named = cli::run({"annotate", games(), "--store", store(), "--output", "/dev/stdout"});
    EXPECT_EQ(named.exit_code, 0);
    EXPECT_EQ(named.output, plain.output);
    EXPECT_THAT(cli::run({"annotate", games(), "--store", store(), "--output", "/dev/full"}).errors,
                HasSubstr("No space left"));
}

/// The moves of a file as pgn-extract reads them.
std::string moves_by_pgn_extract(const std::string& path) {
    const std::string command =
        "PATH=$PATH:/usr/games pgn-extract -s -C -N -V -w100000 --notags --fixresulttags '" + path + "'";
    std::FILE* pipe = popen(command.c_str(), "r");  // NOLINT: the path is our own
    std::string text;
    for (int letter = std::fgetc(pipe); letter != EOF; letter = std::fgetc(pipe))
        text += static_cast<char>(letter);
    EXPECT_EQ(pclose(pipe), 0);
    return text;
}

TEST_F(GameCommands, AnnotateKeepsTheMovesThatPgnExtractReads) {
    if (std::system("PATH=$PATH:/usr/games pgn-extract --version >/dev/null 2>&1") != 0) {
        GTEST_SKIP() << "skipped: no pgn-extract";
    }
    EXPECT_EQ(cli::run({"generate", "Ke2vK", "--store", store(), "--quiet"}).exit_code, 0);
    std::string text = small_games;
    text = text.substr(0, text.find("[Event \"third\"]"));
    write(games(), text +
                       "[Event \"x\"]\n[White \"a \\\"b\\\" c\"]\n\n1. e4 {c} e5 2. Nf3!? Nc6 3. Bb5 a6 4. "
                       "Bxc6 dxc6 5. O-O 1-0\n");
    const std::string output = folder_.path("out.pgn");
    EXPECT_EQ(cli::run({"annotate", games(), "--store", store(), "--output", output}).exit_code, 0);
    const std::string moves = moves_by_pgn_extract(games());
    EXPECT_THAT(moves, HasSubstr("Kxe7"));
    EXPECT_EQ(moves_by_pgn_extract(output), moves);
}

TEST(GamesFiles, ThatAreNoPgnAreRefused) {
    const TemporaryFolder folder;
    const std::string text = folder.path("readme.md");
    std::ofstream(text) << "# A title\n\nAnd some words about it.\n";
    std::filesystem::create_directory(folder.path("tables"));
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"index-pgn", text, "--db", folder.path("games.db")},
          std::vector<std::string>{"annotate", text, "--store", folder.path("tables")}}) {
        const Finished finished = run(words);
        EXPECT_EQ(finished.exit_code, 2) << words[0];
        EXPECT_THAT(finished.errors, HasSubstr("there is no game in it")) << words[0];
    }
}

}  // namespace
}  // namespace philidor::cli
