// What is left of a store when `generate` is killed, runs twice at once, or finds no space.

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mount.h>
#include <unistd.h>

#include "philidor/base/test_support/temporary_folder.hpp"
#include "philidor/table/detail/block_file.hpp"
#include "philidor/table/detail/table.hpp"
#include "philidor/table/detail/table_reader.hpp"
#include "philidor/table/table_store.hpp"
#include "program.hpp"

namespace philidor::cli {
namespace {

using testing::HasSubstr;

/// The bytes of all tables of a store, by name.
std::map<std::string, Bytes> tables_in(const std::string& path) {
    const auto store = open_store(path).value();
    std::map<std::string, Bytes> tables;
    for (const TableKind kind : all_table_kinds) {
        const auto keys = store->file_keys(kind).value();
        for (const CanonicalKey& found : keys) {
            const auto file = store->open_file(kind, found);
            const auto copy = file ? file->copy() : tl::unexpected(file.error());
            EXPECT_TRUE(copy) << copy.error().message;
            if (copy) tables[to_string(found) + '.' + std::string(name_of(kind))] = copy->bytes;
        }
    }
    return tables;
}

/// A store of either kind, and what an undisturbed build makes of it. The parameter is its name.
class GenerateFaults : public testing::TestWithParam<const char*> {
  protected:
    GenerateFaults() : GenerateFaults("Ke2vK") {}
    explicit GenerateFaults(std::string key) : key_(std::move(key)) {
        const auto begin = std::chrono::steady_clock::now();
        EXPECT_EQ(run(generate_into(folder_.path("clean.db"))).exit_code, 0);
        clean_time_ = std::chrono::steady_clock::now() - begin;
        clean_ = tables_in(folder_.path("clean.db"));
    }

    [[nodiscard]] std::vector<std::string> generate_into(const std::string& store) const {
        return {"generate", key_, "--quiet", "--dtz", "--store", store};
    }

    [[nodiscard]] std::string store() const { return folder_.path(GetParam()); }

    /// Checks that all tables in the store are right.
    void expect_right_tables() const {
        for (const auto& [name, bytes] : tables_in(store())) {
            const auto expected = clean_.find(name);
            ASSERT_NE(expected, clean_.end()) << name;
            ASSERT_TRUE(bytes == expected->second) << name;
        }
    }

    /// Kills builds of the same store at random moments and checks what they left. In the end the store must
    /// be complete.
    void kill_builds(unsigned count) {
        const unsigned seed = std::random_device{}();
        SCOPED_TRACE("seed " + std::to_string(seed));
        std::mt19937 random(seed);
        unsigned killed = 0;
        for (unsigned i = 0; i < count; ++i) {
            const Program program(generate_into(store()));
            std::this_thread::sleep_for(clean_time_ * std::uniform_real_distribution<>(0, 1)(random));
            program.send(SIGKILL);
            const bool was_done = program.finish().exit_code == 0;
            if (!was_done) ++killed;
            if (std::filesystem::exists(store())) expect_right_tables();
            // Start again now and then, so that no part of the work is always done already.
            if (was_done || random() % 4 == 0) remove_store();
        }
        EXPECT_GT(killed, 0U);
        EXPECT_EQ(run(generate_into(store())).exit_code, 0);
        EXPECT_TRUE(tables_in(store()) == clean_);
        EXPECT_EQ(run({"verify", "--all", "--checksums", "--store", store()}).exit_code, 0);
    }

    void remove_store() const {
        for (const char* const ending : {"", "-wal", "-shm"}) std::filesystem::remove_all(store() + ending);
    }

    std::string key_;
    TemporaryFolder folder_;
    std::chrono::duration<double> clean_time_{};
    std::map<std::string, Bytes> clean_;
};

/// The same with about 90 tables instead of 11.
class SlowGenerateFaults : public GenerateFaults {
  protected:
    SlowGenerateFaults() : GenerateFaults("Kd5vKe7") {}
};

TEST_P(GenerateFaults, AKilledBuildLeavesNoWrongTable) { kill_builds(8); }

TEST_P(SlowGenerateFaults, KilledBuildsLeaveNoWrongTable) { kill_builds(200); }

TEST_P(GenerateFaults, TwoBuildsAtOnceDoNotDisturbEachOther) {
    const Program one(generate_into(store()));
    const Program other(generate_into(store()));
    for (const Program* program : {&one, &other}) {
        const Finished finished = program->finish();
        EXPECT_EQ(finished.exit_code, 0) << finished.errors;
    }
    EXPECT_TRUE(tables_in(store()) == clean_);
}

TEST_P(GenerateFaults, AStoreThatMayNotBeWrittenIsAnError) {
    // Root may write everywhere, so the program runs as the user nobody.
    const std::string nobody = ::geteuid() == 0 ? "setpriv --reuid=65534 --clear-groups " : "";
    if (std::system((nobody + PHILIDOR_PROGRAM + " --version > /dev/null 2>&1").c_str()) != 0)
        GTEST_SKIP() << "cannot run the program as nobody";
    ASSERT_EQ(run({"generate", "KQvK", "--store", store()}).exit_code, 0);
    std::filesystem::permissions(folder_.path(), std::filesystem::perms(0555));
    std::filesystem::permissions(
        store(), std::filesystem::perms(std::filesystem::is_directory(store()) ? 0555 : 0444));
    const std::string errors =
        (std::filesystem::temp_directory_path() / ("errors" + std::to_string(::getpid()))).string();
    const auto run_as_nobody = [&](const std::string& arguments) {
        return WEXITSTATUS(std::system((nobody + PHILIDOR_PROGRAM + " " + arguments + " --store " + store() +
                                        " > /dev/null 2> " + errors)
                                           .c_str()));
    };
    EXPECT_EQ(run_as_nobody("generate KRvK"), 1);
    std::string message;
    std::getline(std::ifstream(errors), message);
    EXPECT_THAT(message, testing::AllOf(testing::StartsWith("philidor: "), HasSubstr(GetParam())));
    EXPECT_EQ(run_as_nobody("probe '8/8/8/8/8/3k4/8/K1Q5 w - - 0 1'"), 0) << "reading is possible";
    std::filesystem::permissions(folder_.path(), std::filesystem::perms(0755));
    std::filesystem::remove(errors);
}

TEST_P(GenerateFaults, AFullDiskIsAnErrorAndMoreRoomLetsItGoOn) {
    const std::string disk = folder_.path("disk");
    std::filesystem::create_directory(disk);
    if (::mount("tmpfs", disk.c_str(), "tmpfs", 0, "size=40k") != 0)
        GTEST_SKIP() << "cannot mount a small disk: only root can";
    const std::string full = disk + "/" + GetParam();
    const Finished failed = run(generate_into(full));
    EXPECT_EQ(failed.exit_code, 1);
    EXPECT_THAT(failed.errors, testing::AnyOf(HasSubstr("No space left"), HasSubstr("full")));
    EXPECT_EQ(::mount("tmpfs", disk.c_str(), "tmpfs", MS_REMOUNT, "size=64m"), 0);
    for (const auto& [name, bytes] : tables_in(full)) EXPECT_TRUE(bytes == clean_[name]) << name;
    EXPECT_EQ(run(generate_into(full)).exit_code, 0);
    EXPECT_TRUE(tables_in(full) == clean_);
    EXPECT_EQ(::umount(disk.c_str()), 0);
}

INSTANTIATE_TEST_SUITE_P(Stores, GenerateFaults, testing::Values("tables", "tables.db"));
INSTANTIATE_TEST_SUITE_P(Stores, SlowGenerateFaults, testing::Values("tables", "tables.db"));

}  // namespace
}  // namespace philidor::cli
