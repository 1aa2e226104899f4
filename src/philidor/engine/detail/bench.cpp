#include "philidor/engine/detail/bench.hpp"

#include <cstddef>

#include "philidor/chess/fen.hpp"
#include "philidor/engine/engine.hpp"

namespace philidor {

BenchResult bench(int depth) {
    Engine engine({.memory_bytes = std::size_t{16} << 20U, .threads = 1});
    BenchResult result;
    for (const std::string_view fen : bench_positions) {
        AnalyzeRequest request;
        request.game = Game(parse_fen(fen).value());
        request.limits.depth = depth;
        (void)engine.analyze(request);
        result.nodes += engine.nodes();
        engine.forget();
    }
    result.pawn_hash = engine.pawn_hash();
    return result;
}

}  // namespace philidor
