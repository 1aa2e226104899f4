#include "philidor/base/zeroed_array.hpp"

#include <cstring>
#include <new>

#include <sys/mman.h>

namespace philidor::detail {

namespace {

/// From here on large pages pay. They have 2 MiB on the machines we know.
constexpr std::size_t fewest_large_bytes = std::size_t{4} << 20U;

}  // namespace

std::byte* allocate_zeros(std::size_t byte_count, std::size_t alignment) {
    if (byte_count < fewest_large_bytes) {
        void* const memory = ::operator new(byte_count, std::align_val_t{alignment});
        return static_cast<std::byte*>(std::memset(memory, 0, byte_count));
    }
    void* const memory =
        ::mmap(nullptr, byte_count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
    ::madvise(memory, byte_count, MADV_HUGEPAGE);  // a wish: without it, only slower
#endif
    return static_cast<std::byte*>(memory);
}

void free_zeros(std::byte* memory, std::size_t byte_count, std::size_t alignment) noexcept {
    if (byte_count < fewest_large_bytes) {
        ::operator delete(memory, std::align_val_t{alignment});
    } else {
        ::munmap(memory, byte_count);
    }
}

}  // namespace philidor::detail
