#include "philidor/table/detail/pack_format.hpp"

#include <algorithm>
#include <cassert>
#include <ranges>

#include "philidor/base/detail/byte_reader.hpp"
#include "philidor/base/detail/byte_writer.hpp"
#include "philidor/base/detail/checksum.hpp"
#include "philidor/material/detail/key_rank.hpp"

namespace philidor::detail {

namespace {

constexpr std::size_t piece_bytes = 3;
constexpr std::size_t pawn_bytes = 8;

/// Writes a number with its highest byte first, so that names are ordered as the numbers are.
class NameWriter {
  public:
    void write(std::uint64_t number, std::size_t bytes) {
        for (std::size_t i = bytes; i-- > 0;) name_.at(place_++) = static_cast<std::byte>(number >> 8 * i);
    }
    [[nodiscard]] const PackName& name() const {
        assert(place_ == pack_name_size);
        return name_;
    }

  private:
    PackName name_{};
    std::size_t place_ = 0;
};

std::uint64_t number_in(ByteView bytes) {
    std::uint64_t number = 0;
    for (const std::byte byte : bytes) number = number << 8U | std::to_integer<std::uint64_t>(byte);
    return number;
}

/// The pieces of a side from their counts, four bits each; empty if there are more than any side has.
std::optional<PieceCounts> pieces_of(std::uint64_t bits) {
    constexpr unsigned most_pieces = 15;
    PieceCounts counts;
    for (const PieceKind kind : all_piece_kinds | std::views::reverse) {
        for (std::uint64_t count = bits & 15U; count != 0; --count) {
            if (counts.total() == most_pieces) return std::nullopt;
            counts.add(kind);
        }
        bits >>= 4U;
    }
    return bits == 0 ? std::optional(counts) : std::nullopt;
}

}  // namespace

PackName pack_name_of(TableKind kind, const CanonicalKey& key) {
    const MaterialKey& material = key.material();
    NameWriter writer;
    writer.write(key_rank(material), 1);
    for (const Color color : all_colors) writer.write(material.pieces(color).bits(), piece_bytes);
    for (const Color color : all_colors) writer.write(material.pawn_squares(color).bits(), pawn_bytes);
    writer.write(static_cast<std::uint64_t>(kind), 1);
    return writer.name();
}

std::optional<NamedTable> parse_pack_name(ByteView name) {
    assert(name.size() == pack_name_size);
    ByColor<PieceCounts> pieces;
    ByColor<Bitboard> pawns;
    std::size_t place = 1;
    for (const Color color : all_colors) {
        const auto counts = pieces_of(number_in(name.subspan(place, piece_bytes)));
        if (!counts) return std::nullopt;
        pieces[color] = *counts;
        place += piece_bytes;
    }
    for (const Color color : all_colors) {
        pawns[color] = Bitboard::from_bits(number_in(name.subspan(place, pawn_bytes)));
        place += pawn_bytes;
    }
    const auto key = MaterialKey::make(pieces, pawns);
    const auto kind = number_in(name.last(1));
    if (!key || kind >= all_table_kinds.size()) return std::nullopt;
    const NamedTable named{all_table_kinds.at(kind), canonicalize(*key).key};
    if (!std::ranges::equal(pack_name_of(named.kind, named.key), name)) return std::nullopt;
    return named;
}

Bytes encode_pack_header() {
    ByteWriter writer;
    writer.write_text(pack_magic);
    writer.write_u8(pack_format_version);
    while (writer.view().size() < pack_header_size) writer.write_u8(0);
    return writer.take();
}

Bytes encode_pack_footer(const PackFooter& footer) {
    ByteWriter writer;
    writer.write_u64(footer.tables);
    writer.write_u64(footer.index);
    writer.write_u64(footer.file_size);
    writer.write_u64(footer.content_checksum);
    writer.write_u64(footer.directory_checksum);
    writer.write_u64(checksum_of(writer.view()));
    return writer.take();
}

std::optional<PackFooter> decode_pack_footer(ByteView bytes) {
    assert(bytes.size() == pack_footer_size);
    ByteReader reader(bytes);
    PackFooter footer;
    footer.tables = reader.read_u64();
    footer.index = reader.read_u64();
    footer.file_size = reader.read_u64();
    footer.content_checksum = reader.read_u64();
    footer.directory_checksum = reader.read_u64();
    const bool is_right = reader.read_u64() == checksum_of(bytes.first(pack_footer_size - checksum_size));
    return is_right ? std::optional(footer) : std::nullopt;
}

}  // namespace philidor::detail
