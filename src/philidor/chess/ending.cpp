#include "philidor/chess/ending.hpp"

#include "philidor/chess/fen.hpp"

namespace philidor {

Result<Ending, EndingError> Ending::from_fen(std::string_view text) {
    const auto board = parse_fen(text);
    if (!board) return fail(EndingError::position, board.error().message);
    return from(*board);
}

Result<Ending, EndingError> Ending::from(const Board& board) {
    if (board.castling().none()) return Ending(board);
    return fail(EndingError::castling,
                "castling rights are not supported; replace them with - in \"" + to_fen(board) + '"');
}

}  // namespace philidor
