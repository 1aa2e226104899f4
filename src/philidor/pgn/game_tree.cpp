#include "philidor/pgn/game_tree.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>

#include "philidor/chess/fen.hpp"
#include "philidor/pgn/detail/decompression.hpp"
#include "philidor/pgn/detail/file_stream.hpp"
#include "philidor/pgn/detail/game_replay.hpp"
#include "philidor/pgn/detail/pgn_reader.hpp"
#include "philidor/pgn/detail/pgn_writer.hpp"
#include "philidor/pgn/detail/stoppable_stream.hpp"

namespace philidor {

namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 6> usual_tags{
    {{"Event", "?"}, {"Site", "?"}, {"Date", "????.??.??"}, {"Round", "?"}, {"White", "?"}, {"Black", "?"}}};

bool is_usual_tag(std::string_view name) {
    return name == "Result" || name == "FEN" || name == "SetUp" ||
           std::ranges::any_of(usual_tags, [&](const auto& tag) { return tag.first == name; });
}

void write_tags(const GameTree& game, PgnWriter& writer) {
    for (const auto& [name, usual] : usual_tags) {
        const std::string_view value = game.tag(name);
        writer.tag(name, value.empty() ? usual : value);
    }
    writer.tag("Result", text_of(game.result));
    if (to_fen(game.start) != to_fen(Board())) {
        writer.tag("SetUp", "1");
        writer.tag("FEN", to_fen(game.start));
    }
    for (const PgnTag& tag : game.tags) {
        if (!is_usual_tag(tag.name)) writer.tag(tag.name, tag.value);
    }
}

void write_node(const Board& board, const GameNode& node, PgnWriter& writer) {
    writer.move(board, node.move);
    for (const unsigned glyph : node.glyphs) writer.glyph(glyph);
    if (!node.comment.empty()) writer.comment(node.comment);
}

/// Writes the main line of what may follow a position. Variations stand behind the move that they replace.
void write_moves(Board board, std::span<const GameNode> next, PgnWriter& writer) {
    while (!next.empty()) {
        const GameNode& main = next.front();
        write_node(board, main, writer);
        for (const GameNode& other : next.subspan(1)) {
            writer.begin_variation();
            write_node(board, other, writer);
            write_moves(board.after(other.move), other.next, writer);
            writer.end_variation();
        }
        board.play(main.move);
        next = main.next;
    }
}

/// Adds a text to a comment.
void add_text(std::string& comment, std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos) return;
    text = text.substr(begin, text.find_last_not_of(" \t\r\n") + 1 - begin);
    if (!comment.empty()) comment += ' ';
    comment += text;
}

/// What the signs behind a move mean, as a numeric glyph.
std::optional<unsigned> glyph_of_signs(std::string_view written) {
    constexpr std::array<std::pair<std::string_view, unsigned>, 6> glyphs{
        {{"!!", 3}, {"??", 4}, {"!?", 5}, {"?!", 6}, {"!", 1}, {"?", 2}}};
    for (const auto& [signs, number] : glyphs) {
        if (written.ends_with(signs)) return number;
    }
    return std::nullopt;
}

/// What is kept of a game. The longest game on record has 538 plies; trees are walked by recursion.
constexpr std::size_t most_plies_of_line = 4'000;
constexpr std::size_t most_nested_variations = 100;
constexpr std::size_t most_moves_of_game = 100'000;

/// Makes trees of the games of a file.
class TreeBuilder final : public detail::GameReplay {
  public:
    TreeBuilder(const std::function<bool(GameTree&&)>& use,
                const std::function<void(const PgnProblem&)>& report)
        : use_(use), report_(report) {}

    [[nodiscard]] bool reads_variations() const override { return true; }

    void tag(std::string_view name, std::string_view value) override {
        GameReplay::tag(name, value);
        game_.tags.push_back({std::string(name), std::string(value)});
    }

    void comment(std::string_view text) override {
        if (lines_.empty()) return add_text(game_.comment, text);
        // Before the first move of a variation it belongs to that move.
        Line& line = lines_.back();
        add_text(line.is_begun ? comment_at(line.path) : line.comment, text);
    }

    void glyph(unsigned number) override {
        if (lines_.empty() || !lines_.back().is_begun) return;
        if (GameNode* const last = node_at(lines_.back().path)) last->glyphs.push_back(number);
    }

  private:
    /// A line that is being read.
    struct Line {
        std::vector<std::size_t> path;  ///< of its last move: its place among its siblings, ply by ply
        bool is_begun;                  ///< false for a variation without moves so far
        std::string comment;            ///< before the first move of a variation
    };

    /// The move at a path; null for the start.
    [[nodiscard]] GameNode* node_at(const std::vector<std::size_t>& path) {
        GameNode* node = nullptr;
        for (const std::size_t place : path) node = &(node == nullptr ? game_.next : node->next)[place];
        return node;
    }

    [[nodiscard]] std::string& comment_at(const std::vector<std::size_t>& path) {
        GameNode* const node = node_at(path);
        return node != nullptr ? node->comment : game_.comment;
    }

    void started(const Board& board) override {
        game_.start = board;
        game_.number = reader().game();
        lines_ = {{{}, true, {}}};
        move_count_ = 0;
    }

    void played(Move move, const Board& /*board*/) override {
        Line& line = lines_.back();
        GameNode* const last = node_at(line.path);
        std::vector<GameNode>& moves = last != nullptr ? last->next : game_.next;
        line.path.push_back(moves.size());
        line.is_begun = true;
        ++move_count_;
        GameNode& node = moves.emplace_back(GameNode{move, {}, std::exchange(line.comment, {}), {}});
        if (const auto signs = glyph_of_signs(written())) node.glyphs.push_back(*signs);
    }

    [[nodiscard]] bool has_room() const override {
        return move_count_ < most_moves_of_game && lines_.size() <= most_nested_variations &&
               lines_.back().path.size() < most_plies_of_line;
    }

    void variation_began() override {
        std::vector<std::size_t> path = lines_.back().path;
        if (!path.empty()) path.pop_back();
        lines_.push_back({std::move(path), false, {}});
    }

    void variation_ended() override { lines_.pop_back(); }

    [[nodiscard]] detail::NextStep finished(const GameEnd& end) override {
        game_.result = end.result;
        lines_.clear();
        const bool goes_on = use_(std::exchange(game_, {}));
        return goes_on ? detail::NextStep::read_on : detail::NextStep::stop;
    }

    void problem(const PgnProblem& found) override {
        if (report_) report_(found);
        if (lines_.size() <= 1) game_.problem = found;
        if (!is_started()) game_ = {};
    }

    const std::function<bool(GameTree&&)>& use_;
    const std::function<void(const PgnProblem&)>& report_;
    GameTree game_;
    std::vector<Line> lines_;     ///< the main line, then the variations within each other
    std::size_t move_count_ = 0;  ///< of this game, with those of variations
};

}  // namespace

std::string_view GameTree::tag(std::string_view name) const {
    const auto found = std::ranges::find(tags, name, &PgnTag::name);
    return found == tags.end() ? std::string_view() : std::string_view(found->value);
}

void GameTree::set_tag(std::string_view name, std::string value) {
    const auto found = std::ranges::find(tags, name, &PgnTag::name);
    if (found != tags.end()) {
        found->value = std::move(value);
    } else {
        tags.push_back({std::string(name), std::move(value)});
    }
}

std::string to_pgn(const GameTree& game) {
    std::string text;
    PgnWriter writer([&](std::string_view part) { text += part; });
    write_tags(game, writer);
    if (!game.comment.empty()) writer.comment(game.comment);
    write_moves(game.start, game.next, writer);
    writer.end_game(game.result);
    return text;
}

Result<void, FileError> read_game_trees(const std::string& path,
                                        const std::function<bool(GameTree&&)>& use,
                                        const std::function<void(const PgnProblem&)>& report,
                                        const Budget& budget) {
    auto stream = detail::open_decompressed(path);
    if (!stream) return tl::unexpected(std::move(stream.error()));
    const std::uint64_t total = detail::size_of_file(path).value_or(0);
    detail::StoppableStream bytes(*std::move(stream), budget);
    const std::function<bool(GameTree&&)> use_and_tell = [&](GameTree&& game) {
        return use(std::move(game)) && budget.goes_on({bytes.taken(), total});
    };
    TreeBuilder builder(use_and_tell, report);
    auto read = detail::PgnReader(bytes).read(builder);
    budget.report({bytes.taken(), total});
    return read;
}

}  // namespace philidor
