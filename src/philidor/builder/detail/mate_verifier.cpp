#include "philidor/builder/detail/mate_verifier.hpp"

#include <algorithm>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <utility>

#include "philidor/base/detail/parallel.hpp"
#include "philidor/chess/fen.hpp"
#include "philidor/chess/movegen.hpp"
#include "philidor/index/detail/position_indexer.hpp"
#include "philidor/table/detail/mate_distance.hpp"

namespace philidor {

namespace {

constexpr std::uint64_t positions_between_questions = 4096;

class MateVerifier {
  public:
    MateVerifier(const DistanceTable& mates, const MateLookup& lookup)
        : mates_(mates), material_(mates.key().material()), lookup_(lookup) {}

    /// What follows from the legal moves; empty if a child is not there.
    [[nodiscard]] std::optional<MateDistance> from_moves(const Board& board) {
        const MoveList moves = legal_moves(board);
        if (moves.empty()) return board.is_check() ? MateDistance::mated() : MateDistance();
        std::optional<MateDistance> best;
        for (const Move move : moves) {
            const auto after = with_en_passant(board.after(move));
            if (!after) return std::nullopt;
            best = best ? better_of(*best, after->before_move()) : after->before_move();
        }
        return best;
    }

    /// What the table says of a board of its key.
    [[nodiscard]] MateDistance stored(const Board& board) const {
        return MateDistance::from_stored(static_cast<std::uint16_t>(mates_.distance_of(board)));
    }

  private:
    /// A capture en passant, of which tables do not know, is one more choice, or the only one.
    [[nodiscard]] std::optional<MateDistance> with_en_passant(const Board& board) {
        if (!board.legal_en_passant()) return in_tables(board);
        std::optional<MateDistance> best;
        bool has_other_moves = false;
        for (const Move move : legal_moves(board)) {
            if (move.flag() != MoveFlag::en_passant) {
                has_other_moves = true;
                continue;
            }
            const auto after = in_tables(board.after(move));
            if (!after) return std::nullopt;
            best = best ? better_of(*best, after->before_move()) : after->before_move();
        }
        if (!has_other_moves) return best;
        const auto own = in_tables(board);
        return own ? std::optional(better_of(*best, *own)) : std::nullopt;
    }

    [[nodiscard]] std::optional<MateDistance> in_tables(const Board& board) {
        const MaterialKey key = MaterialKey::from_board(board);
        if (key == material_) return stored(board);
        const auto [canonical, symmetry] = table_for(key);
        const auto [place, is_new] = found_.try_emplace(canonical, nullptr);
        if (is_new) place->second = lookup_(canonical);
        if (place->second == nullptr) return std::nullopt;
        return MateDistance::from_stored(
            static_cast<std::uint16_t>(place->second->distance_of(symmetry(board))));
    }

    const DistanceTable& mates_;
    const MaterialKey& material_;
    const MateLookup& lookup_;
    std::unordered_map<TableKey, const DistanceTable*> found_;
};

}  // namespace

MateReport verify_mates(const DistanceTable& mates,
                        const MateLookup& lookup,
                        const Budget& budget,
                        std::size_t most_faults) {
    const PositionIndexer indexer = PositionIndexer::make(mates.key()).value();
    MateReport report;
    std::uint64_t looked_at = 0;
    std::mutex mutex;  // guards both, and the lookup
    const MateLookup guarded = [&](const TableKey& key) {
        const std::lock_guard lock(mutex);
        return lookup(key);
    };
    const auto check = [&](std::size_t begin, std::size_t end) {
        MateVerifier verifier(mates, guarded);
        for (std::size_t block = begin; block < end && budget.goes_on(); ++block) {
            MateReport part;
            const std::uint64_t first = block * positions_between_questions;
            const std::uint64_t last = std::min(first + positions_between_questions, indexer.size());
            for (std::uint64_t number = first; number < last; ++number) {
                const auto board = indexer.board_at(position_index_at(number));
                if (!board) continue;
                ++part.positions;
                const auto expected = verifier.from_moves(*board);
                const MateDistance stored = verifier.stored(*board);
                if (stored.stored() != 0) part.longest = std::max(part.longest, stored.stored() - 1U);
                if (!expected) part.is_complete = false;
                if (!expected || *expected == stored) continue;
                ++part.faults;
                part.first.push_back({FaultKind::distance, to_fen(*board), WdlBounds::exactly(stored.value()),
                                      WdlBounds::exactly(expected->value()), stored.stored(),
                                      expected->stored()});
            }
            const std::lock_guard lock(mutex);
            report.positions += part.positions;
            report.faults += part.faults;
            report.longest = std::max(report.longest, part.longest);
            report.is_complete = report.is_complete && part.is_complete;
            for (TableFault& fault : part.first) {
                if (report.first.size() < most_faults) report.first.push_back(std::move(fault));
            }
            budget.report({looked_at += last - first, indexer.size(), 0});
        }
    };
    parallel_for(indexer.size() / positions_between_questions + 1, budget.threads, check);
    report.is_complete = report.is_complete && budget.goes_on();
    return report;
}

}  // namespace philidor
