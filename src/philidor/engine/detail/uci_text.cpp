#include "philidor/engine/detail/uci_text.hpp"

#include <fmt/format.h>

#include "philidor/chess/notation.hpp"

namespace philidor {

namespace {

std::string proof_text(const ProvedMove& proved) {
    std::string text = fmt::format("proven {}", name_of(proved.value));
    if (proved.dtz && *proved.dtz != 0) {
        text += fmt::format(", {} plies to the next capture, pawn move or mate", std::abs(*proved.dtz));
    }
    return text;
}

}  // namespace

std::string uci_score(Value value) {
    if (const auto moves = value.mate_moves()) return fmt::format("mate {}", *moves);
    return fmt::format("cp {}", value.centipawns());
}

std::string uci_info(const Board& board, const SearchInfo& info) {
    std::string text = fmt::format(
        "info depth {} seldepth {} multipv {} score {} nodes {} nps {} hashfull {} tbhits {} time {} pv",
        info.depth, info.selective_depth, info.line, uci_score(info.value), info.nodes, info.speed(),
        info.fullness, info.table_hits, info.time.count());
    Board next = board;
    for (const Move move : info.moves) {
        text += ' ' + to_uci(next, move);
        next.play(move);
    }
    if (info.proved) text += "\ninfo string " + proof_text(*info.proved);
    return text;
}

std::string uci_best_move(const Board& board, const BestMove& best) {
    if (!best.move) return "bestmove 0000";  // UCI's name for no move
    std::string text = "bestmove " + to_uci(board, *best.move);
    if (best.ponder) text += " ponder " + to_uci(board.after(*best.move), *best.ponder);
    return text;
}

}  // namespace philidor
