// The answers to requests, without sockets.

#include "philidor/serve/service.hpp"

#include <chrono>
#include <latch>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "philidor/base/detail/memory_filesystem.hpp"
#include "philidor/base/test_support/eventually.hpp"
#include "philidor/chess/fen.hpp"
#include "philidor/serve/report_json.hpp"
#include "philidor/serve/solve_queue.hpp"
#include "philidor/table/detail/directory_store.hpp"

namespace philidor {
namespace {

using std::chrono::steady_clock;
using test_support::eventually;
using testing::ContainsRegex;
using testing::HasSubstr;

const std::string trebuchet = "8/8/8/3Kp3/4Pk2/8/8/8 b - - 0 1";
const std::string hard = "8/8/1pp2k2/p7/P3PK2/1P3P2/8/8 w - - 0 1";

/// Enough time for tests whose answer must be found even on a slow machine.
ServiceOptions patient() {
    ServiceOptions options;
    options.oracle.memory_bytes = std::uint64_t{4} << 30U;
    options.solve_time = options.longest_solve = options.map_time = std::chrono::hours(1);
    return options;
}

Reply ask(Service& service, std::string_view path, std::optional<std::string> fen = {}) {
    return service.answer({path, std::move(fen), "client"});
}

Json json_in(const Reply& reply) { return Json::parse(*reply.body); }

TEST(Service, TakesUnderscoresForSpaces) {
    Service service(nullptr, patient());
    const Reply reply = ask(service, "/standard", "8/8/8/3Kp3/4Pk2/8/8/8_b_-_-_0_1");
    EXPECT_EQ(reply.status, HttpStatus::ok);
    EXPECT_EQ(reply.content_type, "application/json");
    EXPECT_EQ(json_in(reply)["category"], "loss");
    EXPECT_EQ(json_in(ask(service, "/standard", trebuchet)), json_in(reply));
}

TEST(Service, RemembersAnswers) {
    Service service(nullptr, patient());
    const Reply first = ask(service, "/standard", trebuchet);
    const Reply second = ask(service, "/standard", trebuchet);
    EXPECT_EQ(first.body, second.body);  // the same bytes in the same place
    EXPECT_THAT(*ask(service, "/metrics").body, testing::AllOf(HasSubstr("philidor_cache_hits_total 1\n"),
                                                               HasSubstr("philidor_solves_total 1\n")));
    EXPECT_TRUE(json_in(ask(service, "/standard/mainline", trebuchet)).contains("mainline"));
    EXPECT_THAT(*ask(service, "/metrics").body, HasSubstr("philidor_cache_hits_total 1\n"))
        << "another path is another question";
}

TEST(Service, SaysWhatIsWrongWithAFen) {
    Service service(nullptr, patient());
    for (const std::string_view path : {"/standard", "/standard/mainline", "/map", "/eval", "/key"}) {
        const Reply bad = ask(service, path, "8/8/8/8 w - -");
        EXPECT_EQ(bad.status, HttpStatus::bad_request) << path;
        EXPECT_THAT(std::string(json_in(bad)["error"]), HasSubstr("fen: ")) << path;
        const Reply missing = ask(service, path);
        EXPECT_EQ(missing.status, HttpStatus::bad_request) << path;
        EXPECT_THAT(*missing.body, HasSubstr("missing parameter fen: " + std::string(path) + "?fen="));
        EXPECT_EQ(ask(service, path, "\xff\x80\"\n").status, HttpStatus::bad_request) << path;
    }
    EXPECT_EQ(service.solve({"/solve", "nonsense", ""}).error().status, HttpStatus::bad_request);
    EXPECT_EQ(service.solve({"/solve", std::nullopt, ""}).error().status, HttpStatus::bad_request);
}

TEST(Service, SaysThatItSolvesNoPositionWithCastlingRights) {
    Service service(nullptr, patient());
    const std::string fen = "4k3/7p/8/8/8/8/8/R3K3 w Q - 0 1";
    const Reply standard = ask(service, "/standard", fen);
    EXPECT_EQ(standard.status, HttpStatus::ok);
    EXPECT_EQ(json_in(standard)["category"], "unknown");
    EXPECT_EQ(ask(service, "/standard/mainline", fen).status, HttpStatus::not_found);
    EXPECT_EQ(ask(service, "/map", fen).status, HttpStatus::bad_request);
    EXPECT_EQ(service.solve({"/solve", fen, ""}).error().status, HttpStatus::bad_request);
}

TEST(Service, SaysWhenToTryAgain) {
    ServiceOptions options = patient();
    options.queue = {1, 1, 1};
    options.solve_time = std::chrono::milliseconds(2500);
    Service service(nullptr, options);
    const auto first = service.solve({"/solve", hard, "one"});
    ASSERT_TRUE(eventually([&] { return service.load().running == 1; }));
    const Reply unfair = service.solve({"/solve", trebuchet, "one"}).error();
    EXPECT_EQ(unfair.status, HttpStatus::too_many_requests);
    EXPECT_EQ(unfair.retry_after, 4U);
    const auto second = service.solve({"/solve", trebuchet, "two"});
    const Reply full = service.solve({"/solve", "8/8/8/3k4/8/8/3P4/K7 w - - 0 1", "three"}).error();
    EXPECT_EQ(full.status, HttpStatus::unavailable);
    EXPECT_EQ(full.retry_after, 4U);
    service.close();
}

TEST(Service, DoesNotGuessWhatItHasNoTimeFor) {
    ServiceOptions options;
    options.solve_time = std::chrono::seconds(0);
    Service service(nullptr, options);
    EXPECT_EQ(json_in(ask(service, "/standard", hard))["category"], "unknown");
    EXPECT_EQ(ask(service, "/standard/mainline", hard).status, HttpStatus::not_found);
}

TEST(Service, ShowsKeySquaresOfPawnEndingsOnly) {
    Service service(nullptr, patient());
    const Json map = json_in(ask(service, "/map", trebuchet));
    EXPECT_EQ(map["white_king"]["d5"], "mutual_zugzwang");
    EXPECT_EQ(map["black_king"]["f4"], "mutual_zugzwang");
    EXPECT_EQ(map["corresponding"]["d5"], Json::array({"f4"}));
    EXPECT_EQ(ask(service, "/map", "8/8/8/8/8/3k4/8/K1Q5 w - - 0 1").status, HttpStatus::bad_request);
}

TEST(Service, GivesMapsTheTimeOfAProof) {
    ServiceOptions options = patient();
    options.solve_time = std::chrono::seconds(0);
    Service service(nullptr, options);
    EXPECT_EQ(json_in(ask(service, "/map", trebuchet))["white_king"]["d5"], "mutual_zugzwang");
    options.map_time = std::chrono::seconds(0);  // for the squares; the proof of the position finds some
    Service hurried(nullptr, options);
    const Reply reply = ask(hurried, "/map", trebuchet);
    EXPECT_EQ(reply.status, HttpStatus::ok);
    EXPECT_THAT(*reply.body, HasSubstr(R"("open")"));
    EXPECT_THAT(*reply.body, HasSubstr(R"("drawn")"));
}

TEST(Service, KeepsInItsStoreWhatItFinds) {
    const auto store = DirectoryStore::open_folder(std::make_shared<MemoryFileSystem>(), "store").value();
    Service service(store.get(), patient());
    EXPECT_EQ(ask(service, "/standard", trebuchet).status, HttpStatus::ok);
    EXPECT_TRUE(eventually([&] { return !store->keys()->empty(); })) << "after the reply is sent";
}

TEST(Service, EvaluatesPawnsAndNamesKeys) {
    Service service(nullptr, patient());
    EXPECT_EQ(json_in(ask(service, "/key", trebuchet))["canonical"], "Ke4vKe5");
    const Json eval = json_in(ask(service, "/eval", "8/8/8/3K4/4Pk2/8/8/8 b - - 0 1"));
    EXPECT_THAT(eval["pawns"][0]["features"].dump(), HasSubstr("passed"));
}

TEST(Service, SolvesForWhoWatches) {
    Service service(nullptr, patient());
    const auto job = service.solve({"/solve", trebuchet, "client"});
    ASSERT_TRUE(job);
    const auto reply = (*job)->wait_until(steady_clock::now() + std::chrono::hours(1));
    const Json result = json_in(*reply);
    EXPECT_EQ(result["value"], "loss");
    EXPECT_EQ(result["mutual_zugzwang"], true);
    const auto again = service.solve({"/solve", trebuchet, "client"});
    EXPECT_EQ((*again)->wait_until(steady_clock::now())->body, reply->body);  // from the cache
    EXPECT_FALSE(service.solve({"/solve", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", ""}));
}

TEST(Service, DoesNotRememberWhatTimeMayHaveCutShort) {
    ServiceOptions options = patient();
    options.longest_solve = std::chrono::seconds(0);
    Service service(nullptr, options);
    for (int round = 0; round < 2; ++round) {
        const auto job = service.solve({"/solve", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "client"});
        const auto reply = (*job)->wait_until(steady_clock::now() + std::chrono::hours(1));
        EXPECT_EQ(json_in(*reply)["value"], "loss") << "mated";
    }
    EXPECT_TRUE(eventually([&] { return service.load().running == 0; }));
    EXPECT_THAT(*ask(service, "/metrics").body, HasSubstr("philidor_solves_open_total 2\n"));
}

TEST(Service, DoesNotRememberDistancesThatTimeMayHaveCutShort) {
    const std::string lasker = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1";
    const auto store = DirectoryStore::open_folder(std::make_shared<MemoryFileSystem>(), "store").value();
    Oracle oracle(store.get(), {.time = std::chrono::hours(1)});
    ASSERT_TRUE(oracle.answer(Ending::from_fen(lasker).value()));

    // The values are stored, but the distances take longer than the time allowed.
    ServiceOptions options = patient();
    options.solve_time = std::chrono::milliseconds(2);
    Service service(store.get(), options);
    const auto metrics = [&] { return *ask(service, "/metrics").body; };
    EXPECT_TRUE(eventually([&] {
        EXPECT_EQ(ask(service, "/standard", lasker).status, HttpStatus::ok);
        return metrics().find("philidor_solves_open_total 0\n") == std::string::npos;
    })) << "a request whose turn comes too late is abandoned";
    EXPECT_THAT(metrics(), HasSubstr("philidor_cache_hits_total 0\n"));
}

TEST(Service, GivesUpWhatNoClientWaitsFor) {
    Service service(nullptr, patient());
    for (const std::string_view path : {"/standard", "/standard/mainline"}) {
        const auto goes_when_it_runs = [&] { return service.load().running == 1; };
        const Reply reply = service.answer({path, hard, "client", goes_when_it_runs});
        EXPECT_EQ(reply.status, HttpStatus::bad_request) << path;
        EXPECT_TRUE(eventually([&] { return service.load().running + service.load().waiting == 0; })) << path;
    }
    EXPECT_THAT(*ask(service, "/metrics").body, HasSubstr("philidor_solves_cancelled_total 2\n"));
}

TEST(Service, HasFilesOfItsOwnAndNoOthers) {
    Service service(nullptr, patient());
    EXPECT_THAT(*ask(service, "/").body, HasSubstr("<!doctype html>"));
    EXPECT_EQ(ask(service, "/").content_type, "text/html; charset=utf-8");
    EXPECT_EQ(ask(service, "/openapi.json").content_type, "application/json");
    const Json document = json_in(ask(service, "/openapi.json"));
    for (const std::string path : {"/standard", "/standard/mainline", "/solve", "/map", "/eval", "/key"}) {
        EXPECT_TRUE(document["paths"].contains(path)) << path;
    }
    for (const std::string_view path :
         {"/../etc/passwd", "/etc/passwd", "/tables/KQvK.wdl", "", "/index.html/"}) {
        EXPECT_EQ(ask(service, path).status, HttpStatus::not_found) << path;
    }
}

/// Keeps workers busy as long as it exists.
class Gate {
  public:
    SolveQueue::Work work() {
        return [this](SolveJob& job) {
            wait();
            job.publish(make_reply(HttpStatus::ok, "done"));
        };
    }
    void wait() const { open_.wait(); }
    void open() { open_.count_down(); }

  private:
    std::latch open_{1};
};

TEST(SolveQueue, DoesTheSameWorkOnce) {
    Gate gate;
    SolveQueue queue({1, 8, 8});
    const auto first = queue.submit("a", "one", gate.work()).value();
    EXPECT_EQ(queue.submit("a", "two", gate.work()).value(), first);
    gate.open();
    EXPECT_EQ(*first->wait_until(steady_clock::now() + std::chrono::hours(1))->body, "done");
}

TEST(SolveQueue, RefusesFairly) {
    Gate gate;
    SolveQueue queue({1, 3, 2});
    const auto a = queue.submit("a", "greedy", gate.work()).value();
    auto b = queue.submit("b", "greedy", gate.work()).value();
    EXPECT_EQ(queue.submit("c", "greedy", gate.work()).error().kind, QueueError::unfair);
    EXPECT_EQ(queue.submit("a", "greedy", gate.work()).error().kind, QueueError::unfair);
    EXPECT_TRUE(queue.submit("a", "modest", gate.work()));
    b = nullptr;
    b = queue.submit("b", "greedy", gate.work()).value();
    const auto c = queue.submit("c", "modest", gate.work()).value();
    // One is running or about to run; then three may wait.
    ASSERT_TRUE(eventually([&] { return queue.load().running == 1; }));
    const auto d = queue.submit("d", "modest", gate.work()).value();
    EXPECT_EQ(queue.submit("e", "third", gate.work()).error().kind, QueueError::full);
    gate.open();
    queue.close();
    EXPECT_EQ(queue.submit("f", "third", gate.work()).error().kind, QueueError::closed);
}

TEST(SolveQueue, AnswersEvenIfTheWorkFails) {
    SolveQueue queue({1, 3, 2});
    const auto job = queue.submit("a", "client", [](SolveJob&) { throw std::bad_alloc(); }).value();
    EXPECT_EQ(job->wait_until(steady_clock::now() + std::chrono::hours(1))->status,
              HttpStatus::internal_error);
}

/// Work that goes on until it is abandoned, and then until the gate opens.
SolveQueue::Work endless(Gate& gate) {
    return [&gate](SolveJob& job) {
        while (!job.stop_token().stop_requested()) std::this_thread::yield();
        gate.wait();
        job.publish(make_reply(HttpStatus::ok, "abandoned"));
    };
}

TEST(SolveQueue, GivesUpWhatRunsWithoutAListener) {
    Gate gate;
    gate.open();
    SolveQueue queue({1, 8, 8});
    auto one = queue.submit("a", "client", endless(gate)).value();
    auto other = queue.submit("a", "client", endless(gate)).value();
    ASSERT_TRUE(eventually([&] { return one->has_begun(); }));
    one.reset();
    EXPECT_FALSE(other->stop_token().stop_requested());
    other.reset();
    EXPECT_TRUE(eventually([&] { return queue.load().running == 0; }));
}

TEST(SolveQueue, DropsWhatWaitsWithoutAListener) {
    Gate gate;
    SolveQueue queue({1, 8, 2});
    const auto running = queue.submit("a", "client", gate.work()).value();
    ASSERT_TRUE(eventually([&] { return running->has_begun(); }));
    auto waiting = queue.submit("b", "client", gate.work()).value();
    EXPECT_EQ(queue.load().waiting, 1U);
    waiting.reset();
    EXPECT_EQ(queue.load().waiting, 0U);
    EXPECT_TRUE(queue.submit("c", "client", gate.work()));  // the client's share is free again
    gate.open();
}

TEST(SolveQueue, BeginsAnewForWhoComesAfterItWasGivenUp) {
    Gate gate;
    SolveQueue queue({1, 8, 8});
    auto first = queue.submit("a", "client", endless(gate)).value();
    ASSERT_TRUE(eventually([&] { return first->has_begun(); }));
    first.reset();
    EXPECT_EQ(queue.load().running, 1U);  // it has not noticed yet
    const auto second = queue.submit("a", "client", gate.work()).value();
    gate.open();
    EXPECT_EQ(*second->wait_until(steady_clock::now() + std::chrono::hours(1))->body, "done");
}

TEST(SolveQueue, GivesUpWhatRunsWhenItCloses) {
    SolveQueue queue({1, 3, 3});
    const auto job = queue
                         .submit("a", "client",
                                 [](SolveJob& own) {
                                     while (!own.stop_token().stop_requested()) std::this_thread::yield();
                                     own.publish(make_reply(HttpStatus::ok, "abandoned"));
                                 })
                         .value();
    queue.close();
    EXPECT_EQ(*job->wait_until(steady_clock::now())->body, "abandoned");
}

}  // namespace
}  // namespace philidor
