#include "philidor/builder/detail/conversions.hpp"

#include <array>

#include "philidor/builder/detail/tile_kernels.hpp"
#include "philidor/chess/attacks.hpp"
#include "philidor/chess/board.hpp"
#include "philidor/chess/movegen.hpp"
#include "philidor/index/detail/tile_layout.hpp"
#include "philidor/material/detail/child_keys.hpp"

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

Conversions::Conversions(const MaterialKey& key, const ChildLookup& lookup) : key_(key) {
    for_each_table_read(key, [&](const TableRead& read) {
        const ChildTable child = lookup(read.key);
        for (const Rule rule : all_rules) are_exact_[rule] = are_exact_[rule] && child.is_exact(rule);
        are_same_under_rule_ = are_same_under_rule_ && child.is_same_under_rule();
        std::vector<Conversion>& conversions = conversions_[read.change.mover];
        if (read.capturer) {
            conversions.back().answers.push_back(child.one_ply_later());
        } else {
            conversions.push_back({read.change, child, {}});
        }
    });
}

/// Collects the conversions of one side for one tile. The attacker's are wins, the defender's escapes.
class Conversions::Collector {
  public:
    /// What is found is added to `good`: the attacker's wins, or the defender's escapes. The defender's legal
    /// moves are added to `any`, which the attacker does not need.
    Collector(const MaterialKey& key,
              Question question,
              Color mover,
              std::span<const PlacedPiece> pieces,
              Tile& good,
              Tile* any)
        : question_(question),
          mover_(mover),
          pieces_(pieces),
          good_(good),
          any_(any),
          occupied_(key.pawn_squares()) {
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
    [[nodiscard]] bool is_attacking() const { return mover_ == question_.attacker; }

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
        const Square passed = passed_pawn(*conversion.change.to);
        if (occupied_.has(passed) || occupied_.has(*conversion.change.to)) return;
        ChildTiles after;
        conversion.child.read(question_, pieces_, !mover_, after);
        Tile answered;
        if (!conversion.answers.empty()) {
            answered = is_attacking() ? lost_after_answers(conversion, *after.lost)
                                      : not_won_after_answers(conversion, after);
            (is_attacking() ? after.lost : after.not_won) = &answered;
        }
        add_moves(after, Bitboard(passed));
    }

    /// The king and each piece take what stands on `to`: a pawn, or the piece `taken`.
    void add_captures(const Conversion& conversion, Square to, const PlacedPiece* taken) {
        if (has_nothing_to_add(conversion.child)) return;
        const PieceList without_taken = without(taken);
        ChildTiles after_king_move;
        conversion.child.read(question_, without_taken.all(), !mover_, after_king_move);
        for_each_target(after_king_move, [&](const Tile& source, Tile& target) {
            kernels_.add_king_arrivals(mover_, source, to, target);
        });
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
        if (has_nothing_to_add(conversion.child)) return;
        ChildTiles tiles;
        conversion.child.read(question_, after.all(), !mover_, tiles);
        add_moves(tiles, way);
    }

    /// An absent table proves no win.
    [[nodiscard]] bool has_nothing_to_add(const ChildTable& child) const {
        return is_attacking() && child.proves_nothing(question_);
    }

    /// Adds the positions before the move, given those after it.
    void add_moves(const ChildTiles& after, Bitboard way) {
        for_each_target(
            after, [&](const Tile& source, Tile& target) { kernels_.add_conversions(source, way, target); });
    }

    template <class Add>
    void for_each_target(const ChildTiles& after, const Add& add) {
        if (is_attacking()) return add(*after.lost, good_);
        add(*after.not_won, good_);
        add(*after.legal, *any_);
    }

    /// The positions after the attacker's double push that are lost for the defender, who may also take en
    /// passant: a capture that escapes saves it, and where it has no other move, the capture is forced.
    [[nodiscard]] Tile lost_after_answers(const Conversion& conversion, const Tile& lost) const {
        Tile can_answer;
        Tile escapes;
        for (const ChildTable& answer : conversion.answers) {
            ChildTiles after;
            answer.read(question_, pieces_, mover_, after);
            can_answer |= *after.legal;
            escapes |= *after.not_won;
        }
        Tile result = lost;
        result |= without_other_moves(conversion.child.key(), can_answer);
        result -= escapes;
        return result;
    }

    /// The positions after the defender's double push that the attacker does not win, though it may also take
    /// en passant. If it has no other move it does not win otherwise, which only an absent table does not
    /// know.
    [[nodiscard]] Tile not_won_after_answers(const Conversion& conversion, const ChildTiles& pushed) const {
        Tile result = *pushed.not_won;
        if (conversion.child.is_absent()) {
            result |= without_other_moves(conversion.child.key(), *pushed.legal);
        }
        for (const ChildTable& answer : conversion.answers) {
            ChildTiles after;
            answer.read(question_, pieces_, mover_, after);
            result -= *after.lost;
        }
        return result;
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
        stuck &= rules.legal[other];
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

    Question question_;
    Color mover_;
    std::span<const PlacedPiece> pieces_;
    Tile& good_;
    Tile* any_;
    Bitboard occupied_;
    const detail::TileKernels& kernels_ = detail::tile_kernels();
};

void Conversions::add_wins(Question question, std::span<const PlacedPiece> pieces, Tile& wins) const {
    Collector collector(key_, question, question.attacker, pieces, wins, nullptr);
    for (const Conversion& conversion : conversions_[question.attacker]) collector.collect(conversion);
}

void Conversions::add_escapes(Question question,
                              std::span<const PlacedPiece> pieces,
                              DefenderConversions& tiles) const {
    Collector collector(key_, question, question.defender(), pieces, tiles.escapes, &tiles.any);
    for (const Conversion& conversion : conversions_[question.defender()]) collector.collect(conversion);
}

void Conversions::for_each_good(Question question,
                                Color mover,
                                std::span<const PlacedPiece> pieces,
                                const std::function<void(const KeyChange&, const Tile&)>& visit) const {
    for (const Conversion& conversion : conversions_[mover]) {
        Tile good;
        Tile any;
        Collector(key_, question, mover, pieces, good, &any).collect(conversion);
        visit(conversion.change, good);
    }
}

}  // namespace philidor
