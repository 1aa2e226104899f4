/// @file
/// Arrays of any size that start out as zeros.
#pragma once

#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace philidor {

namespace detail {

/// Memory filled with zeros. A large block comes from the system in large pages, each cleared when a thread
/// first touches it. So there is no separate pass to clear it, and threads that share the work also share the
/// clearing. A recycled block is cleared here instead.
[[nodiscard]] std::byte* allocate_zeros(std::size_t byte_count, std::size_t alignment);

/// Frees memory of `allocate_zeros`. Up to 512 MiB of large blocks are kept for future arrays.
void free_zeros(std::byte* memory, std::size_t byte_count, std::size_t alignment) noexcept;

}  // namespace detail

/// An array of fixed size for the large sets of the solver. `std::vector` would have one thread clear all of
/// it first, one small page after another, which took a fifth of the time of a table with three pieces.
template <class T>
class ZeroedArray {
    static_assert(std::is_trivially_copyable_v<T>, "made of bytes that are zero");

  public:
    /// An empty array.
    ZeroedArray() = default;

    /// `size` items, all zero.
    explicit ZeroedArray(std::size_t size)
        : items_(reinterpret_cast<T*>(detail::allocate_zeros(size * sizeof(T), alignof(T)))), size_(size) {}

    /// Copies all items.
    ZeroedArray(const ZeroedArray& other) : ZeroedArray(other.size_) {
        std::copy_n(other.items_, size_, items_);
    }
    /// Takes over the items of another array and leaves it empty.
    ZeroedArray(ZeroedArray&& other) noexcept
        : items_(std::exchange(other.items_, nullptr)), size_(std::exchange(other.size_, 0)) {}
    /// Takes over the items of another array.
    ZeroedArray& operator=(ZeroedArray other) noexcept {
        std::swap(items_, other.items_);
        std::swap(size_, other.size_);
        return *this;
    }
    ~ZeroedArray() {
        if (items_ == nullptr) return;
        detail::free_zeros(reinterpret_cast<std::byte*>(items_), size_ * sizeof(T), alignof(T));
    }

    /// The number of items.
    [[nodiscard]] std::size_t size() const { return size_; }

    /// The item at `index`, which must be less than `size()`.
    [[nodiscard]] const T& operator[](std::size_t index) const { return items_[index]; }

    /// The item at `index`, for writing.
    [[nodiscard]] T& operator[](std::size_t index) { return items_[index]; }

  private:
    T* items_ = nullptr;
    std::size_t size_ = 0;
};

}  // namespace philidor
