// The stores of a server: a limit for what it keeps, and stores that go away while it runs.

#include "philidor/serve/served_stores.hpp"

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "philidor/base/test_support/temporary_folder.hpp"
#include "philidor/builder/build.hpp"
#include "philidor/builder/test_support/solved_tables.hpp"
#include "philidor/material/test_support/key_of.hpp"
#include "philidor/serve/report_json.hpp"
#include "philidor/serve/service.hpp"
#include "philidor/serve/test_support/ask.hpp"
#include "philidor/table/detail/kept_store.hpp"
#include "philidor/table/detail/table.hpp"
#include "philidor/table/detail/table_writer.hpp"

namespace philidor {
namespace {

using test_support::answer_to;
using test_support::SolvedTables;
using test_support::table_key_of;
using testing::HasSubstr;

const std::string trebuchet = "8/8/8/3Kp3/4Pk2/8/8/8 b - - 0 1";

/// Tables to be kept one by one.
const std::vector<EncodedTable>& samples() {
    static const std::vector<EncodedTable> encoded = [] {
        SolvedTables tables(0);
        tables.of("Ke4d3a2vKe5d6a7");
        std::vector<EncodedTable> some;
        for (const Table* table : tables.all()) {
            if (some.size() < 500) some.push_back(encode_table(*table).value());
        }
        return some;
    }();
    return encoded;
}

/// Room for some of the samples.
constexpr std::uint64_t limit = 64U << 10U;

/// The pages that SQLite may add to its indexes for one new table.
constexpr std::uint64_t pages_of_indexes = 16U << 10U;

/// The bytes of a database, with its log.
std::uint64_t size_of(const std::string& path) {
    std::error_code ignored;
    const auto log = std::filesystem::file_size(path + "-wal", ignored);
    return std::filesystem::file_size(path) + (ignored ? 0 : log);
}

void put(TableStore& store, const EncodedTable& table) { ASSERT_TRUE(store.put_all({&table, 1})); }

TEST(KeptStore, KeepsWithinItsLimit) {
    const TemporaryFolder folder;
    const std::string path = folder.path("kept.db");
    const auto store = KeptStore::open_database(path, limit).value();
    std::uint64_t all = 0;
    for (const EncodedTable& table : samples()) {
        put(*store, table);
        all += table.bytes.size();
        EXPECT_LE(size_of(path), limit + table.bytes.size() + pages_of_indexes);
        EXPECT_TRUE(store->check(table_for(table.key.material()).key));
    }
    ASSERT_GT(all, limit) << "the samples do not fill the store";
    EXPECT_GT(size_of(path), limit / 2);
    EXPECT_FALSE(store->contains(table_for(samples().front().key.material()).key).value());
}

TEST(KeptStore, DropsWhatWasNotUsedForLongest) {
    const TemporaryFolder folder;
    const std::string path = folder.path("kept.db");
    const TableKey used = table_for(samples()[0].key.material()).key;
    const TableKey unused = table_for(samples()[1].key.material()).key;
    const std::size_t batch = 10;
    for (std::size_t begin = 0; begin < samples().size(); begin += batch) {
        // Uses are remembered when the store is opened again.
        const auto store = KeptStore::open_database(path, limit).value();
        ASSERT_TRUE(store->put_all(std::span(samples()).subspan(begin, batch)));
        EXPECT_TRUE(store->open(used));
    }
    EXPECT_FALSE(KeptStore::open_database(path, limit).value()->contains(unused).value());
}

TEST(KeptStore, ShrinksIfTheLimitDoes) {
    const TemporaryFolder folder;
    const std::string path = folder.path("kept.db");
    for (const std::uint64_t bytes : {limit, limit / 2}) {
        const auto store = KeptStore::open_database(path, bytes).value();
        EXPECT_LE(size_of(path), bytes);
        ASSERT_TRUE(store->put_all(samples()));
    }
}

class ServedStoresTest : public testing::TestWithParam<const char*> {
  protected:
    [[nodiscard]] std::unique_ptr<ServedStores> open(std::optional<std::uint64_t> limit_bytes = {}) {
        const std::string path = folder_.path(GetParam());
        return ServedStores::open({&path, 1}, limit_bytes,
                                  [this](const std::string& message) { reports_.push_back(message); })
            .value();
    }

    TemporaryFolder folder_;
    std::vector<std::string> reports_;
};

TEST_P(ServedStoresTest, DeletesNoTableThatTheServerDidNotKeep) {
    const std::string path = folder_.path(GetParam());
    const auto own = open_store(path).value();
    ASSERT_TRUE(own->put_all(samples()));
    const auto before = own->keys().value();
    {
        const auto stores = open(limit);
        for (std::size_t i = 0; i < 20; ++i) put(stores->store(), samples()[i]);
        EXPECT_EQ(stores->for_lookups().keys().value(), before);
    }
    EXPECT_EQ(own->keys().value(), before);
    EXPECT_LE(size_of(path_for_kept_tables(path)), 2 * limit);
}

TEST_P(ServedStoresTest, GoOnWithoutAStoreThatIsDeleted) {
    const auto stores = open();
    ASSERT_TRUE(build(table_key_of("Ke4vKe5"), stores->store()));
    ServiceOptions options;
    options.solve_time = std::chrono::hours(1);
    options.lost_stores = [&] { return stores->lost_count(); };
    Service service(&stores->store(), options, &stores->for_lookups());
    EXPECT_EQ(*answer_to(service, "/healthz").body, R"({"status":"ok"})");

    std::filesystem::remove_all(folder_.path(GetParam()));
    stores->look();
    stores->look();
    EXPECT_THAT(reports_, testing::ElementsAre(HasSubstr("deleted")));
    EXPECT_EQ(*answer_to(service, "/healthz").body, R"({"status":"ok","lost_stores":1})");
    EXPECT_THAT(*answer_to(service, "/metrics").body, HasSubstr("philidor_stores_lost 1\n"));

    const Reply reply = answer_to(service, "/standard", trebuchet);
    EXPECT_EQ(reply.status, HttpStatus::ok);
    EXPECT_EQ(Json::parse(*reply.body)["category"], "loss");
    EXPECT_EQ(stores->store().put_all(samples()).error().kind, TableError::gone);
    EXPECT_EQ(reports_.size(), 1U);
    service.close();
}

INSTANTIATE_TEST_SUITE_P(BothKinds,
                         ServedStoresTest,
                         testing::Values("tables.db", "tables"),
                         [](const auto& kind) {
                             return std::string(kind.param) == "tables" ? "Folder" : "Sqlite";
                         });

TEST(ServedStores, SayThatAStoreIsBack) {
    const TemporaryFolder folder;
    const std::string path = folder.path("tables.db");
    std::vector<std::string> reports;
    const auto stores = ServedStores::open({&path, 1}, {}, [&](const std::string& message) {
                            reports.push_back(message);
                        }).value();
    put(stores->store(), samples()[0]);
    std::filesystem::rename(path, path + ".moved");
    EXPECT_FALSE(stores->for_lookups().contains(table_for(samples()[0].key.material()).key).value());
    EXPECT_EQ(stores->lost_count(), 1U);
    std::filesystem::rename(path + ".moved", path);
    EXPECT_TRUE(stores->for_lookups().contains(table_for(samples()[0].key.material()).key).value());
    EXPECT_EQ(stores->lost_count(), 0U);
    EXPECT_THAT(reports, testing::ElementsAre(HasSubstr("going on without it"), HasSubstr("is back")));
}

}  // namespace
}  // namespace philidor
