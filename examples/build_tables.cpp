// Builds the table of a key, and all tables that it needs: build_tables KEY

#include <iostream>

#include "philidor/philidor.hpp"

int main(int argc, char** argv) {
    const auto key = philidor::parse_key(argc > 1 ? argv[1] : "Ke4vKe5");
    if (!key) return std::cerr << key.error().message << '\n', 1;
    const philidor::TableKey keys[] = {table_for(*key).key};
    const auto store = philidor::make_memory_store();  // or open_store("tables.db")
    const auto report = philidor::build(keys, *store, {.threads = 2});
    if (!report) return std::cerr << report.error().message << '\n', 1;
    std::cout << to_string(*key) << ": " << report->built << " tables, " << report->positions
              << " positions\n";
}
