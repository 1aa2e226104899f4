#include "keep_memory.hpp"

#include <cstdlib>  // tells which C library this is

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace philidor::cli {

void keep_freed_memory() {
#ifdef __GLIBC__
    constexpr int mebibyte = 1 << 20;
    mallopt(M_MMAP_THRESHOLD, 1024 * mebibyte);  // smaller blocks come from the heap, which is used again
    mallopt(M_TRIM_THRESHOLD, 2047 * mebibyte);  // so much may lie unused at its end
    mallopt(M_TOP_PAD, 64 * mebibyte);           // and so much more is asked for when it grows
#endif
}

}  // namespace philidor::cli
