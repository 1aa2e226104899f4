#include "philidor/base/checksum.hpp"

// The header alone, so that users of our library need not link another one.
#define XXH_INLINE_ALL
#include <xxhash.h>

namespace philidor {

std::uint64_t checksum_of(ByteView bytes, std::uint64_t seed) {
    return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed);
}

}  // namespace philidor
