#include "command_perft.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "exit_code.hpp"
#include "interrupt.hpp"
#include "number_text.hpp"
#include "philidor/chess/board.hpp"
#include "philidor/chess/fen.hpp"
#include "philidor/chess/notation.hpp"
#include "philidor/chess/perft.hpp"
#include "progress_bar.hpp"
#include "read_input.hpp"

namespace philidor::cli {

namespace {

constexpr unsigned greatest_depth = 30;
constexpr std::size_t greatest_hash = std::size_t{1} << 48U;  // more than any machine has; also refuses "-1"

/// A check that `--help` does not mention.
CLI::Validator unnamed(CLI::Validator validator) { return validator.description(""); }

/// The arguments of the command.
struct PerftArguments {
    unsigned depth = 0;
    std::string fen;
    bool is_chess960 = false;
    bool wants_divisions = false;
    bool wants_statistics = false;
    bool sums_plies = false;
    bool wants_json = false;
    unsigned threads = std::max(1U, std::thread::hardware_concurrency());
    std::size_t hash_bytes = 0;

    [[nodiscard]] bool reads_standard_input() const { return fen == "-"; }
    [[nodiscard]] Variant variant() const { return is_chess960 ? Variant::chess960 : Variant::standard; }
};

/// The result for one position.
struct PerftOutcome {
    std::string fen;
    PerftStatistics total;
    std::vector<std::pair<std::string, std::uint64_t>> moves;  ///< UCI moves, sorted, with the nodes below
    double seconds = 0;

    /// 0 if it took no time.
    [[nodiscard]] std::uint64_t nodes_per_second() const {
        if (seconds <= 0) return 0;
        return static_cast<std::uint64_t>(static_cast<double>(total.nodes) / seconds);
    }
};

/// The counts of the last moves with their names.
std::vector<std::pair<std::string, std::uint64_t>> named_counts(const PerftStatistics& statistics) {
    return {
        {"captures", statistics.captures},
        {"en_passant", statistics.en_passant},
        {"castles", statistics.castles},
        {"promotions", statistics.promotions},
        {"checks", statistics.checks},
        {"checkmates", statistics.checkmates},
        {"capturing_promotions", statistics.capturing_promotions},
    };
}

std::vector<PerftDivision> count(const Board& board, const PerftArguments& arguments) {
    ProgressBar bar;
    const PerftOptions options{.threads = arguments.threads,
                               .hash_bytes = arguments.hash_bytes,
                               .statistics = arguments.wants_statistics,
                               .stop = interrupt_token(),
                               .progress = [&bar](double share) { bar.show(share); }};
    auto divisions = divide(board, arguments.depth, options);
    if (!divisions) throw interruption();
    return *std::move(divisions);
}

PerftOutcome outcome_of(const Board& board, const PerftArguments& arguments) {
    PerftOutcome outcome{.fen = to_fen(board), .total = {.nodes = 1}, .moves = {}};
    if (arguments.depth == 0) return outcome;
    const auto begin = std::chrono::steady_clock::now();
    const auto divisions = count(board, arguments);
    outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    outcome.total = total(divisions);
    for (unsigned depth = 1; arguments.sums_plies && depth < arguments.depth; ++depth)
        outcome.total += perft_statistics(board, depth);
    for (const auto& [move, below] : divisions) outcome.moves.emplace_back(to_uci(board, move), below.nodes);
    std::ranges::sort(outcome.moves);
    return outcome;
}

void print_json(const PerftOutcome& outcome, const PerftArguments& arguments) {
    nlohmann::ordered_json json{
        {"fen", outcome.fen},         {"depth", arguments.depth},          {"nodes", outcome.total.nodes},
        {"seconds", outcome.seconds}, {"nps", outcome.nodes_per_second()},
    };
    if (arguments.wants_statistics) {
        for (const auto& [name, number] : named_counts(outcome.total)) json["stats"][name] = number;
    }
    if (arguments.wants_divisions) {
        json["moves"] = nlohmann::ordered_json::array();
        for (const auto& [move, nodes] : outcome.moves)
            json["moves"].push_back({{"uci", move}, {"nodes", nodes}});
    }
    fmt::print("{}\n", json.dump());
}

void print_text(const PerftOutcome& outcome, const PerftArguments& arguments) {
    const std::string nodes = with_separators(outcome.total.nodes);
    const auto print_line = [](const std::string& name, const std::string& value) {
        fmt::print("{:<12}{}{}\n", name, name.size() < 12 ? "" : " ", value);
    };
    const auto print_count = [&](std::string name, std::uint64_t number) {
        std::ranges::replace(name, '_', ' ');
        print_line(name, fmt::format("{:>{}}", with_separators(number), nodes.size()));
    };
    if (arguments.wants_divisions) {
        for (const auto& [move, below] : outcome.moves) print_count(move, below);
        fmt::print("\n");
    }
    print_line("position", outcome.fen);
    print_line("depth", std::to_string(arguments.depth));
    print_line("nodes", nodes);
    if (arguments.wants_statistics) {
        for (const auto& [name, number] : named_counts(outcome.total)) print_count(name, number);
    }
    print_line("time", fmt::format("{:.3f} s", outcome.seconds));
    print_line("speed", with_separators(outcome.nodes_per_second()) + " nodes/s");
}

/// Prints one line for each line of standard input. A bad line does not stop the others.
void run_for_standard_input(const PerftArguments& arguments) {
    if (!arguments.wants_json && (arguments.wants_divisions || arguments.wants_statistics)) {
        throw CommandFailure(ExitCode::bad_input, "--fen - with --divide or --stats needs --json");
    }
    for_each_input({"-"}, [&](const std::string& line) {
        const PerftOutcome outcome = outcome_of(read_board(line, arguments.variant()), arguments);
        if (arguments.wants_json) {
            print_json(outcome, arguments);
        } else {
            fmt::print("{}\t{}\n", outcome.total.nodes, outcome.fen);
        }
        std::fflush(stdout);  // so that the next program in a pipe need not wait
    });
}

void run(const PerftArguments& arguments) {
    if (arguments.reads_standard_input()) return run_for_standard_input(arguments);
    const Board board = arguments.fen.empty() ? Board() : read_board(arguments.fen, arguments.variant());
    const PerftOutcome outcome = outcome_of(board, arguments);
    if (arguments.wants_json) {
        print_json(outcome, arguments);
    } else {
        print_text(outcome, arguments);
    }
}

}  // namespace

void add_perft_command(CLI::App& program) {
    CLI::App* command =
        program.add_subcommand("perft", "Count the positions that can be reached by legal moves");
    const auto arguments = std::make_shared<PerftArguments>();
    command
        ->add_option("DEPTH", arguments->depth, fmt::format("The number of plies, 0 to {}", greatest_depth))
        ->type_name("")
        ->required()
        ->check(unnamed(CLI::Range(0U, greatest_depth)));
    command
        ->add_option("--fen", arguments->fen,
                     "The position; `-` reads positions from standard input and prints one line for each")
        ->type_name("FEN")
        ->default_str("the start position");
    command->add_flag("--chess960", arguments->is_chess960, "Read castling rights in the Chess960 form");
    command->add_flag("--divide", arguments->wants_divisions, "List the count below each first move");
    CLI::Option* statistics =
        command->add_flag("--stats", arguments->wants_statistics,
                          "Also count captures, castles, checks and so on among the last moves");
    command
        ->add_flag("--sum-plies", arguments->sums_plies,
                   "Add up the moves of all plies up to DEPTH, and not only the last ones")
        ->needs(statistics);
    command->add_option("--threads", arguments->threads, "The number of threads")
        ->type_name("N")
        ->check(unnamed(CLI::Range(1U, 1024U)))
        ->default_str("all cores");
    command
        ->add_option("--hash", arguments->hash_bytes,
                     "Memory for positions already counted, such as 64M or 1G")
        ->transform(unnamed(CLI::AsSizeValue(false)))
        ->check(unnamed(CLI::Range(std::size_t{0}, greatest_hash)))
        ->type_name("SIZE")
        ->default_str("none")
        ->excludes(statistics);
    command->add_flag("--json", arguments->wants_json, "Print one line of JSON instead of text");
    command->footer(
        "Examples:\n"
        "  philidor perft 6\n"
        "  philidor perft 4 --divide --fen 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - "
        "0 1'\n"
        "  philidor perft 8 --hash 1G\n"
        "  philidor perft 3 --fen - --json < positions.txt");
    command->callback([arguments] { run(*arguments); });
}

}  // namespace philidor::cli
