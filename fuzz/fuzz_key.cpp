// Reads the input as a key. An accepted key is written, and must be read back as the same key; canonicalizing
// its canonical form must not change it.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "philidor/material/canonical_key.hpp"
#include "philidor/material/material_key.hpp"
#include "require.hpp"

namespace {

using namespace philidor;

void check(const MaterialKey& key) {
    const auto again = parse_key(to_string(key));
    fuzz::require(again && *again == key);
    const auto [canonical, symmetry] = canonicalize(key);
    fuzz::require(key.image(symmetry) == canonical.material());
    fuzz::require(canonicalize(canonical.material()).key == canonical);
    fuzz::require(canonicalize(canonical.material()).symmetry.is_identity());
    fuzz::require(canonicalize(key.image(Symmetry::swap_sides())).key == canonical);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    if (const auto key = parse_key(text)) {
        check(*key);
    } else {
        fuzz::require(!key.error().message.empty());
    }
    return 0;
}
