#include "philidor/chess/detail/zobrist.hpp"

namespace philidor::zobrist {

namespace {

/// Sebastiano Vigna's splitmix64: a counter with its bits well mixed.
class SplitMix64 {
  public:
    constexpr explicit SplitMix64(std::uint64_t state) : state_(state) {}

    constexpr std::uint64_t next() {
        std::uint64_t z = state_ += 0x9E3779B97F4A7C15;
        z = (z ^ z >> 30U) * 0xBF58476D1CE4E5B9;
        z = (z ^ z >> 27U) * 0x94D049BB133111EB;
        return z ^ z >> 31U;
    }

  private:
    std::uint64_t state_;
};

constexpr Numbers make_numbers() {
    Numbers made;
    SplitMix64 random(seed);
    for (const PieceType type : all_piece_types) {
        for (const Color color : all_colors) {
            for (Key& key : made.pieces[make_piece(color, type)].values) key = random.next();
        }
    }
    for (const Rank rank : {Rank::first, Rank::eighth}) {
        for (const File file : all_files) made.castling_rooks[make_square(file, rank)] = random.next();
    }
    for (Key& key : made.en_passant_files.values) key = random.next();
    made.black_to_move = random.next();
    return made;
}

}  // namespace

constinit const Numbers numbers = make_numbers();

}  // namespace philidor::zobrist
