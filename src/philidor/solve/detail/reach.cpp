#include "philidor/solve/detail/reach.hpp"

#include <array>
#include <unordered_map>
#include <vector>

#include "philidor/builder/king_walk.hpp"
#include "philidor/chess/attacks.hpp"
#include "philidor/chess/movegen.hpp"
#include "philidor/index/tile.hpp"
#include "philidor/material/child_keys.hpp"
#include "philidor/material/key_rank.hpp"

namespace philidor::detail {

namespace {

/// Walks down the keys, highest rank first, with the reached king placements of kings and pawns. Where pieces
/// are on the board, every open position counts as reached.
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
            for (std::size_t i = 0; i < waiting_[rank].size(); ++i) visit(waiting_[rank][i]);
        }
        return std::move(reach_);
    }

  private:
    /// Adds the placements among these that are open.
    void enter(const MaterialKey& key, Color side_to_move, const Tile& placements) {
        const WinTable* proved = knowledge_.find({attacker_, Certainty::proved}, key);
        const WinTable* possible = knowledge_.find({attacker_, Certainty::possible}, key);
        if (proved == nullptr || possible == nullptr) return;
        Tile open;
        if (key.piece_count() == 0) {
            open = open_in(*proved, *possible, 0, side_to_move);
            open &= placements;
            if (!open.any()) return;
        }
        const auto [place, is_new] = reached_.try_emplace(key);
        place->second[side_to_move] |= open;
        if (is_new) waiting_[key_rank(key)].push_back(key);
    }

    [[nodiscard]] Tile open_in(const WinTable& proved,
                               const WinTable& possible,
                               std::size_t tile,
                               Color side_to_move) const {
        if (side_to_move != attacker_) {
            Tile open = possible.tile(tile).lost;
            open -= proved.tile(tile).lost;
            return open;
        }
        Tile open = proved.tile(tile).not_won;
        open -= possible.tile(tile).not_won;
        return open;
    }

    void visit(const MaterialKey& key) {
        reach_.open.insert(key);
        ByColor<Tile> reached = reached_[key];
        if (key.piece_count() == 0) {
            spread(key, reached);
        } else {
            for (Tile& tile : reached.values) tile.rows.fill(~std::uint64_t{0});
        }
        for_each_change(key, [&](const KeyChange& change, const MaterialKey& child) {
            follow(reached[change.mover], change, child);
        });
    }

    /// Lets the kings walk through open positions.
    void spread(const MaterialKey& key, ByColor<Tile>& reached) const {
        const WinTable* proved = knowledge_.find({attacker_, Certainty::proved}, key);
        const WinTable* possible = knowledge_.find({attacker_, Certainty::possible}, key);
        ByColor<Tile> open;
        for (const Color side : all_colors) open[side] = open_in(*proved, *possible, 0, side);
        walk_kings(open, reached);
    }

    void follow(Tile from, const KeyChange& change, const MaterialKey& child) {
        switch (change.kind) {
            case ChangeKind::promotion:
                remove_kings_on(from, Bitboard(square_at(index_of(*change.from) ^ 8U)));
                if (from.any()) reach_.entrances.insert(child);
                return;
            case ChangeKind::taking_promotion:
                if (from.any()) reach_.entrances.insert(child);
                return;
            case ChangeKind::pawn_taken: enter_by_king(from, change, child); return;
            case ChangeKind::push: remove_kings_on(from, Bitboard(*change.to)); break;
            case ChangeKind::double_push:
                remove_kings_on(from, Bitboard(*change.to) | Bitboard(passed_pawn(*change.to)));
                enter_by_en_passant(from, change, child);
                break;
            case ChangeKind::en_passant: return;  // an answer to a double push
            case ChangeKind::pawn_takes_pawn:
            case ChangeKind::piece_taken:
            case ChangeKind::pawn_takes_piece: break;
        }
        enter(child, !change.mover, from);
    }

    void enter_by_king(const Tile& from, const KeyChange& change, const MaterialKey& child) {
        Tile after;
        const Bitboard origins = king_attacks(*change.to);
        const std::size_t to = index_of(*change.to);
        if (child.piece_count() != 0) {
            after.rows.fill(~std::uint64_t{0});
        } else if (change.mover == Color::white) {
            for (const Square square : origins) after.rows[to] |= from.rows[index_of(square)];
        } else {
            for (std::size_t row = 0; row < 64; ++row) {
                if ((from.rows[row] & origins.bits()) != 0) after.rows[row] = Bitboard(*change.to).bits();
            }
        }
        enter(child, !change.mover, after);
    }

    void enter_by_en_passant(const Tile& from, const KeyChange& change, const MaterialKey& child) {
        for_each_en_passant(child, change,
                            [&](Square, const MaterialKey& answer) { enter(answer, change.mover, from); });
    }

    Color attacker_;
    const Knowledge& knowledge_;
    std::unordered_map<MaterialKey, ByColor<Tile>> reached_;
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
