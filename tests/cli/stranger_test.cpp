// What the program does with files that are not its own: nothing.

#include <array>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "philidor/base/test_support/temporary_folder.hpp"
#include "philidor/pgn/test_support/small_games.hpp"
#include "program.hpp"

namespace philidor::cli {
namespace {

using testing::HasSubstr;

const std::string queen_ending = "8/8/8/8/8/3k4/8/K1Q5 w - - 0 1";

class Strangers : public testing::Test {
  protected:
    [[nodiscard]] std::string path(const std::string& name) const { return folder_.path(name); }

    void make_fifo(const std::string& name) const { ASSERT_EQ(::mkfifo(path(name).c_str(), 0666), 0); }

    TemporaryFolder folder_;
};

TEST_F(Strangers, AreLeftAloneInAFolderOfTables) {
    std::filesystem::create_directory(path("downloads"));
    const std::array strangers{"movie.mkv.part", "movie.0123456789abcdef.part",
                               "KPvK.wdl.0123456789abcdef.part", "KvK.wdl.part", "KvK.wdl"};
    for (const char* const name : strangers) std::ofstream(path("downloads/") + name) << "a stranger's";
    const std::string abandoned = path("downloads/KQvK.wdl.0123456789abcdef.part");
    std::ofstream(abandoned) << "half a table";
    for (const char* const command : {"list", "verify"}) {
        std::vector<std::string> arguments{command, "--store", path("downloads")};
        if (arguments.front() == "verify") arguments.emplace_back("--all");
        (void)run(arguments);
        EXPECT_TRUE(std::filesystem::exists(abandoned)) << "reading changes nothing: " << command;
    }
    std::filesystem::remove(path("downloads/KvK.wdl"));
    EXPECT_EQ(run({"generate", "KQvK", "--store", path("downloads"), "--quiet"}).exit_code, 0);
    EXPECT_FALSE(std::filesystem::exists(abandoned));
    for (const char* const name : strangers)
        EXPECT_TRUE(std::filesystem::exists(path("downloads/") + name)) << name;
}

TEST_F(Strangers, ThatAreNoFilesAreRefusedAtOnce) {
    make_fifo("fifo");
    make_fifo("fifo.db");
    make_fifo("fifo.wdl");
    std::filesystem::create_symlink("/dev/zero", path("device.db"));
    for (const char* const name : {"fifo", "fifo.db", "device.db"}) {
        for (const std::vector<std::string>& command :
             {std::vector<std::string>{"list"}, {"generate", "KvK"}, {"probe", queen_ending}}) {
            std::vector<std::string> arguments = command;
            arguments.insert(arguments.end(), {"--store", path(name)});
            const Finished finished = run(arguments);
            EXPECT_EQ(finished.exit_code, 1) << command.front() << ' ' << name;
            EXPECT_THAT(finished.errors, HasSubstr(path(name)));
        }
    }
    EXPECT_EQ(run({"import", path("fifo.wdl"), "--store", path("t")}).exit_code, 1);
    const Finished index = run({"stats", "top", "--db", path("fifo.db")});
    EXPECT_NE(index.exit_code, 0);
    EXPECT_THAT(index.errors, HasSubstr("not an index of games"));
}

TEST_F(Strangers, ThatAreNamedLikeTablesDoNotStopTheProgram) {
    std::filesystem::create_directory(path("tables"));
    make_fifo("tables/KvK.wdl");
    const Finished verified = run({"verify", "--all", "--store", path("tables")});
    EXPECT_EQ(verified.exit_code, 1);
    EXPECT_THAT(verified.output, HasSubstr("is not a file"));
    EXPECT_EQ(run({"list", "--store", path("tables")}).exit_code, 1);
}

TEST_F(Strangers, GamesMayComeThroughAPipe) {
    make_fifo("games");
    std::jthread writer([this] { std::ofstream(path("games")) << small_games; });
    const Finished finished = run({"index-pgn", path("games"), "--db", path("index.db")});
    EXPECT_EQ(finished.exit_code, 0) << finished.errors;
    EXPECT_THAT(finished.output, HasSubstr("3 games"));
}

}  // namespace
}  // namespace philidor::cli
