#include "table_options.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string>
#include <system_error>
#include <thread>

#include <fmt/format.h>

#include "philidor/base/detail/in_quotes.hpp"
#include "philidor/table/table_store.hpp"
#include "read_input.hpp"

namespace philidor::cli {

namespace {

constexpr std::uint64_t greatest_memory = std::uint64_t{1} << 48U;  // more than any machine has; refuses "-1"

}  // namespace

void add_store_option(CLI::App& command, std::vector<std::string>& paths) {
    command
        .add_option(
            "--store", paths,
            "A folder of tables, or an SQLite file if the name ends in .db; created if missing. Or the "
            "folder of a run, a pack or the file of one table, which are only read. May be repeated: stores "
            "are searched in this "
            "order, and new tables go to the first")
        ->type_name("PATH")
        ->expected(1)
        ->allow_extra_args(false)
        ->take_all()
        ->default_str("PHILIDOR_PATH, paths separated by colons, or else " + usual_store);
}

void add_threads_option(CLI::App& command, unsigned& threads) {
    threads = std::max(1U, std::thread::hardware_concurrency());
    command.add_option("--threads", threads, "The number of threads")
        ->type_name("N")
        ->check(CLI::Range(1U, 1024U).description(""))
        ->default_str("all cores");
}

void add_device_option(CLI::App& command, DeviceChoice& device) {
    command
        .add_option_function<std::string>(
            "--device",
            [&device](const std::string& name) {
                if (name == "cpu") device = DeviceChoice::processor;
                if (name == "cuda") device = DeviceChoice::cuda;
            },
            "Where large tables are solved: auto (on a GPU if there is one), cpu or cuda")
        ->check([](const std::string& name) {
            const bool is_known = name == "auto" || name == "cpu" || name == "cuda";
            return is_known ? std::string() : fmt::format("{} is not auto, cpu or cuda", in_quotes(name));
        })
        ->type_name("auto|cpu|cuda")
        ->default_str("auto");
}

void add_memory_option(CLI::App& command, std::uint64_t& bytes, const std::string& what) {
    command.add_option("--memory", bytes, what)
        ->transform(CLI::AsSizeValue(false).description(""))
        ->check(CLI::Range(std::uint64_t{1}, greatest_memory).description(""))
        ->type_name("SIZE")
        ->default_str("4G");
}

void add_syzygy_option(CLI::App& command, std::string& folders) {
    command
        .add_option(
            "--syzygy", folders,
            "Folders of Syzygy's tables, separated by colons: asked for positions that the store does "
            "not have")
        ->type_name("PATH")
        ->default_str("SYZYGY_PATH, or none");
}

std::unique_ptr<SyzygyTables> syzygy_if_usable(const std::string& folders) {
    const std::string chosen = folders.empty() ? syzygy_folders_of_environment() : folders;
    if (chosen.empty()) return nullptr;
    auto opened = SyzygyTables::open(chosen);
    if (opened) return *std::move(opened);
    std::fputs(fmt::format("warning: {}\n", opened.error().message).c_str(), stderr);
    return nullptr;
}

CLI::Validator seconds_up_to(double most) {
    // CLI::Range would accept "nan".
    const auto check = [most](const std::string& text) {
        double seconds = 0;
        const bool is_number = CLI::detail::lexical_cast(text, seconds);
        const bool is_in_range = is_number && seconds >= 0 && seconds <= most;
        return is_in_range ? std::string() : fmt::format("Value {} not in range [0 - {}]", text, most);
    };
    return {check, ""};
}

std::unique_ptr<TableStore> stores_or_failure(const std::vector<std::string>& paths, StoreUse use) {
    std::vector<std::string> chosen = paths.empty() ? store_paths_of_environment() : paths;
    if (chosen.empty()) chosen.push_back(usual_store);
    for (const std::string& path : chosen) {
        std::error_code ignored;
        if (use != StoreUse::reads || std::filesystem::exists(path, ignored)) continue;
        throw CommandFailure(
            ExitCode::bad_input,
            fmt::format("there is no store {}; use --store or PHILIDOR_PATH to say where the tables are",
                        in_quotes(path)));
    }
    return value_or_failure(open_stores(chosen), ExitCode::failed);
}

}  // namespace philidor::cli
