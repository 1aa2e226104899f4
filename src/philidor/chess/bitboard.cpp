#include "philidor/chess/bitboard.hpp"

namespace philidor {

std::string picture(Bitboard set) {
    std::string text;
    for (auto rank = all_ranks.rbegin(); rank != all_ranks.rend(); ++rank) {
        for (const File file : all_files) text += set.has(make_square(file, *rank)) ? '1' : '.';
        text += '\n';
    }
    return text;
}

}  // namespace philidor
