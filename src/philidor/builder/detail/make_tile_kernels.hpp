/// @file
/// Fills a `TileKernels` from templates. Included by one source file for each kind of processor.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "philidor/base/inline.hpp"
#include "philidor/builder/detail/tile_kernels.hpp"
#include "philidor/chess/attacks.hpp"
#include "philidor/chess/bitboard.hpp"
#include "philidor/index/detail/tile.hpp"

namespace philidor::detail {

/// The kernels. `Processor` is a type of the including file's own unnamed namespace, so that everything made
/// from it stays private to that file and its compiler flags.
template <class Processor>
struct TileCode {
    /// The eight rows of a tile with the white king on one rank: one register, or a few.
    using Rows [[gnu::vector_size(64)]] = std::uint64_t;

    PHILIDOR_INLINE static void add_rows(const Tile& tile, std::size_t rank, Rows& rows) {
        Rows more;
        std::memcpy(&more, &tile.rows[8 * rank], sizeof more);
        rows |= more;
    }
    PHILIDOR_INLINE static void add_to_tile(const Rows& rows, std::size_t rank, Tile& tile) {
        Rows sum = rows;
        add_rows(tile, rank, sum);
        std::memcpy(&tile.rows[8 * rank], &sum, sizeof sum);
    }

    PHILIDOR_INLINE static void remove_row(std::size_t file, Rows& rows) {
        constexpr Rows numbers{0, 1, 2, 3, 4, 5, 6, 7};
        rows &= static_cast<Rows>(numbers != file);
    }

    static void add_conversions(const Tile& source, Bitboard way, Tile& target) {
        // Rows in which the white king stands on the way are put back afterwards: cheaper than asking in the
        // loop.
        std::array<std::uint64_t, 8> kept;
        std::size_t count = 0;
        for (const Square square : way) kept[count++] = target.rows[index_of(square)];
        for (std::size_t row = 0; row < 64; ++row) target.rows[row] |= source.rows[row] & ~way.bits();
        count = 0;
        for (const Square square : way) target.rows[index_of(square)] = kept[count++];
    }

    static void add_king_arrivals(Color king, const Tile& source, Square to, Tile& target) {
        if (king == Color::white) {
            for (const Square from : king_attacks(to)) {
                target.rows[index_of(from)] |= source.rows[index_of(to)];
            }
            return;
        }
        const std::uint64_t origins = king_attacks(to).bits();
        for (std::size_t row = 0; row < 64; ++row) {
            target.rows[row] |= (0 - (source.rows[row] >> index_of(to) & 1U)) & origins;
        }
    }

    /// Adds to `target` the rows next to each row of `source`: the white king moves.
    PHILIDOR_INLINE static void add_white_king_moves(const Tile& source, Tile& target) {
        // Sideways first, then up and down. The frame of empty rows stands for the edge of the board.
        std::array<std::uint64_t, 80> three{};  // each row with its neighbours to the east and west
        std::array<std::uint64_t, 64> sideways;
        for (std::size_t rank = 0; rank < 64; rank += 8) {
            for (std::size_t file = 0; file < 8; ++file) {
                const std::uint64_t west = file > 0 ? source.rows[rank + file - 1] : 0;
                const std::uint64_t east = file < 7 ? source.rows[rank + file + 1] : 0;
                sideways[rank + file] = west | east;
            }
        }
        for (std::size_t i = 0; i < 64; ++i) three[i + 8] = sideways[i] | source.rows[i];
        for (std::size_t i = 0; i < 64; ++i) target.rows[i] |= sideways[i] | three[i] | three[i + 16];
    }

    /// Adds to `target` the bits next to each bit of `source`: the black king moves.
    PHILIDOR_INLINE static void add_black_king_moves(const Tile& source, Tile& target) {
        for (std::size_t i = 0; i < 64; ++i) {
            const Bitboard squares = Bitboard::from_bits(source.rows[i]);
            const Bitboard sideways = shift<Direction::west>(squares) | shift<Direction::east>(squares);
            const Bitboard three = squares | sideways;
            target.rows[i] |=
                (sideways | shift<Direction::north>(three) | shift<Direction::south>(three)).bits();
        }
    }

    static void add_king_moves(Color king, const Tile& source, Tile& target) {
        if (king == Color::white) {
            add_white_king_moves(source, target);
        } else {
            add_black_king_moves(source, target);
        }
    }

    /// Walks the squares `first`, `first + step`, ... (`length` of them). On every square the piece looks
    /// back to where the walk began: `ray` is what it can reach. A king on a square hides what lies behind
    /// it, so the ray loses those placements when it passes the square; a pawn or another piece ends it.
    PHILIDOR_INLINE static void look_back(
        const TileLine& line, std::size_t rank, int first, int step, int length) {
        Rows ray{};
        for (int i = 0; i < length; ++i) {
            const auto square = static_cast<unsigned>(first + i * step);
            if (line.blocked.has(square_at(square))) {
                ray = Rows{};
                continue;
            }
            Tile* const target = line.targets[square];
            if (i > 0 && target != nullptr) add_to_tile(ray, rank, *target);
            ray &= ~Bitboard(square_at(square)).bits();
            if (square / 8 == rank) remove_row(square % 8, ray);
            const Tile* const source = line.sources[square];
            if (source != nullptr) add_rows(*source, rank, ray);
        }
    }

    static void add_straight_moves(const TileLine& line, RankSpan ranks) {
        for (std::size_t rank = ranks.begin; rank < ranks.end; ++rank) {
            for (int i = 0; i < 8; ++i) {
                look_back(line, rank, 8 * i, 1, 8);
                look_back(line, rank, 8 * i + 7, -1, 8);
                look_back(line, rank, i, 8, 8);
                look_back(line, rank, i + 56, -8, 8);
            }
        }
    }

    static void add_diagonal_moves(const TileLine& line, RankSpan ranks) {
        for (std::size_t rank = ranks.begin; rank < ranks.end; ++rank) {
            for (int i = 0; i < 8; ++i) {
                look_back(line, rank, 8 * i, 9, 8 - i);       // from the a-file up to the right
                look_back(line, rank, 8 * i, -7, i + 1);      // from the a-file down to the right
                look_back(line, rank, 8 * i + 7, 7, 8 - i);   // from the h-file up to the left
                look_back(line, rank, 8 * i + 7, -9, i + 1);  // from the h-file down to the left
            }
            for (int i = 1; i < 8; ++i) {
                look_back(line, rank, i, 9, 8 - i);        // from the first rank up to the right
                look_back(line, rank, 7 - i, 7, 8 - i);    // from the first rank up to the left
                look_back(line, rank, 56 + i, -7, 8 - i);  // from the last rank down to the right
                look_back(line, rank, 63 - i, -9, 8 - i);  // from the last rank down to the left
            }
        }
    }

    static void add_knight_moves(const TileLine& line, RankSpan ranks) {
        for (unsigned from = 0; from < 64; ++from) {
            Tile* const target = line.targets[from];
            if (target == nullptr) continue;
            for (std::size_t rank = ranks.begin; rank < ranks.end; ++rank) {
                Rows reached{};
                for (const Square to : knight_attacks(square_at(from))) {
                    const Tile* const source = line.sources[index_of(to)];
                    if (source != nullptr) add_rows(*source, rank, reached);
                }
                add_to_tile(reached, rank, *target);
            }
        }
    }

    static void turn_tile(const Tile& source, BoardTurn turn, Tile& target) {
        turn_into(source, turn, target);
    }

    static bool settle_outside(const Tile& escapes, Tile& open, Tile& settled) {
        std::uint64_t any = 0;
        for (std::size_t i = 0; i < 64; ++i) {
            const std::uint64_t found = open.rows[i] & ~escapes.rows[i];
            open.rows[i] &= escapes.rows[i];
            settled.rows[i] = found;
            any |= found;
        }
        return any != 0;
    }

    static bool settle_inside(const Tile& reached, Tile& open, Tile& settled) {
        std::uint64_t any = 0;
        for (std::size_t i = 0; i < 64; ++i) {
            const std::uint64_t found = open.rows[i] & reached.rows[i];
            open.rows[i] &= ~reached.rows[i];
            settled.rows[i] = found;
            any |= found;
        }
        return any != 0;
    }

    static unsigned solve_kings(Color attacker, Tile& not_won, Tile& not_lost) {
        Tile lost;
        Tile won;
        for (unsigned rounds = 0;; ++rounds) {
            Tile escapes;
            add_king_moves(!attacker, not_won, escapes);
            if (!settle_outside(escapes, not_lost, lost)) return rounds;
            Tile reached;
            add_king_moves(attacker, lost, reached);
            if (!settle_inside(reached, not_won, won)) return rounds;
        }
    }

    [[nodiscard]] static constexpr TileKernels make(std::string_view name) {
        return {name,
                add_conversions,
                add_king_arrivals,
                add_king_moves,
                add_straight_moves,
                add_diagonal_moves,
                add_knight_moves,
                turn_tile,
                settle_outside,
                settle_inside,
                solve_kings};
    }
};

}  // namespace philidor::detail
