#include "philidor/engine/detail/bench.hpp"

#include <cstddef>

#include "philidor/chess/fen.hpp"
#include "philidor/engine/engine.hpp"

namespace philidor {

std::uint64_t bench(int depth) {
    Engine engine({.memory_bytes = std::size_t{16} << 20U, .threads = 1});
    std::uint64_t nodes = 0;
    for (const std::string_view fen : bench_positions) {
        AnalyzeRequest request;
        request.game = Game(parse_fen(fen).value());
        request.limits.depth = depth;
        (void)engine.analyze(request);
        nodes += engine.nodes();
        engine.forget();
    }
    return nodes;
}

}  // namespace philidor
