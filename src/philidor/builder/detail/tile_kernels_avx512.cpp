#include "philidor/builder/detail/make_tile_kernels.hpp"

namespace philidor::detail {

namespace {
struct Avx512 {};
}  // namespace

constinit const TileKernels avx512_tile_kernels = TileCode<Avx512>::make("avx512");

}  // namespace philidor::detail
