// Compares answers about three and four men, field by field, with those recorded by tools/check_serve.py.
// That tool checked them against the format of the lichess tablebase and against ../shared/truth.

#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "philidor/base/detail/memory_filesystem.hpp"
#include "philidor/builder/build.hpp"
#include "philidor/chess/fen.hpp"
#include "philidor/serve/tablebase_json.hpp"
#include "philidor/solve/oracle.hpp"
#include "philidor/table/detail/directory_store.hpp"

namespace philidor {
namespace {

struct Recorded {
    Board board;
    Json answer;
};

std::vector<Recorded> read_recorded() {
    std::vector<Recorded> recorded;
    std::ifstream file(PHILIDOR_SOURCE_DIR "/src/philidor/serve/test_support/recorded_answers.jsonl");
    for (std::string line; std::getline(file, line);) {
        const Json json = Json::parse(line);
        recorded.push_back({parse_fen(std::string(json["fen"])).value(), json["answer"]});
    }
    return recorded;
}

/// The tables of the recorded positions, with distances, built once for all tests.
class RecordedAnswers : public testing::Test {
  protected:
    static void SetUpTestSuite() {
        store_ = DirectoryStore::open_folder(std::make_shared<MemoryFileSystem>(), "tables").value();
        std::vector<TableKey> roots;
        for (const Recorded& one : read_recorded()) {
            roots.push_back(table_for(MaterialKey::from_board(one.board)).key);
        }
        ASSERT_TRUE(build(roots, *store_, {.stores_distances = true}));
    }
    static void TearDownTestSuite() { store_.reset(); }

    [[nodiscard]] Json answer(const Board& board) {
        const Effort effort{Budget{}.within(std::chrono::seconds(0)), nullptr};  // only tables may answer
        return tablebase_json(oracle_.find_answer(Ending::from(board).value(), effort)->answer);
    }

    inline static std::unique_ptr<TableStore> store_;
    Oracle oracle_{store_.get(), {}};
};

TEST_F(RecordedAnswers, StayAsTheyAre) {
    const std::vector<Recorded> recorded = read_recorded();
    ASSERT_EQ(recorded.size(), 38U);
    for (const Recorded& one : recorded) EXPECT_EQ(answer(one.board), one.answer) << to_fen(one.board);
}

TEST_F(RecordedAnswers, AgreeWithTheTruth) {
    const std::string folder = PHILIDOR_SHARED_DIR "/truth/";
    if (!std::filesystem::exists(folder)) GTEST_SKIP() << folder << " is not there";
    const std::vector<std::pair<std::string, std::string>> categories{
        {"2", "win"}, {"0", "draw"}, {"-2", "loss"}};
    constexpr int lines_of_each = 25;
    int count = 0;
    for (const std::string name : {"KQvK", "KRvK", "KQvKR", "KRvKN"}) {
        std::ifstream file(folder + name + ".tsv");
        std::string fen;
        std::string wdl;
        std::string dtz;
        for (int line = 0; line < lines_of_each && std::getline(file, fen, '\t'); ++line) {
            std::getline(file, wdl, '\t');
            std::getline(file, dtz);
            const Json json = answer(parse_fen(fen).value());
            const auto expected =
                std::ranges::find(categories, wdl, &std::pair<std::string, std::string>::first);
            ASSERT_NE(expected, categories.end()) << fen;
            EXPECT_EQ(json["category"], expected->second) << fen;
            EXPECT_EQ(json["dtz"], std::stoi(dtz)) << fen;
            EXPECT_EQ(json["precise_dtz"], std::stoi(dtz)) << fen;
            ++count;
        }
    }
    EXPECT_EQ(count, 4 * lines_of_each);
}

}  // namespace
}  // namespace philidor
