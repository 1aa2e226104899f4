// Random texts. Reading any of them must not crash, an error message must be printable, and an accepted text
// must be written back character for character.

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "philidor/base/test_support/sample_size.hpp"
#include "philidor/chess/fen.hpp"

namespace philidor {
namespace {

constexpr std::array<std::string_view, 10> seeds{
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 12 34",
    "7K/8/k1P5/7p/8/8/8/8 w - - 0 1",
    "rr2k2r/8/8/8/8/8/8/RR2K2R b KBkb - 0 1",
    "rr2k2r/8/8/8/8/8/8/RR2K2R b HBhb - 0 1",
    "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1",
    "8/8/8/4B2b/6nN/8/5P2/2R1K2k w Q - 0 1",
    "8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 99 65535",
};

constexpr std::string_view alphabet = "KQRBNPkqrbnp12345678/ wb-ABCDEFGHacdefgh036789x\"\n\x80";

class TextMaker {
  public:
    explicit TextMaker(std::uint64_t seed) : random_(seed) {}

    std::size_t below(std::size_t limit) { return random_() % limit; }

    char letter_of(std::string_view letters) { return letters[below(letters.size())]; }

    /// A valid text with one to three characters replaced, removed, inserted or swapped.
    std::string mutated() {
        std::string text(seeds[below(seeds.size())]);
        for (std::size_t edits = 1 + below(3); edits != 0; --edits) mutate(text);
        return text;
    }

    /// Fields that look right at first sight.
    std::string fen_like() {
        std::string text = rank();
        for (int count = 1; count < 8; ++count) text += '/' + rank();
        text += letter_of("wb") == 'w' ? " w " : " b ";
        text += below(2) == 0 ? "-" : letters("KQkqKQkqABGHabgh", 4);
        text += below(2) == 0 ? " -" : std::string{' ', letter_of("abcdefgh"), letter_of("36")};
        if (below(4) != 0) text += ' ' + letters("0123456789", 3) + ' ' + letters("123456789", 3);
        return text;
    }

  private:
    std::string letters(std::string_view from, std::size_t at_most) {
        std::string text;
        for (std::size_t count = 1 + below(at_most); count != 0; --count) text += letter_of(from);
        return text;
    }

    /// A rank, usually of eight squares.
    std::string rank() {
        std::string text;
        for (std::size_t squares = 0; squares < 8;) {
            const bool is_number = below(2) == 0 && (text.empty() || text.back() > '9');
            const std::size_t empty = 1 + below(8 - squares + (below(50) == 0 ? 1 : 0));
            text += is_number ? static_cast<char>('0' + empty) : letter_of("KQRBNPkqrbnppPpP");
            squares += is_number ? empty : 1;
        }
        return text;
    }

    void mutate(std::string& text) {
        const std::size_t place = below(text.size());
        switch (below(4)) {
            case 0: text[place] = letter_of(alphabet); break;
            case 1: text.erase(place, 1); break;
            case 2: text.insert(place, 1, letter_of(alphabet)); break;
            default: std::swap(text[place], text[below(text.size())]); break;
        }
    }

    std::mt19937_64 random_;
};

/// Whether a text was accepted. Checks everything that must hold in either case.
bool expect_consistent(const std::string& text, Variant variant) {
    const auto setup = parse_setup(text, variant);
    const auto board = parse_fen(text, variant);
    if (!board) {
        const std::string& message = board.error().message;
        EXPECT_EQ(message.find("fen: "), 0U) << message;
        EXPECT_TRUE(std::ranges::all_of(message, [](char letter) { return letter >= ' ' && letter <= '~'; }));
    } else {
        EXPECT_EQ(*Board::from_setup(board->to_setup()), *board) << text;
    }
    if (!setup) {
        EXPECT_FALSE(board) << text;
        return false;
    }
    const bool has_clocks = std::ranges::count(text, ' ') == 5;
    EXPECT_EQ(to_fen(*setup), has_clocks ? text : text + " 0 1");
    EXPECT_EQ(*parse_setup(to_fen(*setup), variant), *setup) << text;
    return true;
}

/// Tries random texts of both kinds in both variants; returns how many were accepted.
unsigned try_random_texts(std::uint64_t seed, unsigned count) {
    TextMaker maker(seed);
    unsigned accepted = 0;
    for (unsigned done = 0; done < count && !::testing::Test::HasFailure(); ++done) {
        const std::string text = done % 2 == 0 ? maker.mutated() : maker.fen_like();
        for (const Variant variant : {Variant::standard, Variant::chess960}) {
            if (expect_consistent(text, variant)) ++accepted;
        }
    }
    return accepted;
}

TEST(FenRandom, SomeRandomTextsAreAcceptedAndWrittenBack) {
    const unsigned texts = test_support::samples(100'000U);
    const unsigned accepted = try_random_texts(1, texts);
    EXPECT_GT(accepted, texts / 10);  // otherwise the texts are too random to test much
    EXPECT_LT(accepted, texts * 3 / 2);
}

TEST(FenRandom, RandomBytesNeverCrash) {
    TextMaker maker(2);
    for (int count = 0; count < 20'000; ++count) {
        std::string text(maker.below(120), ' ');
        for (char& letter : text) letter = static_cast<char>(maker.below(256));
        expect_consistent(text, Variant::chess960);
    }
}

TEST(SlowFen, TenMillionRandomStringsNeverCrash) { EXPECT_GT(try_random_texts(3, 10'000'000), 1'000'000U); }

}  // namespace
}  // namespace philidor
