/// @file
/// The men on the board, without the squares of kings and pieces: the name of a table.
#pragma once

#include <cassert>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "philidor/base/result.hpp"
#include "philidor/chess/bitboard.hpp"
#include "philidor/chess/board.hpp"
#include "philidor/chess/indexed_array.hpp"
#include "philidor/chess/piece.hpp"
#include "philidor/chess/square.hpp"
#include "philidor/chess/symmetry.hpp"
#include "philidor/material/piece_counts.hpp"

namespace philidor {

/// What is wrong with a material key.
enum class KeyError : std::uint8_t {
    // The text.
    empty,               ///< no text at all
    too_long,            ///< longer than any key
    pawn_token,          ///< a P: pawns are named by their squares
    malformed_square,    ///< a lower-case letter that does not begin a square
    unknown_token,       ///< not a piece, a square or the v
    no_separator,        ///< no v between the sides
    several_separators,  ///< more than one v
    no_king,             ///< a side without a K
    several_kings,       ///< a side with more than one K
    duplicate_square,    ///< a square named twice by one side
    // The men.
    pawn_on_back_rank,    ///< a pawn on rank 1 or 8
    shared_square,        ///< a square claimed by both sides
    too_many_men,         ///< a side with more than 16 men
    too_many_pawns,       ///< a side with more than 8 pawns
    too_many_promotions,  ///< more promoted pieces than missing pawns
};

/// One piece of a key.
struct KeyPiece {
    Color color;     ///< the side that has it
    PieceKind kind;  ///< the kind of piece

    /// Whether colour and kind are the same.
    friend constexpr bool operator==(KeyPiece, KeyPiece) = default;
};

/// The pieces of both sides and the squares of their pawns. A key names a table: within a table kings and
/// pieces move, and pawns stay where they are. A key is always valid: at most 8 pawns and 16 men on each
/// side, pawns on ranks 2 to 7, and no more promoted pieces than missing pawns. So every board has a key, and
/// every key has boards.
///
/// Two names may mean the same table, seen from different sides; see `CanonicalKey`. A key is plain data
/// of 24 bytes.
class MaterialKey {
  public:
    /// Two bare kings: KvK.
    constexpr MaterialKey() = default;

    /// The key of these men, or the first rule that they break.
    [[nodiscard]] static Result<MaterialKey, KeyError> make(const ByColor<PieceCounts>& pieces,
                                                            const ByColor<Bitboard>& pawns);

    /// The key of a board. The side to move, castling rights and en passant square do not matter.
    [[nodiscard]] static MaterialKey from_board(const Board& board);

    /// The queens, rooks, bishops and knights of a side.
    [[nodiscard]] constexpr PieceCounts pieces(Color color) const { return pieces_[color]; }

    /// The queens, rooks, bishops and knights of both sides, one by one, in the order of the text.
    [[nodiscard]] std::vector<KeyPiece> pieces() const;

    /// The pawns of a side; range-for visits their squares in ascending order.
    [[nodiscard]] constexpr Bitboard pawn_squares(Color color) const { return pawns_[color]; }

    /// The pawns of both sides.
    [[nodiscard]] constexpr Bitboard pawn_squares() const {
        return pawns_[Color::white] | pawns_[Color::black];
    }

    /// The number of queens, rooks, bishops and knights.
    [[nodiscard]] constexpr unsigned piece_count() const {
        return pieces_[Color::white].total() + pieces_[Color::black].total();
    }

    /// The number of men, kings and pawns included.
    [[nodiscard]] constexpr unsigned man_count() const { return 2 + piece_count() + pawn_squares().count(); }

    /// The key of the images of all its boards under a symmetry.
    [[nodiscard]] constexpr MaterialKey image(Symmetry symmetry) const {
        MaterialKey image;
        for (const Color color : all_colors) {
            image.pieces_[symmetry(color)] = philidor::image(symmetry, pieces_[color]);
            image.pawns_[symmetry(color)] = symmetry(pawns_[color]);
        }
        return image;
    }

    /// The key without one piece of this kind; there must be one.
    [[nodiscard]] constexpr MaterialKey without_piece(Color color, PieceKind kind) const {
        MaterialKey key = *this;
        key.pieces_[color].remove(kind);
        return key;
    }

    /// The key without the pawn on this square; there must be one.
    [[nodiscard]] constexpr MaterialKey without_pawn(Color color, Square square) const {
        assert(pawns_[color].has(square));
        MaterialKey key = *this;
        key.pawns_[color].remove(square);
        return key;
    }

    /// The key with a pawn moved to another square, which must be free of pawns and on ranks 2 to 7.
    [[nodiscard]] constexpr MaterialKey with_pawn_moved(Color color, Square from, Square to) const {
        assert(!pawn_squares().has(to) && !back_ranks.has(to));
        MaterialKey key = without_pawn(color, from);
        key.pawns_[color].add(to);
        return key;
    }

    /// The key with a pawn replaced by a piece.
    [[nodiscard]] constexpr MaterialKey with_promotion(Color color, Square from, PieceKind kind) const {
        MaterialKey key = without_pawn(color, from);
        key.pieces_[color].add(kind);
        return key;
    }

    /// A hash of all pieces and pawns, the same in every process.
    [[nodiscard]] constexpr std::uint64_t hash() const;

    /// Whether all pieces and pawns are equal.
    friend constexpr bool operator==(const MaterialKey&, const MaterialKey&) = default;

    /// A total order: by White's pieces, Black's pieces, White's pawns, Black's pawns.
    friend constexpr std::strong_ordering operator<=>(const MaterialKey& a, const MaterialKey& b) {
        if (const auto order = a.piece_bits() <=> b.piece_bits(); order != 0) return order;
        const auto bits = [](const MaterialKey& key, Color color) { return key.pawns_[color].bits(); };
        const auto order = bits(a, Color::white) <=> bits(b, Color::white);
        return order != 0 ? order : bits(a, Color::black) <=> bits(b, Color::black);
    }

    /// The ranks where no pawn can stand.
    static constexpr Bitboard back_ranks = Bitboard(Rank::first) | Bitboard(Rank::eighth);

  private:
    /// The pieces of both sides in one number, White's first.
    [[nodiscard]] constexpr std::uint64_t piece_bits() const {
        return std::uint64_t{pieces_[Color::white].bits()} << 32U | pieces_[Color::black].bits();
    }

    ByColor<Bitboard> pawns_;
    ByColor<PieceCounts> pieces_;
};

static_assert(sizeof(MaterialKey) == 24);

constexpr std::uint64_t MaterialKey::hash() const {
    // Each word is multiplied by its own odd number, so that moving a pawn from one side's word to the
    // other's changes the hash. The last two lines are the final mixing of splitmix64, which brings the high
    // bits down.
    std::uint64_t bits = pawns_[Color::white].bits() * 0x9E3779B97F4A7C15;
    bits = (bits ^ bits >> 32U) + pawns_[Color::black].bits() * 0xC2B2AE3D27D4EB4F;
    bits = (bits ^ bits >> 29U) + piece_bits() * 0x165667B19E3779F9;
    bits = (bits ^ bits >> 30U) * 0xBF58476D1CE4E5B9;
    bits = (bits ^ bits >> 27U) * 0x94D049BB133111EB;
    return bits ^ bits >> 31U;
}

/// The length of the longest key: for each side `KQRRBdBlNN` and eight men of two letters, pawns or promoted
/// bishops.
inline constexpr std::size_t longest_key_text = 53;

/// Reads a key such as `KRa2b3vKRa6`: White, `v`, Black. Each side has `K`, its pieces as `Q R Bd Bl N`, one
/// token for each piece, and the squares of its pawns, in any order. `to_string` writes the one order that
/// names a table.
[[nodiscard]] Result<MaterialKey, KeyError> parse_key(std::string_view text);

/// Writes a key: for each side `K`, then `Q R Bd Bl N`, then the squares of its pawns from a2 to h7.
[[nodiscard]] std::string to_string(const MaterialKey& key);

}  // namespace philidor

/// Lets unordered containers hold keys.
template <>
struct std::hash<philidor::MaterialKey> {
    /// The key's own hash.
    std::size_t operator()(const philidor::MaterialKey& key) const { return key.hash(); }
};
