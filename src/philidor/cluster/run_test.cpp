#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "philidor/base/test_support/temporary_folder.hpp"
#include "philidor/builder/detail/retrograde_solver.hpp"
#include "philidor/cluster/build_part.hpp"
#include "philidor/cluster/class_keys.hpp"
#include "philidor/cluster/run_plan.hpp"
#include "philidor/cluster/run_status.hpp"
#include "philidor/cluster/slurm_script.hpp"
#include "philidor/games/build_cost.hpp"
#include "philidor/index/detail/tile.hpp"
#include "philidor/material/detail/child_keys.hpp"
#include "philidor/material/test_support/key_of.hpp"
#include "philidor/material/test_support/keys_of_class.hpp"
#include "philidor/table/detail/block_file.hpp"
#include "philidor/table/table_store.hpp"

namespace philidor {
namespace {

using test_support::table_key_of;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const std::string version = "0.1.0";

std::string content_of_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// The bytes of all packs of a folder, by name.
std::map<std::string, std::string> packs_of(const std::string& folder) {
    std::map<std::string, std::string> packs;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() == ".pack")
            packs[entry.path().filename().string()] = content_of_file(entry.path().string());
    }
    return packs;
}

/// The bytes of all tables of a run, by key.
std::map<std::string, Bytes> tables_of(const std::string& folder) {
    const auto store = open_store(folder).value();
    std::map<std::string, Bytes> tables;
    const auto keys = store->keys().value();
    for (const TableKey& key : keys)
        tables[to_string(key)] = store->open_file(TableKind::wdl, key).value().copy().value().bytes;
    return tables;
}

class RunTest : public testing::Test {
  protected:
    /// A plan for a small closure.
    RunPlan make(const std::string& name, std::size_t parts) {
        const TableKey key = table_key_of("Ke4vKd6");
        return make_run(folder_.path(name), {&key, 1}, {"Ke4vKd6"}, {.parts = parts, .shortest_part = 0},
                        version)
            .value();
    }

    /// Builds all parts, in order.
    void build_all(const std::string& name, const RunPlan& plan, unsigned threads = 1) {
        for (std::size_t level = 0; level < plan.levels.size(); ++level) {
            for (std::size_t part = 0; part < plan.levels[level].parts.size(); ++part) {
                const auto built = build(name, plan, level, part, threads);
                ASSERT_TRUE(built) << built.error().message;
            }
        }
    }

    [[nodiscard]] Result<PartReport, RunError> build(const std::string& name,
                                                     const RunPlan& plan,
                                                     std::size_t level,
                                                     std::size_t part,
                                                     unsigned threads = 1) const {
        BuildOptions options;
        options.threads = threads;
        return build_part(folder_.path(name), plan, level, part, options);
    }

    TemporaryFolder folder_;
};

TEST_F(RunTest, HasEveryTableOnceAndChildrenFirst) {
    const RunPlan plan = make("run", 3);
    std::set<TableKey> seen;
    for (const RunLevel& level : plan.levels) {
        EXPECT_LE(level.parts.size(), 3U);
        for (const RunPart& part : level.parts) {
            EXPECT_GT(part.tables, 0U);
            const auto keys = keys_of_part(folder_.path("run"), part).value();
            for (const TableKey& key : keys) EXPECT_TRUE(seen.insert(key).second);
        }
    }
    EXPECT_EQ(seen.size(), plan.tables());
    EXPECT_TRUE(seen.contains(table_key_of("KQvKQ")));
    EXPECT_EQ(read_run(folder_.path("run"), version).value().parts(), plan.parts());
}

TEST_F(RunTest, CountsTheChildrenOfATable) {
    const TableKey root = table_key_of("KQRh7vKQR");
    const RunPlan plan = make_run(folder_.path("run"), {&root, 1}, {"KQRh7vKQR"}, {}, version).value();
    const RunPart& last = plan.levels.back().parts.front();
    ASSERT_EQ(last.tables, 1U);
    std::set<TableKey> children;
    for (const ChildKey& child : child_keys(root.material())) children.insert(table_for(child.key).key);
    std::uint64_t bytes_of_children = 0;
    for (const TableKey& child : children)
        bytes_of_children += tiles_to_solve(child.material()) * 4 * sizeof(Tile);
    EXPECT_GT(last.memory_bytes, bytes_of_children) << "they are in memory while it is solved";
    EXPECT_GT(last.seconds, 2 * cost_of(root).seconds) << "they are larger, and have to be read";
}

TEST_F(RunTest, CountsAChildOnceWhereNeighboursShareIt) {
    const std::vector<TableKey> neighbours{table_key_of("KQRg7vK"), table_key_of("KQRh7vK")};
    const auto seconds_of_last_level = [&](const std::string& name, std::span<const TableKey> keys) {
        return make_run(folder_.path(name), keys, {name}, {}, version).value().levels.back().seconds();
    };
    const double both = seconds_of_last_level("both", neighbours);
    const double one = seconds_of_last_level("one", {&neighbours[0], 1});
    const double other = seconds_of_last_level("other", {&neighbours[1], 1});
    EXPECT_LT(both, 0.8 * (one + other));
    EXPECT_GT(both, std::max(one, other));
}

TEST_F(RunTest, GivesTheSameBytesForAnyNumberOfPartsAndThreads) {
    build_all("one", make("one", 1));
    build_all("five", make("five", 5));
    build_all("threads", make("threads", 5), 2);
    EXPECT_TRUE(tables_of(folder_.path("one")) == tables_of(folder_.path("five")));
    EXPECT_TRUE(packs_of(folder_.path("threads")) == packs_of(folder_.path("five")));
}

TEST_F(RunTest, BuildsAPartOnceAndADamagedOneAgain) {
    const RunPlan plan = make("run", 2);
    build_all("run", plan);
    EXPECT_TRUE(build("run", plan, 2, 1)->was_there);
    const std::string path = folder_.path("run/level-02.part-0001.pack");
    const std::string right = content_of_file(path);
    std::string wrong = right;
    wrong[wrong.size() / 2] ^= 1;
    std::ofstream(path, std::ios::binary) << wrong;
    const auto report = build("run", plan, 2, 1);
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_FALSE(report->was_there);
    EXPECT_THAT(report->damage, HasSubstr("level-02.part-0001"));
    EXPECT_TRUE(content_of_file(path) == right);
    EXPECT_TRUE(content_of_file(path + ".damaged") == wrong);
}

TEST_F(RunTest, NamesADamagedPackBelow) {
    const RunPlan plan = make("run", 1);
    build_all("run", plan);
    const std::string below = folder_.path("run/level-01.part-0000.pack");
    std::string bytes = content_of_file(below);
    for (std::size_t place = 16; place < bytes.size() / 2; ++place) bytes[place] ^= 1;
    std::ofstream(below, std::ios::binary) << bytes;
    std::filesystem::remove(folder_.path("run/level-02.part-0000.pack"));
    const auto built = build("run", plan, 2, 0);
    ASSERT_FALSE(built);
    EXPECT_EQ(built.error().kind, RunError::failed);
    EXPECT_THAT(built.error().message, HasSubstr("level-01.part-0000.pack"));
    EXPECT_FALSE(std::filesystem::exists(folder_.path("run/level-02.part-0000.pack")));
}

TEST_F(RunTest, DoesNotBuildWithoutTheLevelsBelow) {
    const RunPlan plan = make("run", 1);
    const auto built = build("run", plan, 2, 0);
    ASSERT_FALSE(built);
    EXPECT_EQ(built.error().kind, RunError::missing_part);
    EXPECT_THAT(built.error().message, HasSubstr("level-00.part-0000.pack"));
}

TEST_F(RunTest, GoesOnWhereItWasStopped) {
    const RunPlan plan = make("run", 1);
    build_all("run", plan);
    const std::string pack = folder_.path("run/level-05.part-0000.pack");
    const std::string right = content_of_file(pack);
    std::filesystem::remove(pack);
    std::stop_source stop;
    BuildOptions options;
    options.stop = stop.get_token();
    options.progress = [&](const BuildProgress& progress) {
        if (progress.tables == 3) stop.request_stop();
    };
    const auto stopped = build_part(folder_.path("run"), plan, 5, 0, options);
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().kind, RunError::interrupted);
    EXPECT_TRUE(std::filesystem::exists(folder_.path("run/level-05.part-0000.unfinished")));
    EXPECT_FALSE(std::filesystem::exists(pack));
    std::size_t built_later = 0;
    options.stop = {};
    options.progress = [&](const BuildProgress& progress) { built_later = progress.all_tables; };
    ASSERT_TRUE(build_part(folder_.path("run"), plan, 5, 0, options));
    EXPECT_LE(built_later, plan.levels[5].tables() - 3);
    EXPECT_TRUE(content_of_file(pack) == right);
    EXPECT_FALSE(std::filesystem::exists(folder_.path("run/level-05.part-0000.unfinished")));
}

TEST_F(RunTest, RefusesPlansThatAreDamagedOrNotItsOwn) {
    const RunPlan plan = make("run", 2);
    EXPECT_EQ(read_run(folder_.path("none"), version).error().kind, RunError::bad_plan);
    const auto other = read_run(folder_.path("run"), "0.2.0");
    ASSERT_FALSE(other);
    EXPECT_EQ(other.error().kind, RunError::other_version);
    EXPECT_THAT(other.error().message, AllOf(HasSubstr("0.1.0"), HasSubstr("0.2.0")));
    const std::string keys = folder_.path("run/plan.keys");
    std::string bytes = content_of_file(keys);
    bytes[bytes.size() - 2] ^= 1;
    std::ofstream(keys, std::ios::binary) << bytes;
    EXPECT_EQ(keys_of_part(folder_.path("run"), plan.levels.back().parts.back()).error().kind,
              RunError::bad_plan);
    std::ofstream(folder_.path("run/plan.json")) << "{\"philidor_run\": 1";
    EXPECT_THAT(read_run(folder_.path("run"), version).error().message, HasSubstr("damaged"));
}

TEST_F(RunTest, TellsHowFarItIs) {
    const RunPlan plan = make("run", 1);
    const std::string folder = folder_.path("run");
    EXPECT_EQ(status_of(folder, plan).parts[0].state, PartState::missing);
    ASSERT_TRUE(build("run", plan, 0, 0));
    ASSERT_FALSE(build("run", plan, 3, 0));
    PartLog(folder, 1, 0).append({});
    const RunStatus status = status_of(folder, plan);
    EXPECT_EQ(status.parts[0].state, PartState::done);
    EXPECT_EQ(status.parts[1].state, PartState::running);
    EXPECT_EQ(status.parts[2].state, PartState::missing);
    EXPECT_EQ(status.parts[3].state, PartState::failed);
    EXPECT_THAT(status.parts[3].last.value().error, HasSubstr("level-01"));
}

TEST_F(RunTest, BecomesArraysThatWaitForEachOther) {
    const RunPlan plan = make("run", 3);
    ASSERT_TRUE(build("run", plan, 0, 0));
    const RunStatus status = status_of(folder_.path("run"), plan);
    SlurmOptions options;
    options.program = "/opt/it's/philidor";
    options.folder = folder_.path("run");
    options.array_size = 2;
    options.arguments = {"--partition=long"};
    const std::string script = slurm_script(plan, status, options);
    EXPECT_THAT(script, HasSubstr(R"('/opt/it'\''s/philidor' build)"));
    EXPECT_THAT(script, Not(HasSubstr("PHILIDOR_LEVEL=0,"))) << "that level is done";
    EXPECT_THAT(script, HasSubstr("PHILIDOR_LEVEL=3,PHILIDOR_FIRST=2 --job-name=philidor-3 "
                                  "--dependency=afterok:${level_2_0%%;*}:${level_2_2%%;*} --array=0-0"));
    EXPECT_THAT(script, HasSubstr("'--partition=long'"));
}

TEST(ClassKeys, AreThoseOfAllPawnPlacements) {
    for (const char* name : {"KPvK", "KPvKP", "KRPvK", "KPPvK"}) {
        EXPECT_TRUE(is_class_name(name));
        EXPECT_EQ(keys_of_class(name, 100'000).value(), test_support::keys_of_class(name)) << name;
    }
    EXPECT_FALSE(is_class_name("KRBdvKe4"));
    const auto bishops = keys_of_class("KBPvKB", 100'000).value();
    EXPECT_TRUE(std::ranges::binary_search(bishops, table_key_of("KBla2vKBd")));
    EXPECT_TRUE(std::ranges::binary_search(bishops, table_key_of("KBla2vKBl")));
    EXPECT_EQ(keys_of_class("KPPPPPvKPPPPP", 1'000'000).error().kind, RunError::input);
    for (const char* wrong : {"KPv", "PvK", "KPKvK", "KPvKvK", "KPe4vK", "KPPPPPPPPPvK"})
        EXPECT_EQ(keys_of_class(wrong, 1000).error().kind, RunError::input) << wrong;
}

}  // namespace
}  // namespace philidor
