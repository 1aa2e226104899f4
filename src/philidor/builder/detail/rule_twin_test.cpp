// The 50-move rule, played out: every position with every clock, found by the ordinary move generator.

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "philidor/builder/detail/distance_solver.hpp"
#include "philidor/builder/test_support/solved_tables.hpp"
#include "philidor/chess/fen.hpp"
#include "philidor/chess/movegen.hpp"
#include "philidor/index/detail/position_indexer.hpp"
#include "philidor/table/answer.hpp"

namespace philidor {
namespace {

using test_support::SolvedTables;

/// The values of all positions of a key with a clock of 100, 99, ... 0. A position with a clock of 100 is
/// drawn unless it is mate.
class ClockTwin {
  public:
    ClockTwin(const TableKey& key, const SolvedTables& tables)
        : indexer_(PositionIndexer::make(key).value()), tables_(tables) {
        for (std::uint64_t number = 0; number < indexer_.size(); ++number) {
            positions_.emplace_back();
            if (const auto board = indexer_.board_at(position_index_at(number))) read(*board);
        }
        values_.assign(positions_.size(), Wdl::draw);
        for (std::size_t i = 0; i < positions_.size(); ++i) {
            if (positions_[i].is_mate) values_[i] = Wdl::loss;
        }
    }

    /// Goes back by one tick of the clock.
    void tick() {
        std::vector<Wdl> before(values_.size(), Wdl::draw);
        for (std::size_t i = 0; i < positions_.size(); ++i) {
            const Position& position = positions_[i];
            if (position.is_mate) before[i] = Wdl::loss;
            if (!position.has_moves) continue;
            Wdl best = position.leaving;
            for (const std::uint32_t next : position.quiet) best = std::max(best, -values_[next]);
            before[i] = best;
        }
        values_ = std::move(before);
    }

    [[nodiscard]] std::size_t size() const { return positions_.size(); }
    [[nodiscard]] Wdl value(std::size_t number) const { return values_[number]; }
    [[nodiscard]] const PositionIndexer& indexer() const { return indexer_; }

  private:
    struct Position {
        bool is_mate = false;
        bool has_moves = false;
        Wdl leaving = Wdl::loss;  ///< the best that captures and pawn moves achieve
        std::vector<std::uint32_t> quiet;
    };

    void read(const Board& board) {
        Position& position = positions_.back();
        const MoveList moves = legal_moves(board);
        position.has_moves = !moves.empty();
        position.is_mate = moves.empty() && board.is_check();
        for (const Move move : moves) {
            const Board next = board.after(move);
            if (board.is_zeroing(move)) {
                position.leaving = std::max(position.leaving, -value_after_leaving(next));
            } else {
                position.quiet.push_back(static_cast<std::uint32_t>(
                    number_of(indexer_.index_of(Ending::from(next).value()).value())));
            }
        }
    }

    [[nodiscard]] Wdl value_after_leaving(const Board& board) const {
        if (!board.legal_en_passant()) return stored(board);
        Wdl best = Wdl::loss;
        bool has_other_moves = false;
        for (const Move move : legal_moves(board)) {
            const bool takes = move.flag() == MoveFlag::en_passant;
            has_other_moves = has_other_moves || !takes;
            if (takes) best = std::max(best, -stored(board.after(move)));
        }
        return has_other_moves ? std::max(best, stored(board)) : best;
    }

    [[nodiscard]] Wdl stored(const Board& board) const {
        const auto [key, symmetry] = table_for(MaterialKey::from_board(board));
        return tables_.find(key)->value_of(symmetry(board), Rule::fifty_moves).value().worst;
    }

    PositionIndexer indexer_;
    const SolvedTables& tables_;
    std::vector<Position> positions_;
    std::vector<Wdl> values_;
};

TEST(RuleTwin, AgreesWithDistancesForEveryClock) {
    SolvedTables tables;
    for (const auto* name : {"Ke4vK", "Ke4vKe5", "Kd4e4vKd6", "KRvK"}) {
        const Table& table = tables.of(name);
        const auto distances = measure_distances(table.key(), tables.lookup());
        ASSERT_TRUE(distances);
        ClockTwin twin(table.key(), tables);
        for (unsigned clock = 100; clock <= 100; --clock) {
            for (std::size_t number = 0; number < twin.size(); number += 1 + clock % 7) {
                const auto board = twin.indexer().board_at(position_index_at(number));
                if (!board) continue;
                const WdlBounds at_start = table.value_of(*board, Rule::fifty_moves).value();
                const WdlBounds found =
                    is_checkmate(*board)
                        ? at_start
                        : with_clock(at_start, static_cast<int>(distances->distance_of(*board)), clock);
                ASSERT_EQ(found, WdlBounds::exactly(twin.value(number)))
                    << to_fen(*board) << " with a clock of " << clock;
            }
            twin.tick();
        }
    }
}

}  // namespace
}  // namespace philidor
