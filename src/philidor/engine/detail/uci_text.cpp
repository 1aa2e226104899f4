#include "philidor/engine/detail/uci_text.hpp"

#include <cmath>

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

std::string uci_chances(Value value) {
    if (value.is_decided()) return value > Value() ? "1000 0 0" : "0 0 1000";
    constexpr double even = 100;   // centipawns that win every other game
    constexpr double spread = 40;  // how fast that changes
    const auto chance = [&](int centipawns) {
        return static_cast<int>(std::lround(1000 / (1 + std::exp((even - centipawns) / spread))));
    };
    const int wins = chance(value.centipawns());
    const int losses = chance(-value.centipawns());
    return fmt::format("{} {} {}", wins, 1000 - wins - losses, losses);
}

std::string uci_info(const Board& board, const SearchInfo& info, bool shows_chances) {
    // A proved draw is certain, and an estimate of 0 is not.
    const bool is_proved_draw = info.proved && info.proved->value == Wdl::draw;
    const std::string chances =
        shows_chances ? " wdl " + (is_proved_draw ? "0 1000 0" : uci_chances(info.value)) : "";
    std::string text = fmt::format(
        "info depth {} seldepth {} multipv {} score {}{} nodes {} nps {} hashfull {} tbhits {} time {} pv",
        info.depth, info.selective_depth, info.line, uci_score(info.value), chances, info.nodes, info.speed(),
        info.fullness, info.table_hits, info.time.count());
    Board next = board;
    for (const Move move : info.moves) {
        text += ' ' + to_uci(next, move);
        next.play(move);
    }
    return info.proved ? fmt::format("info string {}\n{}", proof_text(*info.proved), text) : text;
}

std::string uci_best_move(const Board& board, const BestMove& best) {
    if (!best.move) return "bestmove 0000";  // UCI's name for no move
    std::string text = "bestmove " + to_uci(board, *best.move);
    if (best.ponder) text += " ponder " + to_uci(board.after(*best.move), *best.ponder);
    return text;
}

}  // namespace philidor
