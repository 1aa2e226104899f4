#include "philidor/pgn/games_in.hpp"

#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "philidor/pgn/detail/byte_stream.hpp"
#include "philidor/pgn/detail/decompression.hpp"
#include "philidor/pgn/detail/game_replay.hpp"
#include "philidor/pgn/detail/pgn_reader.hpp"

namespace philidor {

namespace {

/// The value of a tag without the backslashes before quotes and backslashes.
std::string without_escapes(std::string_view value) {
    std::string text;
    for (std::size_t place = 0; place < value.size(); ++place) {
        const std::string_view next = value.substr(place + 1, 1);
        if (value[place] == '\\' && (next == "\"" || next == "\\")) ++place;
        text += value[place];
    }
    return text;
}

}  // namespace

/// A file that is being read. It puts one game after the other together, and stops the reader behind each.
class GameRange::Reading final : public detail::GameReplay {
  public:
    Reading(std::string path,
            std::unique_ptr<detail::ByteStream> stream,
            std::function<void(const PgnProblem&)> report)
        : path_(std::move(path)), stream_(std::move(stream)), file_(*stream_), report_(std::move(report)) {}

    /// Reads the next game; false if there is none.
    [[nodiscard]] Result<bool, FileError> read_game() {
        const std::size_t last = game_.number;
        auto read = file_.read(*this);
        // A game that was read comes first; an error shows again behind it.
        if (game_.number != last) return true;
        if (read) return false;
        return fail(read.error().kind, fmt::format("{}: {}", path_, read.error().message));
    }

    /// The game that was read last.
    [[nodiscard]] const PgnGame& game() const { return game_; }

    /// How many games were left out.
    [[nodiscard]] std::size_t left_out() const { return left_out_; }

    void tag(std::string_view name, std::string_view value) override {
        GameReplay::tag(name, value);
        tags_.push_back({std::string(name), without_escapes(value)});
    }

  private:
    void started(const Board& board) override {
        game_ = PgnGame(board);
        game_.number = reader().game();
        game_.tags = std::exchange(tags_, {});
    }
    void played(Move move, const Board& /*board*/) override { game_.play(move); }
    [[nodiscard]] detail::NextStep finished(const GameEnd& end) override {
        game_.result = end.result;
        // A comment between two games has the number of the first, which is gone.
        if (problem_ && problem_->game == game_.number) game_.problem = std::move(problem_);
        problem_.reset();
        return detail::NextStep::stop;
    }
    void problem(const PgnProblem& found) override {
        if (found.fault == PgnFault::other_variant || found.fault == PgnFault::bad_start) {
            ++left_out_;
            tags_.clear();
        }
        if (!problem_ || problem_->game != found.game) problem_ = found;
        if (report_) report_(found);
    }

    std::string path_;
    std::unique_ptr<detail::ByteStream> stream_;
    detail::PgnReader file_;
    std::function<void(const PgnProblem&)> report_;
    PgnGame game_;
    std::vector<PgnTag> tags_;           ///< until the game has started
    std::optional<PgnProblem> problem_;  ///< the first one of the game that is being read
    std::size_t left_out_ = 0;
};

GameRange::GameRange(std::unique_ptr<Reading> reading) : reading_(std::move(reading)) {}

GameRange::GameRange(Error<FileError> error) : error_(std::move(error)), is_over_(true) {}

GameRange::GameRange(GameRange&&) noexcept = default;
GameRange& GameRange::operator=(GameRange&&) noexcept = default;
GameRange::~GameRange() = default;

GameRange::Iterator GameRange::begin() {
    advance();
    return Iterator(*this);
}

std::size_t GameRange::left_out() const { return reading_ ? reading_->left_out() : 0; }

const PgnGame& GameRange::game() const { return reading_->game(); }

void GameRange::advance() {
    if (is_over_) return;
    auto has_game = reading_->read_game();
    is_over_ = !has_game.value_or(false);
    if (!has_game) error_ = std::move(has_game.error());
}

GameRange games_in(const std::string& path, std::function<void(const PgnProblem&)> report) {
    auto stream = detail::open_decompressed(path);
    if (!stream) return GameRange(std::move(stream.error()));
    return GameRange(std::make_unique<GameRange::Reading>(path, std::move(*stream), std::move(report)));
}

}  // namespace philidor
