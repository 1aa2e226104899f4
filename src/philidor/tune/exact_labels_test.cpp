#include "philidor/tune/exact_labels.hpp"

#include <memory>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "philidor/base/detail/memory_filesystem.hpp"
#include "philidor/chess/fen.hpp"
#include "philidor/chess/movegen.hpp"
#include "philidor/table/detail/directory_store.hpp"

namespace philidor {
namespace {

using testing::HasSubstr;

std::unique_ptr<TableStore> empty_store() {
    return DirectoryStore::open_folder(std::make_shared<MemoryFileSystem>(), "memory").value();
}

std::vector<LabelledPosition> draw(const std::string& family, const ExactOptions& options) {
    const auto store = empty_store();
    return draw_exact_positions(parse_family(family).value(), *store, options).value();
}

TEST(EndingFamily, IsReadFromItsName) {
    const EndingFamily family = parse_family("KRPPvKNP").value();
    EXPECT_EQ(family.men[Color::white][PieceType::rook], 1U);
    EXPECT_EQ(family.men[Color::white][PieceType::pawn], 2U);
    EXPECT_EQ(family.men[Color::black][PieceType::knight], 1U);
    EXPECT_EQ(family.men[Color::black][PieceType::pawn], 1U);
    EXPECT_EQ(family.men[Color::black][PieceType::rook], 0U);
}

TEST(EndingFamily, IsRefusedWithTheReason) {
    const auto refusal = [](const std::string& text) { return parse_family(text).error().message; };
    EXPECT_THAT(refusal(""), HasSubstr("no v between the sides"));
    EXPECT_THAT(refusal("KP"), HasSubstr("no v between the sides: \"KP\""));
    EXPECT_THAT(refusal("KPvKe2"), HasSubstr("\"e\" is neither a piece nor the v: \"KPvKe2\""));
    EXPECT_THAT(refusal("KPvKvK"), HasSubstr("\"v\" is neither"));
    EXPECT_THAT(refusal("PvK"), HasSubstr("each side has one king"));
    EXPECT_THAT(refusal("KKPvK"), HasSubstr("each side has one king"));
    EXPECT_THAT(refusal("KQvKR"), HasSubstr("no pawn to learn about"));
    EXPECT_THAT(refusal("KPPPPPPPPPvK"), HasSubstr("at most 8 pawns"));
    EXPECT_THAT(refusal("KQQQQQQQPvK"), HasSubstr("too many pieces"));
}

TEST(ExactLabels, AreWhatWhiteGets) {
    const ExactOptions options{.structures = 20, .positions = 10};
    std::set<double> results;
    for (const LabelledPosition& position : draw("KPvK", options)) results.insert(position.result);
    EXPECT_EQ(results, (std::set<double>{0.5, 1}));
    results.clear();
    for (const LabelledPosition& position : draw("KvKP", options)) results.insert(position.result);
    EXPECT_EQ(results, (std::set<double>{0, 0.5}));
}

TEST(ExactLabels, AreOfQuietPositionsOfTheFamily) {
    const auto positions = draw("KPvKP", {.structures = 30, .positions = 10});
    EXPECT_GT(positions.size(), 200U);
    std::set<std::uint64_t> groups;
    for (const LabelledPosition& position : positions) {
        EXPECT_EQ(position.board.occupied().count(), 4U);
        EXPECT_EQ(position.board.pieces(Color::white, PieceType::pawn).count(), 1U);
        EXPECT_FALSE(position.board.is_check());
        for (const Move move : legal_moves(position.board)) {
            EXPECT_FALSE(move.is_capture() || move.is_promotion()) << to_fen(position.board);
        }
        groups.insert(position.group);
    }
    EXPECT_GT(groups.size(), 25U);
    EXPECT_LE(groups.size(), 30U) << "the positions of a structure belong together";
}

TEST(ExactLabels, DependOnTheSeedAlone) {
    const auto fens = [](std::uint64_t seed, unsigned threads) {
        std::vector<std::string> list;
        const ExactOptions options{.structures = 5, .positions = 5, .seed = seed, .threads = threads};
        for (const LabelledPosition& position : draw("KPvKP", options)) {
            list.push_back(to_fen(position.board) + ' ' + std::to_string(position.result));
        }
        return list;
    };
    EXPECT_EQ(fens(1, 1), fens(1, 2));
    EXPECT_NE(fens(1, 1), fens(2, 1));
}

TEST(ExactLabels, StopWhenAsked) {
    const auto store = empty_store();
    const auto stop = std::make_unique<std::stop_source>();
    stop->request_stop();
    const ExactOptions options{.structures = 5, .positions = 5, .stop = stop->get_token()};
    const auto positions = draw_exact_positions(parse_family("KPvKP").value(), *store, options);
    ASSERT_FALSE(positions);
    EXPECT_EQ(positions.error().kind, TuneError::interrupted);
}

}  // namespace
}  // namespace philidor
