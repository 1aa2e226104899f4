/// @file
/// The changes of a key as found by play: the slow, obvious counterpart of `for_each_change`.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "philidor/chess/board.hpp"
#include "philidor/chess/movegen.hpp"
#include "philidor/material/detail/child_keys.hpp"
#include "philidor/material/detail/key_change.hpp"
#include "philidor/material/material_key.hpp"

namespace philidor::test_support {

/// Some order of changes, so that they can be keys of a map.
struct ChangeOrder {
    [[nodiscard]] bool operator()(const KeyChange& a, const KeyChange& b) const {
        const auto fields = [](const KeyChange& change) {
            return std::tie(change.kind, change.mover, change.from, change.to, change.taken,
                            change.promotion);
        };
        return fields(a) < fields(b);
    }
};

/// Changes, each with the key it leads to.
using Changes = std::map<KeyChange, MaterialKey, ChangeOrder>;

/// The changes that `for_each_change` reports.
[[nodiscard]] inline Changes claimed_changes(const MaterialKey& key) {
    Changes changes;
    for_each_change(key, [&](const KeyChange& change, const MaterialKey& child) {
        EXPECT_TRUE(changes.emplace(change, child).second) << "twice: " << describe(change);
    });
    return changes;
}

/// A line for each of `others` that is not in `changes`, for messages.
[[nodiscard]] inline std::string text_of_missing(const Changes& changes, const Changes& others) {
    std::string text;
    for (const auto& [change, child] : others) {
        if (!changes.contains(change)) text += "  " + describe(change) + ": " + to_string(child) + "\n";
    }
    return text;
}

/// The change that a capture or pawn move makes to the key.
[[nodiscard]] inline KeyChange change_of(const Board& board, Move move) {
    const Piece piece = board.piece_on(move.from());
    const bool is_pawn = type_of(piece) == PieceType::pawn;
    KeyChange change{ChangeKind::push, color_of(piece), {}, {}, {}, {}};
    if (is_pawn) change.from = move.from();
    if (is_pawn && !move.is_promotion()) change.to = move.to();
    if (move.is_promotion()) change.promotion = kind_of(move.promotion(), move.to());
    if (move.flag() == MoveFlag::en_passant) {
        change.kind = ChangeKind::en_passant;
    } else if (!move.is_capture()) {
        if (move.flag() == MoveFlag::double_push) change.kind = ChangeKind::double_push;
        if (move.is_promotion()) change.kind = ChangeKind::promotion;
    } else if (type_of(board.piece_on(move.to())) == PieceType::pawn) {
        change.kind = is_pawn ? ChangeKind::pawn_takes_pawn : ChangeKind::pawn_taken;
        change.to = move.to();
    } else {
        change.taken = kind_of(type_of(board.piece_on(move.to())), move.to());
        change.kind = is_pawn ? ChangeKind::pawn_takes_piece : ChangeKind::piece_taken;
        if (move.is_promotion()) change.kind = ChangeKind::taking_promotion;
    }
    return change;
}

/// Whether a move is a capture or a pawn move.
[[nodiscard]] inline bool changes_key(const Board& board, Move move) {
    return move.is_capture() || board.pieces(PieceType::pawn).has(move.from());
}

/// The possible en passant squares for the side to move, judged by the men and the empty squares.
[[nodiscard]] inline std::vector<Square> possible_en_passant(const Setup& setup) {
    std::vector<Square> squares;
    const Color us = setup.side_to_move;
    for (const Square pawn : setup.pieces(!us, PieceType::pawn) & Bitboard(relative(us, Rank::fifth))) {
        const Square passed = make_square(file_of(pawn), relative(us, Rank::sixth));
        const Square origin = make_square(file_of(pawn), relative(us, Rank::seventh));
        const bool is_free = setup.squares[passed] == Piece::none && setup.squares[origin] == Piece::none;
        if (is_free) squares.push_back(passed);
    }
    return squares;
}

/// Collects the changes that legal moves make.
class ChangeCollector {
  public:
    /// Plays every legal move of the position, if it is legal, once for each possible en passant square and
    /// once without.
    void play_all(Setup setup) {
        setup.en_passant = std::nullopt;
        const auto board = Board::from_setup(setup);
        if (!board) return;
        play_all(*board);
        for (const Square square : possible_en_passant(setup)) {
            setup.en_passant = square;
            play_all(*Board::from_setup(setup));
        }
    }

    /// The changes found.
    [[nodiscard]] const Changes& changes() const { return changes_; }

  private:
    void play_all(const Board& board) {
        for (const Move move : legal_moves(board)) {
            if (!changes_key(board, move)) continue;
            // The effect of a move depends only on this.
            const std::size_t code = move.bits() * std::size_t{64} +
                                     static_cast<std::size_t>(board.piece_on(move.from())) % 8 * 8 +
                                     (move.flag() == MoveFlag::en_passant
                                          ? 0
                                          : static_cast<std::size_t>(board.piece_on(move.to())) % 8);
            const std::size_t place = code * 2 + static_cast<std::size_t>(board.side_to_move());
            if (seen_[place]) continue;
            seen_[place] = true;
            changes_[change_of(board, move)] = MaterialKey::from_board(board.after(move));
        }
    }

    std::vector<bool> seen_ = std::vector<bool>(std::size_t{65536} * 64 * 2);
    Changes changes_;
};

}  // namespace philidor::test_support
