#include "keep_memory.hpp"

#include <cstdlib>  // defines __GLIBC__

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace philidor::cli {

void keep_freed_memory() {
#ifdef __GLIBC__
    constexpr int mebibyte = 1 << 20;
    mallopt(M_MMAP_THRESHOLD, 1024 * mebibyte);  // smaller blocks come from the heap
    mallopt(M_TRIM_THRESHOLD, 2047 * mebibyte);  // this much memory may be unused at the end of the heap
    mallopt(M_TOP_PAD, 64 * mebibyte);           // the heap grows by at least this much
#endif
}

}  // namespace philidor::cli
