// Compares proofs with values known from elsewhere. However small its budget, a proof must never claim
// anything false; with a large enough budget it must settle the value.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <random>
#include <sstream>
#include <stop_token>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "philidor/base/test_support/sample_size.hpp"
#include "philidor/solve/solve.hpp"

namespace philidor::proofs {
namespace {

/// A position and its value for the side to move, without the 50-move rule.
struct Truth {
    std::string fen;
    Wdl value;
};

Wdl value_from(int wdl) {
    if (wdl == 0) return Wdl::draw;
    return wdl > 0 ? Wdl::win : Wdl::loss;
}

/// Our own positions, with values found in every book.
const std::vector<Truth> positions_of_books{
    {"8/8/8/3Kp3/4Pk2/8/8/8 b - - 0 1", Wdl::loss},   {"8/8/8/3Kp3/4Pk2/8/8/8 w - - 0 1", Wdl::loss},
    {"2k5/8/p1P5/P2K4/8/8/8/8 w - - 0 1", Wdl::win},  {"7K/8/k1P5/7p/8/8/8/8 w - - 0 1", Wdl::draw},
    {"8/8/8/8/8/4k3/4P3/4K3 w - - 0 1", Wdl::draw},   {"4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", Wdl::win},
    {"8/8/8/3Pp2k/8/8/5K2/8 w - e6 0 1", Wdl::win},   {"1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1", Wdl::win},
    {"8/8/8/8/5k2/8/5p2/5K1R b - - 0 1", Wdl::loss},  {"6k1/8/8/8/8/8/p1K5/7Q w - - 0 1", Wdl::win},
    {"8/8/8/p3k2p/P6P/8/1K6/8 w - - 0 1", Wdl::draw}, {"8/1K6/8/2p1p3/2P5/8/4P1k1/8 w - - 0 1", Wdl::win},
};

/// All of them; under sanitizers every second one.
std::vector<Truth> own_truths() {
    std::vector<Truth> truths;
    for (std::size_t i = 0; i < positions_of_books.size(); i += test_support::is_sanitized ? 2 : 1) {
        truths.push_back(positions_of_books[i]);
    }
    return truths;
}

/// Every n-th line of the available files of known values, of the classes with these names or of all.
std::vector<Truth> shared_truths(const std::vector<std::string>& classes, std::size_t step) {
    std::vector<Truth> truths;
    const std::filesystem::path folder = std::filesystem::path(PHILIDOR_SHARED_DIR) / "truth";
    if (!std::filesystem::is_directory(folder)) return truths;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        const std::string name = entry.path().stem().string();
        const bool has_positions = name != "stats" && name != "six_men";  // these count positions by key
        if (entry.path().extension() != ".tsv" || !has_positions) continue;
        if (!classes.empty() && std::ranges::find(classes, name) == classes.end()) continue;
        std::ifstream file(entry.path());
        std::size_t number = 0;
        for (std::string line; std::getline(file, line);) {
            if (number++ % step != 0) continue;
            std::istringstream fields(line);
            std::string fen;
            int wdl = 0;
            std::getline(fields, fen, '\t');
            fields >> wdl;
            truths.push_back({fen, value_from(wdl)});
        }
    }
    return truths;
}

/// The result of a proof that may use this many pieces and must stop after this many tables.
WdlBounds prove(const Truth& truth, unsigned pieces, std::size_t tables) {
    const auto stop = std::make_unique<std::stop_source>();
    SolveOptions options{.scope = SolutionScope::value, .most_pieces = pieces};
    options.stop = stop->get_token();
    options.progress = [&](const SolveProgress& progress) {
        if (progress.tables >= tables) stop->request_stop();
    };
    return solve(Ending::from_fen(truth.fen).value(), options).value();
}

void expect_sound(const std::vector<Truth>& truths) {
    std::mt19937_64 random(1);  // NOLINT(cert-msc32-c,cert-msc51-cpp): every run must be the same
    for (const Truth& truth : truths) {
        for (const unsigned pieces : {0U, 1U, 2U}) {
            const std::size_t tables = 1 + random() % 40;
            const WdlBounds bounds = prove(truth, pieces, tables);
            EXPECT_LE(bounds.worst, truth.value) << truth.fen << ", " << pieces << ", " << tables;
            EXPECT_GE(bounds.best, truth.value) << truth.fen << ", " << pieces << ", " << tables;
        }
    }
}

void expect_complete(const std::vector<Truth>& truths) {
    for (const Truth& truth : truths) {
        const auto men = std::ranges::count_if(truth.fen.substr(0, truth.fen.find(' ')),
                                               [](char letter) { return std::isalpha(letter) != 0; });
        const WdlBounds bounds = prove(truth, static_cast<unsigned>(men - 2), ~std::size_t{0});
        EXPECT_EQ(bounds, WdlBounds::exactly(truth.value)) << truth.fen;
    }
}

TEST(Soundness, HoldsForPositionsOfBooks) { expect_sound(own_truths()); }

TEST(Soundness, PositionsOfBooksAreSettled) { expect_complete(own_truths()); }

const std::vector<std::string> small_classes{"KPvK", "KPvKP", "KPPvK", "KBvKP", "KNvKP", "KRvKP", "KQvKP"};

TEST(Soundness, HoldsForKnownValues) {
    const auto truths = shared_truths(small_classes, test_support::is_sanitized ? 2000 : 400);
    if (truths.empty()) GTEST_SKIP() << "skipped: ../shared/truth is not there";
    expect_sound(truths);
}

TEST(Soundness, KnownValuesAreFound) {
    const auto truths = shared_truths(small_classes, test_support::is_sanitized ? 5000 : 1000);
    if (truths.empty()) GTEST_SKIP() << "skipped: ../shared/truth is not there";
    expect_complete(truths);
}

TEST(SlowSoundness, HoldsForAllKindsOfKnownValues) {
    const auto truths = shared_truths({}, 8);
    if (truths.empty()) GTEST_SKIP() << "skipped: ../shared/truth is not there";
    expect_sound(truths);
}

TEST(SlowSoundness, AllKindsOfKnownValuesAreFound) {
    const auto truths = shared_truths({}, 100);
    if (truths.empty()) GTEST_SKIP() << "skipped: ../shared/truth is not there";
    expect_complete(truths);
}

}  // namespace
}  // namespace philidor::proofs
