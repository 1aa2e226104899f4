/// @file
/// Which tables of a store a command is about.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "philidor/material/canonical_key.hpp"
#include "philidor/table/table_store.hpp"

namespace philidor::cli {

/// What the command line says: keys, or all.
struct TableSelection {
    std::vector<std::string> inputs;
    bool wants_all = false;
};

/// Adds the keys and `--all`.
void add_selection(CLI::App& command, TableSelection& selection);

/// The canonical keys of the selection, each once.
[[nodiscard]] std::vector<CanonicalKey> selected_keys(const TableSelection& selection,
                                                      const TableStore& store);

}  // namespace philidor::cli
