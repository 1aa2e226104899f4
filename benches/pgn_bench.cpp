// How fast games are read. Every benchmark checks its result.
//
//     read             bytes per second: finds tags and words, plays nothing
//     replay           positions per second: plays through all games
//     count            positions per second: also counts the keys of at most ten men
//     name             keys per second: names and sorts the counts
//     split            bytes per second: the part of multi-threaded reading that one thread does at a time
//
// The games are those of ../shared/pgn, decompressed in memory.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <benchmark/benchmark.h>

#include "philidor/pgn/detail/byte_stream.hpp"
#include "philidor/pgn/detail/decompression.hpp"
#include "philidor/pgn/detail/game_counter.hpp"
#include "philidor/pgn/detail/game_splitter.hpp"
#include "philidor/pgn/detail/named_counts.hpp"
#include "philidor/pgn/detail/pgn_reader.hpp"

namespace {

using philidor::GameResult;
using philidor::PgnProblem;
using philidor::detail::GameCounter;
using philidor::detail::MemoryStream;
using philidor::detail::NextStep;
using philidor::detail::PgnReader;

const std::string path = PHILIDOR_SHARED_DIR "/pgn/games.pgn.zst";

std::string read_games() {
    const auto stream = philidor::detail::open_decompressed(path).value();
    std::string text;
    std::vector<char> buffer(std::size_t{1} << 20U);
    while (const std::size_t count = stream->read(std::as_writable_bytes(std::span(buffer))).value()) {
        text.append(buffer.data(), count);
    }
    return text;
}

/// All games, in memory.
const std::string& games() {
    static const std::string text = read_games();
    return text;
}

MemoryStream stream_of_games() { return MemoryStream(std::as_bytes(std::span(games()))); }

/// Counts what it is told, without interpreting it.
class Listener final : public philidor::detail::PgnVisitor {
  public:
    std::size_t games = 0;
    std::size_t words = 0;

    void begin_game(const PgnReader& /*reader*/) override { ++games; }
    void tag(std::string_view /*name*/, std::string_view /*value*/) override {}
    [[nodiscard]] NextStep word(std::string_view /*text*/) override {
        ++words;
        return NextStep::read_on;
    }
    [[nodiscard]] NextStep end_game(GameResult /*result*/) override { return NextStep::read_on; }
};

void set_bytes(benchmark::State& state) {
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(games().size()));
}

void read(benchmark::State& state) {
    std::size_t words = 0;
    for (auto _ : state) {
        MemoryStream stream = stream_of_games();
        Listener listener;
        if (!PgnReader(stream).read(listener) || listener.words == 0) state.SkipWithError("nothing was read");
        if (words != 0 && words != listener.words) state.SkipWithError("not the same words");
        words = listener.words;
    }
    set_bytes(state);
}

/// Plays all games and counts the keys of up to `most_men` men.
void play_games(benchmark::State& state, unsigned most_men) {
    std::uint64_t positions = 0;
    for (auto _ : state) {
        MemoryStream stream = stream_of_games();
        GameCounter counter(most_men, [&](const PgnProblem&) { state.SkipWithError("a game was not read"); });
        if (!PgnReader(stream).read(counter)) state.SkipWithError("nothing was read");
        positions += counter.totals().positions();
    }
    state.SetItemsProcessed(static_cast<std::int64_t>(positions));
}

void name(benchmark::State& state) {
    MemoryStream stream = stream_of_games();
    GameCounter counter(10, [](const PgnProblem&) {});
    if (!PgnReader(stream).read(counter)) state.SkipWithError("nothing was read");
    for (auto _ : state) {
        const auto named = philidor::detail::with_names(counter.counts(), philidor::KeyNames::canonical);
        if (named.empty()) state.SkipWithError("no names");
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(counter.counts().size()));
}

void split(benchmark::State& state) {
    for (auto _ : state) {
        MemoryStream stream = stream_of_games();
        philidor::detail::GameSplitter splitter(stream);
        while (const auto piece = splitter.next()) benchmark::DoNotOptimize(piece->number());
        if (splitter.taken() != games().size()) state.SkipWithError("not all was split");
    }
    set_bytes(state);
}

}  // namespace

int main(int argument_count, char** arguments) {
    if (!std::filesystem::exists(path)) {
        std::puts(("skipped: no " + path).c_str());
        return 0;
    }
    benchmark::RegisterBenchmark("read", read)->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark("replay", play_games, 2U)->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark("count", play_games, 10U)->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark("name", name)->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark("split", split)->Unit(benchmark::kMillisecond);
    benchmark::Initialize(&argument_count, arguments);
    if (benchmark::ReportUnrecognizedArguments(argument_count, arguments)) return 2;
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
