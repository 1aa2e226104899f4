#include "philidor/solve/detail/knowledge.hpp"

#include <algorithm>
#include <utility>

#include "philidor/chess/movegen.hpp"
#include "philidor/index/detail/tile_place.hpp"
#include "philidor/solve/detail/ply_bounds.hpp"
#include "philidor/table/syzygy_tables.hpp"

namespace philidor {

bool wins(const WinTable& answer, Question question, const Board& board) {
    const TilePlace place = find_place(answer.layout(), board);
    return board.side_to_move() == question.attacker
               ? !answer.is_not_won(place.tile, place.white_king, place.black_king)
               : answer.is_lost(place.tile, place.white_king, place.black_king);
}

const WinTable* Knowledge::find(Question question, const MaterialKey& key) const {
    const auto found = answers_.find(key);
    return found == answers_.end() ? nullptr : found->second[question.attacker][question.certainty].get();
}

bool Knowledge::is_open(Color attacker, const MaterialKey& key) const {
    const auto [proved, possible] = find_wins(attacker, key);
    if (proved == nullptr || possible == nullptr) return true;
    for (std::size_t tile = 0; tile < proved->layout().tile_count(); ++tile) {
        const AnswerTiles known = proved->read(tile);
        const AnswerTiles bound = possible->read(tile);
        if (known.lost != bound.lost || known.not_won != bound.not_won) return true;
    }
    return false;
}

void Knowledge::put(Question question, std::unique_ptr<WinTable> answer) {
    auto& place = answers_[answer->key()][question.attacker][question.certainty];
    if (place != nullptr) bytes_ -= place->byte_count();
    bytes_ += answer->byte_count();
    place = std::move(answer);
}

void Knowledge::put(Color attacker, std::span<const ProvedPosition> proof) {
    for (const ProvedPosition& position : proof) positions_.insert_or_assign(position.board, position);
    PlyBounds bounds(*this, attacker);
    std::vector<std::optional<unsigned>> most_plies;
    most_plies.reserve(proof.size());
    for (const ProvedPosition& position : proof) most_plies.push_back(bounds.of(position.board));
    for (std::size_t i = 0; i < proof.size(); ++i) add_to_table(attacker, proof[i].board, most_plies[i]);
}

void Knowledge::add_to_table(Color attacker, const Board& board, std::optional<unsigned> most_plies) {
    if (board.legal_en_passant()) return;
    const auto found = answers_.find(MaterialKey::from_board(board));
    if (found == answers_.end() || found->second[attacker][Certainty::proved] == nullptr) return;
    WinTable& answer = *found->second[attacker][Certainty::proved];
    const TilePlace place = find_place(answer.layout(), board);
    bytes_ -= answer.byte_count();
    answer.set_rounds(std::max(answer.rounds(), most_plies ? *most_plies / 2 : most_rounds_under_rule));
    answer.change(place.tile, [&](AnswerTiles& tiles) {
        if (board.side_to_move() == attacker) {
            tiles.not_won.remove(place.white_king, place.black_king);
        } else {
            tiles.lost.add(place.white_king, place.black_king);
        }
    });
    bytes_ += answer.byte_count();
}

std::optional<Move> Knowledge::winning_move(const Board& board) const {
    const auto found = positions_.find(board);
    return found == positions_.end() ? std::nullopt : found->second.move;
}

std::vector<Board> Knowledge::proved_positions(const MaterialKey& key, Color attacker) const {
    std::vector<Board> boards;
    for (const auto& [board, position] : positions_) {
        const bool is_won_by_attacker = position.move.has_value() == (board.side_to_move() == attacker);
        if (is_won_by_attacker && MaterialKey::from_board(board) == key) boards.push_back(board);
    }
    return boards;
}

WdlBounds Knowledge::bounds_of(const Board& board) const {
    const Color us = board.side_to_move();
    const auto wins = [&](Color attacker, Certainty certainty) {
        return says_win(board, {attacker, certainty});
    };
    WdlBounds bounds{Wdl::draw, Wdl::draw};
    if (wins(us, Certainty::proved)) {
        bounds.worst = Wdl::win;
    } else if (wins(!us, Certainty::possible)) {
        bounds.worst = Wdl::loss;
    }
    if (wins(!us, Certainty::proved)) {
        bounds.best = Wdl::loss;
    } else if (wins(us, Certainty::possible)) {
        bounds.best = Wdl::win;
    }
    return bounds;
}

bool Knowledge::says_win(const Board& board, Question question) const {
    const bool is_attacking = board.side_to_move() == question.attacker;
    if (const auto found = positions_.find(board); found != positions_.end()) {
        return found->second.move.has_value() == is_attacking;
    }
    if (board.legal_en_passant()) {
        // The table of this position ignores the capture, but the positions after it can be looked up.
        const MoveList moves = legal_moves(board);
        const auto wins = [&](Move move) { return says_win(board.after(move), question); };
        return is_attacking ? std::ranges::any_of(moves, wins) : std::ranges::all_of(moves, wins);
    }
    const WinTable* answer = find(question, MaterialKey::from_board(board));
    const bool is_possible = question.certainty == Certainty::possible;
    const bool is_win = answer == nullptr ? is_possible : wins(*answer, question, board);
    if (is_win != is_possible) return is_win;
    const auto told = syzygy_value(board);
    if (!told) return is_win;
    return told->plain.worst == (is_attacking ? Wdl::win : Wdl::loss);
}

std::optional<RuledValue> Knowledge::syzygy_value(const Board& board) const {
    return syzygy_ == nullptr ? std::nullopt : syzygy_->value_of(board);
}

}  // namespace philidor
