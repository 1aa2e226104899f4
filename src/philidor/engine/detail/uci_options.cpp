#include "philidor/engine/detail/uci_options.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>

#include <fmt/format.h>

#include "philidor/base/detail/in_quotes.hpp"
#include "philidor/engine/detail/parse_number.hpp"

namespace philidor {

namespace {

/// An option that is a number.
struct NumberOption {
    std::string_view name;
    std::uint64_t usual;
    std::uint64_t least;
    std::uint64_t most;
    void (*set)(UciOptions&, std::uint64_t);
};

constexpr std::array number_options{
    NumberOption{
        "Hash", 64, 1, 1U << 20U,
        [](UciOptions& options, std::uint64_t megabytes) { options.engine.memory_bytes = megabytes << 20U; }},
    NumberOption{"Threads", 1, 1, 256,
                 [](UciOptions& options, std::uint64_t count) {
                     options.engine.threads = static_cast<unsigned>(count);
                 }},
    NumberOption{
        "MultiPV", 1, 1, 256,
        [](UciOptions& options, std::uint64_t count) { options.lines = static_cast<unsigned>(count); }},
    NumberOption{"Move Overhead", 10, 0, 10'000,
                 [](UciOptions& options, std::uint64_t time) {
                     options.engine.overhead = std::chrono::milliseconds(time);
                 }},
};

/// An option that is on or off.
struct SwitchOption {
    std::string_view name;
    void (*set)(UciOptions&, bool);
};

constexpr std::array switch_options{
    // Nothing to set: the option only announces that `go ponder` is supported.
    SwitchOption{"Ponder", [](UciOptions&, bool) {}},
    SwitchOption{"UCI_Chess960",
                 [](UciOptions& options, bool is_on) {
                     options.variant = is_on ? Variant::chess960 : Variant::standard;
                 }},
    SwitchOption{"UCI_ShowWDL", [](UciOptions& options, bool is_on) { options.shows_chances = is_on; }},
};

/// An option that is a list of paths.
struct PathOption {
    std::string_view name;
    std::string UciOptions::* path;
};

constexpr std::array path_options{
    PathOption{"TablePath", &UciOptions::table_path},
    PathOption{"SyzygyPath", &UciOptions::syzygy_path},
};

char lower(char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

bool is_same_name(std::string_view a, std::string_view b) {
    return std::ranges::equal(a, b, {}, lower, lower);
}

template <class Options>
const auto* find_option(const Options& options, std::string_view name) {
    const auto found =
        std::ranges::find_if(options, [&](const auto& option) { return is_same_name(option.name, name); });
    return found == options.end() ? nullptr : &*found;
}

}  // namespace

std::string uci_option_lines() {
    std::string lines;
    for (const NumberOption& option : number_options) {
        lines += fmt::format("option name {} type spin default {} min {} max {}\n", option.name, option.usual,
                             option.least, option.most);
    }
    for (const SwitchOption& option : switch_options) {
        lines += fmt::format("option name {} type check default false\n", option.name);
    }
    for (const PathOption& option : path_options) {
        lines += fmt::format("option name {} type string default <empty>\n", option.name);
    }
    return lines;
}

Result<void, UciOptionError> set_uci_option(UciOptions& options,
                                            std::string_view name,
                                            std::string_view value) {
    if (const NumberOption* option = find_option(number_options, name)) {
        const auto number = detail::parse_number<std::uint64_t>(value);
        if (!number || *number < option->least || *number > option->most) {
            return fail(UciOptionError::bad_value,
                        fmt::format("option {}: {} is not a number from {} to {}", option->name,
                                    in_quotes(value), option->least, option->most));
        }
        option->set(options, *number);
        return {};
    }
    if (const SwitchOption* option = find_option(switch_options, name)) {
        if (value != "true" && value != "false") {
            return fail(UciOptionError::bad_value, fmt::format("option {}: {} is neither true nor false",
                                                               option->name, in_quotes(value)));
        }
        option->set(options, value == "true");
        return {};
    }
    if (const PathOption* option = find_option(path_options, name)) {
        options.*option->path = value == "<empty>" ? "" : value;
        return {};
    }
    return fail(UciOptionError::unknown, fmt::format("no such option: {}", in_quotes(name)));
}

}  // namespace philidor
