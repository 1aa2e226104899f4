/// @file
/// Plays the games of a file through.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "philidor/chess/board.hpp"
#include "philidor/chess/move.hpp"
#include "philidor/pgn/detail/pgn_visitor.hpp"
#include "philidor/pgn/games_in.hpp"

namespace philidor::detail {

/// A visitor that plays the main line of each game, and its variations if the derived class reads them. A
/// derived class says what to do with the positions, by the functions `started`, then `played` for each move,
/// then `finished`.
///
/// Moves may be written in many ways: all that `parse_san` accepts, and also small letters for pieces,
/// figurines, o-o, and ep behind a capture. A word that does not have the form of a move is ignored. A move
/// that cannot be played ends the game. Chess960 is recognised by its FEN, with or without a Variant tag;
/// games of other variants are left out. A FEN with missing fields is completed.
class GameReplay : public PgnVisitor {
  public:
    void begin_game(const PgnReader& reader) final;
    void tag(std::string_view name, std::string_view value) override;
    [[nodiscard]] NextStep word(std::string_view text) final;
    void unclosed_comment(const PgnReader& reader, std::size_t line) final;
    [[nodiscard]] NextStep end_game(GameResult result) final;
    void begin_variation() final;
    void end_variation() final;

  protected:
    /// What is known about a game at its end.
    struct GameEnd {
        GameResult result;  ///< the one behind the moves, or else that of the tag
        bool is_stopped;    ///< by a move that cannot be played
        bool has_fen;       ///< it began from a position of its own
    };

    /// A game begins with this board.
    virtual void started(const Board& board) = 0;
    /// A move was played, which led to this board.
    virtual void played(Move move, const Board& board) = 0;
    /// Whether there is room for one more move, and for one more variation within this one. If not, the line
    /// ends here.
    [[nodiscard]] virtual bool has_room() const { return true; }
    /// A variation begins: the next move replaces the last one.
    virtual void variation_began() {}
    /// The variation is over. A move in it that cannot be played ends it early, but not the game.
    virtual void variation_ended() {}
    /// A game that was started is over.
    [[nodiscard]] virtual NextStep finished(const GameEnd& end) = 0;
    /// Something is wrong with a game: it was not started, or its next move was not played, or a comment in
    /// it has no end.
    virtual void problem(const PgnProblem& found) = 0;

    /// The reader, which knows where in the file we are.
    [[nodiscard]] const PgnReader& reader() const { return *reader_; }
    /// Whether the game has started; until then, more tags may follow.
    [[nodiscard]] bool is_started() const { return is_started_; }
    /// The board as it stands.
    [[nodiscard]] const Board& board() const { return board_; }
    /// The move as it is written in the file; during `played` only.
    [[nodiscard]] std::string_view written() const { return written_; }

  private:
    [[nodiscard]] bool start();
    [[nodiscard]] bool find_start();
    [[nodiscard]] NextStep take_odd_word(std::string_view text);
    [[nodiscard]] NextStep end_line(PgnFault fault, std::string message);
    void play(Move move);
    void report(PgnFault fault, std::string message);

    const PgnReader* reader_ = nullptr;
    Board board_;
    Board before_;  ///< the last move
    /// What a variation interrupts.
    struct Interrupted {
        Board board;
        Board before;
        bool is_dead;
    };
    std::vector<Interrupted> interrupted_;
    std::size_t ignored_depth_ = 0;  ///< of variations within this one that are not read
    bool is_dead_ = false;           ///< a move of this variation could not be played
    std::string_view written_;
    std::string fen_;
    std::string variant_;
    GameResult tagged_result_ = GameResult::unknown;
    bool is_begun_ = false;    ///< tags are over
    bool is_started_ = false;  ///< there is a start position
    bool is_stopped_ = false;
};

}  // namespace philidor::detail
