// Replaces libFuzzer: runs the target once on every file given, and on every file in every folder given. A
// folder that does not exist counts as empty.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> files_at(const fs::path& path) {
    std::vector<fs::path> files;
    if (fs::is_regular_file(path)) files.push_back(path);
    if (fs::is_directory(path)) {
        for (const auto& entry : fs::recursive_directory_iterator(path)) {
            if (entry.is_regular_file()) files.push_back(entry.path());
        }
    }
    return files;
}

void replay(const fs::path& path) {
    // Flushed, so that after a crash the last line names the culprit.
    std::cout << path.string() << std::endl;
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        std::cerr << "cannot read it\n";
        std::exit(EXIT_FAILURE);
    }
    // A buffer of exactly the input's size, so that a sanitizer sees the first byte read past its end.
    std::vector<std::uint8_t> bytes{std::istreambuf_iterator<char>(file), {}};
    bytes.shrink_to_fit();
    LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
}

}  // namespace

int main(int argc, char** argv) {
    std::size_t count = 0;
    for (int i = 1; i < argc; ++i) {
        for (const fs::path& file : files_at(argv[i])) {
            replay(file);
            ++count;
        }
    }
    std::cout << "replayed " << count << " inputs\n";
}
