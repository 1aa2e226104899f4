#include "philidor/builder/detail/tile_kernels.hpp"

#include <cstdlib>
#include <string_view>

namespace philidor::detail {

namespace {

const TileKernels& choose_tile_kernels() {
#ifdef __x86_64__
    const char* wish = std::getenv("PHILIDOR_KERNELS");
    if (wish != nullptr && std::string_view(wish) == "portable") return portable_tile_kernels;
    if (__builtin_cpu_supports("x86-64-v4")) return avx512_tile_kernels;
    if (__builtin_cpu_supports("x86-64-v3")) return avx2_tile_kernels;
#endif
    return portable_tile_kernels;
}

}  // namespace

const TileKernels& tile_kernels() {
    static const TileKernels& chosen = choose_tile_kernels();
    return chosen;
}

}  // namespace philidor::detail
