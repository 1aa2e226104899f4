#include "philidor/solve/distance_meter.hpp"

#include <chrono>
#include <memory>
#include <stop_token>

#include <gtest/gtest.h>

#include "philidor/builder/distance_solver.hpp"

namespace philidor {
namespace {

/// A solver that has done no work yet, and a meter that measures a key without its children.
class Measurement {
  public:
    explicit Measurement(const Effort& effort) : solver_(root_, effort), meter_(solver_) {}

    std::shared_ptr<const WinDistances> run(std::uint64_t bytes_beside = 0) {
        return run(bytes_beside, [](const MaterialKey& child) { return ChildTable(child); });
    }
    std::shared_ptr<const WinDistances> run(std::uint64_t bytes_beside, const ChildLookup& lookup) {
        return meter_.measure(key(), {Color::white, Certainty::proved}, lookup, {}, bytes_beside);
    }

    static MaterialKey key() { return MaterialKey::from_board(root_.board()); }

  private:
    inline static const Ending root_ = Ending::from_fen("8/8/8/8/3k4/8/8/R3K3 w - - 0 1").value();
    PositionSolver solver_;
    DistanceMeter meter_;
};

TEST(DistanceMeter, CountsWhatIsStillHeld) {
    const std::uint64_t need = memory_to_measure(Measurement::key());
    Effort effort;
    effort.budget.memory_bytes = need + 1;
    Measurement measurement(effort);
    auto distances = measurement.run();
    ASSERT_NE(distances, nullptr);
    EXPECT_GT(distances->byte_count(), need / 2);
    EXPECT_LT(distances->byte_count(), need);
    EXPECT_EQ(measurement.run(), nullptr) << "there is no room for a second";
    distances.reset();
    EXPECT_EQ(measurement.run(2), nullptr) << "what others have counts, too";
    EXPECT_NE(measurement.run(), nullptr);
}

TEST(DistanceMeter, StopsWhenTimeIsUp) {
    Effort effort;
    effort.budget.deadline = std::chrono::steady_clock::now();
    EXPECT_EQ(Measurement(effort).run(), nullptr);
}

TEST(DistanceMeter, StopsInTheMiddle) {
    const auto stop = std::make_unique<std::stop_source>();
    Effort effort;
    effort.budget.stop = stop->get_token();
    bool stops = false;
    const auto lookup = [&](const MaterialKey& child) {  // children are looked up before the first round
        if (stops) stop->request_stop();
        return ChildTable(child);
    };
    EXPECT_NE(Measurement(effort).run(0, lookup), nullptr);
    stops = true;
    EXPECT_EQ(Measurement(effort).run(0, lookup), nullptr);
}

}  // namespace
}  // namespace philidor
