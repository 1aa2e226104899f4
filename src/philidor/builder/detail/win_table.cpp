#include "philidor/builder/detail/win_table.hpp"

#include <cstring>

#include "philidor/index/detail/packed_tile.hpp"

namespace philidor {

void WinTable::ChunkWriter::add(const AnswerTiles& answer) {
    offsets_.push_back(static_cast<Offset>(bytes_.size()));
    pack_tile(answer.lost, nullptr, bytes_);
    offsets_.push_back(static_cast<Offset>(bytes_.size()));
    pack_tile(answer.legal, nullptr, bytes_);
    pack_tile(answer.not_won, &answer.legal, bytes_);
}

WinTable::Chunk WinTable::ChunkWriter::finish() {
    offsets_.push_back(static_cast<Offset>(bytes_.size()));
    const std::size_t offset_bytes = offsets_.size() * sizeof(Offset);
    // NOLINTNEXTLINE(modernize-avoid-c-arrays): smaller than a vector
    auto chunk = std::make_unique<std::uint8_t[]>(offset_bytes + bytes_.size());
    std::memcpy(chunk.get(), offsets_.data(), offset_bytes);
    std::memcpy(chunk.get() + offset_bytes, bytes_.data(), bytes_.size());
    return chunk;
}

const std::uint8_t* WinTable::bytes_of(std::size_t tile, Part part) const {
    const std::size_t chunk = tile / tiles_in_chunk;
    const std::uint8_t* const memory = chunk_at(chunk).get();
    const std::size_t place = 2 * (tile % tiles_in_chunk) + static_cast<std::size_t>(part);
    Offset offset = 0;
    std::memcpy(&offset, memory + place * sizeof(Offset), sizeof(Offset));
    return memory + (2 * tiles_of(chunk) + 1) * sizeof(Offset) + offset;
}

AnswerTiles WinTable::read(std::size_t tile) const {
    AnswerTiles answer;
    read_lost(tile, answer.lost);
    read_won(tile, answer.not_won, answer.legal);
    return answer;
}

void WinTable::read_lost(std::size_t tile, Tile& lost) const {
    unpack_tile(bytes_of(tile, Part::lost), nullptr, lost);
}

void WinTable::read_won(std::size_t tile, Tile& not_won, Tile& legal) const {
    const std::uint8_t* const bytes = unpack_tile(bytes_of(tile, Part::won), nullptr, legal);
    unpack_tile(bytes, &legal, not_won);
}

bool WinTable::is_not_won(std::size_t tile, Square white_king, Square black_king) const {
    std::uint64_t legal = 0;
    std::uint64_t not_won = 0;
    const std::uint8_t* const bytes =
        unpack_row(bytes_of(tile, Part::won), index_of(white_king), nullptr, legal);
    unpack_row(bytes, index_of(white_king), &legal, not_won);
    return Bitboard::from_bits(not_won).has(black_king);
}

bool WinTable::is_lost(std::size_t tile, Square white_king, Square black_king) const {
    std::uint64_t lost = 0;
    unpack_row(bytes_of(tile, Part::lost), index_of(white_king), nullptr, lost);
    return Bitboard::from_bits(lost).has(black_king);
}

std::size_t WinTable::byte_count() const {
    constexpr std::size_t heap_overhead = 16;  // of each block, roughly
    std::size_t sum = sizeof(WinTable) + heap_overhead;
    for (std::size_t chunk = 0; chunk < chunk_count(); ++chunk) {
        const std::size_t tiles = tiles_of(chunk);
        Offset end = 0;
        std::memcpy(&end, chunk_at(chunk).get() + 2 * tiles * sizeof(Offset), sizeof(Offset));
        sum += sizeof(Chunk) + heap_overhead + (2 * tiles + 1) * sizeof(Offset) + end;
    }
    return sum;
}

}  // namespace philidor
