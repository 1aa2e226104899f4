#include "philidor/solve/detail/stored_knowledge.hpp"

#include <memory>

#include <gtest/gtest.h>

#include "philidor/base/detail/memory_filesystem.hpp"
#include "philidor/base/test_support/ending_budget.hpp"
#include "philidor/builder/test_support/solved_tables.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/solve/detail/keys_without_promotions.hpp"
#include "philidor/solve/detail/position_solver.hpp"
#include "philidor/table/detail/directory_store.hpp"
#include "philidor/table/detail/table.hpp"

namespace philidor {
namespace {

constexpr std::size_t many = 1'000'000;

std::unique_ptr<DirectoryStore> empty_store() {
    return DirectoryStore::open_folder(std::make_shared<MemoryFileSystem>(), "proofs").value();
}

/// A solver that may use no pieces at all: it settles nothing, and knows little.
PositionSolver solver_without_pieces(const Ending& root) { return PositionSolver(root, {}, 0); }

class StoredProofs : public testing::TestWithParam<const char*> {
  protected:
    StoredProofs() : root_(Ending::from_fen(GetParam()).value()) {}

    [[nodiscard]] WdlBounds settle(PositionSolver& solver) const {
        const Ending targets[] = {root_};
        EXPECT_EQ(solver.settle(targets), SolveEnd::settled);
        return solver.bounds_of(root_);
    }

    Ending root_;
};

TEST_P(StoredProofs, AreRecalledAsTheyWere) {
    PositionSolver solver(root_);
    (void)settle(solver);
    const MaterialKey key = solver.root_key();
    const auto table = table_of(solver.knowledge(), key);
    ASSERT_TRUE(table);
    EXPECT_EQ(table->key(), table_for(key).key);
    for (const Color attacker : all_colors) {
        for (const Certainty certainty : all_certainties) {
            const Question question{attacker, certainty};
            const WinTable& known = *solver.knowledge().find(question, key);
            const auto recalled = answer_in(*table, key, question);
            for (std::size_t tile = 0; tile < known.layout().tile_count(); ++tile) {
                EXPECT_EQ(recalled->read(tile).legal, known.read(tile).legal);
                // What the other side has proved is no longer possible.
                Tile lost = recalled->read(tile).lost;
                lost -= known.read(tile).lost;
                EXPECT_TRUE(certainty == Certainty::proved || !lost.any());
                if (certainty == Certainty::proved && !table->key().is_symmetric()) {
                    EXPECT_EQ(recalled->read(tile).lost, known.read(tile).lost);
                    EXPECT_EQ(recalled->read(tile).not_won, known.read(tile).not_won);
                }
            }
        }
    }
}

TEST_P(StoredProofs, NeedNoWorkTheSecondTime) {
    const auto store = empty_store();
    WdlBounds first;
    {
        PositionSolver solver(root_);
        StoredKnowledge stored(*store, solver.knowledge(), many);
        ASSERT_TRUE(stored.recall(solver.root_key()));
        first = settle(solver);
        EXPECT_GT(solver.statistics().tables, 0U);
        EXPECT_GT(stored.save(solver.root_key()).value(), 0U);
    }
    PositionSolver solver(root_);
    StoredKnowledge stored(*store, solver.knowledge(), many);
    ASSERT_TRUE(stored.recall(solver.root_key()));
    EXPECT_EQ(settle(solver), first);
    EXPECT_EQ(solver.statistics().tables, 0U);
}

INSTANTIATE_TEST_SUITE_P(
    Positions,
    StoredProofs,
    testing::Values("2k5/8/p1P5/P2K4/8/8/8/8 w - - 0 1",
                    "8/8/8/8/p2k4/P1p5/8/2K5 b - - 0 1",  // the same with colours swapped
                    "8/8/8/3Kp3/4Pk2/8/8/8 w - - 0 1",    // a symmetric key
                    "8/8/8/8/8/k1p5/8/1K5B w - - 0 1",
                    "1k5b/8/K1P5/8/8/8/8/8 b - - 0 1"));

TEST(StoredKnowledge, LeavesExactTablesAlone) {
    const auto store = empty_store();
    test_support::SolvedTables closure;
    const Table& exact = closure.of("Ke6vK");
    ASSERT_TRUE(store->put(exact));
    const Ending root = Ending::from_fen("4k3/8/4P3/4K3/8/8/8/8 w - - 0 1").value();
    PositionSolver solver = solver_without_pieces(root);
    StoredKnowledge stored(*store, solver.knowledge(), many);
    ASSERT_TRUE(stored.recall(solver.root_key()));
    EXPECT_TRUE(solver.bounds_of(root).is_exact()) << "exact tables are used";
    const Ending open[] = {Ending::from_fen("4k3/4P3/8/4K3/8/8/8/8 w - - 0 1").value()};
    EXPECT_EQ(solver.settle(open), SolveEnd::exhausted);
    EXPECT_GT(stored.save(solver.root_key()).value(), 0U);
    EXPECT_TRUE(store->find(exact.key()).value()->is_exact());
    EXPECT_FALSE(store->find(table_for(MaterialKey::from_board(open[0].board())).key).value()->is_exact());
}

/// What a proof without pieces knows about a key, and one win more.
Table with_one_more_win(const Ending& root) {
    PositionSolver solver = solver_without_pieces(root);
    EXPECT_EQ(solver.settle({&root, 1}), SolveEnd::exhausted);
    Table table = table_of(solver.knowledge(), solver.root_key()).value();
    table.raw_wins(Certainty::proved, 0, Color::white).wins[Color::white].add(Square::e5, Square::e8);
    return table;
}

class StoredBounds : public testing::Test {
  protected:
    Ending root_ = Ending::from_fen("4k3/4P3/8/4K3/8/8/8/8 w - - 0 1").value();
    std::unique_ptr<TableStore> store_ = empty_store();
    PositionSolver solver_{root_, {}, 0};
    TableKey key_ = table_for(solver_.root_key()).key;
    StoredKnowledge stored_{*store_, solver_.knowledge(), many};
};

TEST_F(StoredBounds, StayIfTheyWereNotRead) {
    ASSERT_TRUE(store_->put(with_one_more_win(root_)));
    ASSERT_TRUE(stored_.recall(solver_.root_key(), test_support::spent_budget()));
    ASSERT_EQ(solver_.settle({&root_, 1}), SolveEnd::exhausted);
    EXPECT_GT(stored_.save(solver_.root_key()).value(), 0U) << "the tables of other keys";
    const auto table = store_->find(key_).value();
    EXPECT_TRUE(
        table->raw_wins(Certainty::proved, 0, Color::white).wins[Color::white].has(Square::e5, Square::e8));
}

TEST_F(StoredBounds, DoNotReplaceWhatBecameExactMeanwhile) {
    ASSERT_TRUE(store_->put(with_one_more_win(root_)));
    ASSERT_TRUE(stored_.recall(solver_.root_key()));
    test_support::SolvedTables closure;
    ASSERT_TRUE(store_->put(closure.of("Ke7vK")));
    ASSERT_TRUE(stored_.save(solver_.root_key()));
    EXPECT_TRUE(store_->find(key_).value()->is_exact());
}

/// Whether a table knows all that another one of its key does.
bool includes(const Table& table, const Table& other) {
    if (table.is_exact() || other.is_exact()) return table.is_exact();
    for (std::size_t tile = 0; tile < table.layout().tile_count(); ++tile) {
        for (const Color side : all_colors) {
            for (const Color winner : all_colors) {
                Tile unproved = other.raw_wins(Certainty::proved, tile, side).wins[winner];
                unproved -= table.raw_wins(Certainty::proved, tile, side).wins[winner];
                Tile unrefuted = table.raw_wins(Certainty::possible, tile, side).wins[winner];
                unrefuted -= other.raw_wins(Certainty::possible, tile, side).wins[winner];
                if (unproved.any() || unrefuted.any()) return false;
            }
        }
    }
    return true;
}

TEST(StoredKnowledge, UnitesWhatBothSidesOfATableKnow) {
    const Ending root = Ending::from_fen("8/2p2p2/4k3/8/8/4K3/2P2P2/8 w - - 0 1").value();
    PositionSolver solver(root);
    ASSERT_EQ(solver.settle({&root, 1}), SolveEnd::settled);
    const auto store = empty_store();
    StoredKnowledge stored(*store, solver.knowledge(), many);
    ASSERT_GT(stored.save(solver.root_key()).value(), 0U);
    const MaterialKey key = solver.root_key();
    std::size_t images = 0;
    for (const MaterialKey& child : detail::keys_without_promotions({&key, 1}, many)) {
        const auto known = table_of(solver.knowledge(), child);
        if (!known) continue;
        ++images;
        EXPECT_TRUE(includes(*store->find(known->key()).value(), *known)) << to_string(known->key());
    }
    EXPECT_GT(images, store->keys()->size()) << "else no two keys have one table";
}

}  // namespace
}  // namespace philidor
