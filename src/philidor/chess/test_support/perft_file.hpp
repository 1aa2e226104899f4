/// @file
/// Files of perft counts, one position per line: `fen;D1 20;D2 400`. Lines that begin with # are comments.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "philidor/chess/fen.hpp"

namespace philidor::test_support {

/// The number of sequences of `depth` moves.
struct PerftCount {
    unsigned depth = 0;
    std::uint64_t nodes = 0;
};

/// One line of a file.
struct PerftLine {
    std::string fen;
    std::vector<PerftCount> counts;
};

/// Reads a whole file. Throws if it cannot be read or holds no count.
inline std::vector<PerftLine> read_perft_file(const std::filesystem::path& path) {
    std::ifstream file(path);
    std::vector<PerftLine> lines;
    for (std::string text; std::getline(file, text);) {
        if (text.empty() || text.front() == '#') continue;
        std::istringstream fields(text);
        PerftLine line;
        std::getline(fields, line.fen, ';');
        for (std::string field; std::getline(fields, field, ';');) {
            PerftCount count;
            std::istringstream words(field);
            char letter = ' ';
            if (!(words >> letter >> count.depth >> count.nodes) || letter != 'D') {
                throw std::runtime_error(path.string() + ": not a count: " + field);
            }
            line.counts.push_back(count);
        }
        if (line.counts.empty()) throw std::runtime_error(path.string() + ": no counts: " + text);
        lines.push_back(line);
    }
    if (lines.empty()) throw std::runtime_error(path.string() + ": cannot be read or is empty");
    return lines;
}

}  // namespace philidor::test_support
