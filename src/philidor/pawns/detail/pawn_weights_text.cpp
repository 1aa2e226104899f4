#include "philidor/pawns/detail/pawn_weights_text.hpp"

#include <charconv>
#include <cstddef>
#include <optional>

#include <fmt/format.h>

#include "philidor/base/detail/in_quotes.hpp"

namespace philidor {

namespace {

constexpr std::string_view blanks = " \t\r";
constexpr int most_centipawns = 10'000;  // far more than a queen

std::string_view without_blanks(std::string_view text) {
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) + 1 - first);
}

/// Takes the last word off a line and reads it as a number of centipawns.
std::optional<int> take_number(std::string_view& line) {
    line = without_blanks(line);
    const std::size_t begin = line.find_last_of(blanks) + 1;
    std::string_view word = line.substr(begin);
    line = line.substr(0, begin);
    if (word.starts_with('+') && !word.starts_with("+-")) word.remove_prefix(1);
    int number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
    return std::abs(number) <= most_centipawns ? std::optional(number) : std::nullopt;
}

std::optional<PawnTerm> term_called(std::string_view name) {
    for (const PawnTerm term : all_pawn_terms) {
        if (name_of(term) == name) return term;
    }
    return std::nullopt;
}

}  // namespace

std::string to_text(const PawnWeights& weights) {
    std::string text = "# middlegame and endgame, in centipawns\n";
    for (const PawnTerm term : all_pawn_terms) {
        text += fmt::format("{:<20}{:>+5} {:>+5}\n", name_of(term), weights[term].middlegame(),
                            weights[term].endgame());
    }
    return text;
}

Result<PawnWeights, PawnWeightsError> parse_pawn_weights(std::string_view text) {
    PawnWeights weights;
    ByPawnTerm<bool> is_there;
    std::size_t number = 0;
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        ++number;
        std::string_view name = without_blanks(line);
        if (name.empty() || name.starts_with('#')) continue;
        const auto refuse = [&](PawnWeightsError kind, std::string_view why) {
            return fail(kind, fmt::format("line {}: {}: {}", number, why, in_quotes(line)));
        };
        const auto endgame = take_number(name);
        const auto middlegame = take_number(name);
        if (!endgame || !middlegame) return refuse(PawnWeightsError::line, "not a term and two numbers");
        const auto term = term_called(without_blanks(name));
        if (!term) return refuse(PawnWeightsError::term, "not a term of the evaluation");
        if (is_there[*term]) return refuse(PawnWeightsError::repeated, "a second time");
        is_there[*term] = true;
        weights[*term] = {*middlegame, *endgame};
    }
    for (const PawnTerm term : all_pawn_terms) {
        if (!is_there[term]) {
            return fail(PawnWeightsError::absent, fmt::format("no line for {}", in_quotes(name_of(term))));
        }
    }
    return weights;
}

}  // namespace philidor
