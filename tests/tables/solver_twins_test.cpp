// Compares the tile solver with its slow counterpart: the same bytes for the same children.

#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "philidor/base/test_support/sample_size.hpp"
#include "philidor/builder/detail/retrograde_solver.hpp"
#include "philidor/builder/detail/table_verifier.hpp"
#include "philidor/builder/test_support/first_difference.hpp"
#include "philidor/builder/test_support/random_tables.hpp"
#include "philidor/builder/test_support/reference_solver.hpp"
#include "philidor/builder/test_support/solved_tables.hpp"
#include "philidor/material/detail/child_keys.hpp"
#include "philidor/material/detail/key_graph.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/material/test_support/key_of.hpp"

namespace philidor::tables {
namespace {

using test_support::find_nothing;
using test_support::first_difference;
using test_support::random_below;
using test_support::random_key;
using test_support::RandomTables;
using test_support::reference_solve;
using test_support::SolvedTables;
using test_support::Structure;
using test_support::table_key_of;

void expect_twins(const TableKey& key, const TableLookup& lookup) {
    const auto difference = first_difference(*solve_table(key, lookup), reference_solve(key, lookup));
    EXPECT_FALSE(difference) << *difference;
}

/// With all children, and with some of them hidden.
void expect_twins_of_solved(SolvedTables& tables, const TableKey& key, std::uint64_t salt) {
    tables.of(key);
    expect_twins(key, tables.lookup());
    expect_twins(key, [&](const TableKey& child) -> const Table* {
        return (child.material().hash() ^ salt) % 3 == 0 ? nullptr : tables.find(child);
    });
}

/// The square of a pawn, as text.
std::string random_pawn(std::mt19937_64& random) {
    return to_string(test_support::random_square(random, ~MaterialKey::back_ranks));
}

// --- Solved children ---

TEST(SolverTwins, AgreeOnKingsAndAPawn) {
    SolvedTables tables;
    std::mt19937_64 random(1);
    for (const std::string text : {"KvK", "Ka7vK", "Ka2vK", "Ke5vK", "Kd6vK", "Kb2vK"}) {
        expect_twins_of_solved(tables, table_key_of(text), random());
    }
}

TEST(SolverTwins, AgreeOnKingsAndOnePieceEach) {
    SolvedTables tables;
    for (const std::string text : {"KRvK", "KBlvK", "KNvK"}) {
        tables.of(text);
        expect_twins(table_key_of(text), tables.lookup());
    }
}

TEST(SolverTwins, AgreeOnKingsAndTwoPawns) {
    SolvedTables tables;
    std::mt19937_64 random(2);
    // Side by side and past each other, so that pawns are captured, also en passant.
    for (const std::string text :
         {"Kd2vKe4", "Ka2vKb4", "Kd5vKe7", "Ke4vKe5", "Ke4vKd5", "Kg7vKb2", "Ka6b7vK"}) {
        expect_twins_of_solved(tables, table_key_of(text), random());
    }
    for (int trial = 0; trial < 8; ++trial) {
        const auto key = parse_key("K" + random_pawn(random) + "vK" + random_pawn(random));
        if (key) expect_twins_of_solved(tables, table_for(*key).key, random());
    }
}

TEST(SlowSolverTwins, AgreeOnAllKeysOfUpToFourMenWithoutPawns) {
    SolvedTables tables;
    for (const std::string text :
         {"KvK",    "KQvK",   "KRvK",  "KBlvK",   "KNvK",    "KQQvK",   "KQRvK",   "KQBlvK", "KQNvK",
          "KRRvK",  "KRBlvK", "KRNvK", "KBlBlvK", "KBdBlvK", "KBlNvK",  "KNNvK",   "KQvKQ",  "KQvKR",
          "KQvKBl", "KQvKN",  "KRvKR", "KRvKBl",  "KRvKN",   "KBlvKBl", "KBlvKBd", "KBlvKN", "KNvKN"}) {
        tables.of(text);
        expect_twins(table_key_of(text), tables.lookup());
    }
}

TEST(SlowSolverTwins, AgreeOnAPieceAndAPawn) {
    SolvedTables tables;
    std::mt19937_64 random(3);
    for (const std::string piece : {"Q", "R", "Bd", "Bl", "N"}) {
        for (int trial = 0; trial < 4; ++trial) {
            expect_twins_of_solved(tables, table_key_of("K" + piece + random_pawn(random) + "vK"), random());
            expect_twins_of_solved(tables, table_key_of("K" + piece + "vK" + random_pawn(random)), random());
        }
    }
}

TEST(SlowSolverTwins, AgreeOnTwoPawns) {
    SolvedTables tables;
    std::mt19937_64 random(4);
    for (int trial = 0; trial < 300; ++trial) {
        const std::string one = random_pawn(random);
        const std::string other = random_pawn(random);
        const auto key = parse_key(trial % 2 == 0 ? "K" + one + "vK" + other : "K" + one + other + "vK");
        if (key) expect_twins_of_solved(tables, table_for(*key).key, random());
    }
}

/// A key with some of its descendants: pawns on both sides and everything below them that has no piece.
void expect_twins_in_closure(std::mt19937_64& random, Structure structure, unsigned pawns, unsigned samples) {
    const TableKey root = random_key(random, pawns, 0, structure);
    const KeyGraph closure = KeyGraph::closure_of(root, {.pieces = 0, .keys = 3000});
    SolvedTables tables([&](const TableKey& key) { return closure.contains(key); });
    tables.of(root);
    expect_twins(root, tables.lookup());
    for (unsigned i = 0; i < samples; ++i) {
        const auto place = static_cast<std::size_t>(random() % closure.keys().size());
        expect_twins(closure.keys()[place], tables.lookup());
    }
}

TEST(SolverTwins, AgreeInClosuresOfKingsAndPawns) {
    std::mt19937_64 random(5);
    expect_twins_in_closure(random, Structure::blocked, 3, 5);
    expect_twins_in_closure(random, Structure::with_en_passant, 2, 5);
    expect_twins_in_closure(random, Structure::with_en_passant, 3, 5);
}

TEST(SlowSolverTwins, AgreeInClosuresOfKingsAndPawns) {
    std::mt19937_64 random(6);
    for (int trial = 0; trial < 20; ++trial) {
        expect_twins_in_closure(random, trial % 2 == 0 ? Structure::with_en_passant : Structure::blocked,
                                3 + random_below(random, 3), 10);
    }
}

// --- Children of random values ---

/// Whether a double push can be answered by an en passant capture, for pawns of either side.
bool has_en_passant(const MaterialKey& key) {
    bool found = false;
    for_each_change(key, [&](const KeyChange& change, const MaterialKey& child) {
        if (change.kind != ChangeKind::double_push) return;
        for_each_change(child, [&](const KeyChange& answer, const MaterialKey&) {
            found = found || (answer.kind == ChangeKind::en_passant && answer.mover != change.mover);
        });
    });
    return found;
}

/// Compares many keys with 3 to 6 pawns on each side. Returns how many of them have en passant captures.
unsigned expect_twins_at_random(std::uint64_t seed, int trials, unsigned pieces) {
    std::mt19937_64 random(seed);
    unsigned with_en_passant = 0;
    for (int trial = 0; trial < trials; ++trial) {
        const Structure structure = trial % 2 == 0   ? Structure::with_en_passant
                                    : trial % 4 == 1 ? Structure::blocked
                                                     : Structure::anywhere;
        const TableKey key = random_key(random, 3 + random_below(random, 4), pieces, structure);
        RandomTables tables(random(), trial % 3 == 0 ? RandomTables::Presence::all_exact
                                                     : RandomTables::Presence::some_absent);
        expect_twins(key, tables.lookup());
        if (has_en_passant(key.material())) ++with_en_passant;
    }
    return with_en_passant;
}

TEST(SolverTwins, AgreeOnManyPawns) {
    EXPECT_GE(expect_twins_at_random(7, test_support::samples(60), 0), test_support::samples(60U) / 2);
}

TEST(SolverTwins, AgreeOnManyPawnsAndAPiece) {
    EXPECT_GE(expect_twins_at_random(8, test_support::samples(2), 1), 1U);
}

TEST(SlowSolverTwins, AgreeOnManyPawns) { EXPECT_GE(expect_twins_at_random(9, 600, 0), 300U); }

TEST(SlowSolverTwins, AgreeOnManyPawnsAndAPiece) { EXPECT_GE(expect_twins_at_random(10, 60, 1), 30U); }

// --- No children at all ---

TEST(SolverTwins, AgreeWithoutAnyChild) {
    std::mt19937_64 random(11);
    for (const std::string text : {"KvK", "Ka7vK", "Kd2vKe4", "Ke4vKe5", "KRvK"})
        expect_twins(table_key_of(text), find_nothing);
    for (unsigned pawns = 2; pawns <= 8; ++pawns) {
        for (const Structure structure :
             {Structure::anywhere, Structure::blocked, Structure::with_en_passant}) {
            expect_twins(random_key(random, pawns, 0, structure), find_nothing);
        }
    }
}

// --- The verifier agrees as well ---

TEST(SolverTwins, SatisfyTheVerifier) {
    std::mt19937_64 random(12);
    for (int trial = 0; trial < 12; ++trial) {
        const TableKey key = random_key(random, 3 + random_below(random, 4), 0, Structure::with_en_passant);
        RandomTables tables(random(), RandomTables::Presence::some_absent);
        const VerifyReport report = verify(*solve_table(key, tables.lookup()), tables.lookup());
        EXPECT_TRUE(report.is_clean()) << to_string(key) << ": " << describe(report.first.at(0));
    }
}

TEST(SlowSolverTwins, SatisfyTheVerifierInWholeClosures) {
    SolvedTables tables;
    Budget two_threads;
    two_threads.threads = 2;
    for (const std::string root : {"KQvKa2", "Kd2vKe4", "KBlvKN", "KRvKR"}) {
        const KeyGraph closure = KeyGraph::closure_of(table_key_of(root));
        for (const TableKey& key : closure.keys()) {
            const VerifyReport report = verify(tables.of(key), tables.lookup(), {.budget = two_threads});
            EXPECT_TRUE(report.is_clean()) << to_string(key) << ": " << describe(report.first.at(0));
        }
    }
}

}  // namespace
}  // namespace philidor::tables
