#include "philidor/solve/detail/reach.hpp"

#include <array>
#include <functional>
#include <unordered_map>
#include <vector>

#include "philidor/builder/detail/conversions.hpp"
#include "philidor/builder/detail/tile_kernels.hpp"
#include "philidor/chess/attacks.hpp"
#include "philidor/chess/movegen.hpp"
#include "philidor/index/detail/tile.hpp"
#include "philidor/material/detail/child_keys.hpp"
#include "philidor/material/detail/key_rank.hpp"
#include "philidor/solve/detail/resources.hpp"

namespace philidor::detail {

namespace {

constexpr Tile all_placements = [] {
    Tile tile;
    tile.rows.fill(~std::uint64_t{0});
    return tile;
}();

/// A move of the prover that leaves the table, and the positions in which the optimist plays it.
struct Exit {
    KeyChange change;
    Tile from;
};

/// What the attacker plays first: promotions, then captures, then other pawn moves.
unsigned order_of(const KeyChange& change) {
    switch (change.kind) {
        case ChangeKind::promotion:
        case ChangeKind::taking_promotion: return 0;
        case ChangeKind::push:
        case ChangeKind::double_push: return 2;
        default: return 1;
    }
}

/// The optimist's play in one table of kings and pawns.
class KingPlay {
  public:
    KingPlay(const MaterialKey& key, Hope& hope, const WinTable* known)
        : attacker_(hope.question().attacker),
          is_attacking_(prover_of(hope.question()) == attacker_),
          hopeful_(hope.answer(key).read(0)) {
        const Conversions conversions(key, [&](const MaterialKey& child) { return hope.child(child); });
        conversions.for_each_good(hope.hopeful_question(), prover(), {},
                                  [&](const KeyChange& change, const Tile& good) {
                                      if (good.any()) exits_.push_back({change, good});
                                  });
        std::ranges::sort(exits_, {}, [](const Exit& exit) { return order_of(exit.change); });
        if (is_attacking_) count_rounds(known);
    }

    /// Lets the kings walk from the reached placements, by side to move, through open ones, and adds to them
    /// what they come to.
    void walk(const ByColor<Tile>& open, ByColor<Tile>& reached) const {
        Tile done;
        while (true) {
            Tile after;
            kernels_.add_king_moves(!prover(), reached[!prover()], after);
            after &= open[prover()];
            reached[prover()] |= after;
            Tile fresh = reached[prover()];
            fresh -= done;
            if (!fresh.any()) return;
            done |= fresh;
            if (is_attacking_) {
                for (const Exit& exit : exits_) fresh -= exit.from;
            }
            for (unsigned row = 0; row < square_count; ++row) {
                for (const Square black_king : fresh.row(square_at(row))) {
                    step(square_at(row), black_king, open[!prover()], reached[!prover()]);
                }
            }
        }
    }

    /// The moves that leave the table from these placements.
    [[nodiscard]] std::vector<Exit> exits_from(Tile placements) const {
        if (!is_attacking_) {
            Tile staying;
            kernels_.add_king_moves(prover(), hopeful_.not_won, staying);
            placements -= staying;
        }
        std::vector<Exit> taken;
        for (const Exit& exit : exits_) {
            Tile from = exit.from;
            from &= placements;
            placements -= from;
            if (from.any()) taken.push_back({exit.change, from});
        }
        return taken;
    }

  private:
    /// When the defender, to move, is lost: the later, the longer it takes.
    static constexpr std::uint8_t never = 255;

    [[nodiscard]] Color prover() const { return is_attacking_ ? attacker_ : !attacker_; }

    /// Counts the attacker's rounds, from the positions where it leaves the table or is known to win.
    void count_rounds(const WinTable* known) {
        rounds_.fill(never);
        Tile not_won = hopeful_.legal;
        for (const Exit& exit : exits_) not_won -= exit.from;
        Tile not_lost = hopeful_.lost;
        Tile lost;
        if (known != nullptr) {
            const AnswerTiles proved = known->read(0);
            Tile won = proved.legal;
            won -= proved.not_won;
            not_won -= won;
            lost = proved.lost;
            not_lost -= lost;
            note(lost, 0);
        }
        for (std::uint8_t round = 1; round < never; ++round) {
            Tile escapes;
            kernels_.add_king_moves(!attacker_, not_won, escapes);
            const bool any_lost = kernels_.settle_outside(escapes, not_lost, lost);
            note(lost, round);
            Tile reached;
            kernels_.add_king_moves(attacker_, lost, reached);
            Tile won;
            const bool any_won = kernels_.settle_inside(reached, not_won, won);
            if (!any_lost && !any_won) return;
        }
    }

    void note(const Tile& lost, std::uint8_t round) {
        for (unsigned row = 0; row < square_count; ++row) {
            for (const Square black_king : lost.row(square_at(row))) {
                std::uint8_t& known = rounds_[row * square_count + index_of(black_king)];
                if (known == never) known = round;
            }
        }
    }

    /// The prover's king takes the best step from one placement, if it has a good one.
    void step(Square white_king, Square black_king, const Tile& open, Tile& reached) const {
        const bool is_white = prover() == Color::white;
        std::optional<std::array<Square, 2>> best;
        unsigned best_price = never;
        for (const Square to : king_attacks(is_white ? white_king : black_king)) {
            const std::array<Square, 2> kings =
                is_white ? std::array{to, black_king} : std::array{white_king, to};
            const unsigned price = price_of(kings[0], kings[1], open, reached);
            if (price >= best_price) continue;
            best_price = price;
            best = kings;
        }
        if (best && open.has((*best)[0], (*best)[1])) reached.add((*best)[0], (*best)[1]);
    }

    /// What it costs to go to a placement, with the opponent to move: the rounds of an attacker. A defender
    /// would rather go where nothing is open any more, or where it has been.
    [[nodiscard]] unsigned price_of(Square white_king,
                                    Square black_king,
                                    const Tile& open,
                                    const Tile& reached) const {
        if (is_attacking_) return rounds_[index_of(white_king) * square_count + index_of(black_king)];
        if (!hopeful_.not_won.has(white_king, black_king)) return never;
        if (!open.has(white_king, black_king)) return 0;
        return reached.has(white_king, black_king) ? 1 : 2;
    }

    Color attacker_;
    bool is_attacking_;  ///< the prover is the attacker
    AnswerTiles hopeful_;
    std::vector<Exit> exits_;
    std::array<std::uint8_t, std::size_t{square_count} * square_count> rounds_;
    const TileKernels& kernels_ = tile_kernels();
};

/// Walks down the keys, highest rank first.
class ReachFinder {
  public:
    ReachFinder(Hope& hope, const Knowledge& knowledge)
        : hope_(hope), knowledge_(knowledge), attacker_(hope.question().attacker) {}

    void start_at(const Board& board) {
        Tile tile;
        tile.add(board.king(Color::white), board.king(Color::black));
        enter(MaterialKey::from_board(board), board.side_to_move(), tile);
        if (!board.legal_en_passant()) return;
        for (const Move move : legal_moves(board)) start_at(board.after(move));
    }

    Reach find() {
        for (std::size_t rank = waiting_.size(); rank-- > 0;) {
            for (const MaterialKey& key : waiting_[rank]) {
                if (hope_.goes_on()) visit(key);  // which adds lower ranks only
            }
        }
        return std::move(reach_);
    }

  private:
    struct Entry {
        ByColor<Tile> open;     ///< by side to move: what is open and hopeful at all
        ByColor<Tile> reached;  ///< by side to move
        bool is_waiting = false;
    };

    void enter(const MaterialKey& key, Color side_to_move, const Tile& placements) {
        if (!placements.any()) return;
        if (hope_.has_new_pieces(key)) {
            if (!hope_.is_solved(key)) reach_.entrances.insert(key);
            return;
        }
        const auto [place, is_new] = entries_.try_emplace(key);
        Entry& entry = place->second;
        if (is_new) find_open(key, entry.open);
        Tile reached = entry.open[side_to_move];
        if (key.piece_count() == 0) reached &= placements;
        if (!reached.any()) return;
        entry.reached[side_to_move] |= reached;
        if (!entry.is_waiting) waiting_[key_rank(key)].push_back(key);
        entry.is_waiting = true;
    }

    /// The placements of the kings, in all tiles together, that the optimist expects to be settled and that
    /// are not.
    void find_open(const MaterialKey& key, ByColor<Tile>& open) {
        const WinTable* hopeful = hope_.find(key);
        const WinTable* known = knowledge_.find(hope_.question(), key);
        if (hopeful == nullptr || known == nullptr) {
            open = {{all_placements, all_placements}};
            return;
        }
        const bool is_proof = hope_.question().certainty == Certainty::proved;
        for (std::size_t tile = 0; tile < known->layout().tile_count(); ++tile) {
            AnswerTiles more = known->read(tile);
            AnswerTiles less = hopeful->read(tile);
            if (is_proof) std::swap(more, less);
            more.lost -= less.lost;
            less.not_won -= more.not_won;
            open[!attacker_] |= more.lost;
            open[attacker_] |= less.not_won;
        }
    }

    void visit(const MaterialKey& key) {
        reach_.open.insert(key);
        Entry& entry = entries_[key];
        if (key.piece_count() != 0) {
            for_each_table_read(
                key, [&](const TableRead& read) { follow(key, entry.open[read.change.mover], read); });
            return;
        }
        const Color prover = prover_of(hope_.question());
        const KingPlay play(key, hope_, knowledge_.find({attacker_, Certainty::proved}, key));
        ByColor<Tile> reached = entry.reached;
        play.walk(entry.open, reached);
        const std::vector<Exit> exits = play.exits_from(reached[prover]);
        for_each_table_read(key, [&](const TableRead& read) {
            if (read.change.mover != prover) return follow(key, reached[!prover], read);
            for (const Exit& exit : exits) {
                if (exit.change == read.change) follow(key, exit.from, read);
            }
        });
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

    Hope& hope_;
    const Knowledge& knowledge_;
    Color attacker_;
    std::unordered_map<MaterialKey, Entry> entries_;
    std::array<std::vector<MaterialKey>, highest_key_rank + 1> waiting_;
    Reach reach_;
};

}  // namespace

Reach find_reach(std::span<const Board> roots, Hope& hope, const Knowledge& knowledge) {
    ReachFinder finder(hope, knowledge);
    for (const Board& root : roots) finder.start_at(root);
    return finder.find();
}

}  // namespace philidor::detail
