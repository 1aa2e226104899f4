#include "philidor/games/annotator.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "philidor/chess/movegen.hpp"
#include "philidor/chess/notation.hpp"
#include "philidor/games/solution_game.hpp"

namespace philidor {

namespace {

/// How far a variation goes, and how many better moves a comment names.
constexpr std::size_t variation_plies = 6;
constexpr std::size_t most_named = 3;

bool is_only_move(const Answer& answer) {
    return answer.moves.size() > 1 && answer.bounds.worst != Wdl::loss &&
           std::ranges::count_if(answer.moves, [&](const MoveAnswer& known) {
               return known.bounds.best >= answer.bounds.worst;
           }) == 1;
}

/// "Kb1 wins", "Kb1, Kb2 and others draw". Empty if no single move is known to keep the value.
std::string keeping_text(const Answer& answer) {
    std::string names;
    std::size_t count = 0;
    for (const MoveAnswer& known : answer.moves) {
        if (known.bounds.worst < answer.bounds.worst) continue;
        if (++count > most_named) continue;
        names += (names.empty() ? "" : ", ") + to_san(answer.board, known.move);
    }
    if (count == 0) return "";
    const std::string_view verb = answer.bounds.worst == Wdl::win ? "win" : "draw";
    return fmt::format("{}{} {}{}", names, count > most_named ? " and others" : "", verb,
                       count == 1 ? "s" : "");
}

void add_comment(GameNode& node, std::string_view text) {
    if (!node.comment.empty()) node.comment += ' ';
    node.comment += text;
}

/// Whether a glyph says how good a move is.
bool is_assessment(unsigned glyph) { return glyph >= 1 && glyph <= 6; }

void add_moves(Board board, const std::vector<Move>& moves, std::vector<GameNode>* next) {
    for (const Move move : moves) {
        if (!is_legal(board, move)) return;
        GameNode& node = next->emplace_back(GameNode{move});
        board.play(move);
        next = &node.next;
    }
}

}  // namespace

Annotator::Annotator(TableStore& store, std::optional<ProofLimits> limits)
    : store_(store),
      limits_(std::move(limits)),
      prober_(std::make_unique<Prober>(store)),
      oracle_(std::make_unique<Oracle>(&store)) {}

Effort Annotator::effort() const {
    return {Budget::starting_now(limits_->time, limits_->memory_bytes, limits_->threads, limits_->stop),
            nullptr};
}

bool Annotator::may_be_proved(const Board& board) const {
    return limits_ && board.occupied().count() <= limits_->most_men;
}

const Answer& Annotator::prove(const Ending& ending, const Answer& looked_up) {
    proof_->set_effort(effort());
    Answer answer = proof_->find(ending, SolutionScope::moves).answer;
    answer.bounds = both_of(answer.bounds, looked_up.bounds);
    for (MoveAnswer& known : answer.moves) {
        const auto other = std::ranges::find(looked_up.moves, known.move, &MoveAnswer::move);
        known.bounds = both_of(known.bounds, other->bounds);
    }
    answer.conclude();
    ++(answer.is_complete() ? totals_.proved : totals_.open);
    return found_.insert_or_assign(ending.board().key(), std::move(answer)).first->second;
}

Result<Annotator::Known, TableError> Annotator::ask(const Board& board) {
    const auto ending = Ending::from(board);
    if (!ending) return Known();
    if (const auto found = found_.find(board.key()); found != found_.end()) {
        Known known = found->second;
        known->board = board;
        return known;
    }
    if (!may_be_proved(board)) {
        // Most positions of most games have no table. That is soon said, and their moves need not be asked.
        const auto value = prober_->value_of(*ending);
        if (!value) return tl::unexpected(value.error());
        if (!*value || (*value)->plain == WdlBounds{}) return Known();
    }
    auto looked_up = oracle_->look_up(*ending);
    if (!looked_up) return tl::unexpected(std::move(looked_up.error()));
    const bool goes_on = limits_ && !limits_->stop.stop_requested();
    if (looked_up->is_complete() || !may_be_proved(board) || !goes_on) return Known(*std::move(looked_up));
    return Known(prove(*ending, *looked_up));
}

Result<std::vector<Annotator::Known>, TableError> Annotator::ask_all(const std::vector<Board>& boards) {
    proof_.reset();
    const auto root = std::ranges::find_if(
        boards, [&](const Board& board) { return may_be_proved(board) && Ending::from(board).has_value(); });
    if (root != boards.end()) {
        proof_ = std::make_unique<Proof>(*Ending::from(*root), &store_, effort());
        if (auto done = proof_->recall(); !done) return tl::unexpected(std::move(done.error()));
    }
    // From the end: the last positions are the simplest, and what is found about them helps with the others.
    std::vector<Known> answers(boards.size());
    for (std::size_t i = boards.size(); i-- > 0;) {
        auto answer = ask(boards[i]);
        if (!answer) return tl::unexpected(std::move(answer.error()));
        answers[i] = *std::move(answer);
        if (asked && may_be_proved(boards[i])) asked();
    }
    return answers;
}

Result<void, TableError> Annotator::keep() {
    if (!proof_) return {};
    const auto stored = proof_->save();
    if (!stored) return tl::unexpected(stored.error());
    if (*stored == 0) return {};
    // The old ones remember what was there before.
    prober_ = std::make_unique<Prober>(store_);
    oracle_ = std::make_unique<Oracle>(&store_);
    return {};
}

std::vector<Move> Annotator::line(const Board& board, WdlBounds value) {
    const Ending ending = *Ending::from(board);
    std::vector<Move> moves;
    if (const auto found = oracle_->look_up_line(ending); found && *found) {
        for (const LineMove& step : (*found)->line) moves.push_back(step.answer.move);
    }
    if (moves.empty() && proof_ && may_be_proved(board)) {
        Solution solution;
        solution.answer.board = board;
        solution.answer.bounds = value;
        proof_->set_effort(effort());
        proof_->add_line(ending, {variation_plies, LineExtent::conversion}, solution);
        for (const LineMove& step : solution.line) moves.push_back(step.answer.move);
    }
    if (moves.empty()) {
        // Tables may know the values and no distances. A single move is shown then.
        const auto answer = oracle_->look_up(ending);
        const bool is_known =
            answer && !answer->moves.empty() && answer->moves.front().bounds.worst >= value.worst;
        if (is_known) moves.push_back(answer->moves.front().move);
    }
    if (moves.size() > variation_plies) moves.resize(variation_plies);
    return moves;
}

GameNode Annotator::variation(const Board& before, const MoveAnswer& first) {
    GameNode node{first.move};
    const Board after = before.after(first.move);
    add_moves(after, line(after, -first.bounds), &node.next);
    return node;
}

void Annotator::judge_mistake(const Answer& answer,
                              const MoveAnswer& own,
                              bool is_last,
                              std::vector<GameNode>& next) {
    GameNode& node = next.front();
    const int loss = static_cast<int>(answer.bounds.worst) - static_cast<int>(own.bounds.best);
    std::erase_if(node.glyphs, is_assessment);
    node.glyphs.insert(node.glyphs.begin(),
                       static_cast<unsigned>(loss > 1 ? Glyph::blunder : Glyph::mistake));
    const std::string better = keeping_text(answer);
    const std::string_view was = answer.bounds.worst == Wdl::win ? "win" : "draw";
    add_comment(node, better.empty() ? fmt::format("{}; it was a {}", to_string(own.bounds), was)
                                     : fmt::format("{}; {}", to_string(own.bounds), better));
    // The game may have it already.
    const bool is_shown = std::ranges::find(next, answer.moves.front().move, &GameNode::move) != next.end();
    if (!is_shown && answer.moves.front().bounds.worst >= answer.bounds.worst)
        next.push_back(variation(answer.board, answer.moves.front()));
    // Otherwise the game shows the refutation, or the reply is a mistake that shows it.
    if (!is_last) return;
    GameNode refuted = variation(answer.board, own);
    if (!refuted.next.empty()) next.push_back(std::move(refuted));
}

void Annotator::judge_only_move(const Answer& answer, std::vector<GameNode>& next) {
    GameNode& node = next.front();
    if (std::ranges::none_of(node.glyphs, is_assessment))
        node.glyphs.insert(node.glyphs.begin(), static_cast<unsigned>(Glyph::good));
    add_comment(node, answer.bounds.worst == Wdl::win ? "alone wins" : "alone draws");
    // The moves are sorted, the best first.
    GameNode attempt = variation(answer.board, answer.moves[1]);
    if (attempt.next.empty()) return;
    attempt.glyphs.push_back(static_cast<unsigned>(Glyph::mistake));
    next.push_back(std::move(attempt));
}

void Annotator::judge(const Answer& answer, bool is_last, PlayerTotals& player, std::vector<GameNode>& next) {
    const auto own = std::ranges::find(answer.moves, next.front().move, &MoveAnswer::move);
    if (own->bounds.is_exact()) {
        ++totals_.valued;
        ++player.valued;
    }
    if (own->bounds.best < answer.bounds.worst) {
        ++totals_.mistakes;
        ++player.mistakes;
        player.half_points +=
            static_cast<unsigned>(static_cast<int>(answer.bounds.worst) - static_cast<int>(own->bounds.best));
        judge_mistake(answer, *own, is_last, next);
    } else if (is_only_move(answer)) {
        ++totals_.only_moves;
        judge_only_move(answer, next);
    }
}

Result<GameTree, TableError> Annotator::annotate(GameTree game) {
    std::vector<Board> boards;
    Board board = game.start;
    for (const auto* next = &game.next; !next->empty(); next = &next->front().next) {
        boards.push_back(board);
        board.play(next->front().move);
    }
    const auto answers = ask_all(boards);
    if (!answers) return tl::unexpected(answers.error());
    std::vector<GameNode>* next = &game.next;
    for (std::size_t i = 0; i < boards.size(); ++i) {
        if (const Known& answer = (*answers)[i]) {
            const bool is_white = boards[i].side_to_move() == Color::white;
            const std::string name(game.tag(is_white ? "White" : "Black"));
            judge(*answer, i + 1 == boards.size(), totals_.players[name.empty() ? "?" : name], *next);
        }
        next = &next->front().next;
    }
    if (auto kept = keep(); !kept) return tl::unexpected(std::move(kept.error()));
    ++totals_.games;
    totals_.moves += boards.size();
    return game;
}

}  // namespace philidor
