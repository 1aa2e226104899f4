#include "philidor/base/detail/checksum.hpp"

// Header-only, so that users of our library need not link another one.
#define XXH_INLINE_ALL
#include <xxhash.h>

namespace philidor {

std::uint64_t checksum_of(ByteView bytes, std::uint64_t seed) {
    return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed);
}

struct RunningChecksum::State {
    XXH3_state_t xxh3;
};

RunningChecksum::RunningChecksum() : state_(std::make_unique<State>()) { XXH3_64bits_reset(&state_->xxh3); }

RunningChecksum::~RunningChecksum() = default;
RunningChecksum::RunningChecksum(RunningChecksum&&) noexcept = default;
RunningChecksum& RunningChecksum::operator=(RunningChecksum&&) noexcept = default;

void RunningChecksum::add(ByteView bytes) { XXH3_64bits_update(&state_->xxh3, bytes.data(), bytes.size()); }

std::uint64_t RunningChecksum::value() const { return XXH3_64bits_digest(&state_->xxh3); }

}  // namespace philidor
