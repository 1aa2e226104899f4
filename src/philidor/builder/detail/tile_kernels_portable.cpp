#include "philidor/builder/detail/make_tile_kernels.hpp"

namespace philidor::detail {

namespace {
struct Portable {};
}  // namespace

constinit const TileKernels portable_tile_kernels = TileCode<Portable>::make("portable");

}  // namespace philidor::detail
