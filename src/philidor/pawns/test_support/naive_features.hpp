/// @file
/// The features once more, pawn by pawn and square by square, as a chess book would define them.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include "philidor/chess/bitboard.hpp"
#include "philidor/chess/square.hpp"
#include "philidor/pawns/detail/pawn_structure.hpp"

namespace philidor::test_support {

/// A square by its coordinates, 0 to 7; ranks are counted from the side whose view it is.
struct NaiveSquare {
    int file;
    int rank;
};

/// The pawns of one side and its enemy on a board of 8 x 8 letters, with tests for single squares.
class NaiveBoard {
  public:
    explicit NaiveBoard(PawnView view) {
        for (int file = 0; file < 8; ++file) {
            for (int rank = 0; rank < 8; ++rank) {
                const Square square = square_at(static_cast<unsigned>(8 * rank + file));
                char& letter = letters_[static_cast<std::size_t>(file)][static_cast<std::size_t>(rank)];
                squares_.push_back({file, rank});
                if (view.own.has(square)) own_pawns_.push_back({file, rank});
                if (view.own.has(square)) letter = 'o';
                if (view.enemy.has(square)) letter = 'e';
            }
        }
    }

    [[nodiscard]] bool has_own(int file, int rank) const { return letter_at(file, rank) == 'o'; }
    [[nodiscard]] bool has_enemy(int file, int rank) const { return letter_at(file, rank) == 'e'; }

    /// How often the letter occurs on a file from one rank to another, both included.
    [[nodiscard]] int count(char letter, int file, int from_rank, int to_rank) const {
        int found = 0;
        for (int rank = from_rank; rank <= to_rank; ++rank) found += letter_at(file, rank) == letter ? 1 : 0;
        return found;
    }

    [[nodiscard]] bool is_doubled(NaiveSquare s) const { return count('o', s.file, s.rank + 1, 7) > 0; }
    [[nodiscard]] bool is_isolated(NaiveSquare s) const {
        return count('o', s.file - 1, 0, 7) == 0 && count('o', s.file + 1, 0, 7) == 0;
    }
    [[nodiscard]] bool is_opposed(NaiveSquare s) const { return count('e', s.file, s.rank + 1, 7) > 0; }
    [[nodiscard]] bool is_blocked(NaiveSquare s) const { return has_enemy(s.file, s.rank + 1); }
    [[nodiscard]] bool is_in_phalanx(NaiveSquare s) const {
        return has_own(s.file - 1, s.rank) || has_own(s.file + 1, s.rank);
    }
    [[nodiscard]] bool is_supported(NaiveSquare s) const {
        return has_own(s.file - 1, s.rank - 1) || has_own(s.file + 1, s.rank - 1);
    }
    [[nodiscard]] bool is_connected(NaiveSquare s) const { return is_in_phalanx(s) || is_supported(s); }
    [[nodiscard]] bool supports(NaiveSquare s) const {
        return has_own(s.file - 1, s.rank + 1) || has_own(s.file + 1, s.rank + 1);
    }
    [[nodiscard]] bool is_in_chain(NaiveSquare s) const { return supports(s) || is_supported(s); }
    [[nodiscard]] bool is_chain_base(NaiveSquare s) const { return supports(s) && !is_supported(s); }
    [[nodiscard]] bool is_chain_head(NaiveSquare s) const { return is_supported(s) && !supports(s); }
    [[nodiscard]] bool is_backward(NaiveSquare s) const {
        const bool has_help = count('o', s.file - 1, 0, s.rank) > 0 || count('o', s.file + 1, 0, s.rank) > 0;
        const bool is_next_attacked = has_enemy(s.file - 1, s.rank + 2) || has_enemy(s.file + 1, s.rank + 2);
        return !is_isolated(s) && !has_help && is_next_attacked;
    }
    [[nodiscard]] bool is_passed(NaiveSquare s) const {
        if (is_doubled(s)) return false;
        for (int file = s.file - 1; file <= s.file + 1; ++file) {
            if (count('e', file, s.rank + 1, 7) > 0) return false;
        }
        return true;
    }
    [[nodiscard]] bool is_candidate(NaiveSquare s) const {
        if (is_doubled(s) || is_opposed(s) || is_passed(s)) return false;
        int guarded_files = 0;
        int helping_files = 0;
        for (const int file : {s.file - 1, s.file + 1}) {
            if (count('e', file, s.rank + 1, 7) > 0) ++guarded_files;
            if (count('o', file, 0, s.rank) > 0) ++helping_files;
        }
        return helping_files >= guarded_files;
    }
    [[nodiscard]] bool is_connected_passer(NaiveSquare s) const {
        if (!is_passed(s)) return false;
        for (const int file : {s.file - 1, s.file + 1}) {
            for (int rank = s.rank - 1; rank <= s.rank + 1; ++rank) {
                if (has_own(file, rank) && is_passed({file, rank})) return true;
            }
        }
        return false;
    }
    [[nodiscard]] bool is_protected_passer(NaiveSquare s) const { return is_passed(s) && is_supported(s); }
    [[nodiscard]] bool is_in_majority(NaiveSquare s) const {
        const int first_file = s.file < 4 ? 0 : 4;
        int more = 0;
        for (int file = first_file; file < first_file + 4; ++file) {
            more += count('o', file, 0, 7) - count('e', file, 0, 7);
        }
        return more > 0;
    }
    /// Also for squares without a pawn.
    [[nodiscard]] bool is_hole(NaiveSquare s) const {
        if (s.rank != 2 && s.rank != 3) return false;
        return count('o', s.file - 1, 0, s.rank - 1) == 0 && count('o', s.file + 1, 0, s.rank - 1) == 0;
    }

    [[nodiscard]] unsigned islands() const {
        unsigned found = 0;
        bool was_empty = true;
        for (int file = 0; file < 8; ++file) {
            const bool is_empty = count('o', file, 0, 7) == 0;
            if (was_empty && !is_empty) ++found;
            was_empty = is_empty;
        }
        return found;
    }

    /// The own pawns for which a rule holds, or all squares for which it does.
    [[nodiscard]] Bitboard squares_where(bool (NaiveBoard::*rule)(NaiveSquare) const,
                                         bool is_of_pawns) const {
        Bitboard found;
        for (const NaiveSquare square : is_of_pawns ? own_pawns_ : squares_) {
            if ((this->*rule)(square))
                found.add(square_at(static_cast<unsigned>(8 * square.rank + square.file)));
        }
        return found;
    }

  private:
    [[nodiscard]] char letter_at(int file, int rank) const {
        if (file < 0 || file > 7 || rank < 0 || rank > 7) return '.';
        return letters_[static_cast<std::size_t>(file)][static_cast<std::size_t>(rank)];
    }

    std::array<std::array<char, 8>, 8> letters_{};
    std::vector<NaiveSquare> squares_;
    std::vector<NaiveSquare> own_pawns_;
};

/// The rule of a feature.
struct NaiveFeature {
    std::string_view name;
    bool (NaiveBoard::*rule)(NaiveSquare) const;
};

/// The rules, in the order of `all_pawn_features`.
inline constexpr std::array naive_features{
    NaiveFeature{"doubled", &NaiveBoard::is_doubled},
    NaiveFeature{"isolated", &NaiveBoard::is_isolated},
    NaiveFeature{"backward", &NaiveBoard::is_backward},
    NaiveFeature{"passed", &NaiveBoard::is_passed},
    NaiveFeature{"candidate", &NaiveBoard::is_candidate},
    NaiveFeature{"phalanx", &NaiveBoard::is_in_phalanx},
    NaiveFeature{"supported", &NaiveBoard::is_supported},
    NaiveFeature{"connected", &NaiveBoard::is_connected},
    NaiveFeature{"chain", &NaiveBoard::is_in_chain},
    NaiveFeature{"chain base", &NaiveBoard::is_chain_base},
    NaiveFeature{"chain head", &NaiveBoard::is_chain_head},
    NaiveFeature{"majority", &NaiveBoard::is_in_majority},
    NaiveFeature{"blocked", &NaiveBoard::is_blocked},
    NaiveFeature{"opposed", &NaiveBoard::is_opposed},
    NaiveFeature{"connected passer", &NaiveBoard::is_connected_passer},
    NaiveFeature{"protected passer", &NaiveBoard::is_protected_passer},
    NaiveFeature{"hole", &NaiveBoard::is_hole},
};

}  // namespace philidor::test_support
