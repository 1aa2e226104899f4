/// @file
/// One name for all keys that mean the same table.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "philidor/chess/symmetry.hpp"
#include "philidor/material/material_key.hpp"

namespace philidor {

struct Canonicalization;

/// A key in canonical form: the only kind of key that names a stored table. It can be made only by
/// `canonicalize`, so a table cannot be stored or looked up under another of its names.
///
/// The rules (docs/canonicalization.md has examples):
/// 1. White has the larger pawn structure, compared as numbers, with Black's pawns seen from Black's side.
/// 2. If the structures are equal, White is the stronger side: more men, then more queens, rooks, bishops,
///    knights; if these are equal too, the side that then has more light-squared bishops.
/// 3. If all bishops stand on squares of one colour, and mirroring the files leaves the pawns unchanged, the
///    bishops are light-squared.
class CanonicalKey {
  public:
    /// The key as a `MaterialKey`.
    [[nodiscard]] constexpr const MaterialKey& material() const { return key_; }

    /// Whether swapping the sides gives the same key. The values with White to move then also give those with
    /// Black to move, and only one half is stored.
    [[nodiscard]] constexpr bool is_symmetric() const { return key_ == key_.image(Symmetry::swap_sides()); }

    /// Whether all pieces and pawns are equal.
    friend constexpr bool operator==(const CanonicalKey&, const CanonicalKey&) = default;

    /// Ordered like `MaterialKey`.
    friend constexpr std::strong_ordering operator<=>(const CanonicalKey& a, const CanonicalKey& b) {
        return a.key_ <=> b.key_;
    }

  private:
    constexpr explicit CanonicalKey(const MaterialKey& key) : key_(key) {}
    friend Canonicalization canonicalize(const MaterialKey& key);

    MaterialKey key_;
};

/// A canonical key, and the symmetry that leads to it from the given key and from every board of that key.
struct Canonicalization {
    CanonicalKey key;   ///< the canonical key
    Symmetry symmetry;  ///< leads from the given key to `key`
};

/// The canonical name of the table that a key belongs to.
[[nodiscard]] Canonicalization canonicalize(const MaterialKey& key);

/// Writes the name of the table.
[[nodiscard]] inline std::string to_string(const CanonicalKey& key) { return to_string(key.material()); }

}  // namespace philidor

/// Lets unordered containers hold keys.
template <>
struct std::hash<philidor::CanonicalKey> {
    /// The hash of the material key.
    std::size_t operator()(const philidor::CanonicalKey& key) const { return key.material().hash(); }
};
