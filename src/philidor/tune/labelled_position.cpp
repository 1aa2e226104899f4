#include "philidor/tune/labelled_position.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <span>

#include <fmt/format.h>

#include "philidor/base/detail/bytes.hpp"
#include "philidor/base/detail/checksum.hpp"
#include "philidor/base/detail/in_quotes.hpp"
#include "philidor/chess/fen.hpp"

namespace philidor {

namespace {

std::optional<double> result_of(std::string_view text) {
    if (text == "1-0") return 1;
    if (text == "1/2-1/2") return 0.5;
    if (text == "0-1") return 0;
    return std::nullopt;
}

}  // namespace

Result<LabelledPosition, TuneError> parse_labelled(std::string_view line) {
    const std::size_t first = line.find('\t');
    const std::size_t second = line.find('\t', first == std::string_view::npos ? first : first + 1);
    if (second == std::string_view::npos || line.find('\t', second + 1) != std::string_view::npos) {
        return fail(
            TuneError::fields,
            fmt::format("not a position, a result and a game separated by tabs: {}", in_quotes(line)));
    }
    const std::string_view result_text = line.substr(first + 1, second - first - 1);
    const std::string_view game = line.substr(second + 1);
    auto board = parse_fen(line.substr(0, first));
    if (!board) return fail(TuneError::position, board.error().message);
    const auto result = result_of(result_text);
    if (!result) {
        return fail(TuneError::result, fmt::format("not 1-0, 1/2-1/2 or 0-1: {}", in_quotes(result_text)));
    }
    return LabelledPosition{*board, *result, checksum_of(std::as_bytes(std::span(game)))};
}

bool is_held_out(std::uint64_t group, std::uint64_t seed) {
    constexpr std::uint64_t parts = 5;
    const std::array groups{group};
    return checksum_of(std::as_bytes(std::span(groups)), seed) % parts == 0;
}

}  // namespace philidor
