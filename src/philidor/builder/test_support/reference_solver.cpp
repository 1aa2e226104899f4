#include "philidor/builder/test_support/reference_solver.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "philidor/builder/detail/entry_bits.hpp"
#include "philidor/chess/board.hpp"
#include "philidor/chess/movegen.hpp"
#include "philidor/index/detail/position_indexer.hpp"
#include "philidor/index/detail/tile_place.hpp"
#include "philidor/table/wdl.hpp"

namespace philidor::test_support {

namespace {

/// The value of having the choice between two moves.
WdlBounds better(WdlBounds a, WdlBounds b) { return {std::max(a.worst, b.worst), std::max(a.best, b.best)}; }

/// Whether a move leads to another key.
bool changes_key(const Board& board, Move move) {
    return move.is_capture() || type_of(board.piece_on(move.from())) == PieceType::pawn;
}

/// What is found out about every index, for the side to move.
struct Outcomes {
    std::vector<bool> won;
    std::vector<bool> lost;
};

class ReferenceSolver {
  public:
    ReferenceSolver(const TableKey& key, const TableLookup& lookup)
        : indexer_(PositionIndexer::make(key).value()), lookup_(lookup) {}

    Table solve() {
        play_all_moves();
        const ByCertainty<Outcomes> outcomes{
            {find_outcomes(Certainty::proved), find_outcomes(Certainty::possible)}};
        return to_table(outcomes);
    }

  private:
    /// A position of the table: what its moves lead to.
    struct Position {
        bool is_legal = false;
        WdlBounds leaving;  ///< the best that captures and pawn moves achieve; mate and stalemate too
        std::size_t quiet_moves_end =
            0;  ///< in `quiet_moves_`; they begin where those of the last position end
    };

    void play_all_moves() {
        for (std::uint64_t number = 0; number < indexer_.size(); ++number) {
            Position position;
            if (const auto board = indexer_.board_at(position_index_at(number))) {
                position.is_legal = true;
                position.leaving = play_moves(*board);
            }
            position.quiet_moves_end = quiet_moves_.size();
            positions_.push_back(position);
        }
    }

    /// Notes the quiet moves, and returns the value of the others.
    WdlBounds play_moves(const Board& board) {
        const MoveList moves = legal_moves(board);
        if (moves.empty()) return WdlBounds::exactly(board.is_check() ? Wdl::loss : Wdl::draw);
        WdlBounds leaving = WdlBounds::exactly(Wdl::loss);
        for (const Move move : moves) {
            const Board next = board.after(move);
            if (changes_key(board, move)) {
                leaving = better(leaving, -value_after_leaving(next));
            } else {
                quiet_moves_.push_back(static_cast<std::uint32_t>(
                    number_of(indexer_.index_of(Ending::from(next).value()).value())));
            }
        }
        return leaving;
    }

    /// The value of a position of another key. If a pawn may be taken en passant, which tables do not know,
    /// that is another move to choose from, or the only one.
    WdlBounds value_after_leaving(const Board& board) {
        if (!board.legal_en_passant()) return value_in_table(board);
        WdlBounds captures = WdlBounds::exactly(Wdl::loss);
        bool has_other_moves = false;
        for (const Move move : legal_moves(board)) {
            if (move.flag() == MoveFlag::en_passant) {
                captures = better(captures, -value_in_table(board.after(move)));
            } else {
                has_other_moves = true;
            }
        }
        return has_other_moves ? better(captures, value_in_table(board)) : captures;
    }

    WdlBounds value_in_table(const Board& board) {
        const auto [key, symmetry] = table_for(MaterialKey::from_board(board));
        const Table* table = lookup_(key);
        is_exact_ = is_exact_ && table != nullptr && table->is_exact();
        if (table == nullptr) return {};
        const TilePlace place = find_place(table->layout(), board, symmetry);
        return detail::value_of(detail::bits_at(*table, place)).value();
    }

    [[nodiscard]] std::span<const std::uint32_t> quiet_moves_of(std::size_t index) const {
        const std::size_t begin = index == 0 ? 0 : positions_[index - 1].quiet_moves_end;
        return {quiet_moves_.data() + begin, positions_[index].quiet_moves_end - begin};
    }

    /// Repeats until nothing changes: a position is won if some move leads to a lost one, and lost if all
    /// moves lead to won ones. An open value counts as none of the two in what is proved, and as both in what
    /// is possible.
    [[nodiscard]] Outcomes find_outcomes(Certainty certainty) const {
        Outcomes outcomes{std::vector<bool>(positions_.size()), std::vector<bool>(positions_.size())};
        for (bool has_changed = true; has_changed;) {
            has_changed = false;
            for (std::size_t index = 0; index < positions_.size(); ++index) {
                if (!positions_[index].is_legal) continue;
                const auto [for_win, for_loss] = leaving_values(positions_[index], certainty);
                const auto moves = quiet_moves_of(index);
                const auto is_won = [&](std::uint32_t next) { return outcomes.won[next]; };
                const auto is_lost = [&](std::uint32_t next) { return outcomes.lost[next]; };
                if (!outcomes.won[index] && (for_win == Wdl::win || std::ranges::any_of(moves, is_lost))) {
                    outcomes.won[index] = has_changed = true;
                }
                if (!outcomes.lost[index] && for_loss == Wdl::loss && std::ranges::all_of(moves, is_won)) {
                    outcomes.lost[index] = has_changed = true;
                }
            }
        }
        return outcomes;
    }

    /// Which bound decides whether a position is won, and which whether it is lost.
    [[nodiscard]] static std::array<Wdl, 2> leaving_values(const Position& position, Certainty certainty) {
        const auto [worst, best] = position.leaving;
        return certainty == Certainty::proved ? std::array{worst, best} : std::array{best, worst};
    }

    [[nodiscard]] Table to_table(const ByCertainty<Outcomes>& outcomes) const {
        Table table(indexer_.key(), is_exact_);
        for (std::size_t tile = 0; tile < table.layout().tile_count(); ++tile) {
            for (const Color side : all_colors) write(tile, side, outcomes, table);
        }
        return table;
    }

    void write(std::size_t tile, Color side, const ByCertainty<Outcomes>& outcomes, Table& table) const {
        Tile legal;
        ByCertainty<ByColor<Tile>> won;
        for (const Square white_king : Bitboard::all()) {
            for (const Square black_king : Bitboard::all()) {
                const auto board = indexer_.board_at({side, tile, white_king, black_king});
                if (!board) continue;
                legal.add(white_king, black_king);
                const auto index = static_cast<std::size_t>(
                    number_of(indexer_.index_of(Ending::from(*board).value()).value()));
                for (const Certainty certainty : all_certainties) {
                    if (outcomes[certainty].won[index]) won[certainty][side].add(white_king, black_king);
                    if (outcomes[certainty].lost[index]) won[certainty][!side].add(white_king, black_king);
                }
            }
        }
        table.set_legal(tile, side, legal);
        for (const Certainty certainty : all_certainties) {
            for (const Color winner : all_colors)
                table.set_won(certainty, tile, side, winner, won[certainty][winner]);
        }
    }

    PositionIndexer indexer_;
    const TableLookup& lookup_;
    std::vector<Position> positions_;
    std::vector<std::uint32_t> quiet_moves_;
    bool is_exact_ = true;
};

}  // namespace

Table reference_solve(const TableKey& key, const TableLookup& lookup) {
    return ReferenceSolver(key, lookup).solve();
}

}  // namespace philidor::test_support
