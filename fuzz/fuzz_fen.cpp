// Reads the input as a FEN, in both variants. An accepted text must be written back character for character,
// and a Board must match its Setup.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "philidor/chess/fen.hpp"
#include "require.hpp"

namespace {

using namespace philidor;

void check(const std::string& text, Variant variant) {
    const auto setup = parse_setup(text, variant);
    const auto board = parse_fen(text, variant);
    if (!setup) {
        fuzz::require(!board);
        return;
    }
    const bool has_clocks = std::ranges::count(text, ' ') == 5;
    fuzz::require(to_fen(*setup) == (has_clocks ? text : text + " 0 1"));
    if (!board) return;
    fuzz::require(board->to_setup() == *setup);
    fuzz::require(*Board::from_setup(board->to_setup()) == *board);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(data, data + size);
    check(text, Variant::standard);
    check(text, Variant::chess960);
    return 0;
}
