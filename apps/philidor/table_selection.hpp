/// @file
/// Which tables of a store a command uses.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "philidor/material/table_key.hpp"
#include "philidor/table/table_store.hpp"

namespace philidor::cli {

/// The selection on the command line: some keys, or all.
struct TableSelection {
    std::vector<std::string> inputs;  ///< keys or FENs
    bool wants_all = false;           ///< all tables of the store
};

/// Adds the argument KEY and the option `--all`.
void add_selection(CLI::App& command, TableSelection& selection);

/// The canonical keys of the selection, each once. Throws a `CommandFailure` if nothing is selected or an
/// input is invalid.
[[nodiscard]] std::vector<TableKey> selected_keys(const TableSelection& selection, const TableStore& store);

}  // namespace philidor::cli
