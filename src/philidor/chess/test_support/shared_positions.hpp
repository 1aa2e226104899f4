/// @file
/// The positions of ../shared/perft, if the checkout has them.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "philidor/chess/fen.hpp"

namespace philidor::test_support {

/// A FEN and how to read it.
struct SharedPosition {
    std::string fen;
    Variant variant;
};

/// All positions of the perft files; none if there are no such files.
[[nodiscard]] inline std::vector<SharedPosition> shared_positions() {
    std::vector<SharedPosition> positions;
#ifdef PHILIDOR_SHARED_DIR
    const std::filesystem::path folder = std::filesystem::path(PHILIDOR_SHARED_DIR) / "perft";
    if (!std::filesystem::is_directory(folder)) return positions;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() != ".epd") continue;
        const bool is_chess960 = entry.path().filename().string().find("chess960") != std::string::npos;
        std::ifstream file(entry.path());
        for (std::string line; std::getline(file, line);) {
            positions.push_back(
                {line.substr(0, line.find(';')), is_chess960 ? Variant::chess960 : Variant::standard});
        }
    }
#endif
    return positions;
}

}  // namespace philidor::test_support
