#include "philidor/games/study_check.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "philidor/chess/movegen.hpp"
#include "philidor/chess/notation.hpp"
#include "philidor/games/solution_game.hpp"

namespace philidor {

namespace {

/// How many moves of the solver a waste of time may take until it is back.
constexpr unsigned longest_waste = 2;

bool has_word(std::string_view text, std::string_view word) {
    std::string lower;
    for (const char letter : text)
        lower += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    return lower.find(word) != std::string::npos;
}

struct Task {
    std::optional<Stipulation> stipulation;
    Color solver;
};

/// What the file asks for, and who solves it: White, unless Black wins.
Task task_of(const GameTree& game) {
    const GameResult result = game.result;
    if (result == GameResult::white_wins) return {Stipulation::win, Color::white};
    if (result == GameResult::black_wins) return {Stipulation::win, Color::black};
    const std::string_view event = game.tag("Event");
    const Color side = game.start.side_to_move();
    if (result == GameResult::draw) return {Stipulation::draw, Color::white};
    if (has_word(event, "win") || event == "+") return {Stipulation::win, side};
    if (has_word(event, "draw") || event == "=") return {Stipulation::draw, side};
    return {std::nullopt, side};
}

class StudyChecker {
  public:
    StudyChecker(const GameTree& game, const SolveOptions& options, const Ending& root)
        : game_(game),
          options_(options),
          proof_(root, options.store, options.effort(), options.most_pieces) {}

    [[nodiscard]] StudyReport check() {
        const Task task = task_of(game_);
        report_.stipulation = task.stipulation;
        report_.solver = task.solver;
        const WdlBounds value = ask(*Ending::from(game_.start)).bounds;
        report_.value = game_.start.side_to_move() == task.solver ? value : -value;
        if (task.stipulation) {
            needed_ = *task.stipulation == Stipulation::win ? Wdl::win : Wdl::draw;
            // A draw that can be won is no draw.
            if (report_.value.is_exact()) report_.is_true = report_.value.worst == needed_;
            if (report_.value.best < needed_ || report_.value.worst > needed_) report_.is_true = false;
        } else {
            needed_ = report_.value.worst;
        }
        visit(game_.start, game_.next, true);
        return std::move(report_);
    }

  private:
    /// What is known about a position and its moves. Asked once for each position.
    [[nodiscard]] const Answer& ask(const Ending& ending) {
        const auto [place, is_new] = answers_.try_emplace(ending.board().key());
        if (is_new) {
            proof_.set_effort(options_.effort());
            place->second = proof_.find(ending, SolutionScope::moves).answer;
        }
        return place->second;
    }

    /// Whether a move fails, by what is proved already if that is enough.
    [[nodiscard]] bool is_known_to_fail(const Ending& ending, Move move) {
        const WdlBounds bounds = -proof_.bounds_of(ending.after(move));
        if (bounds.best < needed_) return true;
        if (bounds.worst >= needed_ || !ending.board().is_zeroing(move)) return false;
        const Answer& answer = ask(ending);
        return fails(*std::ranges::find(answer.moves, move, &MoveAnswer::move));
    }

    [[nodiscard]] bool keeps(const MoveAnswer& known) const { return known.bounds.worst >= needed_; }
    [[nodiscard]] bool fails(const MoveAnswer& known) const { return known.bounds.best < needed_; }

    void visit(const Board& board, const std::vector<GameNode>& next, bool is_main_line) {
        if (board.side_to_move() != report_.solver) {
            for (const GameNode& node : next)
                visit(board.after(node.move), node.next, is_main_line && &node == &next.front());
            return;
        }
        if (next.empty()) return;
        const Ending ending = *Ending::from(board);
        const Answer answer = ask(ending);  // a copy, since more are asked for
        homes_.push_back(board.key());
        for (const GameNode& node : next) {
            const bool is_first = &node == &next.front();
            const StudyMove& checked =
                report_.moves.emplace_back(judged(ending, answer, node, is_main_line && is_first, is_first));
            const bool goes_on =
                checked.verdict != StudyVerdict::attempt && checked.verdict != StudyVerdict::wrong;
            if (goes_on) visit(board.after(node.move), node.next, is_main_line && is_first);
        }
        homes_.pop_back();
    }

    [[nodiscard]] StudyMove judged(
        const Ending& ending, const Answer& answer, const GameNode& node, bool is_main_line, bool is_first) {
        StudyMove move;
        move.board = ending.board();
        move.move = node.move;
        move.is_main_line = is_main_line;
        const auto own = std::ranges::find(answer.moves, node.move, &MoveAnswer::move);
        const Ending after = ending.after(node.move);
        if (fails(*own)) {
            const bool is_marked = std::ranges::any_of(
                node.glyphs, [](unsigned glyph) { return glyph == 2 || glyph == 4 || glyph == 6; });
            move.verdict = is_first && !is_marked ? StudyVerdict::wrong : StudyVerdict::attempt;
            for (const MoveAnswer& reply : ask(after).moves) {
                if ((-reply.bounds).best < needed_) move.refutations.push_back(reply.move);
            }
            return move;
        }
        for (const MoveAnswer& other : answer.moves) {
            if (other.move == node.move || fails(other)) continue;
            if (!keeps(other)) {
                move.open.push_back(other.move);
            } else if (must_return(ending.after(other.move), longest_waste)) {
                move.wastes.push_back(other.move);
            } else {
                move.duals.push_back(other.move);
            }
        }
        const auto other_side = with_other_side_to_move(after);
        if (other_side) {
            const WdlBounds passed = proof_.bounds_of(*other_side);
            move.is_zugzwang = is_mutual_zugzwang(proof_.bounds_of(after), passed) == true;
        }
        if (!keeps(*own)) {
            move.verdict = StudyVerdict::open;
        } else if (!move.duals.empty()) {
            move.verdict = StudyVerdict::dual;
        } else if (!move.open.empty()) {
            move.verdict = StudyVerdict::open;
        } else {
            move.verdict = move.wastes.empty() ? StudyVerdict::unique : StudyVerdict::waste;
        }
        return move;
    }

    /// Whether the opponent, who is to move, can make sure that the solver must come back to this position or
    /// an earlier one of the line to keep the value.
    [[nodiscard]] bool must_return(const Ending& ending, unsigned moves) {
        return std::ranges::any_of(legal_moves(ending.board()), [&](Move reply) {
            const Ending next = ending.after(reply);
            if (std::ranges::find(homes_, next.board().key()) != homes_.end()) return true;
            if (moves == 0 || ending.board().is_zeroing(reply)) return false;
            bool has_way = false;
            // Quiet moves first: they are known, and the first that need not come back ends it.
            MoveList ways = legal_moves(next.board());
            std::ranges::partition(ways, [&](Move move) { return !next.board().is_zeroing(move); });
            for (const Move way : ways) {
                if (is_known_to_fail(next, way)) continue;
                has_way = true;
                if (next.board().is_zeroing(way) || !must_return(next.after(way), moves - 1)) return false;
            }
            return has_way;
        });
    }

    const GameTree& game_;
    SolveOptions options_;
    Proof proof_;
    StudyReport report_;
    std::unordered_map<Key, Answer> answers_;
    std::vector<Key> homes_;  ///< positions of the line with the solver to move
    Wdl needed_ = Wdl::draw;
};

std::string names_of(const Board& board, const std::vector<Move>& moves) {
    std::string text;
    for (const Move move : moves) {
        if (!text.empty()) text += ", ";
        text += to_san(board, move);
    }
    return text;
}

/// What is worth saying about a move.
std::string remark_on(const StudyMove& move) {
    switch (move.verdict) {
        case StudyVerdict::unique: return "";
        case StudyVerdict::waste: return "waste of time: " + names_of(move.board, move.wastes);
        case StudyVerdict::dual: return "dual: " + names_of(move.board, move.duals);
        case StudyVerdict::open: return "open";
        case StudyVerdict::attempt:
        case StudyVerdict::wrong: break;
    }
    const std::string replies = names_of(move.board.after(move.move), move.refutations);
    return fmt::format("{} fails to {}", move.verdict == StudyVerdict::wrong ? "wrong, it" : "it", replies);
}

void annotate(const Board& board, std::vector<GameNode>& next, const StudyReport& report) {
    for (GameNode& node : next) {
        const auto found = std::ranges::find_if(report.moves, [&](const StudyMove& move) {
            return move.move == node.move && move.board == board;
        });
        if (found != report.moves.end()) {
            const std::string remark = remark_on(*found);
            if (!remark.empty()) node.comment += (node.comment.empty() ? "" : " ") + remark;
            const auto mark = [&](Glyph glyph) {
                const auto number = static_cast<unsigned>(glyph);
                if (std::ranges::find(node.glyphs, number) == node.glyphs.end())
                    node.glyphs.push_back(number);
            };
            const bool is_alone =
                found->verdict == StudyVerdict::unique || found->verdict == StudyVerdict::waste;
            if (is_alone && count_legal_moves(board) > 1) mark(Glyph::good);
            if (found->verdict == StudyVerdict::wrong || found->verdict == StudyVerdict::attempt)
                mark(Glyph::mistake);
            if (found->is_zugzwang)
                mark(board.side_to_move() == Color::white ? Glyph::black_zugzwang : Glyph::white_zugzwang);
        }
        annotate(board.after(node.move), node.next, report);
    }
}

}  // namespace

std::string_view name_of(StudyVerdict verdict) {
    switch (verdict) {
        case StudyVerdict::unique: return "unique";
        case StudyVerdict::waste: return "waste";
        case StudyVerdict::dual: return "dual";
        case StudyVerdict::attempt: return "try";
        case StudyVerdict::wrong: return "wrong";
        case StudyVerdict::open: return "open";
    }
    return "";
}

std::size_t StudyReport::count(StudyVerdict verdict) const {
    return static_cast<std::size_t>(std::ranges::count(moves, verdict, &StudyMove::verdict));
}

StudyReport check_study(const GameTree& game, const SolveOptions& options) {
    const auto root = Ending::from(game.start);
    if (!root) {
        StudyReport report;
        report.problem = root.error().message;
        return report;
    }
    return StudyChecker(game, options, *root).check();
}

GameTree annotated_study(GameTree game, const StudyReport& report) {
    annotate(game.start, game.next, report);
    return game;
}

}  // namespace philidor
