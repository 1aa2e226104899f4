#include "philidor/builder/conversions.hpp"

#include <array>

#include "philidor/builder/detail/tile_kernels.hpp"
#include "philidor/chess/attacks.hpp"
#include "philidor/chess/board.hpp"
#include "philidor/chess/movegen.hpp"
#include "philidor/index/tile_layout.hpp"
#include "philidor/material/child_keys.hpp"

namespace philidor {

namespace {

/// The square that a pawn of this colour on `square` moves to.
Square ahead(Color color, Square square) {
    return square_at(index_of(square) + (color == Color::white ? 8U : -8U));
}

/// A few pieces on their squares, on the stack.
class PieceList {
  public:
    explicit PieceList(std::span<const PlacedPiece> pieces) {
        for (const PlacedPiece& piece : pieces) add(piece);
    }
    void add(const PlacedPiece& piece) { pieces_[count_++] = piece; }
    void remove(std::size_t index) { pieces_[index] = pieces_[--count_]; }
    void move(std::size_t index, Square to) { pieces_[index].square = to; }
    [[nodiscard]] std::span<const PlacedPiece> all() const { return {pieces_.data(), count_}; }

  private:
    std::array<PlacedPiece, most_layout_pieces + 1> pieces_;
    std::size_t count_ = 0;
};

/// Whether the side to move of this position has a legal move, no capture en passant counted.
bool has_move(const MaterialKey& key,
              std::span<const PlacedPiece> pieces,
              Color side_to_move,
              Square white_king,
              Square black_king) {
    Setup setup;
    setup.side_to_move = side_to_move;
    setup.squares[white_king] = Piece::white_king;
    setup.squares[black_king] = Piece::black_king;
    for (const Color color : all_colors) {
        for (const Square square : key.pawn_squares(color)) {
            setup.squares[square] = make_piece(color, PieceType::pawn);
        }
    }
    for (const PlacedPiece& piece : pieces) {
        setup.squares[piece.square] = make_piece(piece.color, type_of(piece.kind));
    }
    const auto board = Board::from_setup(setup);
    return board && has_legal_move(*board);
}

}  // namespace

Conversions::Conversions(const MaterialKey& key, const TableLookup& lookup) : key_(key) {
    for_each_change(key, [&](const KeyChange& change, const MaterialKey& child) {
        if (change.kind == ChangeKind::en_passant) return;  // an answer to a double push, below
        Conversion conversion{change, ChildTable(child, lookup), {}};
        are_exact_ = are_exact_ && conversion.child.is_exact();
        if (change.kind == ChangeKind::double_push) {
            const Square passed = detail::passed_pawn(*change.to);
            for (const Square from : pawn_attacks(change.mover, passed) & key.pawn_squares(!change.mover)) {
                const MaterialKey answer =
                    child.without_pawn(change.mover, *change.to).with_pawn_moved(!change.mover, from, passed);
                conversion.answers.push_back({from, ChildTable(answer, lookup)});
                are_exact_ = are_exact_ && conversion.answers.back().child.is_exact();
            }
        }
        conversions_[change.mover].push_back(std::move(conversion));
    });
}

/// Collects the conversions of one side for one tile.
class Conversions::Collector {
  public:
    Collector(const Conversions& conversions,
              Color mover,
              std::span<const PlacedPiece> pieces,
              ConversionTiles& tiles)
        : key_(conversions.key_),
          mover_(mover),
          pieces_(pieces),
          tiles_(tiles),
          is_exact_(conversions.are_exact()),
          occupied_(key_.pawn_squares()) {
        for (const PlacedPiece& piece : pieces) occupied_.add(piece.square);
    }

    void collect(const Conversion& conversion) {
        const KeyChange& change = conversion.change;
        switch (change.kind) {
            case ChangeKind::push:
            case ChangeKind::pawn_takes_pawn:
                if (change.kind == ChangeKind::push && occupied_.has(*change.to)) return;
                return add_static(conversion, PieceList(pieces_), {});
            case ChangeKind::double_push: return add_double_push(conversion);
            case ChangeKind::promotion:
                return add_promotion(conversion, ahead(mover_, *change.from), nullptr);
            case ChangeKind::pawn_taken: return add_captures(conversion, *change.to, nullptr);
            case ChangeKind::piece_taken:
            case ChangeKind::pawn_takes_piece:
            case ChangeKind::taking_promotion:
                for (const PlacedPiece& piece : pieces_) {
                    if (piece.color != mover_ && piece.kind == *change.taken)
                        add_capture_of(conversion, piece);
                }
                return;
            case ChangeKind::en_passant: return;
        }
    }

  private:
    /// A piece of the other side is taken.
    void add_capture_of(const Conversion& conversion, const PlacedPiece& taken) {
        const KeyChange& change = conversion.change;
        if (change.kind == ChangeKind::piece_taken) return add_captures(conversion, taken.square, &taken);
        if (!pawn_attacks(mover_, *change.from).has(taken.square)) return;
        if (change.kind == ChangeKind::taking_promotion)
            return add_promotion(conversion, taken.square, &taken);
        if (*change.to == taken.square) add_static(conversion, without(&taken), {});
    }

    /// A pawn arrives on the last rank, over a free square or taking a piece there.
    void add_promotion(const Conversion& conversion, Square to, const PlacedPiece* taken) {
        if (taken == nullptr && occupied_.has(to)) return;
        PieceList after = without(taken);
        after.add({mover_, *conversion.change.promotion, to});
        add_static(conversion, after, {});
    }

    /// A pawn moves two squares, and the other side may take it en passant.
    void add_double_push(const Conversion& conversion) {
        const Square passed = detail::passed_pawn(*conversion.change.to);
        if (occupied_.has(passed) || occupied_.has(*conversion.change.to)) return;
        conversion.child.read(pieces_, !mover_, child_);
        if (!conversion.answers.empty()) answer_en_passant(conversion);
        add_moves(Bitboard(passed));
    }

    /// The king and each piece take what stands on `to`: a pawn, or the piece `taken`.
    void add_captures(const Conversion& conversion, Square to, const PlacedPiece* taken) {
        const PieceList without_taken = without(taken);
        conversion.child.read(without_taken.all(), !mover_, child_);
        add_king_captures(to);
        for (std::size_t i = 0; i < without_taken.all().size(); ++i) {
            const PlacedPiece piece = without_taken.all()[i];
            if (piece.color != mover_) continue;
            const Bitboard reached =
                attacks_of(make_piece(mover_, type_of(piece.kind)), piece.square, occupied_);
            if (!reached.has(to)) continue;
            PieceList after = without_taken;
            after.move(i, to);
            const bool jumps = piece.kind == PieceKind::knight;
            add_static(conversion, after, jumps ? Bitboard() : between(piece.square, to));
        }
    }

    /// Neither king moves; none stands on the `way` of the man that does.
    void add_static(const Conversion& conversion, const PieceList& after, Bitboard way) {
        conversion.child.read(after.all(), !mover_, child_);
        add_moves(way);
    }

    /// Adds the positions before the move, given those after it in `child_`.
    void add_moves(Bitboard way) {
        for_each_certainty([&](const detail::ChildWins& child, detail::ConversionTile& target) {
            kernels_.add_conversions(child, mover_, way, tiles_.any, target);
        });
    }

    void add_king_captures(Square to) {
        for_each_certainty([&](const detail::ChildWins& child, detail::ConversionTile& target) {
            kernels_.add_king_captures(child, mover_, to, tiles_.any, target);
        });
    }

    template <class Add>
    void for_each_certainty(const Add& add) {
        for (const Certainty certainty : all_certainties) {
            if (certainty == Certainty::possible && is_exact_) return;
            add({child_.wins[certainty], child_.wins[Certainty::proved]}, tiles_.moves[certainty]);
        }
    }

    /// Improves `child_`, the positions after a double push, by the captures en passant that answer it: what
    /// the other side wins that way it wins, and what it does not lose that way it does not lose. Where it
    /// has no other move, the capture is forced.
    void answer_en_passant(const Conversion& conversion) {
        Tile can_answer;
        ByCertainty<detail::ConversionTile> answers;
        for (const EnPassant& answer : conversion.answers) {
            ChildTiles after;
            answer.child.read(pieces_, mover_, after);
            for (const Certainty certainty : all_certainties) {
                kernels_.add_conversions({after.wins[certainty], after.wins[Certainty::proved]}, !mover_, {},
                                         can_answer, answers[certainty]);
            }
        }
        child_.detach();
        Tile illegal = *child_.wins[Certainty::proved][Color::white];
        illegal &= *child_.wins[Certainty::proved][Color::black];
        can_answer -= illegal;
        const Tile forced = without_other_moves(conversion.child.key(), can_answer);
        for (const Certainty certainty : all_certainties) {
            ByColor<Tile>& wins = child_.copies[certainty].wins;
            answers[certainty].wins -= illegal;
            answers[certainty].escapes -= illegal;
            wins[!mover_] -= forced;
            wins[!mover_] |= answers[certainty].wins;
            wins[mover_] |= forced;
            wins[mover_] -= answers[certainty].escapes;
        }
    }

    /// The positions among `candidates` in which the other side, to move, has no legal move but en passant.
    /// Few are left where its king cannot move; those are asked one by one.
    [[nodiscard]] Tile without_other_moves(const MaterialKey& key, const Tile& candidates) const {
        const Color other = !mover_;
        LegalTiles rules;
        find_legal_tiles({{key.pawn_squares(Color::white), key.pawn_squares(Color::black)}}, pieces_, rules);
        Tile movable;
        kernels_.add_king_moves(other, rules.legal[mover_], movable);
        Tile stuck = candidates;
        stuck -= movable;
        Tile forced;
        for (unsigned row = 0; row < 64; ++row) {
            for (const Square black_king : stuck.row(square_at(row))) {
                if (!has_move(key, pieces_, other, square_at(row), black_king)) {
                    forced.add(square_at(row), black_king);
                }
            }
        }
        return forced;
    }

    [[nodiscard]] PieceList without(const PlacedPiece* taken) const {
        PieceList rest(pieces_);
        if (taken != nullptr) rest.remove(static_cast<std::size_t>(taken - pieces_.data()));
        return rest;
    }

    const MaterialKey& key_;
    Color mover_;
    std::span<const PlacedPiece> pieces_;
    ConversionTiles& tiles_;
    bool is_exact_;
    Bitboard occupied_;
    const detail::TileKernels& kernels_ = detail::tile_kernels();
    ChildTiles child_;
};

void Conversions::collect(Color mover, std::span<const PlacedPiece> pieces, ConversionTiles& tiles) const {
    Collector collector(*this, mover, pieces, tiles);
    for (const Conversion& conversion : conversions_[mover]) collector.collect(conversion);
}

}  // namespace philidor
