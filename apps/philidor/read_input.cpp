#include "read_input.hpp"

#include <cstdio>
#include <iostream>

#include <fmt/format.h>

#include "interrupt.hpp"
#include "philidor/material/material_key.hpp"

namespace philidor::cli {

Board read_board(const std::string& fen, Variant variant) {
    return value_or_failure(parse_fen(fen, variant));
}

Ending read_ending(const std::string& fen) { return value_or_failure(Ending::from_fen(fen)); }

MaterialKey read_key(const std::string& input) {
    if (input.find('/') == std::string::npos) return value_or_failure(parse_key(input));
    return MaterialKey::from_board(read_board(input));
}

namespace {

void for_each_line(const std::function<void(const std::string&)>& process) {
    std::size_t line_number = 0;
    std::size_t bad_lines = 0;
    for (std::string line; std::getline(std::cin, line) && !is_interrupted();) {
        ++line_number;
        if (line.ends_with('\r')) line.pop_back();
        if (line.empty()) continue;
        try {
            process(line);
        } catch (const CommandFailure& failure) {
            if (failure.code() != ExitCode::bad_input) throw;
            ++bad_lines;
            fmt::print(stderr, "philidor: line {}: {}\n", line_number, failure.what());
        }
    }
    if (is_interrupted()) throw interruption();
    if (bad_lines == 0) return;
    throw CommandFailure(ExitCode::bad_input,
                         fmt::format("{} of {} lines could not be read", bad_lines, line_number));
}

}  // namespace

void for_each_input(const std::vector<std::string>& arguments,
                    const std::function<void(const std::string&)>& process) {
    if (arguments == std::vector<std::string>{"-"}) return for_each_line(process);
    for (const std::string& argument : arguments) {
        if (is_interrupted()) throw interruption();
        process(argument);
    }
}

}  // namespace philidor::cli
