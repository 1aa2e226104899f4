#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "philidor/base/test_support/eventually.hpp"
#include "philidor/base/test_support/temporary_folder.hpp"
#include "program.hpp"

namespace philidor::cli {
namespace {

using nlohmann::json;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

const std::string start_fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const std::string second_fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

/// Runs the program, which must succeed, and reads its JSON output.
json json_of(const std::vector<std::string>& arguments) {
    const Finished finished = run(arguments);
    EXPECT_EQ(finished.exit_code, 0) << finished.errors;
    return json::parse(finished.output);
}

TEST(Program, PrintsItsVersion) {
    const Finished finished = run({"--version"});
    EXPECT_EQ(finished.exit_code, 0);
    EXPECT_THAT(finished.output, ContainsRegex("^philidor [0-9]+\\.[0-9]+\\.[0-9]+\n$"));
}

TEST(Program, PrintsHelpWithAnExample) {
    const Finished finished = run({"--help"});
    EXPECT_EQ(finished.exit_code, 0);
    EXPECT_THAT(finished.output, HasSubstr("Example"));
    EXPECT_THAT(finished.errors, IsEmpty());
}

TEST(Program, ExplainsItselfWhenNothingIsAsked) {
    const Finished finished = run({});
    EXPECT_EQ(finished.exit_code, 2);
    EXPECT_THAT(finished.output, IsEmpty());
    EXPECT_THAT(finished.errors, HasSubstr("philidor [OPTIONS]"));
}

TEST(Program, RefusesAnUnknownCommand) {
    const Finished finished = run({"perff", "3"});
    EXPECT_EQ(finished.exit_code, 2);
    EXPECT_THAT(finished.errors, HasSubstr("perff"));
}

TEST(Program, GuessesWhatAnUnknownCommandWasMeantToBe) {
    for (const std::vector<std::string>& words : {std::vector<std::string>{"sovle", "--help"},
                                                  std::vector<std::string>{"sovle", "x", "--time", "3"}}) {
        const Finished finished = run(words);
        EXPECT_EQ(finished.exit_code, 2);
        EXPECT_THAT(finished.output, IsEmpty());
        EXPECT_THAT(finished.errors, HasSubstr("there is no command \"sovle\"; did you mean solve?"));
    }
    EXPECT_THAT(run({"frobnicate"}).errors, Not(HasSubstr("did you mean")));
}

TEST(Program, KnowsTheNamesOfTheSeeds) {
    EXPECT_EQ(run({"perft_divide", "1"}).output.substr(0, 20),
              run({"perft", "1", "--divide"}).output.substr(0, 20));
    EXPECT_EQ(run({"index_pgn", "--help"}).output, run({"index-pgn", "--help"}).output);
}

TEST(Program, HasWhatPeopleWantFirstInItsHelp) {
    const std::string help = run({"--help"}).output;
    const auto place = [&](const std::string& command) { return help.find("\n  " + command + " "); };
    EXPECT_LT(place("solve"), place("serve"));
    EXPECT_LT(place("serve"), place("analyze"));
    EXPECT_LT(place("analyze"), place("annotate"));
    EXPECT_LT(place("annotate"), place("perft"));
    EXPECT_NE(place("perft"), std::string::npos);
}

TEST(Program, SpeaksUciWithAPipeOrByItsName) {
    const TemporaryFolder folder;
    const std::string link = folder.path("philidor-uci");
    std::filesystem::create_symlink(PHILIDOR_PROGRAM, link);
    for (const std::string& command :
         {"echo uci | " + std::string(PHILIDOR_PROGRAM), link + " < " + folder.path("uci")}) {
        std::ofstream(folder.path("uci")) << "uci\n";
        EXPECT_EQ(std::system((command + " | grep -q '^uciok$'").c_str()), 0) << command;
    }
}

TEST(Program, TakesAFenInWords) {
    const Finished words = run({"eval", "8/5k2/8/4P3/8/4K3/8/8", "w", "-", "-", "0", "1", "--json"});
    const Finished whole = run({"eval", "8/5k2/8/4P3/8/4K3/8/8 w - - 0 1", "--json"});
    EXPECT_EQ(words.exit_code, 0) << words.errors;
    EXPECT_EQ(words.output, whole.output);
    const Finished odd = run({"eval", "8/5k2/8/4P3/8/4K3/8/8", "w", "KQ", "--json"});
    EXPECT_EQ(odd.output, whole.output);
    EXPECT_EQ(odd.errors, "philidor: note: castling rights KQ made -: \"8/5k2/8/4P3/8/4K3/8/8 w - - 0 1\"\n");
    for (const char* command : {"key", "board"}) {
        const Finished cut = run({command, "8/5k2/8/4P3/8/4K3/8/8", "w", "-", "-"});
        EXPECT_EQ(cut.exit_code, 0) << cut.errors;
        EXPECT_EQ(cut.output, run({command, "8/5k2/8/4P3/8/4K3/8/8 w - -"}).output);
        EXPECT_THAT(cut.output, testing::Not(testing::IsEmpty()));
    }
    const Finished kings = run({"eval", "8/8/8/3kK3/8/8/8/8", "w"});
    EXPECT_EQ(kings.exit_code, 2);
    EXPECT_THAT(kings.errors, HasSubstr("the kings on e5 and d5 are adjacent"));
}

TEST(Program, OpensItsFilesBeforeTheWork) {
    // The position would take seconds.
    const std::string nowhere = "/dev/null/map.svg";
    const Finished finished = run({"solve", "4k3/pp6/8/8/8/8/6PP/4K3 w - - 0 1", "--map", nowhere});
    EXPECT_EQ(finished.exit_code, 1);
    EXPECT_THAT(finished.errors, HasSubstr(nowhere));
}

TEST(Program, FailsWhenItsOutputCannotBeWritten) {
    const std::string command = std::string(PHILIDOR_PROGRAM) + " perft 1 > /dev/full 2> /dev/null";
    EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), 1);
}

bool is_same_but_for_case(std::string_view left, std::string_view right) {
    return std::ranges::equal(
        left, right, [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); });
}

struct HelpEntry {
    std::string name;
    std::string explanation;
};

/// The entries of a section of a help text, such as "Options:". The library that prints them has changed
/// their look, but not the column of the explanations.
std::vector<HelpEntry> help_entries(const std::string& help, std::string_view section) {
    constexpr std::size_t explanation_column = 30;
    std::vector<HelpEntry> entries;
    bool in_section = false;
    for (std::string line : lines_of(help)) {
        line.erase(line.find_last_not_of(' ') + 1);
        const std::size_t first_column = line.find_first_not_of(' ');
        if (first_column == 0 || line.empty()) {
            in_section = is_same_but_for_case(line, section);
            continue;
        }
        if (!in_section) continue;
        const bool is_new = first_column < explanation_column;
        if (is_new) {
            entries.push_back({line.substr(first_column, line.find(' ', first_column) - first_column), {}});
        }
        if (line.size() <= explanation_column) continue;
        const std::string rest = line.substr(explanation_column);
        // A name may be longer than its column.
        const bool is_explanation = line[explanation_column - 1] == ' ' && std::isupper(rest[0]) != 0;
        if (!is_new || is_explanation) entries.back().explanation += rest;
    }
    return entries;
}

void expect_explanations(const std::string& help, const std::string& section) {
    for (const HelpEntry& entry : help_entries(help, section)) {
        EXPECT_THAT(entry.explanation, ContainsRegex("^[A-Z].*[a-zA-Z0-9]$")) << entry.name << " has no help";
    }
}

TEST(Program, HasHelpForEveryCommandAndOption) {
    const std::string help = run({"--help"}).output;
    const auto commands = help_entries(help, "Subcommands:");
    ASSERT_FALSE(commands.empty());
    ASSERT_FALSE(help_entries(help, "Options:").empty());
    expect_explanations(help, "Subcommands:");
    expect_explanations(help, "Options:");
    for (const HelpEntry& command : commands) {
        const Finished finished = run({command.name, "--help"});
        EXPECT_EQ(finished.exit_code, 0);
        EXPECT_THAT(finished.output, HasSubstr("Example"));
        EXPECT_FALSE(help_entries(finished.output, "Options:").empty());
        expect_explanations(finished.output, "Options:");
        expect_explanations(finished.output, "Positionals:");
    }
}

TEST(PerftCommand, PrintsTheCountForPeople) {
    const Finished finished = run({"perft", "4"});
    EXPECT_EQ(finished.exit_code, 0);
    EXPECT_THAT(finished.errors, IsEmpty());
    EXPECT_THAT(finished.output, HasSubstr(start_fen));
    EXPECT_THAT(finished.output, ContainsRegex("nodes +197,281\n"));
    EXPECT_THAT(finished.output, ContainsRegex("time +[0-9.]+ s\n"));
    EXPECT_THAT(finished.output, ContainsRegex("speed +[0-9,]+ nodes/s\n"));
}

TEST(PerftCommand, PrintsTheCountForPrograms) {
    const json answer = json_of({"perft", "3", "--fen", second_fen, "--json"});
    EXPECT_EQ(answer["fen"], second_fen);
    EXPECT_EQ(answer["depth"], 3);
    EXPECT_EQ(answer["nodes"], 97862);
    EXPECT_GT(answer["seconds"].get<double>(), 0);
    EXPECT_GT(answer["nps"].get<std::uint64_t>(), 0);
    EXPECT_FALSE(answer.contains("stats"));
    EXPECT_FALSE(answer.contains("moves"));
}

TEST(PerftCommand, CountsOneNodeAtDepthZero) {
    EXPECT_EQ(json_of({"perft", "0", "--json"})["nodes"], 1);
    EXPECT_THAT(run({"perft", "0", "--divide", "--stats"}).output, ContainsRegex("nodes +1\n"));
}

TEST(PerftCommand, CountsNothingBelowMate) {
    const std::string mated = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    const json answer = json_of({"perft", "2", "--fen", mated, "--divide", "--json"});
    EXPECT_EQ(answer["nodes"], 0);
    EXPECT_TRUE(answer["moves"].empty());
}

TEST(PerftCommand, DividesSoThatThePartsAddUp) {
    const json answer = json_of({"perft", "3", "--fen", second_fen, "--divide", "--json"});
    std::uint64_t sum = 0;
    for (const json& move : answer["moves"]) sum += move["nodes"].get<std::uint64_t>();
    EXPECT_EQ(sum, answer["nodes"]);
    EXPECT_EQ(answer["moves"].size(), 48);
    EXPECT_THAT(answer["moves"], testing::Contains(json{{"uci", "e1g1"}, {"nodes", 2059}}));

    const Finished text = run({"perft", "3", "--fen", second_fen, "--divide"});
    EXPECT_THAT(text.output, ContainsRegex("\ne1g1 +2,059\n"));
}

TEST(PerftCommand, WritesCastlingOfChess960AsKingTakesRook) {
    const std::string fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w HAha - 0 1";
    const json answer = json_of({"perft", "3", "--fen", fen, "--chess960", "--divide", "--json"});
    EXPECT_EQ(answer["fen"], fen);
    EXPECT_EQ(answer["nodes"], 97862);
    EXPECT_THAT(answer["moves"], testing::Contains(json{{"uci", "e1h1"}, {"nodes", 2059}}));
    EXPECT_EQ(run({"perft", "3", "--fen", fen}).exit_code, 2);
}

TEST(PerftCommand, CountsKindsOfMoves) {
    const json answer = json_of({"perft", "3", "--fen", second_fen, "--stats", "--json"});
    const json expected{{"captures", 17102},        {"en_passant", 45}, {"castles", 3162},
                        {"promotions", 0},          {"checks", 993},    {"checkmates", 1},
                        {"capturing_promotions", 0}};
    EXPECT_EQ(answer["stats"], expected);

    const Finished text = run({"perft", "3", "--fen", second_fen, "--stats"});
    EXPECT_THAT(text.output, ContainsRegex("\nnodes       97,862\ncaptures    17,102\nen passant      45\n"));
    EXPECT_THAT(text.output, ContainsRegex("\ncheckmates       1\n"));
}

TEST(PerftCommand, CountsTheSameWithThreadsAndHash) {
    for (const std::string threads : {"1", "2", "5"}) {
        for (const std::string hash : {"0", "1", "64K", "1M", "2mb"}) {
            const json answer =
                json_of({"perft", "4", "--fen", second_fen, "--threads", threads, "--hash", hash, "--json"});
            EXPECT_EQ(answer["nodes"], 4085603) << threads << " threads, hash " << hash;
        }
    }
}

TEST(PerftCommand, RefusesABadFenAndQuotesIt) {
    const Finished finished =
        run({"perft", "3", "--fen", "rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"});
    EXPECT_EQ(finished.exit_code, 2);
    EXPECT_THAT(finished.output, IsEmpty());
    EXPECT_THAT(finished.errors, StartsWith("philidor: fen: "));
    EXPECT_THAT(finished.errors, HasSubstr("ppppppppp"));
}

TEST(PerftCommand, RefusesWrongUsage) {
    const std::vector<std::vector<std::string>> wrong{
        {"perft"},
        {"perft", "x"},
        {"perft", "-1"},
        {"perft", "31"},
        {"perft", "3", "4"},
        {"perft", "3", "--depth", "4"},
        {"perft", "3", "--threads", "0"},
        {"perft", "3", "--hash", "-1"},
        {"perft", "3", "--hash", "1X"},
        {"perft", "3", "--hash", "1M", "--stats"},
        {"perft", "3", "--fen"},
        {"perft", "3", "--fen", "-", "--stats"},
        {"perft", "3", "--fen", "-", "--divide"},
    };
    for (const auto& arguments : wrong) {
        const Finished finished = run(arguments);
        EXPECT_EQ(finished.exit_code, 2) << testing::PrintToString(arguments);
        EXPECT_THAT(finished.output, IsEmpty());
        EXPECT_THAT(finished.errors, Not(IsEmpty()));
    }
}

TEST(PerftCommand, SaysSoWhenMemoryIsShort) {
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define PHILIDOR_SANITIZED
#endif
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define PHILIDOR_SANITIZED
#endif
#ifdef PHILIDOR_SANITIZED
    GTEST_SKIP() << "sanitizers end the program instead of throwing std::bad_alloc";
#endif
    const Finished finished = run({"perft", "3", "--hash", "200T"});
    EXPECT_EQ(finished.exit_code, 1);
    EXPECT_THAT(finished.errors, HasSubstr("memory"));
}

TEST(PerftCommand, AnswersEachLineOfStandardInput) {
    const Finished finished = run({"perft", "3", "--fen", "-"}, start_fen + "\n\n" + second_fen + "\r\n");
    EXPECT_EQ(finished.exit_code, 0);
    EXPECT_EQ(finished.output, "8902\t" + start_fen + "\n97862\t" + second_fen + "\n");
    EXPECT_THAT(finished.errors, IsEmpty());
}

TEST(PerftCommand, AnswersStandardInputInJsonLines) {
    const Finished finished =
        run({"perft", "2", "--fen", "-", "--json", "--stats", "--divide"}, start_fen + "\n" + second_fen);
    EXPECT_EQ(finished.exit_code, 0);
    const auto lines = lines_of(finished.output);
    ASSERT_EQ(lines.size(), 2);
    EXPECT_EQ(json::parse(lines[0])["nodes"], 400);
    EXPECT_EQ(json::parse(lines[1])["stats"]["castles"], 91);
    EXPECT_EQ(json::parse(lines[1])["moves"].size(), 48);
}

TEST(PerftCommand, GoesOnAfterABadLine) {
    const Finished finished =
        run({"perft", "1", "--fen", "-"}, start_fen + "\nnonsense\n" + second_fen + "\n");
    EXPECT_EQ(finished.exit_code, 2);
    EXPECT_EQ(finished.output, "20\t" + start_fen + "\n48\t" + second_fen + "\n");
    EXPECT_THAT(finished.errors, HasSubstr("line 2: "));
    EXPECT_THAT(finished.errors, HasSubstr("nonsense"));
}

TEST(PerftCommand, StopsOnInterrupt) {
    const std::string stalemate = "7k/5Q2/8/8/8/8/8/K7 b - - 0 1";
    // The second position would take weeks. When the first one is done, the program has installed its signal
    // handler.
    const Program program({"perft", "12", "--fen", "-"}, stalemate + "\n" + start_fen + "\n");
    ASSERT_TRUE(test_support::eventually([&] { return !program.output_so_far().empty(); }));
    program.send(SIGINT);
    const Finished finished = program.finish();
    EXPECT_EQ(finished.exit_code, 130);
    EXPECT_EQ(finished.output, "0\t" + stalemate + "\n");
    EXPECT_THAT(finished.errors, HasSubstr("interrupted"));
}

}  // namespace
}  // namespace philidor::cli
