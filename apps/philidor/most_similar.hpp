/// @file
/// What a misspelt word was meant to be.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace philidor::cli {

/// The word that differs least from this one: letters left out, added, changed or exchanged with the next.
/// Empty if they all differ by more than a third of the letters.
[[nodiscard]] std::string most_similar(std::string_view word, const std::vector<std::string>& words);

}  // namespace philidor::cli
