// Runs of many parts: plan, build, submit and status, and what kills at random moments leave behind.

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <random>
#include <string>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "philidor/base/test_support/temporary_folder.hpp"
#include "program.hpp"

namespace philidor::cli {
namespace {

using testing::HasSubstr;

std::map<std::string, std::string> pack_bytes_in(const std::string& folder) {
    std::map<std::string, std::string> packs;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() != ".pack") continue;
        std::ifstream file(entry.path(), std::ios::binary);
        packs[entry.path().filename().string()] = {std::istreambuf_iterator<char>(file), {}};
    }
    return packs;
}

class RunCommands : public testing::Test {
  protected:
    [[nodiscard]] std::string plan(const std::string& name, const std::string& key) const {
        const std::string folder = folder_.path(name);
        const Finished planned = run({"plan", key, "--parts", "4", "--shortest-part", "0", "--out", folder});
        EXPECT_EQ(planned.exit_code, 0) << planned.errors;
        return folder;
    }

    /// Kills `build --all` at random moments, and lets it end at last.
    void kill_often(int kills) const {
        const std::string whole = plan("whole", "Ke3vKe6");
        ASSERT_EQ(run({"build", whole, "--all"}).exit_code, 0);
        const std::string killed = plan("killed", "Ke3vKe6");
        std::mt19937 random(1);  // NOLINT: the same moments each time
        for (int kill = 0; kill < kills; ++kill) {
            const Program program({"build", killed, "--all", "--threads", "1"});
            std::this_thread::sleep_for(std::chrono::milliseconds(random() % 100));
            program.send(kill % 4 == 3 ? SIGTERM : SIGKILL);
            (void)program.finish();
            const auto packs = pack_bytes_in(killed);
            const auto right = pack_bytes_in(whole);
            for (const auto& [name, bytes] : packs) ASSERT_TRUE(right.at(name) == bytes) << name;
            if (packs.size() == right.size()) {  // all done: lose some, at random
                for (const auto& [name, bytes] : packs) {
                    if (random() % 2 == 0) std::filesystem::remove(killed + '/' + name);
                }
            }
        }
        EXPECT_EQ(run({"build", killed, "--all"}).exit_code, 0);
        EXPECT_TRUE(pack_bytes_in(killed) == pack_bytes_in(whole));
        for (const auto& entry : std::filesystem::directory_iterator(killed)) {
            EXPECT_NE(entry.path().extension(), ".part") << entry.path();
            EXPECT_NE(entry.path().extension(), ".unfinished") << entry.path();
        }
    }

    TemporaryFolder folder_;
};

class SlowRunCommands : public RunCommands {};

TEST_F(RunCommands, GoFromAPlanToAnswers) {
    const std::string folder = plan("run", "Ke5vKe6");
    const Finished built = run({"build", folder, "--all", "--threads", "2"});
    EXPECT_EQ(built.exit_code, 0) << built.errors;
    const auto status = nlohmann::json::parse(run({"status", folder, "--json"}).output);
    for (const auto& level : status["levels"]) EXPECT_EQ(level["missing"], 0);
    const Finished probed = run({"probe", "4k3/8/4p3/4P3/8/8/8/4K3 w - - 0 1", "--store", folder});
    EXPECT_EQ(probed.exit_code, 0) << probed.errors;
    EXPECT_EQ(run({"verify", "--all", "--sample", "3", "--share", "1/2", "--store", folder}).exit_code, 0);
    EXPECT_THAT(run({"show", "--all", "--by-class", "--store", folder}).output, HasSubstr("KPvKP"));
    const std::string pack = folder_.path("all.pack");
    EXPECT_EQ(run({"export", "--all", "--store", folder, "--to", pack}).exit_code, 0);
    const std::string database = folder_.path("all.db");
    const Finished imported = run({"import", pack, "--store", database});
    EXPECT_EQ(imported.exit_code, 0) << imported.errors;
    EXPECT_EQ(run({"list", "--json", "--store", database}).output,
              run({"list", "--json", "--store", folder}).output);
}

TEST_F(RunCommands, NameWhatIsWrong) {
    const std::string folder = plan("run", "Ke5vKe6");
    EXPECT_EQ(run({"plan", "KPvK", "--out", folder}).exit_code, 1) << "there is a plan";
    EXPECT_EQ(run({"plan", "KPxvK", "--out", folder_.path("new")}).exit_code, 2);
    EXPECT_EQ(run({"build", folder}).exit_code, 2);
    EXPECT_EQ(run({"build", folder, "--level", "99", "--part", "0"}).exit_code, 2);
    EXPECT_EQ(run({"build", folder, "--level", "0", "--part", "99"}).exit_code, 2);
    EXPECT_EQ(run({"build", folder, "--level", "1", "--part", "0"}).exit_code, 1);
    EXPECT_EQ(run({"status", folder_.path("none")}).exit_code, 2);
    EXPECT_EQ(run({"verify", "--all", "--share", "5/4", "--store", folder}).exit_code, 2);
    EXPECT_THAT(run({"submit", folder, "--slurm", "--account=us"}).output, HasSubstr("'--account=us'"));
}

TEST_F(RunCommands, LoseOnlyUnfinishedPartsWhenKilled) { kill_often(8); }

TEST_F(SlowRunCommands, LoseOnlyUnfinishedPartsWhenKilledTwoHundredTimes) { kill_often(200); }

}  // namespace
}  // namespace philidor::cli
