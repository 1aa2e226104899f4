#include "philidor/base/detail/zeroed_array.hpp"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <new>
#include <vector>

#include <sys/mman.h>

namespace philidor::detail {

namespace {

/// From this size on, large pages pay off. They have 2 MiB on the machines we know.
constexpr std::size_t fewest_large_bytes = std::size_t{4} << 20U;

/// The most memory kept for future arrays.
constexpr std::size_t most_spare_bytes = std::size_t{512} << 20U;

std::byte* map_zeros(std::size_t byte_count) {
    void* const memory =
        ::mmap(nullptr, byte_count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
    ::madvise(memory, byte_count, MADV_HUGEPAGE);  // only a hint: without it, things are slower
#endif
    return static_cast<std::byte*>(memory);
}

/// Large blocks not in use at the moment. A solver creates and drops sets of one size by the dozen, and new
/// memory costs more than clearing old memory, above all on a virtual machine that has to ask its host for
/// it. The large blocks, spare or in use, never hold more bytes than were in use at some time.
class SpareBlocks {
  public:
    /// Reserves room for the greatest possible number of blocks, so that keeping one cannot fail.
    SpareBlocks() { blocks_.reserve(most_spare_bytes / fewest_large_bytes); }

    /// A block of exactly this size, with its old content. If there is none, returns null and frees spare
    /// blocks to make room for a new one.
    std::byte* take(std::size_t byte_count) {
        const std::lock_guard lock(mutex_);
        const auto found = std::ranges::find(blocks_, byte_count, &Block::byte_count);
        if (found == blocks_.end()) {
            give_back(byte_count);
            return nullptr;
        }
        std::byte* const memory = found->memory;
        bytes_ -= byte_count;
        blocks_.erase(found);
        return memory;
    }

    /// Keeps a block, or returns it to the system if enough are kept.
    void keep(std::byte* memory, std::size_t byte_count) noexcept {
        const std::lock_guard lock(mutex_);
        if (byte_count > most_spare_bytes - bytes_) {
            ::munmap(memory, byte_count);
            return;
        }
        blocks_.push_back({memory, byte_count});
        bytes_ += byte_count;
    }

  private:
    struct Block {
        std::byte* memory;
        std::size_t byte_count;
    };

    /// Returns at least this many bytes to the system, or all spare ones if there are fewer. The oldest
    /// blocks go first.
    void give_back(std::size_t byte_count) {
        std::size_t given = 0;
        auto block = blocks_.begin();
        for (; block != blocks_.end() && given < byte_count; ++block) {
            ::munmap(block->memory, block->byte_count);
            given += block->byte_count;
        }
        blocks_.erase(blocks_.begin(), block);
        bytes_ -= given;
    }

    std::mutex mutex_;
    std::vector<Block> blocks_;
    std::size_t bytes_ = 0;
};

SpareBlocks& spare_blocks() {
    static auto& blocks = *new SpareBlocks;  // never destroyed: static arrays may outlive it
    return blocks;
}

}  // namespace

std::byte* allocate_zeros(std::size_t byte_count, std::size_t alignment) {
    if (byte_count < fewest_large_bytes) {
        void* const memory = ::operator new(byte_count, std::align_val_t{alignment});
        return static_cast<std::byte*>(std::memset(memory, 0, byte_count));
    }
    std::byte* const spare = spare_blocks().take(byte_count);
    if (spare == nullptr) return map_zeros(byte_count);
    std::memset(spare, 0, byte_count);
    return spare;
}

void free_zeros(std::byte* memory, std::size_t byte_count, std::size_t alignment) noexcept {
    if (byte_count < fewest_large_bytes) {
        ::operator delete(memory, std::align_val_t{alignment});
    } else {
        spare_blocks().keep(memory, byte_count);
    }
}

}  // namespace philidor::detail
