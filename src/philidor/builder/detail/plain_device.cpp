#include <cstdlib>
#include <cstring>
#include <unordered_map>

#include "philidor/builder/detail/device.hpp"

namespace philidor::detail {

namespace {

class PlainDevice final : public Device {
  public:
    explicit PlainDevice(std::uint64_t memory_bytes) : free_bytes_(memory_bytes) {}

    ~PlainDevice() override {
        for (const auto& [memory, bytes] : sizes_) std::free(memory);
    }

    [[nodiscard]] std::string name() const override { return "this processor, in plain loops"; }

    [[nodiscard]] std::uint64_t free_bytes() const override { return free_bytes_; }

    [[nodiscard]] void* allocate(std::uint64_t bytes) override {
        if (bytes > free_bytes_) return nullptr;
        constexpr std::uint64_t alignment = 64;
        void* const memory = std::aligned_alloc(alignment, (bytes / alignment + 1) * alignment);
        if (memory == nullptr) return nullptr;
        std::memset(memory, 0xA5, bytes);  // as on a GPU, nothing is zero by itself
        sizes_[memory] = bytes;
        free_bytes_ -= bytes;
        return memory;
    }

    void release(void* memory) override {
        const auto found = sizes_.find(memory);
        if (found == sizes_.end()) return;
        free_bytes_ += found->second;
        sizes_.erase(found);
        std::free(memory);
    }

    void write(void* target, const void* source, std::uint64_t bytes) override {
        if (bytes != 0) std::memcpy(target, source, bytes);
    }

    void read(void* target, const void* source, std::uint64_t bytes) override {
        if (bytes != 0) std::memcpy(target, source, bytes);
    }

    void fill(void* target, std::uint8_t value, std::uint64_t bytes) override {
        std::memset(target, value, bytes);
    }

    void run(DeviceStep step, const DeviceBatch& batch) override {
        const PlainTeam team;
        TileScratch scratch;
        for (std::uint64_t tile = 0; tile < batch.tile_count; ++tile) {
            TileWork<PlainTeam>(team, batch, tile, scratch).do_step(step);
        }
    }

    [[nodiscard]] std::optional<std::string> fault() const override { return std::nullopt; }

  private:
    std::uint64_t free_bytes_;
    std::unordered_map<void*, std::uint64_t> sizes_;
};

}  // namespace

std::unique_ptr<Device> make_plain_device(std::uint64_t memory_bytes) {
    return std::make_unique<PlainDevice>(memory_bytes);
}

}  // namespace philidor::detail
