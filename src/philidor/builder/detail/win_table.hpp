/// @file
/// The answer to one question about one key, in few bytes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "philidor/index/detail/tile.hpp"
#include "philidor/index/detail/tile_layout.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/table/detail/table.hpp"

namespace philidor {

/// The answer to a question for one placement of the pieces.
struct AnswerTiles {
    Tile lost;     ///< defender to move: legal, and the attacker wins
    Tile not_won;  ///< attacker to move: legal, and it does not win
    Tile legal;    ///< attacker to move: legal
};

/// The positions of a key that one side wins, proved or possible: the answer to a `Question`. The key need
/// not be canonical, so that work on one question and one pawn structure never has to turn the board.
///
/// A proof keeps hundreds of thousands of answers, and most of a tile follows from little. So tiles are
/// packed
/// (`pack_tile`), some dozen together, and read one by one. Different threads may write different chunks.
class WinTable {
  public:
    /// How many tiles are packed together, at most.
    static constexpr std::size_t tiles_in_chunk = 32;

    /// A table to be written, chunk by chunk. The layout must be that of the key.
    WinTable(const MaterialKey& key, std::shared_ptr<const TileLayout> layout)
        : key_(key), layout_(std::move(layout)) {
        if (chunk_count() > 1) others_.resize(chunk_count() - 1);
    }

    /// What it is the table of.
    [[nodiscard]] const MaterialKey& key() const { return key_; }

    /// Where the tile of a placement is.
    [[nodiscard]] const TileLayout& layout() const { return *layout_; }

    /// The same, to be shared with other answers about the key.
    [[nodiscard]] const std::shared_ptr<const TileLayout>& shared_layout() const { return layout_; }

    /// Whether every win is one under the 50-move rule, too.
    [[nodiscard]] bool holds_under_rule() const { return rounds_ < most_rounds_under_rule; }

    /// How many rounds its wins take at most: see `most_rounds_under_rule`.
    [[nodiscard]] unsigned rounds() const { return rounds_; }

    /// Says how many rounds its wins take at most.
    void set_rounds(unsigned rounds) { rounds_ = std::min(rounds, most_rounds_under_rule); }

    /// How many chunks it has.
    [[nodiscard]] std::size_t chunk_count() const {
        return (layout_->tile_count() + tiles_in_chunk - 1) / tiles_in_chunk;
    }

    /// Writes a chunk. `fill(tile, AnswerTiles&)` is called for each of its tiles, which it gets empty. It
    /// may read what the chunk had before.
    template <class Fill>
    void write(std::size_t chunk, const Fill& fill) {
        ChunkWriter writer;
        const std::size_t end = std::min((chunk + 1) * tiles_in_chunk, layout_->tile_count());
        for (std::size_t tile = chunk * tiles_in_chunk; tile < end; ++tile) {
            AnswerTiles answer;
            fill(tile, answer);
            writer.add(answer);
        }
        chunk_at(chunk) = writer.finish();
    }

    /// Writes all chunks.
    template <class Fill>
    void write_all(const Fill& fill) {
        for (std::size_t chunk = 0; chunk < chunk_count(); ++chunk) write(chunk, fill);
    }

    /// Changes one tile: calls `change(AnswerTiles&)`.
    template <class Change>
    void change(std::size_t tile, const Change& change) {
        write(tile / tiles_in_chunk, [&](std::size_t other, AnswerTiles& answer) {
            answer = read(other);
            if (other == tile) change(answer);
        });
    }

    /// The whole answer for one tile.
    [[nodiscard]] AnswerTiles read(std::size_t tile) const;

    /// The answer for one tile, defender to move.
    void read_lost(std::size_t tile, Tile& lost) const;

    /// The answer for one tile, attacker to move.
    void read_won(std::size_t tile, Tile& not_won, Tile& legal) const;

    /// Whether the attacker, to move, does not win with the kings on these squares, and the position is
    /// legal.
    [[nodiscard]] bool is_not_won(std::size_t tile, Square white_king, Square black_king) const;

    /// Whether the defender, to move, is lost with the kings on these squares.
    [[nodiscard]] bool is_lost(std::size_t tile, Square white_king, Square black_king) const;

    /// How much memory its values take.
    [[nodiscard]] std::size_t byte_count() const;

  private:
    /// For each tile two offsets, where `lost` begins and where `legal` and `not_won` do, then where the last
    /// tile ends; then the bytes.
    using Chunk = std::unique_ptr<std::uint8_t[]>;  // NOLINT(modernize-avoid-c-arrays): smaller than a vector
    using Offset = std::uint16_t;

    /// Packs the tiles of one chunk.
    class ChunkWriter {
      public:
        void add(const AnswerTiles& answer);
        [[nodiscard]] Chunk finish();

      private:
        std::vector<Offset> offsets_;
        std::vector<std::uint8_t> bytes_;
    };

    [[nodiscard]] Chunk& chunk_at(std::size_t chunk) { return chunk == 0 ? first_ : others_[chunk - 1]; }
    [[nodiscard]] const Chunk& chunk_at(std::size_t chunk) const {
        return chunk == 0 ? first_ : others_[chunk - 1];
    }

    /// The bytes of a tile: of `lost`, or of `legal` and `not_won`.
    enum class Part : std::uint8_t { lost, won };
    [[nodiscard]] const std::uint8_t* bytes_of(std::size_t tile, Part part) const;
    [[nodiscard]] std::size_t tiles_of(std::size_t chunk) const {
        return std::min(tiles_in_chunk, layout_->tile_count() - chunk * tiles_in_chunk);
    }

    MaterialKey key_;
    std::shared_ptr<const TileLayout> layout_;
    unsigned rounds_ = most_rounds_under_rule;
    Chunk first_;  ///< tables of kings and pawns have no other
    std::vector<Chunk> others_;
};

}  // namespace philidor
