#include "philidor/builder/detail/mate_solver.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "philidor/builder/detail/mate_verifier.hpp"
#include "philidor/builder/test_support/solved_tables.hpp"
#include "philidor/chess/fen.hpp"
#include "philidor/chess/movegen.hpp"
#include "philidor/index/detail/position_indexer.hpp"
#include "philidor/index/detail/tile_place.hpp"
#include "philidor/material/detail/child_keys.hpp"
#include "philidor/material/test_support/key_of.hpp"
#include "philidor/table/detail/mate_distance.hpp"

namespace philidor {
namespace {

using test_support::SolvedTables;
using test_support::table_key_of;

/// Measured tables of keys and of all that they need.
class MateTables {
  public:
    const DistanceTable& of(const TableKey& key) {
        if (const auto found = tables_.find(key); found != tables_.end()) return found->second;
        for (const ChildKey& child : child_keys(key.material())) (void)of(table_for(child.key).key);
        return tables_.emplace(key, measure_mates(key, lookup()).value()).first->second;
    }

    [[nodiscard]] MateLookup lookup() const {
        return [this](const TableKey& key) -> const DistanceTable* {
            const auto found = tables_.find(key);
            return found == tables_.end() ? nullptr : &found->second;
        };
    }

  private:
    std::map<TableKey, DistanceTable> tables_;
};

/// The plies to mate of every position of a key, found without tiles: whoever can mate in one does, and so
/// on, one ply at a time, until nothing changes.
class MateTwin {
  public:
    explicit MateTwin(const TableKey& key) : indexer_(PositionIndexer::make(key).value()) {
        for (const ChildKey& child : child_keys(key.material())) {
            const TableKey table = table_for(child.key).key;
            children_.try_emplace(table, table);
        }
        for (std::uint64_t number = 0; number < indexer_.size(); ++number) read(number);
        bool has_changed = true;
        unsigned longest_child = 0;
        for (const auto& [child, twin] : children_) longest_child = std::max(longest_child, twin.longest());
        for (unsigned plies = 1; has_changed || plies <= longest_child + 1; ++plies) {
            has_changed = false;
            for (std::size_t place = 0; place < positions_.size(); ++place) {
                if (mates_[place].stored() != 0 || !settles(positions_[place], plies)) continue;
                mates_[place] = MateDistance::from_stored(static_cast<std::uint16_t>(plies + 1));
                has_changed = true;
            }
        }
    }

    [[nodiscard]] MateDistance of(const Board& board) const {
        const auto [key, symmetry] = table_for(MaterialKey::from_board(board));
        if (key != indexer_.key()) return children_.at(key).of(board);
        const auto ending = Ending::from(board).value();
        const auto number = number_of(indexer_.index_of(ending).value());
        return mates_[places_[number]];
    }

    [[nodiscard]] unsigned longest() const {
        std::uint16_t most = 1;
        for (const MateDistance mate : mates_) most = std::max(most, mate.stored());
        return most - 1U;
    }

    /// Calls `visit(board, mate)` for every position.
    template <class Visit>
    void for_each(const Visit& visit) const {
        for (std::size_t place = 0; place < positions_.size(); ++place) {
            visit(indexer_.board_at(position_index_at(positions_[place].number)).value(), mates_[place]);
        }
    }

  private:
    struct Position {
        std::uint64_t number;
        std::vector<std::uint64_t> quiet;   ///< the positions after moves within the table
        std::vector<MateDistance> leaving;  ///< what those after other moves are worth to the other side
    };

    void read(std::uint64_t number) {
        places_.push_back(positions_.size());
        const auto board = indexer_.board_at(position_index_at(number));
        if (!board) return;
        Position position{number, {}, {}};
        const MoveList moves = legal_moves(*board);
        for (const Move move : moves) {
            const Board next = board->after(move);
            if (board->is_zeroing(move)) {
                position.leaving.push_back(of(next));
            } else {
                position.quiet.push_back(number_of(indexer_.index_of(Ending::from(next).value()).value()));
            }
        }
        positions_.push_back(std::move(position));
        mates_.push_back(moves.empty() && board->is_check() ? MateDistance::mated() : MateDistance());
    }

    /// Whether the side to move wins in so many plies, which is then odd, or loses.
    [[nodiscard]] bool settles(const Position& position, unsigned plies) const {
        const bool wins = plies % 2 == 1;
        const auto is_settled = [&](MateDistance after) {
            const bool is_won = after.value() == (wins ? Wdl::loss : Wdl::win);
            return is_won && after.stored() <= plies;
        };
        const auto at = [&](std::uint64_t number) { return is_settled(mates_[places_[number]]); };
        if (wins)
            return std::ranges::any_of(position.quiet, at) ||
                   std::ranges::any_of(position.leaving, is_settled);
        const bool has_moves = !position.quiet.empty() || !position.leaving.empty();
        return has_moves && std::ranges::all_of(position.quiet, at) &&
               std::ranges::all_of(position.leaving, is_settled);
    }

    PositionIndexer indexer_;
    std::map<TableKey, MateTwin> children_;
    std::vector<Position> positions_;
    std::vector<std::size_t> places_;  ///< by number
    std::vector<MateDistance> mates_;
};

void expect_as_twin(const TableKey& key, MateTables& tables) {
    const DistanceTable& mates = tables.of(key);
    std::uint64_t faults = 0;
    MateTwin(key).for_each([&](const Board& board, MateDistance expected) {
        if (mates.distance_of(board) == expected.stored() || ++faults > 3) return;
        ADD_FAILURE() << to_fen(board) << ": " << mates.distance_of(board) << ", " << expected.stored()
                      << " expected";
    });
    EXPECT_EQ(faults, 0U) << to_string(key);
}

/// Every pawn structure of KPvK.
std::vector<TableKey> keys_with_one_pawn() {
    std::vector<TableKey> keys;
    for (unsigned square = 8; square < 56; ++square)
        keys.push_back(table_key_of("K" + to_string(square_at(square)) + "vK"));
    return keys;
}

TEST(MateSolver, FindsTheLongestMatesOfThreeMenWhichArePublished) {
    MateTables tables;
    const auto moves_of = [&](const TableKey& key) {
        return (verify_mates(tables.of(key), tables.lookup()).longest + 1) / 2;
    };
    EXPECT_EQ(moves_of(table_key_of("KQvK")), 10U);
    EXPECT_EQ(moves_of(table_key_of("KRvK")), 16U);
    unsigned longest = 0;
    for (const TableKey& key : keys_with_one_pawn()) longest = std::max(longest, moves_of(key));
    EXPECT_EQ(longest, 28U);
}

TEST(MateSolver, AgreesWithAPlainSearchOnAllPositionsOfThreeMen) {
    MateTables tables;
    for (const auto* name : {"KQvK", "KRvK", "KBlvK", "KNvK", "Kd6vK"})
        expect_as_twin(table_key_of(std::string(name)), tables);
}

TEST(MateSolver, FollowsFromTheMovesInEveryTableOfThreeMen) {
    MateTables tables;
    for (const TableKey& key : keys_with_one_pawn()) {
        const MateReport report = verify_mates(tables.of(key), tables.lookup());
        EXPECT_TRUE(report.is_complete);
        EXPECT_EQ(report.faults, 0U) << to_string(key);
    }
}

TEST(MateSolver, TakesEnPassantIntoAccount) {
    // The pawns can pass each other with a double push.
    MateTables tables;
    for (const auto* name : {"Ke2vKd4", "Kg4vKh7"}) {
        const DistanceTable& mates = tables.of(table_key_of(std::string(name)));
        const MateReport report = verify_mates(mates, tables.lookup());
        EXPECT_TRUE(report.is_complete);
        EXPECT_EQ(report.faults, 0U) << name;
        EXPECT_GT(report.longest, 30U);
    }
}

TEST(MateSolver, HasTheSameWinsAsTheTableOfValues) {
    MateTables mates;
    SolvedTables tables;
    for (const auto* name : {"Ke4vKe5", "KRvKN", "Ka7vK"}) {
        const Table& table = tables.of(name);
        const DistanceTable& measured = mates.of(table.key());
        const PositionIndexer indexer = PositionIndexer::make(table.key()).value();
        for (std::uint64_t number = 0; number < indexer.size(); ++number) {
            const auto board = indexer.board_at(position_index_at(number));
            if (!board) continue;
            const auto mate =
                MateDistance::from_stored(static_cast<std::uint16_t>(measured.distance_of(*board)));
            ASSERT_EQ(WdlBounds::exactly(mate.value()), table.value_of(*board)) << to_fen(*board);
        }
    }
}

TEST(MateSolver, MeasuresNothingWithoutTheTablesBelow) {
    EXPECT_FALSE(measure_mates(table_key_of("KQvK"), [](const TableKey&) { return nullptr; }));
}

TEST(MateVerifier, FindsANumberThatIsWrong) {
    MateTables tables;
    DistanceTable mates = tables.of(table_key_of("KQvK"));
    const Board board = parse_fen("8/8/8/8/8/3k4/8/K1Q5 w - - 0 1").value();
    const TilePlace place = find_place(mates.layout(), board);
    mates.tile(place.tile,
               place.side_to_move)[index_of(place.white_king) * square_count + index_of(place.black_king)] +=
        2;
    const MateReport report = verify_mates(mates, tables.lookup());
    EXPECT_GE(report.faults, 1U);
    EXPECT_FALSE(report.first.empty());
}

TEST(SlowMateSolver, FindsAllMatesOfFourMenWhichArePublished) {
    MateTables tables;
    const std::map<std::string_view, unsigned> published{{"KBlNvK", 33}, {"KQvKR", 35}};
    for (const auto& [name, moves] : published) {
        const MateReport report = verify_mates(tables.of(table_key_of(std::string(name))), tables.lookup());
        EXPECT_TRUE(report.is_complete);
        EXPECT_EQ(report.faults, 0U) << name;
        EXPECT_EQ((report.longest + 1) / 2, moves) << name;
    }
}

}  // namespace
}  // namespace philidor
