#include "philidor/solve/detail/reach.hpp"

#include <array>
#include <unordered_map>
#include <vector>

#include "philidor/builder/detail/king_walk.hpp"
#include "philidor/chess/attacks.hpp"
#include "philidor/chess/movegen.hpp"
#include "philidor/index/detail/tile.hpp"
#include "philidor/material/detail/child_keys.hpp"
#include "philidor/material/detail/key_rank.hpp"

namespace philidor::detail {

namespace {

constexpr Tile all_placements = [] {
    Tile tile;
    tile.rows.fill(~std::uint64_t{0});
    return tile;
}();

/// Walks down the keys, highest rank first. Of kings and pawns it knows the placements that are reached. With
/// pieces on the board, every open position of a table counts as reached, wherever the pieces stand.
class ReachFinder {
  public:
    ReachFinder(Color attacker, const Knowledge& knowledge) : attacker_(attacker), knowledge_(knowledge) {}

    void start_at(const Board& board) {
        Tile tile;
        tile.add(board.king(Color::white), board.king(Color::black));
        enter(MaterialKey::from_board(board), board.side_to_move(), tile);
        if (!board.legal_en_passant()) return;
        for (const Move move : legal_moves(board)) start_at(board.after(move));
    }

    Reach find() {
        for (std::size_t rank = waiting_.size(); rank-- > 0;) {
            for (const MaterialKey& key : waiting_[rank]) visit(key);  // which adds lower ranks only
        }
        return std::move(reach_);
    }

  private:
    struct Entry {
        ByColor<Tile> open;     ///< by side to move: what is open at all
        ByColor<Tile> reached;  ///< by side to move
        bool is_waiting = false;
    };

    void enter(const MaterialKey& key, Color side_to_move, const Tile& placements) {
        if (!placements.any()) return;
        const WinTable* proved = knowledge_.find({attacker_, Certainty::proved}, key);
        const WinTable* possible = knowledge_.find({attacker_, Certainty::possible}, key);
        if (proved == nullptr && possible == nullptr) {
            reach_.entrances.insert(key);
            return;
        }
        const auto [place, is_new] = entries_.try_emplace(key);
        Entry& entry = place->second;
        if (is_new) {
            for (const Color side : all_colors) entry.open[side] = open_in(proved, possible, side);
        }
        Tile reached = entry.open[side_to_move];
        if (key.piece_count() == 0) reached &= placements;
        if (!reached.any()) return;
        entry.reached[side_to_move] |= reached;
        if (!entry.is_waiting) waiting_[key_rank(key)].push_back(key);
        entry.is_waiting = true;
    }

    /// The open placements of the kings in all tiles together. What was not asked yet is open.
    [[nodiscard]] Tile open_in(const WinTable* proved, const WinTable* possible, Color side_to_move) const {
        Tile all;
        const std::size_t tiles = (proved != nullptr ? proved : possible)->layout().tile_count();
        for (std::size_t tile = 0; tile < tiles; ++tile) {
            Tile open = all_placements;
            Tile known;
            Tile legal;
            if (side_to_move != attacker_) {
                if (possible != nullptr) possible->read_lost(tile, open);
                if (proved != nullptr) proved->read_lost(tile, known);
            } else {
                if (possible != nullptr) possible->read_won(tile, known, open);
                if (proved != nullptr) proved->read_won(tile, open, legal);
            }
            open -= known;
            all |= open;
        }
        return all;
    }

    void visit(const MaterialKey& key) {
        reach_.open.insert(key);
        ByColor<Tile> reached = entries_[key].reached;
        if (key.piece_count() == 0) {
            walk_kings(entries_[key].open, reached);
        } else {
            reached = entries_[key].open;
        }
        for_each_table_read(key,
                            [&](const TableRead& read) { follow(key, reached[read.change.mover], read); });
    }

    void follow(const MaterialKey& key, Tile from, const TableRead& read) {
        if (!from.any()) return;
        const KeyChange& change = read.change;
        switch (change.kind) {
            case ChangeKind::promotion:
                remove_kings_on(from, Bitboard(square_at(index_of(*change.from) ^ 8U)));
                break;
            case ChangeKind::pawn_taken:
                from = key.piece_count() == 0 ? after_king_move(from, change) : all_placements;
                break;
            case ChangeKind::piece_taken: from = all_placements; break;
            case ChangeKind::push: remove_kings_on(from, Bitboard(*change.to)); break;
            case ChangeKind::double_push:
                remove_kings_on(from, Bitboard(*change.to) | Bitboard(passed_pawn(*change.to)));
                break;
            case ChangeKind::en_passant:  // read as an answer to a double push
            case ChangeKind::pawn_takes_pawn:
            case ChangeKind::pawn_takes_piece:
            case ChangeKind::taking_promotion: break;
        }
        enter(read.key, read.side_to_move(), from);
    }

    [[nodiscard]] static Tile after_king_move(const Tile& from, const KeyChange& change) {
        Tile after;
        const Bitboard origins = king_attacks(*change.to);
        if (change.mover == Color::white) {
            for (const Square square : origins)
                after.rows[index_of(*change.to)] |= from.rows[index_of(square)];
        } else {
            for (std::size_t row = 0; row < 64; ++row) {
                if ((from.rows[row] & origins.bits()) != 0) after.rows[row] = Bitboard(*change.to).bits();
            }
        }
        return after;
    }

    Color attacker_;
    const Knowledge& knowledge_;
    std::unordered_map<MaterialKey, Entry> entries_;
    std::array<std::vector<MaterialKey>, highest_key_rank + 1> waiting_;
    Reach reach_;
};

}  // namespace

Reach find_reach(std::span<const Board> roots, Color attacker, const Knowledge& knowledge) {
    ReachFinder finder(attacker, knowledge);
    for (const Board& root : roots) finder.start_at(root);
    return finder.find();
}

}  // namespace philidor::detail
