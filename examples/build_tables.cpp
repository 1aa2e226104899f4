// Builds the table of a pawn structure, with all tables that it needs, into a store in memory.

#include <iostream>
#include <memory>

#include "philidor/base/memory_filesystem.hpp"
#include "philidor/builder/build.hpp"
#include "philidor/material/key_text.hpp"
#include "philidor/table/directory_store.hpp"

int main() {
    using namespace philidor;
    const auto files = std::make_shared<MemoryFileSystem>();
    const auto store = DirectoryStore::open_folder(files, "tables").value();

    const CanonicalKey key = canonicalize(parse_key("Ke4vKe5").value()).key;
    const auto report = build(key, *store, {.threads = 2});
    if (!report) {
        std::cerr << report.error().message << '\n';
        return 1;
    }
    std::cout << to_string(key) << ": " << report->built << " tables with " << report->positions
              << " positions\n";
}
