#include "write_file.hpp"

#include <fstream>
#include <ios>

#include <fmt/format.h>

#include "exit_code.hpp"

namespace philidor::cli {

void write_file(const std::string& path, const std::string& text) {
    std::ofstream file(path, std::ios::binary);
    file << text;
    file.close();
    if (!file) throw CommandFailure(ExitCode::failed, fmt::format("cannot write \"{}\"", path));
}

}  // namespace philidor::cli
