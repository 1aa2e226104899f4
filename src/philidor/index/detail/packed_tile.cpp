#include "philidor/index/detail/packed_tile.hpp"

#include <array>
#include <bit>
#include <cstring>

#include "philidor/chess/attacks.hpp"

namespace philidor {

namespace {

constexpr unsigned as_it_stands = 63;     ///< in place of the number of rows
constexpr unsigned most_listed_rows = 8;  ///< from nine on, a mask is shorter
constexpr std::uint64_t everything = ~std::uint64_t{0};

/// An order of the board in which each square is next to the one before it: to and fro.
using SquareOrder = std::array<std::uint8_t, 64>;

constexpr std::array<SquareOrder, 2> orders = [] {
    std::array<SquareOrder, 2> result{};
    for (unsigned place = 0; place < 64; ++place) {
        const unsigned line = place / 8;
        const unsigned along = line % 2 == 0 ? place % 8 : 7 - place % 8;
        result[0][place] = static_cast<std::uint8_t>(line * 8 + along);
        result[1][place] = static_cast<std::uint8_t>(along * 8 + line);
    }
    return result;
}();

/// By the white king's square: where the black king is not next to it.
const std::array<std::uint64_t, 64> apart = [] {
    std::array<std::uint64_t, 64> rows{};
    for (unsigned index = 0; index < 64; ++index) {
        rows[index] = ~(king_attacks(square_at(index)) | Bitboard(square_at(index))).bits();
    }
    return rows;
}();

/// Placements of kings that are apart and on certain squares.
struct Frame {
    std::uint64_t white_king = 0;
    std::uint64_t black_king = 0;

    [[nodiscard]] std::uint64_t row(unsigned index) const {
        return (white_king >> index & 1U) != 0 ? black_king & apart[index] : 0;
    }
    void fill(Tile& tile) const {
        for (unsigned index = 0; index < 64; ++index) tile.rows[index] = black_king & apart[index];
        for (const Square square : Bitboard::from_bits(~white_king)) tile.rows[index_of(square)] = 0;
    }
};

Frame frame_of(const Tile& tile) {
    Frame frame;
    for (unsigned index = 0; index < 64; ++index) {
        frame.white_king |= std::uint64_t{tile.rows[index] != 0} << index;
        frame.black_king |= tile.rows[index];
    }
    return frame;
}

/// The highest bit of each byte that is not zero.
std::uint64_t marked_bytes(std::uint64_t word) {
    constexpr std::uint64_t low_bits = 0x7F7F7F7F7F7F7F7F;
    return (((word & low_bits) + low_bits) | word) & ~low_bits;
}

/// One bit for each byte that is not zero.
unsigned mask_of_bytes(std::uint64_t word) {
    return static_cast<unsigned>(((marked_bytes(word) >> 7U) * 0x0102040810204080) >> 56U);
}

/// What changes from row to row, by place in the order.
struct Changes {
    std::array<std::uint64_t, 64> rows;
    std::uint64_t places;    ///< where something changes
    std::size_t byte_count;  ///< of places and bytes in the format
    unsigned header;         ///< its lower two bits

    /// Changes that are not set yet: it is not worth the time to clear them.
    Changes() {}  // NOLINT(modernize-use-equals-default,cppcoreguidelines-pro-type-member-init)

    Changes(const Tile& tile, const Tile& superset, unsigned order, bool from_everything)
        : places(0), byte_count(0), header(order << 1U | (from_everything ? 1U : 0U)) {
        std::uint64_t last = from_everything ? everything : 0;
        unsigned changed_bytes = 0;
        for (unsigned place = 0; place < 64; ++place) {
            const unsigned index = orders[order][place];
            const std::uint64_t change = (tile.rows[index] ^ last) & superset.rows[index];
            rows[place] = change;
            last ^= change;
            places |= std::uint64_t{change != 0} << place;
            changed_bytes += static_cast<unsigned>(std::popcount(marked_bytes(change)));
        }
        byte_count = std::size_t{row_count()} + changed_bytes +
                     (row_count() <= most_listed_rows ? row_count() : sizeof(std::uint64_t));
    }

    [[nodiscard]] unsigned row_count() const { return static_cast<unsigned>(std::popcount(places)); }
};

void append(std::uint64_t word, std::vector<std::uint8_t>& bytes) {
    for (unsigned shift = 0; shift < 64; shift += 8)
        bytes.push_back(static_cast<std::uint8_t>(word >> shift));
}

void append(const Changes& changes, std::vector<std::uint8_t>& bytes) {
    if (changes.row_count() > most_listed_rows) {
        append(changes.places, bytes);
    } else {
        for (std::uint64_t left = changes.places; left != 0; left &= left - 1) {
            bytes.push_back(static_cast<std::uint8_t>(std::countr_zero(left)));
        }
    }
    std::array<std::uint8_t, std::size_t{64} * 9> packed;  // NOLINT(cppcoreguidelines-pro-type-member-init)
    std::size_t size = 0;
    for (std::uint64_t left = changes.places; left != 0; left &= left - 1) {
        const std::uint64_t row = changes.rows[static_cast<unsigned>(std::countr_zero(left))];
        const unsigned in_row = mask_of_bytes(row);
        packed[size++] = static_cast<std::uint8_t>(in_row);
        for (unsigned more = in_row; more != 0; more &= more - 1) {
            packed[size++] =
                static_cast<std::uint8_t>(row >> 8U * static_cast<unsigned>(std::countr_zero(more)));
        }
    }
    bytes.insert(bytes.end(), packed.begin(), packed.begin() + static_cast<std::ptrdiff_t>(size));
}

/// Reads what was packed, part by part.
class Unpacker {
  public:
    explicit Unpacker(const std::uint8_t* bytes) : bytes_(bytes + 1), header_(*bytes) {}

    [[nodiscard]] bool is_empty() const { return row_count() == 0 && (header_ & 1U) == 0; }
    [[nodiscard]] bool stands_as_it_is() const { return row_count() == as_it_stands; }
    [[nodiscard]] const SquareOrder& order() const { return orders[header_ >> 1U & 1U]; }

    /// Where a square stands in the order. To go to and fro twice leads back, and so do ranks and files.
    [[nodiscard]] unsigned place_of(unsigned index) const {
        const bool by_files = (header_ >> 1U & 1U) != 0;
        return orders[0][by_files ? (index % 8) * 8 + index / 8 : index];
    }

    [[nodiscard]] std::uint64_t word() {
        std::uint64_t word = 0;
        for (unsigned shift = 0; shift < 64; shift += 8) word |= std::uint64_t{*bytes_++} << shift;
        return word;
    }

    [[nodiscard]] Frame frame() {
        const std::uint64_t white_king = word();
        return {white_king, word()};
    }

    /// Calls `visit(place, row)` for every place of the order. What is not in the superset is in no row.
    template <class Visit>
    void for_each_row(const Visit& visit) {
        const std::uint64_t places = changed_places();
        std::uint64_t row = before_first();
        for (unsigned place = 0; place < 64; ++place) {
            if ((places >> place & 1U) != 0) row ^= next_change();
            visit(place, row);
        }
    }

    /// The row at one place of the order.
    [[nodiscard]] std::uint64_t row_at(unsigned place) {
        std::uint64_t row = before_first();
        for (std::uint64_t left = changed_places(); left != 0; left &= left - 1) {
            const std::uint64_t change = next_change();
            if (static_cast<unsigned>(std::countr_zero(left)) <= place) row ^= change;
        }
        return row;
    }

    [[nodiscard]] const std::uint8_t* end() const { return bytes_; }

  private:
    [[nodiscard]] unsigned row_count() const { return header_ >> 2U; }
    [[nodiscard]] std::uint64_t before_first() const { return (header_ & 1U) != 0 ? everything : 0; }

    [[nodiscard]] std::uint64_t changed_places() {
        if (row_count() > most_listed_rows) return word();
        std::uint64_t places = 0;
        for (unsigned i = 0; i < row_count(); ++i) places |= std::uint64_t{1} << *bytes_++;
        return places;
    }

    [[nodiscard]] std::uint64_t next_change() {
        std::uint64_t change = 0;
        for (unsigned left = *bytes_++; left != 0; left &= left - 1) {
            change |= std::uint64_t{*bytes_++} << 8U * static_cast<unsigned>(std::countr_zero(left));
        }
        return change;
    }

    const std::uint8_t* bytes_;
    unsigned header_;
};

/// Whether more than half is in the first row that has anything to tell.
bool begins_full(const Tile& tile, const Tile& superset) {
    for (unsigned index = 0; index < 64; ++index) {
        if (superset.rows[index] == 0) continue;
        return 2 * std::popcount(tile.rows[index]) > std::popcount(superset.rows[index]);
    }
    return false;
}

}  // namespace

void pack_tile(const Tile& tile, const Tile* superset, std::vector<std::uint8_t>& bytes) {
    const Frame frame = frame_of(tile);
    if (frame.white_king == 0) return bytes.push_back(0);
    Tile framed;
    if (superset == nullptr) frame.fill(framed);
    const Tile& contains = superset != nullptr ? *superset : framed;
    Changes best;
    best.byte_count = sizeof(Tile);
    const auto consider = [&](unsigned order, bool from_everything) {
        const Changes changes(tile, contains, order, from_everything);
        if (changes.row_count() < as_it_stands && changes.byte_count < best.byte_count) best = changes;
    };
    const bool from_everything = begins_full(tile, contains);
    consider(0, from_everything);
    if (best.byte_count > 0) consider(1, from_everything);  // as often, nothing changes
    if (best.byte_count == sizeof(Tile)) {
        bytes.push_back(static_cast<std::uint8_t>(as_it_stands << 2U));
        for (const std::uint64_t row : tile.rows) append(row, bytes);
        return;
    }
    bytes.push_back(static_cast<std::uint8_t>(best.row_count() << 2U | best.header));
    if (superset == nullptr) {
        append(frame.white_king, bytes);
        append(frame.black_king, bytes);
    }
    append(best, bytes);
}

const std::uint8_t* unpack_tile(const std::uint8_t* bytes, const Tile* superset, Tile& tile) {
    Unpacker unpacker(bytes);
    if (unpacker.is_empty()) {
        tile = {};
        return unpacker.end();
    }
    if (unpacker.stands_as_it_is()) {
        for (std::uint64_t& row : tile.rows) row = unpacker.word();
        return unpacker.end();
    }
    if (superset != nullptr) {
        tile = *superset;
    } else {
        unpacker.frame().fill(tile);
    }
    const SquareOrder& order = unpacker.order();
    unpacker.for_each_row([&](unsigned place, std::uint64_t row) { tile.rows[order[place]] &= row; });
    return unpacker.end();
}

const std::uint8_t* unpack_row(const std::uint8_t* bytes,
                               unsigned index,
                               const std::uint64_t* superset,
                               std::uint64_t& row) {
    Unpacker unpacker(bytes);
    row = 0;
    if (unpacker.is_empty()) return unpacker.end();
    if (unpacker.stands_as_it_is()) {
        for (unsigned i = 0; i < 64; ++i) {
            const std::uint64_t word = unpacker.word();
            if (i == index) row = word;
        }
        return unpacker.end();
    }
    const std::uint64_t contains = superset != nullptr ? *superset : unpacker.frame().row(index);
    row = contains & unpacker.row_at(unpacker.place_of(index));
    return unpacker.end();
}

}  // namespace philidor
