/// @file
/// The ways to try to settle a question, from cheap to complete.
#pragma once

#include <unordered_set>
#include <vector>

#include "philidor/builder/detail/question.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/solve/detail/resources.hpp"

namespace philidor::detail {

/// A question, and what is used to settle it.
struct Attempt {
    Question question;
    Resources resources;
    std::unordered_set<MaterialKey> solved;  ///< the tables with new pieces that it has solved
    bool is_done = false;                    ///< it cannot settle more
};

/// All attempts at all questions about positions of a root, with at most this many pieces on the board.
[[nodiscard]] std::vector<Attempt> all_attempts(const MaterialKey& root, unsigned most_pieces);

}  // namespace philidor::detail
