// Builds tables into a database, and asks them.

#include <filesystem>
#include <iostream>

#include "philidor/builder/build.hpp"
#include "philidor/builder/prober.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/material/table_key.hpp"
#include "philidor/table/table_store.hpp"

int main() {
    std::filesystem::remove("tables.db");
    const auto store = philidor::open_store("tables.db").value();
    const auto key = table_for(philidor::parse_key("Ke7vK").value()).key;
    const auto report = philidor::build({&key, 1}, *store, {}).value();

    philidor::Prober prober(*store);
    const auto ending = philidor::Ending::from_fen("8/4P1k1/8/4K3/8/8/8/8 w - - 0 1").value();
    const auto answer = prober.answer(ending).value();
    std::cout << report.built << " tables; White to move: " << to_string(answer.bounds) << '\n';
    return answer.bounds == philidor::WdlBounds::exactly(philidor::Wdl::win) ? 0 : 1;
}
