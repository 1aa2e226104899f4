/// @file
/// One name for all keys that are the same table.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "philidor/chess/symmetry.hpp"
#include "philidor/material/key_text.hpp"
#include "philidor/material/material_key.hpp"

namespace philidor {

struct Canonicalization;

/// A key in canonical form: the only kind of key that names a stored table. There is no way to one but
/// `canonicalize`, so a table cannot be stored or looked up under another of its names.
///
/// The rules, of which docs/canonicalization.md shows examples:
/// 1. The larger pawn structure is White's: as numbers, Black's pawns seen from Black's side.
/// 2. If the structures are equal, the stronger side is White: more men, then more queens, rooks, bishops,
///    knights; and if that is equal too, the side that then has more light-squared bishops.
/// 3. If all bishops stand on squares of one colour, and mirroring the files leaves the pawns where they
///    are, the bishops are light-squared.
class CanonicalKey {
  public:
    /// The key as any other key.
    [[nodiscard]] constexpr const MaterialKey& material() const { return key_; }

    /// Whether swapping the sides leads to the same key. Then the values with White to move tell those with
    /// Black to move, and only one half is stored.
    [[nodiscard]] constexpr bool is_symmetric() const { return key_ == key_.image(Symmetry::swap_sides()); }

    /// Equal in all pieces and pawns.
    friend constexpr bool operator==(const CanonicalKey&, const CanonicalKey&) = default;

    /// The order of `MaterialKey`.
    friend constexpr std::strong_ordering operator<=>(const CanonicalKey& a, const CanonicalKey& b) {
        return a.key_ <=> b.key_;
    }

  private:
    constexpr explicit CanonicalKey(const MaterialKey& key) : key_(key) {}
    friend Canonicalization canonicalize(const MaterialKey& key);

    MaterialKey key_;
};

/// A canonical key, and the symmetry that leads from the given key, and from every board of it, to it.
struct Canonicalization {
    CanonicalKey key;
    Symmetry symmetry;
};

/// The one name of the table that a key belongs to.
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
