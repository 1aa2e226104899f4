#include "philidor/builder/detail/make_tile_kernels.hpp"

namespace philidor::detail {

namespace {
struct Avx2 {};
}  // namespace

constinit const TileKernels avx2_tile_kernels = TileCode<Avx2>::make("avx2");

}  // namespace philidor::detail
