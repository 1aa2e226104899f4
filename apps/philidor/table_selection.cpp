#include "table_selection.hpp"

#include <unordered_set>

#include "read_input.hpp"

namespace philidor::cli {

void add_selection(CLI::App& command, TableSelection& selection) {
    CLI::Option* keys =
        command
            .add_option("KEY", selection.inputs,
                        "Keys such as Ke2vKe7, or positions as FEN; a single `-` reads one from each line of "
                        "standard input")
            ->type_name("");
    command.add_flag("--all", selection.wants_all, "All tables of the store")->excludes(keys);
}

std::vector<TableKey> selected_keys(const TableSelection& selection, const TableStore& store) {
    if (selection.wants_all) return value_or_failure(store.keys(), ExitCode::failed);
    if (selection.inputs.empty())
        throw CommandFailure(ExitCode::bad_input, "no tables selected: give a KEY or --all");
    std::vector<TableKey> keys;
    std::unordered_set<TableKey> seen;
    for_each_input(selection.inputs, [&](const std::string& input) {
        const TableKey key = table_for(read_key(input)).key;
        if (seen.insert(key).second) keys.push_back(key);
    });
    return keys;
}

}  // namespace philidor::cli
