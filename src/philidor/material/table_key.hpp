/// @file
/// One table for a key and its mirror image.
#pragma once

#include <compare>
#include <cstddef>
#include <functional>
#include <optional>

#include "philidor/chess/symmetry.hpp"
#include "philidor/material/canonical_key.hpp"
#include "philidor/material/material_key.hpp"

namespace philidor {

struct TableReference;

/// The canonical key that a table is built, proved and stored under. Mirroring the files, a <-> h, changes no
/// value, so of a canonical key and its mirror image only the smaller one has a table: `Ka2vK` serves `Kh2vK`
/// as well. It can be made only by `table_for`, so no work is done twice.
class TableKey : public CanonicalKey {
  public:
    /// The name of the mirror image, which this table serves as well; the key itself if that is the same.
    [[nodiscard]] CanonicalKey mirror_image() const {
        return canonicalize(material().image(Symmetry::mirror_files())).key;
    }

    /// Whether the table serves two names.
    [[nodiscard]] bool has_other_image() const { return mirror_image() != *this; }

    /// The symmetry that exchanges the sides and leaves the key as it is: swapping them, as in `KRvKR`, or
    /// that and mirroring the files, as in `Kh2vKa7`. The values with White to move then also give those with
    /// Black to move. Empty for most keys.
    [[nodiscard]] constexpr std::optional<Symmetry> own_swap() const {
        constexpr Symmetry swap = Symmetry::swap_sides();
        for (const Symmetry symmetry : {swap, swap * Symmetry::mirror_files()}) {
            if (material().image(symmetry) == material()) return symmetry;
        }
        return std::nullopt;
    }

  private:
    constexpr explicit TableKey(const CanonicalKey& key) : CanonicalKey(key) {}
    friend TableReference table_for(const MaterialKey& key);
};

/// The table that serves a key, and the symmetry that leads to it from the key and from every board of it.
struct TableReference {
    TableKey key;       ///< names the table
    Symmetry symmetry;  ///< leads from the given key to `key`
};

/// The table that serves a key.
[[nodiscard]] TableReference table_for(const MaterialKey& key);

}  // namespace philidor

/// Lets unordered containers hold keys.
template <>
struct std::hash<philidor::TableKey> : std::hash<philidor::CanonicalKey> {};
