#include "philidor/material/table_key.hpp"

namespace philidor {

TableReference table_for(const MaterialKey& key) {
    const auto [name, symmetry] = canonicalize(key);
    const auto [image, rest] = canonicalize(name.material().image(Symmetry::mirror_files()));
    if (name <= image) return {TableKey(name), symmetry};
    return {TableKey(image), rest * Symmetry::mirror_files() * symmetry};
}

}  // namespace philidor
