#include "command_manifest.hpp"

#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "manifest.hpp"
#include "table_options.hpp"
#include "write_file.hpp"

namespace philidor::cli {

namespace {

struct ManifestArguments {
    std::vector<std::string> stores;
    std::string output;
};

void run(const ManifestArguments& arguments) {
    const auto store = stores_or_failure(arguments.stores, StoreUse::reads);
    if (arguments.output.empty()) {
        fmt::print("{}", to_text(manifest_of(*store)));
    } else {
        const auto file = open_output(arguments.output);  // before the work, which may take long
        write_and_finish(*file, to_text(manifest_of(*store)));
    }
}

}  // namespace

void add_manifest_command(CLI::App& program) {
    CLI::App* command =
        program.add_subcommand("manifest", "List the tables of a store with their SHA-256 checksums");
    const auto arguments = std::make_shared<ManifestArguments>();
    add_store_option(*command, arguments->stores);
    command->add_option("--output", arguments->output, "The file to write")
        ->type_name("FILE")
        ->default_str("standard output");
    command->footer(
        "The lines are those of sha256sum, ordered by name. Publish the list, and sign it, to let others "
        "check "
        "their\ncopies: `sha256sum -c` in a folder of tables, or `philidor verify --manifest FILE` for any "
        "store.\n"
        "Example:\n"
        "  philidor manifest --store tables.db --output SHA256SUMS");
    command->callback([arguments] { run(*arguments); });
}

}  // namespace philidor::cli
