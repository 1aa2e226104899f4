// The answers to requests, without sockets.

#include "philidor/serve/service.hpp"

#include <atomic>
#include <chrono>
#include <latch>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "philidor/base/detail/memory_filesystem.hpp"
#include "philidor/base/test_support/eventually.hpp"
#include "philidor/builder/build.hpp"
#include "philidor/chess/fen.hpp"
#include "philidor/serve/memory_plan.hpp"
#include "philidor/serve/report_json.hpp"
#include "philidor/serve/solve_queue.hpp"
#include "philidor/serve/test_support/ask.hpp"
#include "philidor/table/detail/directory_store.hpp"

namespace philidor {
namespace {

using std::chrono::steady_clock;
using test_support::answer_to;
using test_support::eventually;
using test_support::reply_of;
using testing::ContainsRegex;
using testing::HasSubstr;

const std::string trebuchet = "8/8/8/3Kp3/4Pk2/8/8/8 b - - 0 1";
const std::string hard = "8/8/1pp2k2/p7/P3PK2/1P3P2/8/8 w - - 0 1";

/// Enough time for tests whose answer must be found even on a slow machine.
ServiceOptions patient() {
    ServiceOptions options;
    options.proof_bytes = std::uint64_t{4} << 30U;
    options.solve_time = options.longest_solve = options.map_time = std::chrono::hours(1);
    return options;
}

Reply ask(Service& service, std::string_view path, std::optional<std::string> fen = {}) {
    return answer_to(service, path, std::move(fen));
}

/// Begins work that takes long.
Pending begin(Service& service, std::string_view path, const std::string& fen, const std::string& client) {
    return std::get<Pending>(service.ask({path, fen, client}));
}

/// A store in memory.
std::unique_ptr<TableStore> empty_store() {
    return DirectoryStore::open_folder(std::make_shared<MemoryFileSystem>(), "store").value();
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
    EXPECT_EQ(ask(service, "/solve", "nonsense").status, HttpStatus::bad_request);
}

TEST(Service, SaysThatItSolvesNoPositionWithCastlingRights) {
    Service service(nullptr, patient());
    const std::string fen = "4k3/7p/8/8/8/8/8/R3K3 w Q - 0 1";
    const Reply standard = ask(service, "/standard", fen);
    EXPECT_EQ(standard.status, HttpStatus::ok);
    EXPECT_EQ(json_in(standard)["category"], "unknown");
    EXPECT_EQ(ask(service, "/standard/mainline", fen).status, HttpStatus::not_found);
    EXPECT_EQ(ask(service, "/map", fen).status, HttpStatus::bad_request);
    EXPECT_EQ(ask(service, "/solve", fen).status, HttpStatus::bad_request);
}

TEST(Service, FindsAShortMateHoweverManyMenThereAre) {
    ServiceOptions options = patient();
    options.solve_time = std::chrono::seconds(2);  // the other moves would take hours
    Service service(nullptr, options);
    // The second may still castle, and the last has 32 men.
    for (const std::string fen : {"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1",
                                  "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4"}) {
        const Json standard = json_in(ask(service, "/standard", fen));
        EXPECT_EQ(standard["category"], "win") << fen;
        EXPECT_TRUE(standard["moves"][0]["checkmate"]) << fen;
        const Json line = json_in(ask(service, "/standard/mainline", fen));
        EXPECT_EQ(line["winner"], "w") << fen;
        EXPECT_EQ(line["mainline"].size(), 1U) << fen;
    }
    // What /solve says is the same.
    const Json solved = json_in(ask(service, "/solve", "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1"));
    EXPECT_EQ(solved["value"], "win");
    EXPECT_EQ(solved["moves"][0]["san"], "Ra8#");
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
    const Reply reply = ask(service, "/solve", trebuchet);
    const Json result = json_in(reply);
    EXPECT_EQ(result["value"], "loss");
    EXPECT_EQ(result["mutual_zugzwang"], true);
    EXPECT_EQ(ask(service, "/solve", trebuchet).body, reply.body);  // from the cache
    EXPECT_EQ(ask(service, "/solve", "r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1").status, HttpStatus::bad_request);
}

TEST(Service, DoesNotRememberWhatTimeMayHaveCutShort) {
    ServiceOptions options = patient();
    options.longest_solve = std::chrono::seconds(0);
    Service service(nullptr, options);
    for (int round = 0; round < 2; ++round) {
        const Pending pending = begin(service, "/solve", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "client");
        EXPECT_EQ(json_in(*reply_of(pending.job))["value"], "loss") << "mated";
    }
    EXPECT_TRUE(eventually([&] { return service.load().running == 0; }));
    EXPECT_THAT(*ask(service, "/metrics").body, HasSubstr("philidor_solves_open_total 2\n"));
}

TEST(Service, DoesNotRememberDistancesThatTimeMayHaveCutShort) {
    const std::string lasker = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1";
    const auto store = empty_store();
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
        std::optional pending = begin(service, path, hard, "client");
        EXPECT_TRUE(eventually([&] { return service.load().running == 1; })) << path;
        pending.reset();
        EXPECT_TRUE(eventually([&] { return service.load().running + service.load().waiting == 0; })) << path;
    }
    EXPECT_THAT(*ask(service, "/metrics").body, HasSubstr("philidor_solves_cancelled_total 2\n"));
}

TEST(Service, AnswersFromTablesWhileAllWorkersAreBusy) {
    const auto store = empty_store();
    ASSERT_TRUE(build(table_for(parse_key("Ke4vKe5").value()).key, *store));
    ServiceOptions options = patient();
    options.queue.workers = 2;
    Service service(store.get(), options);
    // Three clients hold all workers, the one for short proofs included.
    std::vector<Pending> busy;
    busy.push_back(begin(service, "/solve", hard, "first"));
    busy.push_back(begin(service, "/solve", "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1", "second"));
    busy.push_back(begin(service, "/standard", hard, "third"));
    ASSERT_TRUE(eventually([&] { return service.load().running == 3; }));
    // The value is stored; the distances would have to be measured, and that waits its turn.
    Pending pending = begin(service, "/standard", trebuchet, "fourth");
    ASSERT_TRUE(eventually([&] { return service.load().waiting == 1; }));
    pending.deadline = steady_clock::now();
    const auto reply = reply_by_now(pending);
    ASSERT_TRUE(reply);
    EXPECT_EQ(json_in(*reply)["worst"], -1);
    EXPECT_EQ(json_in(*reply)["best"], -1);
    EXPECT_EQ(service.load().running, 3U);
}

TEST(Service, KeepsTheNamesOfItsFilesToItself) {
    const auto files = std::make_shared<MemoryFileSystem>();
    const auto store = DirectoryStore::open_folder(files, "secret").value();
    ASSERT_TRUE(build(table_for(parse_key("Ke4vKe5").value()).key, *store));
    const std::vector<std::string> names = files->list("secret").value();
    for (const std::string& name : names) {
        ASSERT_TRUE(files->write("secret/" + name, {}));  // damages it
    }
    std::string reported;
    ServiceOptions options = patient();
    options.report = [&](const std::string& message) { reported = message; };
    Service service(store.get(), options);
    const Reply reply = ask(service, "/standard", trebuchet);
    EXPECT_EQ(reply.status, HttpStatus::internal_error);
    EXPECT_THAT(*reply.body, testing::Not(HasSubstr("secret")));
    EXPECT_THAT(reported, HasSubstr("secret"));
}

TEST(Service, SharesOutTheMemoryOfTheProcess) {
    for (const std::uint64_t megabytes : {100U, 400U, 4096U, 65536U}) {
        for (const unsigned workers : {1U, 2U, 16U}) {
            const std::uint64_t bytes = megabytes << 20U;
            const MemoryPlan plan = plan_memory(bytes, workers, std::uint64_t{64} << 20U);
            const std::uint64_t used =
                plan.cache_bytes + plan.tables_bytes + (workers + 1) * plan.proof_bytes;
            EXPECT_LE(used, bytes) << megabytes << " MB, " << workers << " workers";
            EXPECT_GE(used, bytes / 4) << megabytes << " MB, " << workers << " workers";
        }
    }
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

/// A request for a proof that may take long.
SolveQueue::Request proof(const std::string& name, const std::string& client, SolveQueue::Work work) {
    return {.name = name, .client = client, .lane = Lane::long_proof, .work = std::move(work)};
}

/// Limits with this many workers, jobs that wait, and requests of one client.
QueueLimits limits(unsigned workers, std::size_t waiting, std::size_t of_one_client) {
    return {.workers = workers, .waiting = waiting, .of_one_client = of_one_client};
}

TEST(SolveQueue, DoesTheSameWorkOnce) {
    Gate gate;
    SolveQueue queue(limits(1, 8, 8));
    const auto first = queue.submit(proof("a", "one", gate.work())).value();
    EXPECT_EQ(queue.submit(proof("a", "two", gate.work())).value(), first);
    gate.open();
    EXPECT_EQ(*reply_of(first)->body, "done");
}

TEST(SolveQueue, RefusesFairly) {
    Gate gate;
    SolveQueue queue(limits(1, 3, 2));
    const auto a = queue.submit(proof("a", "greedy", gate.work())).value();
    auto b = queue.submit(proof("b", "greedy", gate.work())).value();
    EXPECT_EQ(queue.submit(proof("c", "greedy", gate.work())).error().kind, QueueError::unfair);
    EXPECT_EQ(queue.submit(proof("a", "greedy", gate.work())).error().kind, QueueError::unfair);
    EXPECT_TRUE(queue.submit(proof("a", "modest", gate.work())));
    b = nullptr;
    b = queue.submit(proof("b", "greedy", gate.work())).value();
    const auto c = queue.submit(proof("c", "modest", gate.work())).value();
    // One is running or about to run; then three may wait.
    ASSERT_TRUE(eventually([&] { return queue.load().running == 1; }));
    const auto d = queue.submit(proof("d", "modest", gate.work())).value();
    EXPECT_EQ(queue.submit(proof("e", "third", gate.work())).error().kind, QueueError::full);
    gate.open();
    queue.close();
    EXPECT_EQ(queue.submit(proof("f", "third", gate.work())).error().kind, QueueError::closed);
}

TEST(SolveQueue, LetsClientsTakeTurns) {
    Gate gate;
    std::mutex mutex;
    std::string order;
    const auto noting = [&](char letter) {
        return [&, letter](SolveJob& job) {
            gate.wait();
            const std::lock_guard lock(mutex);
            order += letter;
            job.publish(make_reply(HttpStatus::ok, "done"));
        };
    };
    SolveQueue queue(limits(1, 64, 32));
    std::vector<SolveQueue::Listener> jobs;
    jobs.push_back(queue.submit(proof("first", "greedy", noting('a'))).value());
    ASSERT_TRUE(eventually([&] { return queue.load().running == 1; }));
    for (int i = 0; i < 3; ++i) {
        jobs.push_back(queue.submit(proof(std::to_string(i), "greedy", noting('a'))).value());
    }
    jobs.push_back(queue.submit(proof("last", "greedy", noting('d'))).value());
    jobs.push_back(queue.submit(proof("b", "modest", noting('b'))).value());
    jobs.push_back(queue.submit(proof("c", "third", noting('c'))).value());
    // The fourth joins the last job of the first, and need not wait for all of its work.
    jobs.push_back(queue.submit(proof("last", "fourth", noting('d'))).value());
    gate.open();
    for (const auto& job : jobs) EXPECT_TRUE(reply_of(job));
    EXPECT_EQ(order, "aabcdaa");
}

TEST(SolveQueue, LeavesWorkersToOtherClients) {
    Gate gate;
    SolveQueue queue(limits(2, 8, 8));
    const auto first = queue.submit(proof("a", "greedy", gate.work())).value();
    const auto second = queue.submit(proof("b", "greedy", gate.work())).value();
    const auto other = queue.submit(proof("c", "modest", gate.work())).value();
    EXPECT_TRUE(eventually([&] { return queue.load().running == 2; }));
    EXPECT_EQ(queue.load().waiting, 1U);
    gate.open();
    for (const auto& job : {first, second, other}) EXPECT_TRUE(reply_of(job));
}

TEST(SolveQueue, DoesShortWorkBesideLongWork) {
    Gate gate;
    SolveQueue queue(limits(1, 8, 8));
    const auto done = [](SolveJob& job) { job.publish(make_reply(HttpStatus::ok, "done")); };
    const auto slow = queue.submit(proof("a", "greedy", gate.work())).value();
    const auto quick =
        queue.submit({.name = "b", .client = "modest", .lane = Lane::short_proof, .work = done});
    const auto lookup = queue.submit({.name = "c", .client = "greedy", .lane = Lane::lookup, .work = done});
    EXPECT_TRUE(reply_of(*quick));
    EXPECT_TRUE(reply_of(*lookup));
    EXPECT_FALSE(slow->news().reply);
    gate.open();
}

TEST(SolveQueue, GoesOnWithAProofIfALookUpIsNotEnough) {
    Gate gate;
    SolveQueue queue(limits(1, 1, 8));
    const auto busy = queue.submit(proof("a", "one", gate.work())).value();
    ASSERT_TRUE(eventually([&] { return queue.load().running == 1; }));
    const auto busy_too =
        queue.submit({.name = "b", .client = "two", .lane = Lane::short_proof, .work = gate.work()}).value();
    ASSERT_TRUE(eventually([&] { return queue.load().running == 2; }));
    const auto look_up = [&](SolveJob& job) {
        job.go_on({Lane::short_proof, gate.work(), [] { return make_reply(HttpStatus::ok, "refused"); }},
                  make_reply(HttpStatus::ok, "so far"));
    };
    const auto waiting = queue.submit({.name = "c", .client = "three", .work = look_up}).value();
    ASSERT_TRUE(eventually([&] { return queue.load().waiting == 1; }));
    EXPECT_EQ(*waiting->news().fallback->body, "so far");
    const auto refused = queue.submit({.name = "d", .client = "four", .work = look_up}).value();
    EXPECT_EQ(*reply_of(refused)->body, "refused");
    gate.open();
    EXPECT_EQ(*reply_of(waiting)->body, "done");
    EXPECT_FALSE(waiting->news().fallback);
}

TEST(SolveQueue, CallsWhoeverListens) {
    Gate gate;
    std::atomic<int> calls = 0;
    SolveQueue queue(limits(1, 8, 8));
    auto request = proof("a", "one", gate.work());
    request.wake = [&] { ++calls; };
    auto gone = queue.submit(request).value();
    const auto listening = queue.submit(request).value();
    gone.reset();
    gate.open();
    EXPECT_TRUE(eventually([&] { return calls == 1; }));
    queue.close();
    EXPECT_EQ(calls, 1);
}

TEST(SolveQueue, AnswersEvenIfTheWorkFails) {
    SolveQueue queue(limits(1, 3, 2));
    const auto job =
        queue.submit(proof("a", "client", [](SolveJob&) { throw std::runtime_error("broken"); }));
    EXPECT_EQ(reply_of(*job)->status, HttpStatus::internal_error);
    const auto large = queue.submit(proof("b", "client", [](SolveJob&) { throw std::bad_alloc(); }));
    EXPECT_EQ(reply_of(*large)->status, HttpStatus::unavailable);
    EXPECT_THAT(*reply_of(*large)->body, HasSubstr("not enough memory"));
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
    SolveQueue queue(limits(1, 8, 8));
    auto one = queue.submit(proof("a", "client", endless(gate))).value();
    auto other = queue.submit(proof("a", "client", endless(gate))).value();
    ASSERT_TRUE(eventually([&] { return queue.load().running == 1; }));
    one.reset();
    EXPECT_FALSE(other->stop_token().stop_requested());
    other.reset();
    EXPECT_TRUE(eventually([&] { return queue.load().running == 0; }));
}

TEST(SolveQueue, DropsWhatWaitsWithoutAListener) {
    Gate gate;
    SolveQueue queue(limits(1, 8, 2));
    const auto running = queue.submit(proof("a", "client", gate.work())).value();
    ASSERT_TRUE(eventually([&] { return queue.load().running == 1; }));
    auto waiting = queue.submit(proof("b", "client", gate.work())).value();
    EXPECT_EQ(queue.load().waiting, 1U);
    waiting.reset();
    EXPECT_EQ(queue.load().waiting, 0U);
    EXPECT_TRUE(queue.submit(proof("c", "client", gate.work())));  // the client's share is free again
    gate.open();
}

TEST(SolveQueue, BeginsAnewForWhoComesAfterItWasGivenUp) {
    Gate gate;
    SolveQueue queue(limits(1, 8, 8));
    auto first = queue.submit(proof("a", "client", endless(gate))).value();
    ASSERT_TRUE(eventually([&] { return queue.load().running == 1; }));
    first.reset();
    EXPECT_EQ(queue.load().running, 1U);  // it has not noticed yet
    const auto second = queue.submit(proof("a", "client", gate.work())).value();
    gate.open();
    EXPECT_EQ(*reply_of(second)->body, "done");
}

TEST(SolveQueue, GivesUpWhatRunsWhenItCloses) {
    Gate gate;
    gate.open();
    SolveQueue queue(limits(1, 3, 3));
    const auto running = queue.submit(proof("a", "client", endless(gate))).value();
    const auto waiting = queue.submit(proof("b", "client", endless(gate))).value();
    queue.close();
    EXPECT_EQ(*running->news().reply->body, "abandoned");
    EXPECT_EQ(*waiting->news().reply->body, "abandoned");
}

}  // namespace
}  // namespace philidor
