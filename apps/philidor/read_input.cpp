#include "read_input.hpp"

#include <cstdio>
#include <iostream>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "interrupt.hpp"
#include "philidor/base/detail/in_quotes.hpp"
#include "philidor/chess/fen.hpp"
#include "philidor/material/material_key.hpp"

namespace philidor::cli {

namespace {

/// Whether a word can be a field of a FEN after the first.
bool is_fen_field(const std::string& word) {
    const auto consists_of = [&](std::string_view letters) {
        return !word.empty() && word.find_first_not_of(letters) == std::string::npos;
    };
    const bool is_square =
        word.size() == 2 && word[0] >= 'a' && word[0] <= 'h' && (word[1] == '3' || word[1] == '6');
    return word == "w" || word == "b" || word == "-" || is_square || consists_of("KQkq") ||
           consists_of("0123456789");
}

}  // namespace

CLI::Option* add_fen_argument(CLI::App& command,
                              std::string& fen,
                              const std::string& description,
                              const std::string& name) {
    return command
        .add_option_function<std::vector<std::string>>(
            name,
            [&fen](const std::vector<std::string>& words) { fen = fmt::format("{}", fmt::join(words, " ")); },
            description)
        ->type_name("")
        ->expected(-1)
        ->required();
}

std::vector<std::string> join_fens(const std::vector<std::string>& words) {
    std::vector<std::string> joined;
    bool is_open = false;  // the last one is a FEN that was cut
    for (const std::string& word : words) {
        if (is_open && is_fen_field(word)) {
            joined.back().append(" ").append(word);
            continue;
        }
        joined.push_back(word);
        is_open = word.find('/') != std::string::npos && word.find(' ') == std::string::npos;
    }
    return joined;
}

Board read_board(const std::string& fen, Variant variant) {
    const ReadFen read = value_or_failure(read_fen(fen, variant));
    if (!read.remark.empty()) {
        fmt::print(stderr, "philidor: note: {}: {}\n", read.remark, in_quotes(to_fen(read.board)));
    }
    return read.board;
}

Ending read_ending(const std::string& fen) { return value_or_failure(Ending::from(read_board(fen))); }

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
    for (const std::string& argument : join_fens(arguments)) {
        if (is_interrupted()) throw interruption();
        process(argument);
    }
}

}  // namespace philidor::cli
