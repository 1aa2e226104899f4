#include "philidor/solve/distance_meter.hpp"

#include <chrono>

#include <gtest/gtest.h>

#include "philidor/builder/distance_solver.hpp"
#include "philidor/chess/fen.hpp"

namespace philidor {
namespace {

/// A solver that nobody has asked anything, and what a meter can measure for it without any child.
class Measurement {
  public:
    explicit Measurement(const SolveOptions& options) : solver_(root_, options), meter_(solver_) {}

    std::shared_ptr<const WinDistances> run(std::uint64_t bytes_beside = 0) {
        const auto lookup = [](const MaterialKey& child) { return ChildTable(child); };
        return meter_.measure(key(), {Color::white, Certainty::proved}, lookup, {}, bytes_beside);
    }

    static MaterialKey key() { return MaterialKey::from_board(root_); }

  private:
    inline static const Board root_ = parse_fen("8/8/8/8/3k4/8/8/R3K3 w - - 0 1").value();
    PositionSolver solver_;
    DistanceMeter meter_;
};

TEST(DistanceMeter, CountsWhatSomebodyStillHas) {
    const std::uint64_t need = memory_for_win_distances(Measurement::key());
    SolveOptions options;
    options.memory_bytes = need + 1;
    Measurement measurement(options);
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
    SolveOptions options;
    options.deadline = std::chrono::steady_clock::now();
    EXPECT_EQ(Measurement(options).run(), nullptr);
}

TEST(DistanceMeter, StopsInTheMiddle) {
    unsigned asked = 0;
    unsigned patience = 0;
    SolveOptions options;
    options.progress = [&](const SolveProgress&) { return ++asked <= patience; };
    for (; patience < 10; ++patience) {
        asked = 0;
        ASSERT_EQ(Measurement(options).run(), nullptr) << patience;
        ASSERT_EQ(asked, patience + 1);
    }
    patience = 1000;
    asked = 0;
    EXPECT_NE(Measurement(options).run(), nullptr);
    EXPECT_GT(asked, 30U) << "mate with a rook takes more than thirty plies";
}

}  // namespace
}  // namespace philidor
