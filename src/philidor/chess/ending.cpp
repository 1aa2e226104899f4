#include "philidor/chess/ending.hpp"

#include <cstddef>
#include <string>

#include <fmt/format.h>

#include "philidor/chess/fen.hpp"

namespace philidor {

Result<Ending, EndingError> Ending::from_fen(std::string_view text) {
    const auto board = parse_fen(text);
    if (!board) return fail(EndingError::position, board.error().message);
    return from(*board);
}

Result<Ending, EndingError> Ending::from(const Board& board) {
    if (board.castling().none()) return Ending(board);
    const std::string fen = to_fen(board);
    const std::size_t rights = fen.find(' ', fen.find(' ') + 1) + 1;  // the third field of a FEN
    return fail(EndingError::castling,
                fmt::format("castling rights ({}) are not supported; replace them with - in \"{}\"",
                            fen.substr(rights, fen.find(' ', rights) - rights), fen));
}

}  // namespace philidor
