/// @file
/// What the system calls a file descriptor, closed when it is no longer used.
#pragma once

#include <utility>

namespace philidor::detail {

/// An open file, socket or the like, closed by the destructor.
class Descriptor {
  public:
    /// Takes ownership; a negative number is no file.
    explicit Descriptor(int number) : number_(number) {}
    /// Takes it over.
    Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor();

    /// The number that the system knows it by.
    [[nodiscard]] int number() const { return number_; }
    /// Whether there is a file.
    [[nodiscard]] bool is_open() const { return number_ >= 0; }

  private:
    int number_;
};

}  // namespace philidor::detail
