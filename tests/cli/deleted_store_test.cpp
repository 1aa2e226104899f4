// What commands say when somebody deletes their store while they work.

#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "delete_store.hpp"
#include "philidor/base/test_support/eventually.hpp"
#include "philidor/base/test_support/temporary_folder.hpp"
#include "program.hpp"

namespace philidor::cli {
namespace {

using testing::AllOf;
using testing::HasSubstr;

/// The parameter is the name of the store, and so its kind.
class DeletedStore : public testing::TestWithParam<const char*> {
  protected:
    [[nodiscard]] std::string store() const { return folder_.path(GetParam()); }

    /// Waits until a command has made its store, and deletes that with all that belongs to it.
    void delete_made_store() const {
        ASSERT_TRUE(test_support::eventually([&] {
            return std::filesystem::exists(store()) && run({"list", "--store", store()}).exit_code == 0;
        }));
        delete_store(store());
    }

    TemporaryFolder folder_;
};

TEST_P(DeletedStore, EndsGenerateWithAWord) {
    // This would take minutes.
    const Program program({"generate", "Ka2b2vKc7", "--quiet", "--store", store()});
    delete_made_store();
    const Finished finished = program.finish();
    EXPECT_EQ(finished.exit_code, 1);
    EXPECT_THAT(finished.errors, AllOf(HasSubstr(store()), HasSubstr("deleted")));
    EXPECT_FALSE(std::filesystem::exists(store())) << "nothing is written where the store was";
}

TEST_P(DeletedStore, CostsNoAnswerOfSolve) {
    // Four pieces take far longer than this.
    const Program program(
        {"solve", "8/5k2/R5p1/B7/3K2P1/3n4/2b5/8 b - - 0 1", "--time", "2", "--json", "--store", store()});
    delete_made_store();
    const Finished finished = program.finish();
    EXPECT_EQ(finished.exit_code, 1);
    EXPECT_THAT(finished.output, HasSubstr(R"("stopped_by":"time")"));
    EXPECT_THAT(finished.errors, AllOf(HasSubstr(store()), HasSubstr("deleted")));
    EXPECT_FALSE(std::filesystem::exists(store())) << "nothing is written where the store was";
}

INSTANTIATE_TEST_SUITE_P(BothKinds, DeletedStore, testing::Values("tables", "tables.db"));

}  // namespace
}  // namespace philidor::cli
