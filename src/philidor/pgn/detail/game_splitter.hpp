/// @file
/// A file of games as pieces that can be read at the same time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "philidor/base/result.hpp"
#include "philidor/pgn/detail/byte_stream.hpp"

namespace philidor::detail {

/// Cuts a stream where a game is certain to begin, at tags behind a result, so that the pieces, read one
/// after another, tell the same as the whole. It looks for braces everywhere, but at comments and tags only
/// near a cut, which takes hardly any time. Several threads may ask for pieces.
class GameSplitter {
  public:
    class Piece;

    /// Splits a stream, which must outlive the splitter, into pieces of at least this many bytes. It needs
    /// little more memory than that.
    explicit GameSplitter(ByteStream& stream, std::size_t piece_size = std::size_t{1} << 20U);

    /// The next piece, or null at the end. If no game begins for a long time, a piece is handed out before
    /// its end is known; until its reader gets there, all other threads wait.
    [[nodiscard]] std::unique_ptr<Piece> next();

    /// How many bytes of the file have been taken so far.
    [[nodiscard]] std::uint64_t taken();

  private:
    static constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

    /// Some bytes; the last of a piece if a game begins behind them, or the stream ends.
    struct Part {
        std::vector<char> text;
        bool is_last = false;
    };

    [[nodiscard]] Result<Part, FileError> take();
    [[nodiscard]] Result<void, FileError> fill();
    void skip_ahead();
    [[nodiscard]] bool find_begin();
    [[nodiscard]] bool look_at_bracket();
    [[nodiscard]] bool follows_result() const;
    [[nodiscard]] bool is_line_start() const;
    void look_at_line_end();
    void skip_line();
    void skip_braces();
    void end_token(std::size_t length);

    ByteStream& stream_;
    std::size_t piece_size_;
    std::mutex mutex_;
    std::size_t pieces_ = 0;
    std::vector<char> buffer_;
    bool is_at_end_ = false;
    Result<void, FileError> failure_;

    std::size_t place_ = 0;       ///< where to look on
    std::size_t line_begin_ = 0;  ///< of the line of `place_`; `nowhere` if text was skipped on it
    std::size_t text_begin_ = 0;  ///< behind the last comment or tag, or what was skipped
    bool is_in_braces_ = false;
    bool is_in_skipped_line_ = false;
};

/// A piece to be read by one thread. Errors of the stream come at the end of the last piece.
class GameSplitter::Piece final : public ByteStream {
  public:
    /// The number of the piece, from 0.
    [[nodiscard]] std::size_t number() const { return number_; }

    /// Reads on.
    [[nodiscard]] Result<std::size_t, FileError> read(std::span<std::byte> target) override;

    /// The bytes of this piece that were read.
    [[nodiscard]] std::uint64_t taken() const override { return taken_; }

  private:
    friend class GameSplitter;
    Piece(GameSplitter& splitter, std::unique_lock<std::mutex> lock, std::size_t number)
        : splitter_(splitter), lock_(std::move(lock)), number_(number) {}

    [[nodiscard]] Result<void, FileError> take_part();

    GameSplitter& splitter_;
    std::unique_lock<std::mutex> lock_;  ///< held until the end of the piece is known
    std::size_t number_;
    std::vector<char> text_;
    std::size_t place_ = 0;
    std::uint64_t taken_ = 0;
};

}  // namespace philidor::detail
