#include "philidor/tune/sample_list.hpp"

#include <algorithm>
#include <array>

#include "philidor/pawns/detail/pawn_eval.hpp"
#include "philidor/pawns/pawn_term.hpp"

namespace philidor {

namespace {

constexpr std::array counted_types{PieceType::pawn, PieceType::knight, PieceType::bishop, PieceType::rook,
                                   PieceType::queen};
constexpr std::size_t move_place = weight_parameters;
constexpr std::size_t material_place = move_place + 2;
constexpr std::size_t rank_place = material_place + 2 * counted_types.size();
constexpr std::size_t file_place = rank_place + 8;
static_assert(file_place + 4 == weight_parameters + context_parameters);

/// The feature values of a position, most of them 0.
class Row {
  public:
    explicit Row(int phase) : middlegame_(static_cast<double>(phase) / whole_phase) {}

    /// Counts a pair of parameters; the second one is for the endgame.
    void add(std::size_t place, double times) {
        add_in_middlegame(place, times);
        numbers_[place + 1] += times * (1 - middlegame_);
    }
    void add_in_middlegame(std::size_t place, double times) { numbers_[place] += times * middlegame_; }

    [[nodiscard]] const auto& numbers() const { return numbers_; }

  private:
    double middlegame_;
    std::array<double, weight_parameters + context_parameters> numbers_{};
};

double sign_of(Color color) { return color == Color::white ? 1 : -1; }

}  // namespace

void SampleList::add(const LabelledPosition& position) {
    const Board& board = position.board;
    Row row(phase_of(board));
    for (const PawnTermCount& count : explain_pawns(board)) {
        const double times = sign_of(count.color) * count.times;
        row.add(parameter_of(count.term), times);
        for (PawnTerm term = count.term; builds_on_lower_rank(term);) {
            term = static_cast<PawnTerm>(static_cast<std::size_t>(term) - 1);
            row.add(parameter_of(term), times);
        }
    }
    row.add(move_place, sign_of(board.side_to_move()));
    for (const Color color : all_colors) {
        for (std::size_t i = 0; i < counted_types.size(); ++i) {
            row.add(material_place + 2 * i, sign_of(color) * board.pieces(color, counted_types[i]).count());
        }
        for (const Square pawn : board.pieces(color, PieceType::pawn)) {
            const auto file = static_cast<std::size_t>(file_of(pawn));
            const auto rank = static_cast<std::size_t>(relative(color, rank_of(pawn)));
            row.add_in_middlegame(rank_place + rank, sign_of(color));
            row.add_in_middlegame(file_place + std::min(file, 7 - file), sign_of(color));
        }
    }
    for (std::size_t i = 0; i < row.numbers().size(); ++i) {
        if (row.numbers()[i] != 0) features_.push_back({i, row.numbers()[i]});
    }
    begins_.push_back(features_.size());
    results_.push_back(position.result);
}

}  // namespace philidor
