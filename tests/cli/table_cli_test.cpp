// The commands for tables, from an empty folder to answers.

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "philidor/base/test_support/eventually.hpp"
#include "philidor/base/test_support/temporary_folder.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/table/detail/block_file.hpp"
#include "philidor/table/detail/table.hpp"
#include "philidor/table/table_store.hpp"
#include "program.hpp"

namespace philidor::cli {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string queen_fen = "8/8/8/8/8/3k4/8/K1Q5 w - - 0 1";
TableKey queen_key() { return table_for(parse_key("KQvK").value()).key; }

const std::string en_passant_fen = "8/8/8/3Pp2k/8/8/5K2/8 w - e6 0 1";

/// A store of either kind in its own folder. The parameter is the name of the store.
class TableCommands : public testing::TestWithParam<const char*> {
  protected:
    [[nodiscard]] std::string store() const { return folder_.path(GetParam()); }

    /// Runs the program with `--store`.
    [[nodiscard]] Finished run(std::vector<std::string> arguments, const std::string& input = "") const {
        arguments.insert(arguments.end(), {"--store", store()});
        return cli::run(arguments, input);
    }
    /// The same; it must succeed.
    [[nodiscard]] std::string output_of(const std::vector<std::string>& arguments,
                                        const std::string& input = "") const {
        const Finished finished = run(arguments, input);
        EXPECT_EQ(finished.exit_code, 0) << finished.errors;
        EXPECT_THAT(finished.errors, IsEmpty());
        return finished.output;
    }
    /// The same, with `--json`.
    [[nodiscard]] json json_of(std::vector<std::string> arguments) const {
        arguments.emplace_back("--json");
        return json::parse(output_of(arguments));
    }

    TemporaryFolder folder_;
};

TEST_P(TableCommands, GenerateBuildsAKeyAndWhatItNeeds) {
    EXPECT_THAT(
        output_of({"generate", "Kd7vK", "KRvK"}),
        AllOf(ContainsRegex("^6 tables; at most 4.3 GB of memory, of which K.*v.* takes .* to solve\n"),
              HasSubstr("\n6 built, 0 were there; "),
              HasSubstr("\nKd7vK, and its mirror image Ke7vK\n  exact, "),
              ContainsRegex("white +3,386 +3,240 +146 +0 +0\n"),
              ContainsRegex("black +3,502 +0 +698 +2,804 +0\n"),
              ContainsRegex("longest DTZ   [0-9]+ plies: .* [wb] - - 0 1\nKRvK\n"),
              ContainsRegex("white +175,168 +175,168 +0 +0 +0\n")));
    EXPECT_THAT(output_of({"generate", "Kd7vK"}), HasSubstr("\n0 built, 6 were there; "));
}

TEST_P(TableCommands, GenerateTellsProgramsTheSame) {
    const json built = json_of({"generate", "KvKd2"});
    EXPECT_EQ(built["tables"], 6);
    EXPECT_EQ(built["built"], 6);
    EXPECT_GT(built["memory_to_solve"], 0);
    ASSERT_EQ(built["keys"].size(), 1U);
    const json& table = built["keys"][0];
    EXPECT_EQ(table["input"], "KvKd2");
    EXPECT_EQ(table["key"], "Kd7vK");
    EXPECT_EQ(table["exact"], true);
    EXPECT_EQ(table["black_to_move"], (json{{"legal", 3502},
                                            {"win", 0},
                                            {"draw", 698},
                                            {"loss", 2804},
                                            {"unknown", 0},
                                            {"cursed_win", 0},
                                            {"blessed_loss", 0}}));
    const json longest = json_of({"probe", table["longest_dtz_fen"]});
    EXPECT_EQ(std::abs(longest["dtz"].get<int>()), table["longest_dtz"]);
}

TEST_P(TableCommands, GenerateSaysWhatAKeyIsStoredAs) {
    EXPECT_THAT(output_of({"generate", "KvKd2"}), HasSubstr("KvKd2 is stored as Kd7vK\n"));
}

TEST_P(TableCommands, GenerateTakesKeysAndPositionsFromStandardInput) {
    EXPECT_THAT(output_of({"generate", "-"}, "KQvK\n" + queen_fen + "\nKRvK\n"),
                AllOf(HasSubstr("3 tables; "), HasSubstr("\nKQvK\n"), HasSubstr("\nKRvK\n")));
}

TEST_P(TableCommands, GenerateMakesBoundsWithoutTheClosure) {
    const json alone = json_of({"generate", "Kd7vK", "--no-closure"});
    EXPECT_EQ(alone["tables"], 1);
    EXPECT_EQ(alone["keys"][0]["exact"], false);
    EXPECT_GT(alone["keys"][0]["white_to_move"]["unknown"], 0);
    EXPECT_TRUE(alone["keys"][0]["longest_dtz"].is_null());
    // The closure makes it exact.
    EXPECT_EQ(json_of({"generate", "Kd7vK"})["keys"][0]["exact"], true);
}

TEST_P(TableCommands, GenerateStoresDistancesIfTheyAreWanted) {
    (void)output_of({"generate", "Kd6vK"});
    const std::vector<std::string> question{"probe", "8/8/3k4/8/8/8/2Q5/K7 b - - 0 1",
                                            "8/8/4P3/7k/8/8/5K2/8 w - - 0 1"};
    const std::string measured = output_of(question);
    EXPECT_EQ(json_of({"generate", "Kd6vK", "--dtz"})["built"], 7) << "the distances were missing";
    EXPECT_EQ(json_of({"generate", "Kd6vK", "--dtz"})["built"], 0);
    EXPECT_EQ(output_of(question), measured);
    // These are stored now and need no children.
    const json longest = json_of({"generate", "Kd6vK"})["keys"][0];
    EXPECT_EQ(longest["longest_dtz"], 10);
}

TEST_P(TableCommands, GenerateRefusesWhatDoesNotFitInMemory) {
    const Finished refused = run({"generate", "KQvK", "--memory", "1K"});
    EXPECT_EQ(refused.exit_code, 1);
    EXPECT_THAT(refused.errors,
                AllOf(HasSubstr("KvK takes 13.3 kB of memory to solve, but 1.0 kB are allowed"),
                      HasSubstr("--memory allows more")));
}

TEST_P(TableCommands, GenerateRefusesWhatNoMachineCanDo) {
    const Finished refused = run({"generate", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"});
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_THAT(refused.errors, HasSubstr("has 14 pieces besides kings and pawns; a table can have 6"));
    EXPECT_EQ(run({"generate", "KPvK"}).exit_code, 2);
    EXPECT_EQ(run({"generate"}).exit_code, 2);
}

TEST_P(TableCommands, GenerateBuildsADamagedTableAgain) {
    (void)output_of({"generate", "Kd7vK"});
    const auto right =
        open_store(store()).value()->open_file(TableKind::wdl, queen_key()).value().copy().value();
    for (const std::size_t place :
         {std::size_t{20}, right.bytes.size() - 9}) {  // in the header, in the block
        EncodedTable wrong = right;
        wrong.bytes[place] ^= std::byte{1};
        ASSERT_TRUE(open_store(store()).value()->put_all({&wrong, 1}));
        const Finished finished = run({"generate", "Kd7vK"});
        EXPECT_EQ(finished.exit_code, 0);
        EXPECT_THAT(finished.errors,
                    AllOf(HasSubstr("KQvK"), HasSubstr("; it was set aside and built again\n")));
        EXPECT_THAT(finished.output, HasSubstr("1 built, "));
        EXPECT_EQ(
            open_store(store()).value()->open_file(TableKind::wdl, queen_key()).value().copy().value().bytes,
            right.bytes);
    }
    EXPECT_EQ(run({"generate", "Kd7vK"}).errors, "");
}

TEST_P(TableCommands, ImportRefusesATableThatContradictsOthers) {
    (void)output_of({"generate", "Kd7vK"});
    const TemporaryFolder folder;
    const TableKey key = table_for(parse_key("Kd7vK").value()).key;
    const auto right = open_store(store()).value()->find(key).value();
    Table wrong(key, true);  // all draws
    for (const Color side : all_colors) wrong.set_legal(0, side, right->legal(0, side));
    ASSERT_TRUE(open_store(folder.path("liar")).value()->put(wrong));
    const Finished refused = run({"import", folder.path("liar")});
    EXPECT_EQ(refused.exit_code, 1);
    EXPECT_THAT(refused.errors,
                AllOf(HasSubstr("the table of Kd7vK says draw"), HasSubstr("1 tables were not imported")));
    const std::string file = folder.path("liar/Kd7vK.wdl");
    EXPECT_EQ(run({"import", file}).exit_code, 1);
    EXPECT_EQ(run({"verify", "Kd7vK"}).exit_code, 0);
    EXPECT_EQ(run({"import", file, "--no-check"}).exit_code, 0);
    EXPECT_EQ(run({"verify", "Kd7vK"}).exit_code, 1);
    const Finished probed = run({"probe", "8/4P1k1/8/8/8/8/8/K7 w - - 0 1"});
    EXPECT_EQ(probed.exit_code, 1);
    EXPECT_THAT(probed.errors, HasSubstr("the table of Kd7vK says draw"));
}

TEST_P(TableCommands, ManifestListsWhatSha256sumAndVerifyCheck) {
    (void)output_of({"generate", "KQvK", "--dtz"});
    const TemporaryFolder folder;
    const std::string manifest = folder.path("SHA256SUMS");
    EXPECT_EQ(run({"manifest", "--output", manifest}).output, "");
    const std::string listed = output_of({"manifest"});
    EXPECT_THAT(listed,
                ContainsRegex(
                    "^[0-9a-f]+  KQvK.dtz\n[0-9a-f]+  KQvK.wdl\n[0-9a-f]+  KvK.dtz\n[0-9a-f]+  KvK.wdl\n$"));
    (void)output_of({"export", "--all", "--to", folder.path("copy")});
    EXPECT_EQ(std::system(("cd " + folder.path("copy") + " && sha256sum --quiet -c " + manifest).c_str()), 0);
    EXPECT_THAT(output_of({"verify", "--manifest", manifest}),
                HasSubstr("4 tables are as the manifest lists them"));

    // The same manifest for another store: one table differs, and two are absent.
    const std::string other = folder.path("other.db");
    EXPECT_EQ(cli::run({"generate", "KQvK", "--no-closure", "--store", other}).exit_code, 0);
    const Finished compared = cli::run({"verify", "--manifest", manifest, "--store", other});
    EXPECT_EQ(compared.exit_code, 1);
    EXPECT_THAT(compared.output, AllOf(ContainsRegex("KQvK.wdl +another table than the manifest lists"),
                                       ContainsRegex("KvK.wdl +absent")));
    EXPECT_THAT(compared.errors, HasSubstr("4 of 4 tables are not as the manifest lists them"));
}

TEST(VerifyCommand, FindsByTheManifestATableThatDamageHasMadeAbsent) {
    const TemporaryFolder folder;
    const std::string store = folder.path("tables.db");
    const std::string manifest = folder.path("SHA256SUMS");
    ASSERT_EQ(run({"generate", "KQvK", "--quiet", "--store", store}).exit_code, 0);
    ASSERT_EQ(run({"manifest", "--output", manifest, "--store", store}).exit_code, 0);

    // Another name in the page of the database, and SQLite looks for the table in vain.
    std::ifstream file(store, std::ios::binary);
    std::string bytes(std::istreambuf_iterator<char>(file), {});
    const std::size_t name = bytes.find("KQvKPhilWDL");
    ASSERT_NE(name, std::string::npos);
    bytes[name + 1] = 'R';
    std::ofstream(store, std::ios::binary) << bytes;
    const Finished probed = run({"probe", queen_fen, "--json", "--store", store});
    ASSERT_EQ(probed.exit_code, 0) << "the damage is not reported: " << probed.errors;
    EXPECT_TRUE(json::parse(probed.output)["value"].is_null());

    const Finished compared = run({"verify", "--manifest", manifest, "--store", store});
    EXPECT_EQ(compared.exit_code, 1);
    EXPECT_THAT(compared.output, ContainsRegex("KQvK.wdl +absent"));
}

TEST_P(TableCommands, GenerateGoesOnAfterAnInterrupt) {
    // This takes minutes, so the signal arrives in time even on a fast machine.
    const std::vector<std::string> arguments{"generate", "Ka2b2vKc7", "--store", store()};
    const Program program(arguments);
    ASSERT_TRUE(test_support::eventually([&] { return std::filesystem::exists(store()); }));
    program.send(SIGINT);
    const Finished finished = program.finish();
    EXPECT_EQ(finished.exit_code, 130);
    EXPECT_THAT(finished.errors, HasSubstr("interrupted"));
}

TEST_P(TableCommands, ProbeAnswersForPeople) {
    (void)output_of({"generate", "KQvK"});
    EXPECT_THAT(output_of({"probe", queen_fen}),
                AllOf(HasSubstr("fen     " + queen_fen + "\ntable   KQvK\nvalue   win\ndtz     "),
                      ContainsRegex("\n  Qf4 +win +11\n"), HasSubstr("\n  move  result        distance\n"),
                      HasSubstr("\n  Qc4+  draw\n")));
}

TEST_P(TableCommands, ProbeAnswersForPrograms) {
    (void)output_of({"generate", "Kd5vKe7"});
    const json answer = json_of({"probe", en_passant_fen});
    EXPECT_EQ(answer["fen"], en_passant_fen);
    EXPECT_EQ(answer["value"], "win");
    EXPECT_EQ(answer["worst"], 1);
    EXPECT_EQ(answer["best"], 1);
    EXPECT_EQ(answer["dtz"], 1);
    ASSERT_EQ(answer["moves"].size(), 10U);
    EXPECT_EQ(answer["moves"][0], (json{{"uci", "d5d6"},
                                        {"san", "d6"},
                                        {"value", "win"},
                                        {"worst", 1},
                                        {"best", 1},
                                        {"wdl", 2},
                                        {"dtz", 1},
                                        {"dtm", nullptr}}));
    EXPECT_EQ(answer["moves"][9]["san"], "dxe6");
    EXPECT_EQ(answer["moves"][9]["value"], "draw");
}

TEST_P(TableCommands, ProbeTellsDistancesToMateThatAreStored) {
    (void)output_of({"generate", "KQvK"});
    EXPECT_TRUE(json_of({"probe", queen_fen})["dtm"].is_null());
    (void)output_of({"generate", "KQvK", "--dtm"});
    const int plies = json_of({"probe", queen_fen})["dtm"].get<int>();
    EXPECT_GT(plies, 0);
    EXPECT_EQ(plies % 2, 1) << "the winner moves last";
    EXPECT_THAT(output_of({"probe", queen_fen}),
                HasSubstr("\ndtm     mate in " + std::to_string((plies + 1) / 2) + "\n"));
    EXPECT_THAT(output_of({"verify", "--all"}), HasSubstr("distances to mate too"));
}

TEST_P(TableCommands, DistancesToMateAreForFiveMen) {
    const Finished refused = run({"generate", "KQQQvKQQ", "--dtm", "--store", store()});
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_THAT(refused.errors, HasSubstr("up to 5 men"));
}

TEST_P(TableCommands, GoesOnWithoutTablesOfSyzygyThatAreNotThere) {
    (void)output_of({"generate", "KQvK"});
    const Finished probed = run({"probe", queen_fen, "--store", store(), "--syzygy", "/no/such/folder"});
    EXPECT_EQ(probed.exit_code, 0);
    EXPECT_THAT(probed.errors, HasSubstr("warning: "));
    EXPECT_THAT(probed.output, HasSubstr("value   win\n"));
}

TEST_P(TableCommands, ProbeSaysWhatIsOpen) {
    (void)output_of({"generate", "KQvKR", "--no-closure"});
    const std::string fen = "8/8/8/4r3/8/3k4/8/K1Q5 w - - 0 1";
    const json answer = json_of({"probe", fen});
    EXPECT_TRUE(answer["value"].is_null());
    EXPECT_TRUE(answer["dtz"].is_null());
    EXPECT_LT(answer["worst"], answer["best"]);
    EXPECT_EQ(output_of({"probe", fen, "--tsv"}), fen + "\t0\t1\t\t\n");
    EXPECT_TRUE(answer["wdl"].is_null());
    EXPECT_THAT(output_of({"probe", fen}), AllOf(HasSubstr("value   draw or win\ndtz     ?\n"),
                                                 ContainsRegex("\n  Kb1 +unknown +\\?\n")));
    EXPECT_THAT(output_of({"probe", queen_fen}),
                HasSubstr("table   KQvK, not in the store\nvalue   unknown\n"));
}

TEST_P(TableCommands, StoresMayBeNamedBeforeOtherArguments) {
    const Finished built = cli::run({"generate", "--store", store(), "KQvK", "KRvK"});
    EXPECT_EQ(built.exit_code, 0) << built.errors;
    EXPECT_THAT(built.output, HasSubstr("3 built"));
    const Finished asked = cli::run({"probe", "--store", store(), "--tsv", queen_fen, "nonsense"});
    EXPECT_EQ(asked.exit_code, 2);
    EXPECT_THAT(asked.output, HasSubstr(queen_fen));
    EXPECT_THAT(asked.errors, HasSubstr("nonsense"));
}

TEST_P(TableCommands, QuestionsMakeNoStore) {
    const Finished asked = run({"probe", queen_fen});
    EXPECT_EQ(asked.exit_code, 2);
    EXPECT_THAT(asked.errors, HasSubstr("there is no store \"" + store() + "\""));
    EXPECT_FALSE(std::filesystem::exists(store()));
}

TEST_P(TableCommands, ProbePrintsTabsForManyPositions) {
    (void)output_of({"generate", "Kd5vKe7"});
    const std::string absent = "8/8/8/4rr2/8/3k4/8/K1Q5 w - - 0 1";
    const std::string lost = "8/8/8/8/8/8/1q6/3k1K2 w - - 0 1";
    EXPECT_EQ(output_of({"probe", "-", "--tsv"}, en_passant_fen + "\r\n\n" + absent + "\n" + lost + "\n"),
              en_passant_fen + "\t1\t1\t1\t2\n" + absent + "\t\t\t\t\n" + lost + "\t-1\t-1\t-6\t-2\n");
    EXPECT_EQ(output_of({"probe", lost, "--tsv", "--no-dtz"}), lost + "\t-1\t-1\t\t-2\n");
}

TEST_P(TableCommands, ProbeGoesOnAfterABadLine) {
    (void)output_of({"generate", "KQvK"});
    const std::string castling = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    const Finished finished =
        run({"probe", "-", "--json"}, queen_fen + "\nnonsense\n" + castling + "\n" + queen_fen + "\n");
    EXPECT_EQ(finished.exit_code, 2);
    EXPECT_THAT(finished.errors,
                AllOf(HasSubstr("line 2: "), HasSubstr("nonsense"), HasSubstr("line 3: "),
                      HasSubstr("castling rights"), HasSubstr("2 of 4 lines could not be read")));
    EXPECT_EQ(std::ranges::count(finished.output, '\n'), 2);
}

TEST_P(TableCommands, ShowTellsWhatGenerateTold) {
    json built = json_of({"generate", "KQvK"})["keys"][0];
    built.erase("input");
    EXPECT_EQ(json_of({"show", "KvKQ"}), built);
    EXPECT_THAT(output_of({"show", "--all"}),
                AllOf(HasSubstr("KvK\n  exact, symmetric, "),
                      ContainsRegex("KQvK\n  exact, [0-9]+ bytes in 1 block\n")));
    EXPECT_EQ(run({"show", "KRvK"}).exit_code, 1);
    EXPECT_EQ(run({"show"}).exit_code, 2);
}

TEST_P(TableCommands, ListNamesAllTables) {
    EXPECT_EQ(run({"list"}).exit_code, 2) << "there is no store";
    (void)output_of({"generate", "KQvK", "--dtz"});
    (void)output_of({"generate", "Kd7vK", "--no-closure"});
    EXPECT_THAT(output_of({"list"}),
                AllOf(ContainsRegex("KQvK +exact +[0-9]+  dtz +[0-9,]+\n"),
                      ContainsRegex("Kd7vK +bounds +[0-9]+\n"), HasSubstr("3 tables, ")));
    const std::string lines = output_of({"list", "--json"});
    const json first = json::parse(lines.substr(0, lines.find('\n')));
    EXPECT_EQ(first["key"], "KvK");
    EXPECT_EQ(first["exact"], true);
    EXPECT_GT(first["dtz_bytes"], 0);
}

TEST_P(TableCommands, VerifyChecksEveryPosition) {
    (void)output_of({"generate", "Kd7vK", "--dtz"});
    EXPECT_THAT(output_of({"verify", "KvKd2"}), ContainsRegex("^Kd7vK +right, 6,888 positions\n$"));
    EXPECT_THAT(output_of({"verify", "--all", "--checksums"}), ContainsRegex("KQvK +checksums are right\n"));
    const json checked = json_of({"verify", "Kd7vK"});
    EXPECT_EQ(checked["ok"], true);
    EXPECT_EQ(checked["positions"], 6888);
    EXPECT_EQ(run({"verify", "KQvKR"}).exit_code, 1);
}

TEST_P(TableCommands, VerifyAcceptsBoundsThatCouldBeSharper) {
    // Has bounds although a child is there: not wrong, but less than follows from the child.
    (void)output_of({"generate", "Kd7vK", "--no-closure"});
    (void)output_of({"generate", "KvK"});
    EXPECT_THAT(output_of({"verify", "--all"}), ContainsRegex("Kd7vK +right, 6,888 positions\n"));
}

TEST_P(TableCommands, ExportAndImportCopyTables) {
    (void)output_of({"generate", "Kd7vK", "--dtz"});
    for (const std::string name : {"copy", "copy.db"}) {
        const std::string target = folder_.path(name);
        EXPECT_THAT(output_of({"export", "--all", "--to", target}), HasSubstr("12 tables copied to "));
        const std::string again = folder_.path("again-" + name);
        const Finished imported = cli::run({"import", target, "--store", again});
        EXPECT_EQ(imported.exit_code, 0) << imported.errors;
        EXPECT_EQ(cli::run({"list", "--store", again}).output, output_of({"list"}));
        EXPECT_EQ(cli::run({"verify", "--all", "--checksums", "--store", again}).exit_code, 0);
    }
    const std::string single = folder_.path("single.db");
    EXPECT_EQ(
        cli::run({"import", folder_.path("copy/Kd7vK.wdl"), folder_.path("copy/KQvK.dtz"), "--store", single})
            .exit_code,
        0);
    EXPECT_THAT(cli::run({"list", "--store", single}).output,
                AllOf(HasSubstr("Kd7vK"), HasSubstr("1 table, ")));
}

TEST_P(TableCommands, ImportKeepsExactTables) {
    const std::string bounds = folder_.path("bounds.db");
    EXPECT_EQ(cli::run({"generate", "Kd7vK", "--no-closure", "--store", bounds}).exit_code, 0);
    (void)output_of({"generate", "Kd7vK"});
    EXPECT_THAT(output_of({"import", bounds}), HasSubstr("1 with bounds skipped"));
    EXPECT_EQ(run({"import", folder_.path("absent")}).exit_code, 2);
}

INSTANTIATE_TEST_SUITE_P(Stores, TableCommands, testing::Values("tables", "tables.db"));

// Randomly drawn positions, some with an en passant square. The values were recorded from a program that
// agreed with all of ../shared/truth.
TEST(ProbeCommand, AnswersTheSample) {
    std::ifstream file(PHILIDOR_SOURCE_DIR "/tests/cli/sample_positions.tsv");
    std::string expected;
    std::string fens;
    for (std::string line; std::getline(file, line);) {
        expected += line + '\n';
        fens += line.substr(0, line.find('\t')) + '\n';
    }
    ASSERT_GT(expected.size(), 10'000U);
    const TemporaryFolder folder;
    const std::string store = folder.path("tables.db");
    ASSERT_EQ(run({"generate", "-", "--quiet", "--store", store}, fens).exit_code, 0);
    EXPECT_EQ(run({"probe", "-", "--tsv", "--store", store}, fens).output, expected);
}

TEST(SingleTable, IsAStoreForEveryCommandThatReads) {
    const TemporaryFolder folder;
    ASSERT_EQ(run({"generate", "KQvK", "--dtz", "--store", folder.path("tables")}).exit_code, 0);
    const std::string values = folder.path("renamed.wdl");
    const std::string distances = folder.path("renamed.dtz");
    std::filesystem::rename(folder.path("tables/KQvK.wdl"), values);
    std::filesystem::rename(folder.path("tables/KQvK.dtz"), distances);
    const auto output_of = [&](std::vector<std::string> arguments) {
        arguments.insert(arguments.end(), {"--store", values, "--store", distances});
        const Finished finished = run(arguments);
        EXPECT_EQ(finished.exit_code, 0) << arguments[0] << ": " << finished.errors;
        return finished.output;
    };
    EXPECT_THAT(output_of({"probe", queen_fen}), ContainsRegex("\n  Qf4 +win +11\n"));
    EXPECT_THAT(output_of({"show", "KQvK"}), HasSubstr("KQvK"));
    EXPECT_THAT(output_of({"list"}), HasSubstr("KQvK"));
    EXPECT_THAT(output_of({"manifest"}), HasSubstr("KQvK.wdl"));
    EXPECT_THAT(output_of({"verify", "--checksums", "KQvK"}), HasSubstr("KQvK"));
    EXPECT_THAT(output_of({"solve", queen_fen}), HasSubstr("White"));
    EXPECT_THAT(output_of({"analyze", queen_fen, "--depth", "1"}), HasSubstr("proven"));
    const Finished refused = run({"generate", "KRvK", "--store", values});
    EXPECT_EQ(refused.exit_code, 1);
    EXPECT_THAT(refused.errors, HasSubstr("a single table is only read"));
    std::ofstream(folder.path("text.wdl")) << "no table";
    EXPECT_THAT(run({"list", "--store", folder.path("text.wdl")}).errors, HasSubstr("text.wdl"));
}

TEST(VerifyCommand, NoticesEveryDamagedByteOfAFile) {
    const TemporaryFolder folder;
    ASSERT_EQ(run({"generate", "Kd7vK", "--store", folder.path("tables")}).exit_code, 0);
    const std::string path = folder.path("tables/Kd7vK.wdl");
    std::ifstream file(path, std::ios::binary);
    const std::string sound(std::istreambuf_iterator<char>(file), {});
    ASSERT_GT(sound.size(), 30U);
    for (std::size_t place = 0; place < sound.size(); ++place) {
        std::string damaged = sound;
        damaged[place] = static_cast<char>(damaged[place] ^ 0x40);
        std::ofstream(path, std::ios::binary) << damaged;
        const Finished finished = run({"verify", "--checksums", "Kd7vK", "--store", folder.path("tables")});
        EXPECT_EQ(finished.exit_code, 1) << "byte " << place;
        EXPECT_THAT(finished.output,
                    AllOf(HasSubstr("Kd7vK.wdl\": "), ContainsRegex("header: |block 1 of 1: ")));
    }
}

TEST(TableCommandsWithoutStore, SayWhereTheyLook) {
    const TemporaryFolder folder;
    const auto run_there = [&](const std::string& variable, const std::string& command) {
        const std::string line = "cd " + folder.path() + " && " + variable + " " PHILIDOR_PROGRAM " " +
                                 command + " > out 2> errors";
        return WEXITSTATUS(std::system(line.c_str()));
    };
    EXPECT_EQ(run_there("PHILIDOR_PATH=", "probe '" + queen_fen + "'"), 2);
    EXPECT_FALSE(std::filesystem::exists(folder.path("philidor.db"))) << "a question makes no store";
    EXPECT_EQ(run_there("PHILIDOR_PATH=", "generate KQvK"), 0);
    EXPECT_TRUE(std::filesystem::exists(folder.path("philidor.db")));
    EXPECT_EQ(run_there("PHILIDOR_PATH=new:philidor.db", "generate KRvK"), 0);
    EXPECT_TRUE(std::filesystem::exists(folder.path("new/KRvK.wdl")));
    EXPECT_FALSE(std::filesystem::exists(folder.path("new/KvK.wdl"))) << "KvK is in philidor.db";
}

TEST(CountCommand, CountsWithoutAStore) {
    const Finished finished = cli::run({"generate", "--count", "--device", "cpu", "--json", "KvKR", "KRvK"});
    ASSERT_EQ(finished.exit_code, 0) << finished.errors;
    const json report = json::parse(finished.output);
    EXPECT_EQ(report["keys"].size(), 2U);
    for (const json& entry : report["keys"]) {
        const bool is_swapped = entry["key"] == "KvKR";
        const json& strong = entry[is_swapped ? "black" : "white"];
        const json& weak = entry[is_swapped ? "white" : "black"];
        EXPECT_EQ(strong["legal"], 175'168);
        EXPECT_EQ(strong["wins"], 175'168);
        EXPECT_EQ(weak["legal"], 223'944);
        EXPECT_EQ(weak["losses"], 201'700);
        EXPECT_EQ(strong["checksum"], "8bb96c1a648ae0f8");
    }
    EXPECT_THAT(cli::run({"generate", "--count", "--device", "cpu", "KRvK"}).output,
                AllOf(HasSubstr("223,944 legal, 0 won, 22,244 drawn, 201,700 lost"), HasSubstr("counted")));
}

TEST(DeviceOption, IsChecked) {
    const Finished finished = cli::run({"generate", "--count", "--device", "abacus", "KRvK"});
    EXPECT_EQ(finished.exit_code, 2);
    EXPECT_THAT(finished.errors, AllOf(HasSubstr("--device"), HasSubstr("abacus")));
}

}  // namespace
}  // namespace philidor::cli
