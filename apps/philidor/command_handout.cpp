#include "command_handout.hpp"

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "board_diagram.hpp"
#include "exit_code.hpp"
#include "philidor/pgn/game_tree.hpp"
#include "problem_text.hpp"
#include "read_input.hpp"
#include "write_file.hpp"

namespace philidor::cli {

namespace {

struct HandoutArguments {
    std::string file;
    std::string html_path;
    std::string title = "Exercises";
};

std::string as_html(std::string_view text) {
    std::string html;
    for (const char letter : text) {
        switch (letter) {
            case '&': html += "&amp;"; break;
            case '<': html += "&lt;"; break;
            case '>': html += "&gt;"; break;
            default: html += letter;
        }
    }
    return html;
}

/// Who is to move, and what for.
std::string task_text(const GameTree& game) {
    const bool is_white = game.start.side_to_move() == Color::white;
    const std::string_view side = is_white ? "White" : "Black";
    const bool is_won = game.result == (is_white ? GameResult::white_wins : GameResult::black_wins);
    if (is_won) return fmt::format("{} to move and win", side);
    if (game.result == GameResult::draw) return fmt::format("{} to move and draw", side);
    return fmt::format("{} to move", side);
}

/// The names of a game: White and Black, or the event.
std::string heading_of(const GameTree& game) {
    const auto known = [&](std::string_view name) {
        const std::string_view value = game.tag(name);
        return value == "?" || value == name ? std::string_view() : value;
    };
    std::string text(known("White"));
    const std::string_view black = known("Black");
    if (!text.empty() && !black.empty()) text += " \u2013 ";
    text += black;
    return text.empty() ? std::string(known("Event")) : text;
}

/// The signs that books have for the glyphs.
std::string with_signs(std::string_view moves) {
    using Sign = std::pair<std::string_view, std::string_view>;
    constexpr std::array signs{Sign(" $22", "\u2299"), Sign(" $23", "\u2299"), Sign(" $1", "!"),
                               Sign(" $2", "?"),       Sign(" $3", "!!"),      Sign(" $4", "??"),
                               Sign(" $5", "!?"),      Sign(" $6", "?!")};
    std::string text(moves);
    for (const auto& [glyph, sign] : signs) {
        for (std::size_t place = text.find(glyph); place != std::string::npos;
             place = text.find(glyph, place)) {
            const std::size_t end = place + glyph.size();
            const bool is_longer = end < text.size() && text[end] >= '0' && text[end] <= '9';
            if (is_longer) {
                ++place;
            } else {
                text.replace(place, glyph.size(), sign);
            }
        }
    }
    return text;
}

/// The moves of a game as text: what follows the tags.
std::string moves_text(const GameTree& game) {
    const std::string pgn = to_pgn(game);
    std::string moves = pgn.substr(pgn.find("\n\n") + 2);
    for (char& letter : moves) letter = letter == '\n' ? ' ' : letter;
    return as_html(with_signs(moves));
}

constexpr std::string_view style =
    "body{font-family:serif;margin:2em auto;max-width:60em}h1{font-size:1.5em}"
    ".grid{display:grid;grid-template-columns:1fr 1fr;gap:1.2em}.grid>div{break-inside:avoid}"
    "svg{width:100%;height:auto}p{margin:.2em 0}.solutions{break-before:page}"
    ".solutions p{margin:.6em 0}@media print{body{margin:0}}@page{margin:1.5cm}";

std::string handout_html(const std::vector<GameTree>& games, std::string_view title) {
    std::string diagrams;
    std::string solutions;
    for (std::size_t place = 0; place < games.size(); ++place) {
        const GameTree& game = games[place];
        const std::string heading = as_html(heading_of(game));
        diagrams += fmt::format("<div><p><b>{}.</b> {}</p>\n{}<p>{}</p></div>\n", place + 1, heading,
                                diagram_svg(game.start), task_text(game));
        solutions += fmt::format("<p><b>{}.</b> {} {}</p>\n", place + 1, heading, moves_text(game));
    }
    return fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{0}</title>\n"
        "<style>{1}</style></head>\n<body><h1>{0}</h1>\n<div class=\"grid\">\n{2}</div>\n"
        "<div class=\"solutions\"><h1>Solutions</h1>\n{3}</div></body></html>\n",
        as_html(title), style, diagrams, solutions);
}

void run_handout(const HandoutArguments& arguments) {
    std::vector<GameTree> games;
    const auto use = [&](GameTree&& game) {
        games.push_back(std::move(game));
        return true;
    };
    const auto report = [&](const PgnProblem& problem) { print_problem(arguments.file, problem); };
    value_or_failure(read_game_trees(arguments.file, use, report));
    if (games.empty())
        throw CommandFailure(ExitCode::bad_input, fmt::format("{}: no games in it", arguments.file));
    write_file(arguments.html_path, handout_html(games, arguments.title));
}

}  // namespace

void add_handout_command(CLI::App& program) {
    CLI::App* command =
        program.add_subcommand("handout", "Make a page of diagrams to be printed, with solutions at the end");
    const auto arguments = std::make_shared<HandoutArguments>();
    command
        ->add_option("FILE", arguments->file,
                     "A file of games that begin with the positions; `-` is standard input")
        ->type_name("")
        ->required();
    command->add_option("--html", arguments->html_path, "The page to write")->type_name("FILE")->required();
    command->add_option("--title", arguments->title, "What stands above it")
        ->type_name("TEXT")
        ->capture_default_str();
    command->footer(
        "Each game gives a diagram of its first position; its moves, variations and comments are the "
        "solution, which\nbegins on a new page. Any browser prints the page, or saves it as PDF.\n"
        "Example:\n"
        "  philidor handout studies.pgn --html handout.html --title 'Pawn endings'");
    command->callback([arguments] { run_handout(*arguments); });
}

}  // namespace philidor::cli
