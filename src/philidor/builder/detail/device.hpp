/// @file
/// Where tables are solved: a machine with memory of its own that takes all tiles at once.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "philidor/builder/detail/device_steps.hpp"

namespace philidor::detail {

/// A GPU, or a stand-in for one. Steps are done in the order in which they are asked for, and may still be
/// going on when `run` returns; `read` waits for them.
class Device {
  public:
    Device() = default;
    Device(const Device&) = delete;
    Device& operator=(const Device&) = delete;
    virtual ~Device() = default;

    /// What it is, in words.
    [[nodiscard]] virtual std::string name() const = 0;

    /// How much of its memory is free.
    [[nodiscard]] virtual std::uint64_t free_bytes() const = 0;

    /// Memory of the device; null if there is not enough.
    [[nodiscard]] virtual void* allocate(std::uint64_t bytes) = 0;

    /// Gives it back.
    virtual void release(void* memory) = 0;

    /// Copies to the device.
    virtual void write(void* target, const void* source, std::uint64_t bytes) = 0;

    /// Copies from the device.
    virtual void read(void* target, const void* source, std::uint64_t bytes) = 0;

    /// Sets all bytes.
    virtual void fill(void* target, std::uint8_t value, std::uint64_t bytes) = 0;

    /// Does a step for all tiles of a batch.
    virtual void run(DeviceStep step, const DeviceBatch& batch) = 0;

    /// What went wrong, if anything did. The device is of no use from then on.
    [[nodiscard]] virtual std::optional<std::string> fault() const = 0;
};

/// A device that is this processor, in plain loops: it runs the code of the kernels where there is no GPU,
/// for tests. `memory_bytes` is what it claims to have.
[[nodiscard]] std::unique_ptr<Device> make_plain_device(std::uint64_t memory_bytes);

/// The GPU of this machine; null if there is none, or if the program was built without CUDA. `why_not` then
/// says so.
[[nodiscard]] std::unique_ptr<Device> find_cuda_device(std::string& why_not);

}  // namespace philidor::detail
