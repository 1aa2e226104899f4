#include "most_similar.hpp"

#include <algorithm>
#include <cstddef>

namespace philidor::cli {

namespace {

/// The number of letters left out, added, changed or exchanged with the next.
std::size_t difference(std::string_view a, std::string_view b) {
    // costs[i][j]: from the first i letters of a to the first j of b
    std::vector<std::vector<std::size_t>> costs(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i) {
        for (std::size_t j = 0; j <= b.size(); ++j) {
            if (i == 0 || j == 0) {
                costs[i][j] = i + j;
                continue;
            }
            const bool is_same = a[i - 1] == b[j - 1];
            costs[i][j] =
                std::min({costs[i - 1][j] + 1, costs[i][j - 1] + 1, costs[i - 1][j - 1] + (is_same ? 0 : 1)});
            const bool is_exchange = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (is_exchange) costs[i][j] = std::min(costs[i][j], costs[i - 2][j - 2] + 1);
        }
    }
    return costs[a.size()][b.size()];
}

}  // namespace

std::string most_similar(std::string_view word, const std::vector<std::string>& words) {
    std::string best;
    std::size_t least = std::max<std::size_t>(1, word.size() / 3) + 1;
    for (const std::string& other : words) {
        const std::size_t different = difference(word, other);
        if (different >= least) continue;
        least = different;
        best = other;
    }
    return best;
}

}  // namespace philidor::cli
