#include "philidor/engine/detail/uci_session.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "philidor/base/detail/in_quotes.hpp"
#include "philidor/chess/fen.hpp"
#include "philidor/chess/notation.hpp"
#include "philidor/chess/perft.hpp"
#include "philidor/engine/detail/bench.hpp"
#include "philidor/engine/detail/parse_number.hpp"
#include "philidor/engine/detail/uci_text.hpp"
#include "philidor/table/syzygy_tables.hpp"
#include "philidor/table/table_store.hpp"

namespace philidor {

using std::chrono::milliseconds;

namespace {

GameClock& clock_of(SearchLimits& limits) {
    if (!limits.clock) limits.clock.emplace();
    return *limits.clock;
}

int depth_from(std::int64_t number) {
    return static_cast<int>(std::clamp<std::int64_t>(number, 1, most_plies));
}

/// A parameter of `go` that takes a number.
struct GoNumber {
    std::string_view name;
    void (*set)(SearchLimits& limits, std::int64_t number);
};

constexpr std::array go_numbers{
    GoNumber{"wtime",
             [](SearchLimits& limits, std::int64_t number) {
                 clock_of(limits).players[Color::white].time = milliseconds(number);
             }},
    GoNumber{"btime",
             [](SearchLimits& limits, std::int64_t number) {
                 clock_of(limits).players[Color::black].time = milliseconds(number);
             }},
    GoNumber{"winc",
             [](SearchLimits& limits, std::int64_t number) {
                 clock_of(limits).players[Color::white].increment = milliseconds(number);
             }},
    GoNumber{"binc",
             [](SearchLimits& limits, std::int64_t number) {
                 clock_of(limits).players[Color::black].increment = milliseconds(number);
             }},
    GoNumber{"movestogo",
             [](SearchLimits& limits, std::int64_t number) {
                 clock_of(limits).moves_to_go = static_cast<unsigned>(std::max<std::int64_t>(number, 1));
             }},
    GoNumber{"movetime",
             [](SearchLimits& limits, std::int64_t number) { limits.move_time = milliseconds(number); }},
    GoNumber{"depth", [](SearchLimits& limits, std::int64_t number) { limits.depth = depth_from(number); }},
    GoNumber{"nodes",
             [](SearchLimits& limits, std::int64_t number) {
                 limits.nodes = static_cast<std::uint64_t>(std::max<std::int64_t>(number, 1));
             }},
    GoNumber{"mate", [](SearchLimits& limits, std::int64_t number) { limits.mate = depth_from(number); }},
};

/// The numbers that are accepted. Some GUIs let the engine play on with a negative time after its flag has
/// fallen.
constexpr std::int64_t least_go_number = -1'000'000'000;
constexpr std::int64_t most_go_number = 1'000'000'000'000;

}  // namespace

/// The words of a line, taken one by one.
class UciSession::Words {
  public:
    explicit Words(std::string_view line) : rest_(line) { skip_blanks(); }

    [[nodiscard]] bool is_empty() const { return rest_.empty(); }

    /// The rest of the line, without blanks around it.
    [[nodiscard]] std::string_view rest() const { return rest_; }

    /// The next word, without taking it.
    [[nodiscard]] std::string_view peek() const { return rest_.substr(0, rest_.find_first_of(blanks)); }

    /// Takes the next word. Empty after the last.
    std::string_view take() {
        const std::string_view word = peek();
        rest_.remove_prefix(word.size());
        skip_blanks();
        return word;
    }

    /// Takes the next word if it is this one.
    bool take_if(std::string_view word) {
        if (peek() != word) return false;
        take();
        return true;
    }

    /// Takes all words up to this one, and this one too. Returns those before it.
    std::string_view take_until(std::string_view last) {
        const char* begin = rest_.data();
        const char* end = begin;
        while (!is_empty() && peek() != last) {
            end = peek().data() + peek().size();
            take();
        }
        take();
        return {begin, static_cast<std::size_t>(end - begin)};
    }

    /// Takes the next word as a number. Empty if it is none.
    template <class Number>
    std::optional<Number> take_number() {
        return detail::parse_number<Number>(take());
    }

  private:
    static constexpr std::string_view blanks = " \t\r";

    void skip_blanks() {
        rest_.remove_prefix(std::min(rest_.find_first_not_of(blanks), rest_.size()));
        rest_ = rest_.substr(0, rest_.find_last_not_of(blanks) + 1);
    }

    std::string_view rest_;
};

UciSession::UciSession(std::string name, Say say) : name_(std::move(name)), say_(std::move(say)) {}

UciSession::~UciSession() { stop(); }

bool UciSession::receive(std::string_view line) {
    if (is_debugging_) say_string("received " + in_quotes(line));
    Words words(line);
    const std::string_view all = words.rest();
    while (!words.is_empty()) {
        const std::string_view before = words.rest();
        const std::string_view command = words.take();
        if (command == "quit") {
            stop();
            return false;
        }
        if (!obey(command, words)) continue;
        // UCI demands that what stands before a command is ignored.
        if (before.size() != all.size())
            say_string("ignored: " + in_quotes(all.substr(0, all.size() - before.size() - 1)));
        return true;
    }
    if (!all.empty()) say_string("unknown command: " + in_quotes(all));
    return true;
}

/// Executes a command. Returns false if there is no such command.
bool UciSession::obey(std::string_view command, Words& words) {
    struct Command {
        std::string_view name;
        void (UciSession::*act)(Words&);
    };
    constexpr std::array with_words{
        Command{"setoption", &UciSession::set_option},
        Command{"position", &UciSession::set_position},
        Command{"go", &UciSession::go},
        Command{"bench", &UciSession::run_bench},
        Command{"debug", &UciSession::set_debugging},
    };
    for (const Command& known : with_words) {
        if (known.name != command) continue;
        (this->*known.act)(words);
        return true;
    }
    if (command == "uci") {
        introduce();
    } else if (command == "isready") {
        say("readyok");
    } else if (command == "stop") {
        stop();
    } else if (command == "d") {
        show_board();
    } else if (command == "ponderhit") {
        is_pondering_ = false;
        ends_by_itself_ = true;
    } else if (command == "ucinewgame") {
        stop();
        engine_.forget();
        game_ = Game();
    } else {
        return command == "register";  // there is nothing to register
    }
    return true;
}

void UciSession::introduce() {
    say(fmt::format("id name {}\nid author the Philidor authors\n{}uciok", name_, uci_option_lines()));
}

/// The board for people, as many engines show it.
void UciSession::show_board() {
    const Board& board = game_.board();
    std::string text;
    for (auto rank = all_ranks.rbegin(); rank != all_ranks.rend(); ++rank) {
        text += fmt::format("{} ", digit_of(*rank));
        for (const File file : all_files) {
            const Piece piece = board.piece_on(make_square(file, *rank));
            text += fmt::format(" {}", piece == Piece::none ? '.' : letter_of(piece));
        }
        text += '\n';
    }
    say(fmt::format("{}\n   a b c d e f g h\n\nFen: {}\nKey: {:016X}", text, to_fen(board), board.key()));
}

void UciSession::set_debugging(Words& words) {
    const std::string_view word = words.take();
    if (word != "on" && word != "off") return say_string("debug: expected on or off, not " + in_quotes(word));
    is_debugging_ = word == "on";
}

void UciSession::set_option(Words& words) {
    words.take_if("name");
    const std::string_view name = words.take_until("value");
    if (is_busy()) return say_string("option not changed while a search is running: " + in_quotes(name));
    UciOptions changed = options_;
    if (const auto done = set_uci_option(changed, name, words.rest()); !done)
        return say_string(done.error().message);
    join();
    const bool has_new_tables =
        changed.table_path != options_.table_path || changed.syzygy_path != options_.syzygy_path;
    if (has_new_tables && !open_tables(changed)) return;
    options_ = changed;
    engine_.set_options(options_.engine);
}

/// Tells what is amiss, or how many tables there are. Syzygy's tables that cannot be used change nothing
/// else.
bool UciSession::open_tables(const UciOptions& options) {
    std::unique_ptr<TableStore> store;
    if (!options.table_path.empty()) {
        auto opened = open_stores(split_store_paths(options.table_path));
        if (!opened) {
            say_string(opened.error().message);
            return false;
        }
        store = *std::move(opened);
    }
    (void)engine_.set_tables(nullptr);  // closes those of Syzygy, which can be open only once
    std::unique_ptr<SyzygyTables> syzygy;
    if (!options.syzygy_path.empty()) {
        auto opened = SyzygyTables::open(options.syzygy_path);
        say_string(opened ? fmt::format("{} files of Syzygy, up to {} men, in {}", (*opened)->file_count(),
                                        (*opened)->most_men(), options.syzygy_path)
                          : opened.error().message);
        if (opened) syzygy = *std::move(opened);
    }
    const auto tables = engine_.set_tables(std::move(store), std::move(syzygy));
    if (!tables) {
        say_string(tables.error().message);
        return false;
    }
    if (!options.table_path.empty()) say_string(fmt::format("{} tables in {}", *tables, options.table_path));
    return true;
}

void UciSession::set_position(Words& words) {
    Game game;
    if (words.take_if("fen")) {
        const std::string_view fen = words.take_until("moves");
        const auto read = read_fen(fen, options_.variant);
        if (!read) return say_string("position not changed: " + read.error().message);
        if (!read->remark.empty()) say_string("position: " + read->remark);
        game = Game(read->board);
    } else if (words.take_if("startpos")) {
        words.take_if("moves");
    } else {
        return say_string("position not changed: expected startpos or fen, not " + in_quotes(words.rest()));
    }
    while (!words.is_empty()) {
        const auto move = parse_uci(game.board(), words.take());
        if (!move) return say_string("position not changed: " + move.error().message);
        game.play(*move);
    }
    game_ = std::move(game);
}

void UciSession::go(Words& words) {
    if (is_busy()) return say_string("go ignored: a search is running");
    if (words.take_if("perft")) return count_perft(words);
    auto request = read_go(words);
    if (!request) return say_string(request.error().message);
    start(*std::move(request));
}

Result<AnalyzeRequest, UciSession::UciError> UciSession::read_go(Words& words) const {
    AnalyzeRequest request;
    request.game = game_;
    request.lines = options_.lines;
    while (!words.is_empty()) {
        const std::string_view word = words.take();
        const auto known = std::ranges::find(go_numbers, word, &GoNumber::name);
        if (known != go_numbers.end()) {
            const auto number = read_go_number(word, words);
            if (!number) return tl::unexpected(number.error());
            known->set(request.limits, *number);
        } else if (word == "infinite") {
            request.is_infinite = true;
        } else if (word == "ponder") {
            request.is_pondering = &is_pondering_;
        } else if (word == "searchmoves") {
            const auto done = read_search_moves(words, request.only_moves);
            if (!done) return tl::unexpected(done.error());
        } else {
            return fail(UciError::bad_command, fmt::format("go: unknown parameter: {}", in_quotes(word)));
        }
    }
    return request;
}

Result<std::int64_t, UciSession::UciError> UciSession::read_go_number(std::string_view name, Words& words) {
    const std::string_view word = words.peek();
    const auto number = words.take_number<std::int64_t>();
    if (!number || *number < least_go_number || *number > most_go_number) {
        return fail(UciError::bad_command,
                    fmt::format("go {}: expected a number, not {}", name, in_quotes(word)));
    }
    return *number;
}

/// Adds the legal moves up to the first word that is not one, which may be the next parameter.
Result<void, UciSession::UciError> UciSession::read_search_moves(Words& words,
                                                                 std::vector<Move>& moves) const {
    while (!words.is_empty()) {
        const auto move = parse_uci(game_.board(), words.peek());
        if (!move) break;
        if (std::ranges::find(moves, *move) == moves.end()) moves.push_back(*move);
        words.take();
    }
    if (moves.empty()) {
        return fail(UciError::bad_command,
                    fmt::format("go searchmoves: expected a legal move, not {}", in_quotes(words.peek())));
    }
    return {};
}

void UciSession::start(AnalyzeRequest request) {
    join();
    is_busy_ = true;
    is_pondering_ = request.is_pondering != nullptr;
    const SearchLimits& limits = request.limits;
    const bool has_limit = limits.depth || limits.nodes || limits.mate || limits.move_time || limits.clock;
    ends_by_itself_ = has_limit && !request.is_infinite && !is_pondering_;
    analysis_ = std::jthread([this, request = std::move(request),
                              shows_chances = options_.shows_chances](const std::stop_token& token) {
        const Board& board = request.game.board();
        const auto report = [&](const SearchInfo& info) { say(uci_info(board, info, shows_chances)); };
        const BestMove best = engine_.analyze(request, report, token);
        is_busy_ = false;  // first, so that the GUI may send the next `go` as soon as it has the move
        say(uci_best_move(board, best));
    });
}

void UciSession::stop() {
    analysis_.request_stop();
    join();
}

void UciSession::join() {
    if (analysis_.joinable()) analysis_.join();
}

void UciSession::finish() {
    if (ends_by_itself_) {
        join();
    } else {
        stop();
    }
}

void UciSession::count_perft(Words& words) {
    const std::string_view word = words.peek();
    const auto depth = words.take_number<unsigned>();
    if (!depth || *depth == 0) return say_string("go perft: expected a depth, not " + in_quotes(word));
    const auto counts = divide(game_.board(), *depth, {.threads = options_.engine.threads});
    for (const PerftDivision& division : *counts) {
        say(fmt::format("{}: {}", to_uci(game_.board(), division.move), division.below.nodes));
    }
    say(fmt::format("\nNodes searched: {}", total(*counts).nodes));
}

void UciSession::run_bench(Words& words) {
    if (is_busy()) return say_string("bench ignored: a search is running");
    const std::string_view word = words.peek();
    const int depth = words.is_empty() ? usual_bench_depth : words.take_number<int>().value_or(0);
    if (depth < 1 || depth > most_plies) return say_string("bench: expected a depth, not " + in_quotes(word));
    const auto begin = std::chrono::steady_clock::now();
    const BenchResult result = bench(depth);
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
    say(fmt::format("{} nodes, {:.2f} s, {:.0f} nodes a second, pawn hash {:.1f} %", result.nodes,
                    time.count(), static_cast<double>(result.nodes) / std::max(time.count(), 1e-9),
                    100 * result.pawn_hash.hit_rate()));
}

void UciSession::say(std::string_view text) {
    const std::lock_guard lock(saying_);
    say_(text);
}

void UciSession::say_string(std::string_view text) { say(fmt::format("info string {}", text)); }

}  // namespace philidor
