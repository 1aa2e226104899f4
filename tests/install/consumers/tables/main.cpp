// Builds tables into a database, and asks them.

#include <filesystem>
#include <iostream>

#include "philidor/builder/prober.hpp"
#include "philidor/builder/table_builder.hpp"
#include "philidor/chess/fen.hpp"
#include "philidor/material/key_graph.hpp"
#include "philidor/material/key_text.hpp"
#include "philidor/table/sqlite_store.hpp"

int main() {
    std::filesystem::remove("tables.db");
    const auto store = philidor::SqliteStore::open_database("tables.db").value();

    const auto key = canonicalize(philidor::parse_key("Ke7vK").value()).key;
    const auto graph = philidor::KeyGraph::closure_of(key);
    const auto built = build_tables(graph.levels(), *store, {}).value();

    philidor::Prober prober(*store);
    const auto answer = prober.answer(philidor::parse_fen("8/4P1k1/8/4K3/8/8/8/8 w - - 0 1").value()).value();
    std::cout << built << " tables; White to move: " << name_of(answer.bounds.worst) << '\n';
    return answer.bounds == philidor::WdlBounds::exactly(philidor::Wdl::win) ? 0 : 1;
}
