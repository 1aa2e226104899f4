// Reads the input as a labelled position and as the name of a family. An accepted position is evaluated, and
// must have the opposite value with the sides swapped; a rejected text must have an error message.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "philidor/chess/symmetry.hpp"
#include "philidor/pawns/detail/pawn_eval.hpp"
#include "philidor/tune/exact_labels.hpp"
#include "philidor/tune/labelled_position.hpp"
#include "require.hpp"

namespace {

using namespace philidor;

void check(const Board& board) {
    const Score score = evaluate_pawns(board);
    fuzz::require(evaluate_pawns(Symmetry::swap_sides()(board)) == -score);
    Score sum;
    for (const PawnTermCount& count : explain_pawns(board)) sum += count.score;
    fuzz::require(sum == score);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto family = parse_family(text);
    fuzz::require(family || !family.error().message.empty());
    if (const auto position = parse_labelled(text)) {
        check(position->board);
    } else {
        fuzz::require(!position.error().message.empty());
    }
    return 0;
}
