// The steps as kernels: a warp is a team, and takes tile after tile.

#include <cstdint>
#include <memory>
#include <string>

#include "philidor/builder/detail/device.hpp"

namespace philidor::detail {

namespace {

constexpr unsigned teams_in_block = 8;

/// A warp. Its lanes run at the same time, so each keeps its own values; what they share is in sync after every
/// `each`.
class WarpTeam {
  public:
    template <class T>
    struct Lanes {
        T value{};
        PHILIDOR_HOST_DEVICE T& operator[](unsigned) { return value; }
    };

    template <class Work>
    PHILIDOR_HOST_DEVICE void each(const Work& work) const {
#ifdef __CUDA_ARCH__
        work(threadIdx.x % team_size);
        __syncwarp();
#endif
    }

    template <class Test>
    [[nodiscard]] PHILIDOR_HOST_DEVICE bool any(const Test& test) const {
#ifdef __CUDA_ARCH__
        const bool found = test(threadIdx.x % team_size);
        __syncwarp();
        return __any_sync(~0U, found) != 0;
#else
        return false;
#endif
    }

    template <class Amount>
    PHILIDOR_HOST_DEVICE void add(Word& sum, const Amount& amount) const {
#ifdef __CUDA_ARCH__
        Word part = amount(threadIdx.x % team_size);
        for (unsigned distance = team_size / 2; distance > 0; distance /= 2) {
            part += __shfl_down_sync(~0U, part, distance);
        }
        if (threadIdx.x % team_size == 0) atomicAdd(reinterpret_cast<unsigned long long*>(&sum), part);
#endif
    }

    PHILIDOR_HOST_DEVICE void raise(std::uint32_t& number, std::uint32_t value) const {
#ifdef __CUDA_ARCH__
        // Most find it raised already, and a look costs less than an atomic operation.
        if (*static_cast<const volatile std::uint32_t*>(&number) != value) atomicExch(&number, value);
#endif
    }
};

template <DeviceStep step>
__global__ void __launch_bounds__(teams_in_block* team_size) run_step(const __grid_constant__ DeviceBatch batch) {
    __shared__ TileScratch scratch[teams_in_block];
    const WarpTeam team;
    const unsigned number = threadIdx.x / team_size;
    const std::uint64_t all_teams = std::uint64_t{gridDim.x} * teams_in_block;
    for (std::uint64_t tile = std::uint64_t{blockIdx.x} * teams_in_block + number; tile < batch.tile_count;
         tile += all_teams) {
        TileWork<WarpTeam>(team, batch, tile, scratch[number]).do_step(step);
    }
}

class CudaDevice final : public Device {
  public:
    explicit CudaDevice(const cudaDeviceProp& properties)
        : name_(properties.name), blocks_(static_cast<unsigned>(properties.multiProcessorCount) * 64U) {
        note(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "a stream");
        note(cudaDeviceGetDefaultMemPool(&pool_, 0), "the memory pool");
        std::uint64_t keep_all = ~std::uint64_t{0};
        note(cudaMemPoolSetAttribute(pool_, cudaMemPoolAttrReleaseThreshold, &keep_all), "the memory pool");
    }

    ~CudaDevice() override { cudaStreamDestroy(stream_); }

    [[nodiscard]] std::string name() const override { return name_; }

    [[nodiscard]] std::uint64_t free_bytes() const override {
        std::size_t free = 0;
        std::size_t total = 0;
        std::uint64_t reserved = 0;
        std::uint64_t used = 0;
        cudaMemGetInfo(&free, &total);
        cudaMemPoolGetAttribute(pool_, cudaMemPoolAttrReservedMemCurrent, &reserved);
        cudaMemPoolGetAttribute(pool_, cudaMemPoolAttrUsedMemCurrent, &used);
        return free + reserved - used;
    }

    [[nodiscard]] void* allocate(std::uint64_t bytes) override {
        void* memory = nullptr;
        const cudaError_t error = cudaMallocAsync(&memory, bytes, stream_);
        if (error == cudaSuccess) return memory;
        cudaGetLastError();  // lack of memory is no fault
        if (error != cudaErrorMemoryAllocation) note(error, "an allocation");
        return nullptr;
    }

    void release(void* memory) override { note(cudaFreeAsync(memory, stream_), "freeing memory"); }

    void write(void* target, const void* source, std::uint64_t bytes) override {
        note(cudaMemcpyAsync(target, source, bytes, cudaMemcpyHostToDevice, stream_), "a copy to the device");
        note(cudaStreamSynchronize(stream_), "a copy to the device");
    }

    void read(void* target, const void* source, std::uint64_t bytes) override {
        note(cudaMemcpyAsync(target, source, bytes, cudaMemcpyDeviceToHost, stream_), "a copy from the device");
        note(cudaStreamSynchronize(stream_), "a step");
    }

    void fill(void* target, std::uint8_t value, std::uint64_t bytes) override {
        note(cudaMemsetAsync(target, value, bytes, stream_), "clearing memory");
    }

    void run(DeviceStep step, const DeviceBatch& batch) override {
        switch (step) {
            case DeviceStep::find_legal: return launch<DeviceStep::find_legal>(batch);
            case DeviceStep::find_escapes: return launch<DeviceStep::find_escapes>(batch);
            case DeviceStep::find_wins: return launch<DeviceStep::find_wins>(batch);
            case DeviceStep::lose: return launch<DeviceStep::lose>(batch);
            case DeviceStep::win: return launch<DeviceStep::win>(batch);
            case DeviceStep::count: return launch<DeviceStep::count>(batch);
            case DeviceStep::assemble: return launch<DeviceStep::assemble>(batch);
            case DeviceStep::split: return launch<DeviceStep::split>(batch);
            case DeviceStep::merge: return launch<DeviceStep::merge>(batch);
        }
    }

    [[nodiscard]] std::optional<std::string> fault() const override { return fault_; }

  private:
    template <DeviceStep step>
    void launch(const DeviceBatch& batch) {
        const std::uint64_t wanted = (batch.tile_count + teams_in_block - 1) / teams_in_block;
        const auto blocks = static_cast<unsigned>(wanted < blocks_ ? wanted : blocks_);
        if (blocks == 0) return;
        run_step<step><<<blocks, teams_in_block * team_size, 0, stream_>>>(batch);
        note(cudaGetLastError(), "a launch");
    }

    void note(cudaError_t error, const char* what) {
        if (error == cudaSuccess || fault_) return;
        fault_ = name_ + ": " + what + " failed: " + cudaGetErrorString(error);
    }

    std::string name_;
    unsigned blocks_;
    cudaStream_t stream_ = nullptr;
    cudaMemPool_t pool_ = nullptr;
    std::optional<std::string> fault_;
};

}  // namespace

std::unique_ptr<Device> find_cuda_device(std::string& why_not) {
    int count = 0;
    const cudaError_t error = cudaGetDeviceCount(&count);
    if (error != cudaSuccess || count == 0) {
        why_not = error != cudaSuccess ? cudaGetErrorString(error) : "this machine has no GPU that CUDA can use";
        return nullptr;
    }
    cudaDeviceProp properties{};
    if (cudaGetDeviceProperties(&properties, 0) != cudaSuccess || cudaSetDevice(0) != cudaSuccess) {
        why_not = "the GPU does not answer";
        return nullptr;
    }
    auto device = std::make_unique<CudaDevice>(properties);
    if (device->fault()) {
        why_not = *device->fault();
        return nullptr;
    }
    return device;
}

}  // namespace philidor::detail
