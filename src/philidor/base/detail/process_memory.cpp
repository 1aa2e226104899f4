#include "philidor/base/detail/process_memory.hpp"

#include <fstream>

#include <sys/resource.h>
#include <unistd.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace philidor {

std::uint64_t peak_memory() {
    struct rusage usage = {};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

std::uint64_t resident_memory() {
    std::ifstream pages("/proc/self/statm");
    std::uint64_t all = 0;
    std::uint64_t resident = 0;
    pages >> all >> resident;
    return resident * static_cast<std::uint64_t>(sysconf(_SC_PAGE_SIZE));
}

void return_freed_memory() {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

}  // namespace philidor
