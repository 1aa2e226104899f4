#include <cstddef>

#include "philidor/chess/attacks.hpp"
#include "philidor/chess/detail/slider_table.hpp"

namespace philidor::detail {

namespace {

// Found by tools/find_magics.cpp.
// clang-format off
constexpr BySquare<std::uint64_t> rook_magics{{
    0x0180008240041420, 0x314000100A402000, 0x0080200080089000, 0x0E80080044300080,
    0x4080040022810800, 0x0200100200048801, 0x0400100112040088, 0x2200040200824221,
    0x0020800040002081, 0x0001802002400084, 0x0060806001819000, 0x0900801000080080,
    0x2000803800040080, 0x0201800200805400, 0x840E000804520001, 0x0001000C82005100,
    0x0840688004400081, 0x0005808040026001, 0x0008420010618A00, 0x0000848010000800,
    0x0000808008000400, 0x0044080140042010, 0x0002040010180201, 0x8200020001014684,
    0x1200C0008008A486, 0x081000C040002000, 0x1061100080200080, 0x0011286100100100,
    0x002100110008000C, 0x0B02001200148810, 0x044C081400020110, 0x0400124200012284,
    0x4080814000800426, 0x8436401000402000, 0x1820802046001200, 0x08830008A5001000,
    0x081080A800800400, 0x2002001002001D58, 0x81010A0104001008, 0x0001208122000044,
    0x20004100800D0020, 0x2120820108C60020, 0x0808600141030010, 0x0010002102110008,
    0x1804460A002E0020, 0x2702005104820008, 0x5130100811140042, 0x01508C0049820021,
    0x8006018310A04200, 0x000081400C200280, 0x1801821000A00180, 0x0229001000082100,
    0x0000140008008080, 0x0840800400860080, 0x0800081102100400, 0x0222C90402428200,
    0x2001020060124282, 0x40210220C0008011, 0x2001001208A00341, 0x2000100121004409,
    0x0302002010080402, 0x0019004400120805, 0x8228080A01902104, 0x10020B0048840022,
}};
constexpr BySquare<std::uint64_t> bishop_magics{{
    0x1008011000820085, 0x0003082104108004, 0x9250440043504010, 0x0108208024010061,
    0x001110400220C000, 0x0042014420080008, 0xC005070802402048, 0x1009008801011080,
    0x0804400891041090, 0x000020440920CB00, 0x52001004D0810000, 0x0000C411C2000040,
    0x4010041520006020, 0x0001024120201000, 0x004210881C02200A, 0x0008260282282220,
    0x204201E0080A1481, 0x00280460480500C2, 0x480401080C440279, 0x2008098082014000,
    0x0801001820084000, 0x0002000031100800, 0x00240002440A4804, 0x6A08404029280800,
    0x2008040D4024280C, 0x0410822210022A01, 0x080410004A002540, 0x8130040044401020,
    0x020200301200D000, 0x20A1020005008189, 0x8004004004011400, 0x00C1812081010810,
    0x0082309000402200, 0x580805380A300600, 0x0000A40103100104, 0x0000220080080080,
    0x0048002440040100, 0x8060020084004800, 0x0004080200808080, 0x8210810050010400,
    0x8001100611402000, 0x4002080308483400, 0x0082202230000804, 0x8400024200800810,
    0x0008040092006400, 0x0020040082230E00, 0x0104014202020400, 0x1081140400408880,
    0x0401040220045690, 0x0019018801080100, 0x4104042118084001, 0x0412044820880090,
    0x2A140C402D044041, 0x4002126001110842, 0x0020841002850000, 0x0410010945120020,
    0x2002002404440400, 0x0000010108822000, 0x000001824200908E, 0x0900C00024A08801,
    0xA001080008210110, 0x2406084088A14300, 0x0400402808208580, 0x0034101002042140,
}};
// clang-format on

constexpr BySquare<MagicHash> make_hashes(const BySquare<std::uint64_t>& magics,
                                          const std::array<slow::Step, 4>& steps) {
    BySquare<MagicHash> hashes;
    std::uint32_t offset = 0;
    for (unsigned index = 0; index < square_count; ++index) {
        const Square square = square_at(index);
        const Bitboard relevant = relevant_squares(square, steps);
        hashes[square] = {relevant, magics[square], offset, 64 - relevant.count()};
        offset += std::uint32_t{1} << relevant.count();
    }
    return hashes;
}

template <std::size_t Size>
std::array<Bitboard, Size> make_table(const BySquare<MagicHash>& hashes,
                                      const std::array<slow::Step, 4>& steps) {
    std::array<Bitboard, Size> table{};
    for (unsigned index = 0; index < square_count; ++index) {
        const MagicHash& hash = hashes[square_at(index)];
        fill_square(
            table, square_at(index), steps,
            [&hash](Bitboard occupied) { return occupied.bits() * hash.magic; },
            [&hash](std::uint64_t key) { return hash.offset + (key >> hash.shift); });
    }
    return table;
}

}  // namespace

constinit const BySquare<MagicHash> rook_magic_hashes = make_hashes(rook_magics, slow::rook_steps);
constinit const BySquare<MagicHash> bishop_magic_hashes = make_hashes(bishop_magics, slow::bishop_steps);

// Filled when the program starts, before any other static object is constructed. It takes less than a
// millisecond; as constant expressions the tables would take the compiler far too long.
[[gnu::init_priority(101)]] const std::array<Bitboard, rook_table_size> rook_magic_table =
    make_table<rook_table_size>(rook_magic_hashes, slow::rook_steps);
[[gnu::init_priority(101)]] const std::array<Bitboard, bishop_table_size> bishop_magic_table =
    make_table<bishop_table_size>(bishop_magic_hashes, slow::bishop_steps);

}  // namespace philidor::detail
