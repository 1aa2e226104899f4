#include "philidor/solve/detail/hope.hpp"

#include <algorithm>

#include "philidor/builder/detail/retrograde_solver.hpp"
#include "philidor/chess/movegen.hpp"

namespace philidor::detail {

namespace {

Certainty opposite(Certainty certainty) {
    return certainty == Certainty::proved ? Certainty::possible : Certainty::proved;
}

}  // namespace

Question Hope::hopeful_question() const {
    return {attempt_.question.attacker, opposite(attempt_.question.certainty)};
}

ChildTable Hope::child(const MaterialKey& key) {
    if (!has_new_pieces(key)) {
        const WinTable* known = find(key);
        return known != nullptr ? ChildTable(*known) : ChildTable(key);
    }
    const Certainty refused = attempt_.question.certainty;
    const Color prover = prover_of(attempt_.question);
    if (!allows(attempt_.resources, prover, root_, key)) return ChildTable(key, refused);
    if (!is_solved(key)) return ChildTable(key);
    const WinTable* solved = knowledge_.find(attempt_.question, key);
    return solved != nullptr ? ChildTable(*solved) : ChildTable(key, refused);
}

const WinTable* Hope::find(const MaterialKey& key) {
    return knowledge_.find(hopeful_question(), key) != nullptr ? &answer(key) : nullptr;
}

const WinTable& Hope::answer(const MaterialKey& key) {
    if (const auto found = answers_.find(key); found != answers_.end()) return *found->second;
    const KnownWins known = knowledge_.find_wins(attempt_.question.attacker, key);
    const WinTable& hopeful = *knowledge_.find(hopeful_question(), key);
    if (key.piece_count() != 0 || !knowledge_.is_open(attempt_.question.attacker, key)) return hopeful;
    if (!goes_on()) return hopeful;
    auto found = solve_question(
        key, hopeful_question(), [&](const MaterialKey& after) { return child(after); }, known);
    return *answers_.emplace(key, std::make_unique<WinTable>(*std::move(found))).first->second;
}

bool Hope::goes_on() {
    constexpr std::size_t answers_between_questions = 64;
    if (goes_on_ && questions_++ % answers_between_questions == 0) {
        goes_on_ = budget_.goes_on({answers_.size(), 0, 0});
    }
    return goes_on_;
}

bool Hope::sees_win(const Board& board) {
    if (board.legal_en_passant()) {
        const MoveList moves = legal_moves(board);
        const auto wins = [&](Move move) { return sees_win(board.after(move)); };
        return board.side_to_move() == question().attacker ? std::ranges::any_of(moves, wins)
                                                           : std::ranges::all_of(moves, wins);
    }
    const WinTable* known = find(MaterialKey::from_board(board));
    if (known == nullptr) return hopeful_question().certainty == Certainty::possible;
    return wins(*known, hopeful_question(), board);
}

bool Hope::is_alive(const Board& board) {
    return sees_win(board) == (question().certainty == Certainty::proved);
}

}  // namespace philidor::detail
